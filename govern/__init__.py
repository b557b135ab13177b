"""govern: the lockfile and contract diff for MCP servers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from govern.schemas.comparison import Comparison as Comparison
    from govern.schemas.comparison import compare_schemas as compare_schemas

__version__ = "0.1.0"
__all__ = ["Comparison", "__version__", "compare_schemas"]


def __getattr__(name: str) -> Any:
    """Import the schema engine on first use, since most commands do not need it."""
    if name in ("Comparison", "compare_schemas"):
        from govern.schemas import comparison

        return getattr(comparison, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
