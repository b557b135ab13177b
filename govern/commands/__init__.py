"""THE VERBS: one flow per file, readable from top to bottom; they return values and print nothing."""
