"""The commands: one flow per file, readable from top to bottom. They return values and print nothing."""
