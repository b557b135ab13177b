"""What HTTP headers can carry."""

from __future__ import annotations

import re

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(r"[\t\x20-\x7e]*")


def bad_header_name(name: str) -> str | None:
    """Why no header can go by this name, if so."""
    return None if _NAME.fullmatch(name) else "no header can have this name"


def bad_header_value(value: str) -> str | None:
    """Why no header can hold this, if so."""
    return None if _VALUE.fullmatch(value) else "holds a line break or another character that no header can hold"
