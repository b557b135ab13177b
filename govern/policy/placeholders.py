"""`${NAME}` and `${NAME:-default}`: the only places where govern reads the environment.

`$${` writes a literal `${`; every other `$` stands for itself. A name that is unset or empty takes its default; without
one it is an error, since CI hands out empty strings for secrets that it does not have.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

PLACEHOLDER = re.compile(r"(?<!\$)\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^{}]*))?\}")
_TOKEN = re.compile(rf"\$\$\{{|{PLACEHOLDER.pattern}")
_LIKE_ONE = re.compile(r"(?<!\$)\$\{[^}]*\}?")


@dataclass(frozen=True, slots=True)
class Resolved:
    """A text with its placeholders filled in: what the environment gave, and what it did not have."""

    text: str
    given: Mapping[str, str]
    unset: tuple[str, ...]


def resolve(text: str, environ: Mapping[str, str]) -> Resolved:
    """Fill in the placeholders from `environ`."""
    given = {found[1]: environ[found[1]] for found in PLACEHOLDER.finditer(text) if environ.get(found[1])}
    unset = [found[1] for found in PLACEHOLDER.finditer(text) if found[1] not in given and found[2] is None]
    filled = _TOKEN.sub(lambda found: given.get(found[1], found[2] or "") if found[1] else "${", text)
    return Resolved(filled, given, tuple(unset))


def literal(text: str) -> str:
    """A text that resolves to itself."""
    return text.replace("${", "$${")


def malformed(text: str) -> str | None:
    """What looks like a placeholder and is none."""
    if "${" not in text:
        return None
    return next((found[0] for found in _LIKE_ONE.finditer(text) if not PLACEHOLDER.fullmatch(found[0])), None)
