"""Secrets that stood in a client's file, each given the name of a variable to be set instead."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from govern.policy.secrecy import replaced

if TYPE_CHECKING:
    from govern.policy.secrecy import Secret


@dataclass(slots=True)
class Variables:
    """Names by value: the same secret has one name, two secrets never share one."""

    by_name: dict[str, str] = field(default_factory=dict)

    def without_secrets(self, text: str, server: str, name: str = "", own: str = "") -> str:
        """The text with a placeholder for each secret; `own` is the variable that the text is the value of."""

        def placeholder(value: str, secret: Secret) -> str:
            whole = value == text
            return f"${{{self._name(value, own if whole and own else _made(server, secret.name or 'secret'), server)}}}"

        return replaced(text, name, placeholder)

    def _name(self, value: str, wanted: str, server: str) -> str:
        if self.by_name.setdefault(wanted, value) == value:
            return wanted
        candidates = [_made(server, wanted), *(f"{_made(server, wanted)}_{number}" for number in range(2, 1000))]
        return next(name for name in candidates if self.by_name.setdefault(name, value) == value)


def own_name(text: str) -> str:
    """A variable's own name where it can be written, or else the nearest that can."""
    return text if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", text) else variable_name(text)


def variable_name(text: str) -> str:
    """Any text as a name that a variable can have."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text)
    name = re.sub(r"[^A-Za-z0-9]+", "_", spaced).strip("_").upper()
    return f"_{name}" if name[:1].isdigit() else name or "SECRET"


def _made(server: str, name: str) -> str:
    """`Authorization` of the server docs is DOCS_TOKEN."""
    said = "token" if name.lower() == "authorization" else name.removeprefix("X-").removeprefix("x-")
    first, second = variable_name(server), variable_name(said)
    return second if second.startswith(f"{first}_") else f"{first}_{second}"
