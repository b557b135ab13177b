"""Facts about a schema as a whole: there or not, valid or not, written for which dialect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT, Absent
from govern.facts import rule_ids as ids
from govern.facts.fact import Fact
from govern.schemas.edits import rules
from govern.schemas.edits.form import form_of
from govern.schemas.edits.oracle import HARMLESS, Sides, ask, sample, sound
from govern.schemas.edits.places import root_of
from govern.schemas.edits.repairs import apart, defects_between
from govern.schemas.edits.words import same
from govern.schemas.references import has_static_references

if TYPE_CHECKING:
    from govern.contract.json_type import Json
    from govern.facts.change import Reading
    from govern.schemas.edits.oracle import Position

_SILENT = frozenset({"$comment", "$id", "$schema", "description", "title"})
# Arguments are objects, and answers nearly always.
_ANYTHING: dict[Position, tuple[Any, ...]] = {"input": ({"type": "object"},), "output": ({"type": "object"}, True)}


def says_nothing(schema: Json | Absent) -> bool:
    """Whether a schema is not there, or has no word about values, as generators leave it where they fail."""
    return isinstance(schema, Absent) or (isinstance(schema, dict) and not schema.keys() - _SILENT)


def presence_facts(position: Position, old: Json | Absent, new: Json | Absent, reading: Reading) -> list[Fact]:
    """A schema that comes or goes is compared with what its absence lets through."""
    rule = (rules.SCHEMA_ADDED if says_nothing(old) else rules.SCHEMA_REMOVED)[position]
    answer, witness = HARMLESS, None
    for anything in _ANYTHING[position]:
        before, after = (anything if says_nothing(side) else side for side in (old, new))
        answer = ask(before, after, reading) if position == "input" else ask(after, before, reading)
        witness = Sides(position, before, after, reading).witness(answer)
        if witness:
            break
    if rule == ids.INPUT_SCHEMA_REMOVED and isinstance(old, dict) and old.get("properties"):
        rule = ids.INPUT_SCHEMA_REMOVED if isinstance(new, Absent) else ids.INPUT_SCHEMA_EMPTIED
        witness = None if isinstance(new, Absent) else Sides(position, old, new, reading).example(sample(old))
    elif answer.breaks == "unknown" or (answer.breaks == "yes" and witness is None):
        rule = rules.UNPROVEN[position]
    elif answer.breaks == "no" and (answer.back == "no" or position == "input"):
        rule = rules.RESPELLED[position]
    said = {"place": root_of(position), "edit": "the schema itself"}
    return [Fact(rule, "", old, new, said, witness), *defects_between(position, old, new, reading)]


def doubts_between(position: Position, old: Json, new: Json, reading: Reading) -> list[Fact]:
    """What nobody proves of schemas whose references do not say by themselves what they lead to."""
    if has_static_references(old) and has_static_references(new):
        return []
    answer = ask(old, new, reading) if position == "input" else ask(new, old, reading)
    if answer.breaks == "no":
        return []
    witness = Sides(position, old, new, reading).witness(answer)
    rule = (rules.UNPROVEN if witness is None else rules.COMBINED)[position]
    said = {"place": root_of(position), "edit": "what its references lead to, which depends on the way there"}
    return [Fact(rule, "", old, new, said, witness)]


def dialect_change(position: Position, old: Json, new: Json, reading: Reading) -> list[Fact]:
    """Another dialect, where the same words mean something else in it.

    Where the words were translated with it, they are nearer to one another as each dialect means them.
    """
    if not isinstance(old, dict) or not isinstance(new, dict) or same(old.get("$schema"), new.get("$schema")):
        return []
    anew = in_dialect_of(old, new)
    own, read_anew = (form_of(sound(schema)[0]).tree for schema in (old, anew))
    if same(own, read_anew) or apart(old, new) <= apart(anew, new):
        return []
    answer = ask(old, anew, reading) if position == "input" else ask(anew, old, reading)
    witness = Sides(position, old, anew, reading).witness(answer)
    sides = (old.get("$schema", ABSENT), new.get("$schema", ABSENT))
    said = {
        "place": root_of(position),
        "before": str(old.get("$schema", "none")),
        "after": str(new.get("$schema", "none")),
    }
    return [Fact(rules.DIALECT_CHANGED[position], "/$schema", *sides, said, witness)]


def in_dialect_of(old: Any, new: Any) -> Any:
    """The old words, read as the new schema asks to be read."""
    rest = {key: value for key, value in old.items() if key != "$schema"}
    return {**rest, "$schema": new["$schema"]} if "$schema" in new else rest
