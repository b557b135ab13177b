"""Schemas for these tests, and what is said of them."""

from typing import Any

from govern.facts.fact import Fact
from govern.rules import hints, inputs, outputs
from govern.rules.rule import Severity
from govern.schemas.edits import schema_changes

Schema = Any
SEVERITIES = {row.id: row.severity for row in (*inputs.RULES, *outputs.RULES, *hints.RULES)}
TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}


def an_object(*required: str, **properties: Schema) -> Schema:
    """An object that declares these properties."""
    made: Schema = {"type": "object", "properties": properties}
    return {**made, "required": [*required]} if required else made


def rules(position: Any, old: Schema, new: Schema, **how: Any) -> list[str]:
    """The rules that speak of a change."""
    return [fact.rule for fact in schema_changes(position, old, new, **how)]


def worst(found: list[Fact]) -> Severity:
    """The severity of the most harmful."""
    return max((SEVERITIES[fact.rule] for fact in found), key=lambda severity: severity.rank, default=Severity.SAFE)
