"""What was edited in a schema, place by place, and which of the edits can break a caller."""

from __future__ import annotations

from govern.schemas.edits.changes import schema_changes

__all__ = ["schema_changes"]
