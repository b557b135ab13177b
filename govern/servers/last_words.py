"""The end of what a server said beside the protocol: little of it, readable, and without secrets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from govern.contract import characters

if TYPE_CHECKING:
    from govern.policy.target import Secrets

_CHARACTERS = 4_096
_LINES = 40
_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")


class LastWords:
    """A tail of bytes that never grows, with room so that a secret at its edge is still known as one."""

    def __init__(self, secrets: Secrets) -> None:
        self._secrets = secrets
        self._room = 2 * _CHARACTERS + max(map(_size, secrets.shown_as), default=0)
        self._kept = b""
        self._cut = False
        self._streams: set[str] = set()

    @property
    def where(self) -> str:
        """The streams that it came on."""
        return " and ".join(sorted(self._streams)) or "stderr"

    def add(self, data: bytes, stream: str = "stderr") -> None:
        """Hear more; forget what lies too far back."""
        self._streams.add(stream)
        grown = self._kept + data[-self._room :]
        self._cut = self._cut or len(data) > self._room or len(grown) > self._room
        self._kept = grown[-self._room :]

    def text(self) -> str:
        """The last lines, for people."""
        text = self._kept.decode("utf-8", "replace")
        if self._cut:
            text = self._without_edge(text.lstrip("\N{REPLACEMENT CHARACTER}"))
        plain = _ANSI.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
        lines = self._secrets.redact(plain).rstrip().split("\n")[-_LINES:]
        return characters.visible("\n".join(lines)[-_CHARACTERS:])

    def _without_edge(self, text: str) -> str:
        """Without the end of a secret whose beginning was forgotten."""
        for secret in self._secrets.shown_as:
            for start in range(1, len(secret)):
                if text.startswith(secret[start:]):
                    return text[len(secret) - start :]
        return text


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
