"""JUDGING: what a change means: one table of rows."""
