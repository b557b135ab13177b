"""The edits between two schemas, and which of them can break a caller."""
