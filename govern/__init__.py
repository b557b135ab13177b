"""govern: the lockfile and contract diff for MCP servers."""

__version__ = "0.1.0"
