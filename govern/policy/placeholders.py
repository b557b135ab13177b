"""Resolve `${NAME}` and `${NAME:-default}`, the only parts of a config that read the environment.

`$${` is a literal `${`; any other `$` is literal too. A variable that is unset or empty takes its default; without a
default it is an error, since CI systems pass an empty string for a secret that they do not have.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

PLACEHOLDER = re.compile(r"(?<!\$)\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^{}]*))?\}")
_TOKEN = re.compile(rf"\$\$\{{|{PLACEHOLDER.pattern}")
_LIKE_ONE = re.compile(r"(?<!\$)\$\{[^}]*\}?")


@dataclass(frozen=True, slots=True)
class Resolved:
    """A resolved text; `given` are the values from the environment, `unset` the variables without a value."""

    text: str
    given: Mapping[str, str]
    unset: tuple[str, ...]


def value_of(name: str, environ: Mapping[str, str]) -> str:
    """Return the value of a variable, empty if it has none; Windows names the home folder in another one."""
    return environ.get(name) or (environ.get("USERPROFILE", "") if name == "HOME" else "")


def resolve(text: str, environ: Mapping[str, str]) -> Resolved:
    """Replace the placeholders in a text by their values in `environ`."""
    given = {found[1]: value for found in PLACEHOLDER.finditer(text) if (value := value_of(found[1], environ))}
    unset = [found[1] for found in PLACEHOLDER.finditer(text) if found[1] not in given and found[2] is None]
    filled = _TOKEN.sub(lambda found: given.get(found[1], found[2] or "") if found[1] else "${", text)
    return Resolved(filled, given, tuple(unset))


def unset_variables(value: Any, environ: Mapping[str, str]) -> list[str]:
    """Return the variables without a value in all texts of a value, such as a server's settings."""
    if isinstance(value, str):
        return list(dict.fromkeys(resolve(value, environ).unset))
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return list(dict.fromkeys(name for each in inner for name in unset_variables(each, environ)))


def literal(text: str) -> str:
    """Escape a text so that it resolves to itself."""
    return text.replace("${", "$${")


def malformed(text: str) -> str | None:
    """Return the first invalid placeholder in a text, or None."""
    if "${" not in text:
        return None
    return next((found[0] for found in _LIKE_ONE.finditer(text) if not PLACEHOLDER.fullmatch(found[0])), None)


def variable_name(text: str) -> str:
    """Convert any text to a valid variable name."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text)
    name = re.sub(r"[^A-Za-z0-9]+", "_", spaced).strip("_").upper()
    return f"_{name}" if name[:1].isdigit() else name or "SECRET"
