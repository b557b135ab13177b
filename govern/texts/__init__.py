"""Texts that a model reads: hidden content, cues worth a look, a steering score, and word-by-word comparison."""
