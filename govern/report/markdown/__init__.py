"""CommonMark for comments, job summaries and release notes."""
