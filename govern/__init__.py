"""govern: the lockfile and contract diff for MCP servers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

# What `typing` calls so; its import would take a third of `govern --version`.
if TYPE_CHECKING:
    from govern.schemas.comparison import Comparison as Comparison
    from govern.schemas.comparison import compare_schemas as compare_schemas

__version__ = "0.1.0"
__all__ = ["Comparison", "__version__", "compare_schemas"]


def __getattr__(name: str) -> Any:
    """The schema engine is imported when somebody asks for it, since most of what govern does needs none."""
    if name in ("Comparison", "compare_schemas"):
        from govern.schemas import comparison

        return getattr(comparison, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
