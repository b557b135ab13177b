"""Check arguments against the locked input schema, with a refusal from which a model can correct its call."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from govern.contract.characters import visible
from govern.contract.surface import ABSENT, Absent
from govern.economics.answer_blocks import compact_json
from govern.facts.change import step
from govern.serve.refusals import Refusal
from govern.traces.contract import Complaint, names_in, takes
from govern.traces.reasons import complaint_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.contract.json_text import Json
    from govern.traces.contract import Contract, Part, Schema

_MOST_COMPLAINTS = 5
_LONGEST_PART = 300
_LONGEST_EXAMPLE = 2_000
_NO_OBJECT = Complaint(("type",), "type", '… is not of type "object"')


class ArgumentChecks:
    """Checks the arguments of calls; each schema is compiled once."""

    def __init__(self, contract: Contract) -> None:
        self._contract = contract
        self._example = lru_cache(256)(self._new_example)

    def accept(self, server: str, tool: str, arguments: Any) -> bool:
        """Return whether arguments are valid, or the locked schema cannot be compiled."""
        schema = self._contract.schema(server, tool, "input")
        return schema.takes is None or (isinstance(arguments, dict) and takes(schema.takes, arguments) is True)

    def refusal(self, server: str, tool: str, arguments: Any) -> Refusal | None:
        """Return why these arguments are refused, None if they are accepted."""
        if self.accept(server, tool, arguments):
            return None
        schema = self._contract.schema(server, tool, "input")
        complaints = schema.complaints(arguments) if isinstance(arguments, dict) else [_NO_OBJECT]
        lines = [
            f"govern refused this call: the arguments of {visible(f'{server}/{tool}')} do not match the locked schema.",
            *complaint_lines(schema, complaints, "input"),
        ]
        if example := self._example(server, tool):
            lines.append(f"Valid arguments look like this: {example}")
        lines.append("Nothing was sent to the server. Correct the arguments and call again.")
        return Refusal("arguments", "\n".join(lines))

    def _new_example(self, server: str, tool: str) -> str:
        """Return valid arguments as JSON text, or an empty text if none were found."""
        schema = self._contract.schema(server, tool, "input")
        example = valid_example(schema)
        text = "" if isinstance(example, Absent) else visible(compact_json(example))
        return text if len(text) <= _LONGEST_EXAMPLE else ""


def complaint_lines(schema: Schema, complaints: Sequence[Complaint], part: Part) -> list[str]:
    """Return a line for each complaint: the place in the value, what is wrong, and the part of the schema.

    Values are never repeated, and of names only those that the schema declares.
    """
    declared = frozenset(names_in(schema.written))
    found = list(dict.fromkeys(_complaint_line(schema, each, part, declared) for each in complaints))
    more = [f"- and {len(found) - _MOST_COMPLAINTS} more"] if len(found) > _MOST_COMPLAINTS else []
    return found[:_MOST_COMPLAINTS] + more or ["- they do not match it, or are too large to check"]


def valid_example(schema: Schema) -> Json | Absent:
    """Return a small valid value with likely contents, ABSENT if none is found."""
    from govern.schemas.comparison import compare_schemas
    from govern.schemas.edits.witnesses import realistic

    if isinstance(schema.written, Absent):
        return ABSENT
    found = compare_schemas(schema.written, {"not": {}}).witness_lost

    def holds(value: Json) -> bool:
        return takes(schema.takes, value) is True

    return realistic(found.instance, schema.written, holds) if found and holds(found.instance) else ABSENT


def _complaint_line(schema: Schema, complaint: Complaint, part: Part, declared: frozenset[str]) -> str:
    place = ""
    for name in complaint.at:
        shown = name if isinstance(name, int) or name in declared else "…"
        place = step(place, shown)
    line = f"- {visible(place) or '(root)'}: {complaint_text(complaint, part, declared)}"
    held = _schema_at(schema.written, complaint.pointer)
    return f"{line}; schema: {held}" if held else line


def _schema_at(schema: Any, pointer: Sequence[str | int]) -> str:
    """Return the keyword that rejects a value with those beside it, as JSON text; empty if it is too long to help."""
    held = schema
    for name in pointer[:-1]:
        try:
            held = held[name]
        except (LookupError, TypeError):
            return ""
    keyword = pointer[-1] if pointer else ""
    texts = (compact_json(each) for each in (held, _only(held, keyword)))
    return next((visible(text) for text in texts if len(text) <= _LONGEST_PART), "")


def _only(held: Any, keyword: str | int) -> Any:
    return {keyword: held[keyword]} if isinstance(held, dict) and keyword in held else held
