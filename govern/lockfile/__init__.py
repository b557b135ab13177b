"""capability.lock: the document, its text, its digests, its economics, and the file on disk."""
