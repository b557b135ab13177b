"""Signatures of locks, approvals and verdicts: make them, read them, and decide which ones count."""
