"""govern: the lockfile and contract diff for MCP servers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from govern.library import Change as Change
    from govern.library import Finding as Finding
    from govern.library import Lock as Lock
    from govern.library import Severity as Severity
    from govern.library import compare_locks as compare_locks
    from govern.library import lock_surface as lock_surface
    from govern.schemas.comparison import Comparison as Comparison
    from govern.schemas.comparison import compare_schemas as compare_schemas

__version__ = "0.1.0"
__all__ = [
    "Change",
    "Comparison",
    "Finding",
    "Lock",
    "Severity",
    "__version__",
    "compare_locks",
    "compare_schemas",
    "lock_surface",
]


def __getattr__(name: str) -> Any:
    """Import the public names on first use, since most commands do not need them."""
    if name in ("Comparison", "compare_schemas"):
        from govern.schemas import comparison

        return getattr(comparison, name)
    if name in __all__:
        from govern import library

        return getattr(library, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
