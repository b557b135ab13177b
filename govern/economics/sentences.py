"""Whether a description's first sentence, which is all that some clients and searches read, says anything."""

from __future__ import annotations

import re

_END = re.compile(r"[.!?](?=\s|$)|\n\s*\n|。")
_WORD = re.compile(r"[^\W\d_]+|\d+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
# The words that tools are described with, whatever they do.
_EMPTY = frozenset(re.findall(r"\w+", """
    a an and any are as at be by call calls can do does execute executes for from function given handle
    handles helper helps here in into invoke invokes is it its let lets method mcp of on operation or perform
    performs provide provides run runs server service that the these this to tool tools use used useful user
    uses using utility via when which will with you your
"""))  # fmt: skip


def says_nothing(name: str, description: str) -> bool:
    """Whether the first sentence adds no word to the tool's name."""
    said = {_stem(word) for word in _words(first_sentence(description))}
    return not said - {_stem(word) for word in _words(_CAMEL.sub(" ", name))} - _EMPTY


def first_sentence(description: str) -> str:
    """The description up to the end of its first sentence or paragraph."""
    text = description.strip()
    end = _END.search(text)
    return text[: end.start()] if end else text


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.lower()) if word not in _EMPTY]


def _stem(word: str) -> str:
    """The word without the endings that English verbs and plurals take."""
    for ending in ("ing", "ies", "es", "ed", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) > len("ge"):
            return word[: -len(ending)]
    return word
