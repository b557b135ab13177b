"""What JSON is, to type checkers and to pydantic."""

from __future__ import annotations

from typing import Any

Json = None | bool | int | float | str | list[Any] | dict[str, Any]
