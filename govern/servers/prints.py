"""Keeps what servers in our process print away from our own output, each server's apart."""

from __future__ import annotations

import io
import sys
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.servers.last_words import LastWords

_listening: ContextVar[LastWords | None] = ContextVar("listening", default=None)
_ours: Final[list[tuple[TextIO, TextIO]]] = []


class _Divided(io.TextIOBase):
    """What a server's tasks write is overheard; what anyone else writes goes through to `elsewhere`."""

    encoding = "utf-8"

    def __init__(self, elsewhere: TextIO) -> None:
        self._elsewhere = elsewhere

    def write(self, text: str) -> int:
        listening = _listening.get()
        if listening is None:
            return self._elsewhere.write(text)
        listening.add(text.encode("utf-8", "replace"))
        return len(text)

    def flush(self) -> None:
        self._elsewhere.flush()

    def isatty(self) -> bool:
        return _listening.get() is None and self._elsewhere.isatty()

    def fileno(self) -> int:
        return self._elsewhere.fileno()


@contextmanager
def divided_output() -> Iterator[None]:
    """Until the last of these is left, who prints decides where it goes; a server's own threads reach our stderr."""
    _ours.append((sys.stdout, sys.stderr))
    if len(_ours) == 1:
        sys.stdout = sys.stderr = _Divided(sys.stderr)
    try:
        yield
    finally:
        first = _ours[0]
        _ours.pop()
        if not _ours:
            sys.stdout, sys.stderr = first


@contextmanager
def heard_by(last_words: LastWords) -> Iterator[None]:
    """Let `last_words` hear what this task prints in here, and the tasks that it starts."""
    token = _listening.set(last_words)
    try:
        yield
    finally:
        _listening.reset(token)
