"""Texts that a model reads: hidden content, cues, a score for suspicious sentences, and word-by-word comparison."""
