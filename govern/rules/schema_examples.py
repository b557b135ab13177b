"""Examples for the rules about input and output schemas."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from govern.rules.rule import Example

_SPEC = "https://json-schema.org/draft/2020-12/json-schema-"
VALIDATION, CORE = f"{_SPEC}validation", f"{_SPEC}core"
TEXT: dict[str, Any] = {"type": "string"}
KNOWN: dict[str, Any] = {"type": "object", "properties": {"y": TEXT}}
BY_ID: dict[str, Any] = {"type": "object", "properties": {"id": TEXT}, "required": ["id"]}
BY_NAME: dict[str, Any] = {"type": "object", "properties": {"name": TEXT}, "required": ["name"]}
BY_URL: dict[str, Any] = {"type": "object", "properties": {"url": TEXT}, "required": ["url"]}


@dataclass(frozen=True, slots=True)
class Examples:
    """Examples that change one schema of a tool: `field` is `inputSchema` or `outputSchema`."""

    field: str

    def property(self, before: Any, after: Any) -> Example:
        """Return two tools whose property `x` has these schemas; None if a side lacks the property."""
        sides = ({} if side is None else {"x": side} for side in (before, after))
        return self.whole(*({"type": "object", "properties": {**side, "y": TEXT}} for side in sides))

    def whole(self, before: Any, after: Any) -> Example:
        """Return two tools with these schemas; None if a side lacks the schema."""
        old, new = ({} if side is None else {self.field: side} for side in (before, after))
        return Example("tool", old, new)
