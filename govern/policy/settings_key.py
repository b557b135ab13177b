"""The declaration of a key of govern.toml: a dataclass field with its meaning."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def key(meaning: str, default: Any = None, *, made: Callable[[], Any] | None = None) -> Any:
    """Return a dataclass field with its meaning, and its default: a value, or one that `made` returns."""
    metadata = {"meaning": meaning}
    return field(default_factory=made, metadata=metadata) if made else field(default=default, metadata=metadata)
