"""Which values must never be written down, in every form that they may come back in."""

from __future__ import annotations

import json
from base64 import b64encode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import quote, quote_plus

from govern.policy.secrecy import HIDDEN, secrets_in
from govern.policy.target import Secrets

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# A shorter value is in too many innocent words: redacting `1` or `dev` would garble every text.
SHORTEST = 6
_SHORTEST_LINE = 16


@dataclass(slots=True)
class Noted:
    """What was read while a target was put together."""

    shown_as: dict[str, str] = field(default_factory=dict)

    def placeholders(self, given: Mapping[str, str]) -> None:
        """Values that came out of the environment are shown as their placeholder."""
        for name, value in given.items():
            self._note(value, f"${{{name}}}")

    def literals(self, text: str, name: str) -> None:
        """Secrets that stand in the config itself are not shown at all."""
        self.hidden(*(text[secret.start : secret.end] for secret in secrets_in(text, name)))

    def hidden(self, *values: str) -> None:
        """Values without a name."""
        for value in values:
            self._note(value, HIDDEN)

    def secrets(self) -> Secrets:
        """All of them."""
        return Secrets(dict(self.shown_as))

    def _note(self, value: str, shown: str) -> None:
        forms = {value, value.strip(), quote(value), quote(value, safe=""), quote_plus(value)}
        for form in (value, value.strip()):
            forms |= {json.dumps(form)[1:-1], json.dumps(form, ensure_ascii=False)[1:-1]}
            forms |= {repr(form)[1:-1], ascii(form)[1:-1]}
        forms |= {line for line in value.split("\n") if len(line) >= _SHORTEST_LINE}
        if len(value) >= SHORTEST:
            forms |= set(_in_base64(value))
        for form in forms:
            if len(form) >= SHORTEST:
                self.shown_as.setdefault(form, shown)


def _in_base64(value: str) -> Iterator[str]:
    """Yield how the value looks inside any longer text that is written in base64, such as `user:value`."""
    data = value.encode("utf-8", "surrogatepass")
    for before in range(3):
        # The characters at the edges also hold bits of what stands before and behind.
        start, end = -(-before * 8 // 6), (before + len(data)) * 8 // 6
        for encode in (b64encode, urlsafe_b64encode):
            yield encode(bytes(before) + data).decode()[start:end]
