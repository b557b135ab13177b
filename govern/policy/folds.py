"""`[servers.x.normalize]`: the places of a surface that are never twice the same, as folds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from govern.policy.target import Fold

if TYPE_CHECKING:
    from collections.abc import Mapping

_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?)"
)
_DATE = (
    r"\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s?Z|\s?[+-]\d{2}:?\d{2})?)?(?![\w-])"
    rf"|\b{_MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}\b"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th)? {_MONTH}\.?,? \d{{4}}\b"
    r"|\b\d{1,2}/\d{1,2}/\d{4}\b|\b\d{4}/\d{2}/\d{2}\b"
)


def active(normalize: Mapping[str, bool | str]) -> dict[str, bool | str]:
    """Return the folds that are switched on, as they are configured."""
    return {name: value for name, value in normalize.items() if value is not False}


def folds(normalize: Mapping[str, bool | str], cwd: Path, home: Path | None = None) -> tuple[Fold, ...]:
    """The folds that a server asks for: its own first, then the ready-made."""
    own = [Fold(name, pattern) for name, pattern in normalize.items() if isinstance(pattern, str)]
    if normalize.get("paths") is True:
        own += _paths(cwd, home or Path.home())
    if normalize.get("dates") is True:
        own.append(Fold("date", _DATE))
    return tuple(own)


def _paths(cwd: Path, home: Path) -> list[Fold]:
    """Our own working directory, temporary directory and home, the deepest first, since one may lie in another."""
    import tempfile  # 6 ms, for few servers

    temporary = Path(tempfile.gettempdir())
    places = [("cwd", cwd), ("tmp", temporary), ("home", home)]
    spellings = {str(spelled): name for name, path in reversed(places) for spelled in (path, path.resolve())}
    deep_enough = [spelled for spelled in spellings if len(Path(spelled).parts) > 1]
    return [Fold(spellings[path], _anywhere(path)) for path in sorted(deep_enough, key=len, reverse=True)]


def _anywhere(path: str) -> str:
    """The path with either slash, also as JSON doubles it; not where it is only the beginning of a longer name."""
    parts = map(re.escape, re.split(r"[/\\]", path))
    return r"(?<![\w.-])" + r"(?:/|\\{1,2})".join(parts) + r"(?![\w-]|\.\w)"
