"""The edits between two schemas, and which of them can break a caller."""

from __future__ import annotations

from govern.schemas.edits.changes import schema_changes

__all__ = ["schema_changes"]
