"""Check arguments and answers against the locked schemas, with a refusal from which a model can correct its call."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from govern.contract.characters import visible
from govern.contract.surface import ABSENT, Absent
from govern.economics.answer_blocks import compact_json
from govern.facts.change import step
from govern.schemas.comparison import compare_schemas
from govern.schemas.edits.witnesses import realistic
from govern.serve.refusals import Refusal
from govern.traces.call import is_failure
from govern.traces.case import structured
from govern.traces.contract import Complaint, names_in, takes
from govern.traces.reasons import complaint_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from govern.contract.json_text import Json
    from govern.contract.surface import Position
    from govern.policy.settings import Answers
    from govern.servers.messages import Message
    from govern.traces.contract import Contract, Schema

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


def complaint_lines(schema: Schema, complaints: Sequence[Complaint], part: Position) -> list[str]:
    """Return a line for each complaint: the place in the value, what is wrong, and the part of the schema.

    Values are never repeated, and of names only those that the schema declares.
    """
    declared = frozenset(names_in(schema.written))
    found = list(dict.fromkeys(_complaint_line(schema, each, part, declared) for each in complaints))
    more = [f"- and {len(found) - _MOST_COMPLAINTS} more"] if len(found) > _MOST_COMPLAINTS else []
    return found[:_MOST_COMPLAINTS] + more or ["- they do not match it, or are too large to check"]


def valid_example(schema: Schema) -> Json | Absent:
    """Return a small valid value with likely contents, ABSENT if none is found."""
    if isinstance(schema.written, Absent):
        return ABSENT
    found = compare_schemas(schema.written, {"not": {}}).witness_lost

    def holds(value: Json) -> bool:
        return takes(schema.takes, value) is True

    return realistic(found.instance, schema.written, holds) if found and holds(found.instance) else ABSENT


def _complaint_line(schema: Schema, complaint: Complaint, part: Position, declared: frozenset[str]) -> str:
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
    if isinstance(held, Absent):
        return ""
    keyword = pointer[-1] if pointer else ""
    only = {keyword: held[keyword]} if isinstance(held, dict) and keyword in held else held
    texts = (compact_json(each) for each in (held, only))
    return next((visible(text) for text in texts if len(text) <= _LONGEST_PART), "")


_NONE: Mapping[str, int] = {}
CONTENTS = frozenset({"content", "structuredContent"})


@dataclass(frozen=True, slots=True)
class AnswerVerdict:
    """The problem of an answer, empty if there is none; `refusal` replaces an answer that may not pass."""

    problem: str = ""
    refusal: Refusal | None = None


FINE = AnswerVerdict()


def without_result(task: Message) -> Message:
    """Return what a server says of a task, without its result: clients get that as an answer, which is checked."""
    return {key: value for key, value in task.items() if key not in (*CONTENTS, "result")}


class AnswerChecks:
    """Checks the results of tool calls. Guards always hold; `mode` is what happens if a schema does not match."""

    def __init__(self, contract: Contract, mode: Answers) -> None:
        self._contract, self._mode = contract, mode

    def check(self, server: str, tool: str, result: Mapping[str, Any]) -> AnswerVerdict:
        """Return what is wrong with a result. A question and a task are no answers yet; an error has no schema."""
        is_pending = result.get("resultType", "complete") != "complete" or "task" in result
        # One that says so beside its content is still read as an answer.
        if is_pending and not result.keys() & CONTENTS:
            return FINE
        name = f"{visible(server)}/{visible(tool)}"
        if problem := self._broken_guard(server, tool, result):
            message = f"govern withheld the answer of {name}: {problem}. The call was made. Ask for less."
            return AnswerVerdict(problem, Refusal("guard", message))
        if self._mode == "off" or is_failure(result) or not (lines := self._mismatch(server, tool, result)):
            return FINE
        if self._mode == "warn":
            return AnswerVerdict("; ".join(lines))
        message = (
            f"govern withheld the answer of {name}, which does not match the locked output schema. The call was made."
        )
        return AnswerVerdict("; ".join(lines), Refusal("answer", "\n".join([message, *lines])))

    def _broken_guard(self, server: str, tool: str, result: Mapping[str, Any]) -> str:
        numbers = self._contract.servers[server][tool].numbers
        guard = numbers.guard if numbers else _NONE
        if (most := guard.get("max_bytes")) is not None and (size := _answer_bytes(result)) > most:
            return f"it has {size:,} bytes; the guard max_bytes is {most:,}"
        if (most := guard.get("limit")) is not None and (items := _item_count(result)) > most:
            return f"it has {items:,} items; the guard limit is {most:,}"
        return ""

    def _mismatch(self, server: str, tool: str, result: Mapping[str, Any]) -> list[str]:
        schema = self._contract.schema(server, tool, "output")
        if isinstance(schema.written, Absent) or schema.takes is None:
            return []
        value = result.get("structuredContent")
        if value is None:
            return ["- no structuredContent"]
        return [] if takes(schema.takes, value) else complaint_lines(schema, schema.complaints(value), "output")


def _answer_bytes(result: Mapping[str, Any]) -> int:
    """Return the bytes of an answer as compact JSON; structured content usually repeats the content."""
    return max(
        len(compact_json(result.get(key)).encode("utf-8", "replace")) for key in ("content", "structuredContent")
    )


def _item_count(result: Mapping[str, Any]) -> int:
    """Return the items of the longest list in an answer or one of its blocks, at the root or in a field."""
    content = result.get("content")
    blocks = content if isinstance(content, list) else []
    found = [structured(part) for part in (dict(result), *({"content": [block]} for block in blocks))]
    lists = [each for part in found if part for each in (part[0], *_fields(part[0]))]
    return max((len(each) for each in lists if isinstance(each, list)), default=0)


def _fields(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else ()
