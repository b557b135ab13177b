"""JSON as it stands in a lock: indented text inside a TOML literal string."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.contract.json_text import pretty

if TYPE_CHECKING:
    from govern.contract.json_type import Json


def json_block(value: Json) -> str:
    """The value's text; three quotes in a row would end the literal string, so the third is an escape."""
    return pretty(value).replace("'''", "''\\u0027")
