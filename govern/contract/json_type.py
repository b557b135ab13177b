"""The type of JSON values, for type checkers and pydantic."""

from __future__ import annotations

from typing import Any

Json = None | bool | int | float | str | list[Any] | dict[str, Any]
