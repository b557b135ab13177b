"""TOML, read by the fast reader; where that refuses, by the standard library's, whose words say where and why."""

from __future__ import annotations

from typing import Any


class NotTomlError(ValueError):
    """What is wrong, and on which line."""


def read_toml(text: str) -> dict[str, Any]:
    """What the text holds."""
    import rtoml

    try:
        read: dict[str, Any] = rtoml.loads(text)
    except rtoml.TomlParsingError:
        return _read_plainly(text)
    return read


def _read_plainly(text: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise NotTomlError(str(error)) from None
