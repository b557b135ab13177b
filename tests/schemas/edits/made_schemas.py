"""Schemas for these tests, and what the rules make of their changes."""

from typing import Any

from govern.facts.change import Fact
from govern.rules import hints, schemas
from govern.rules.rule import Severity
from govern.rules.schema_wording import message_values
from govern.schemas.edits.changes import schema_changes

Schema = Any
SEVERITIES = {row.id: row.severity for row in (*schemas.RULES, *hints.RULES)}
TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}


def an_object(*required: str, **properties: Schema) -> Schema:
    """Return an object schema that declares these properties."""
    made: Schema = {"type": "object", "properties": properties}
    return {**made, "required": [*required]} if required else made


def rules(position: Any, old: Schema, new: Schema, **how: Any) -> list[str]:
    """Return the ids of the rules that a change triggers."""
    return [fact.rule for fact in schema_changes(position, old, new, **how)]


def worst(found: list[Fact]) -> Severity:
    """Return the highest severity of the facts, SAFE where there are none."""
    return max((SEVERITIES[fact.rule] for fact in found), key=lambda severity: severity.rank, default=Severity.SAFE)


def words(fact: Fact) -> dict[str, str]:
    """Return the words that fill the message of the fact's rule."""
    return message_values(fact.rule, fact.values["schema"])
