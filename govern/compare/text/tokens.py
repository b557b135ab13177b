"""What a text is read as: words, and where sentences and their parts end."""

from __future__ import annotations

# A word, its concept, and where it begins and ends.
Token = tuple[str, str, int, int]
# The concepts of what has none, of what parts a sentence, and of its end.
OTHER, PAUSE, END = ".", ",", "\n"


def these(words: str) -> frozenset[str]:
    """Words that are written one after another."""
    return frozenset(words.split())
