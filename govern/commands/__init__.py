"""The commands: one flow, or few related ones, per file, readable from top to bottom. They print nothing."""
