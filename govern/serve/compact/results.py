"""The whole answers behind reduced ones, readable in pages as `govern://result/{id}` until the session ends."""

from __future__ import annotations

from itertools import count

from govern.reductions.chunks import text_parts

PREFIX = "govern://result/"
MOST_CHARACTERS = 32 * 1024 * 1024
# 4,000 tokens by the rule of 3.5 characters.
_PAGE = 14_000


class ResultStore:
    """The whole answers of one session; the oldest are dropped when together they have too many characters."""

    def __init__(self, most: int = MOST_CHARACTERS) -> None:
        self._most = most
        self._numbers = count(1)
        self._texts: dict[str, str] = {}
        self._size = 0

    def new_uri(self) -> str:
        """Return the URI for the next answer."""
        return f"{PREFIX}{next(self._numbers)}"

    def keep(self, uri: str, text: str) -> None:
        """Keep an answer under its URI."""
        self._texts[uri] = text
        self._size += len(text)
        while self._size > self._most:
            self._size -= len(self._texts.pop(next(iter(self._texts))))

    def text(self, uri: str) -> str | None:
        """Return a whole answer, or None if there is none or it was dropped."""
        return self._texts.get(uri)

    def page(self, uri: str, number: int) -> tuple[str, int] | None:
        """Return one page of an answer and the number of pages; None if there is no such page."""
        if (text := self.text(uri)) is None:
            return None
        pages = text_parts(text, _PAGE)
        return (pages[number - 1], len(pages)) if 1 <= number <= len(pages) else None
