"""Check answers against the locked output schema and the guards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from govern.contract.characters import visible
from govern.contract.surface import Absent
from govern.economics.answer_blocks import compact_json
from govern.serve.arguments import complaint_lines
from govern.serve.refusals import Refusal
from govern.traces.call import is_failure
from govern.traces.case import structured
from govern.traces.contract import takes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.policy.serve_settings import Answers
    from govern.traces.contract import Contract

_NONE: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True)
class AnswerVerdict:
    """The problem of an answer, empty if there is none; `refusal` replaces an answer that may not pass."""

    problem: str = ""
    refusal: Refusal | None = None


FINE = AnswerVerdict()


class AnswerChecks:
    """Checks the results of tool calls. Guards always hold; `mode` is what happens if a schema does not match."""

    def __init__(self, contract: Contract, mode: Answers) -> None:
        self._contract, self._mode = contract, mode

    def check(self, server: str, tool: str, result: Mapping[str, Any]) -> AnswerVerdict:
        """Return what is wrong with a result. An error, a question and a task are no answers yet."""
        is_pending = result.get("resultType", "complete") != "complete" or "task" in result
        # One that says so beside its content is still read as an answer.
        if is_failure(result) or (is_pending and not result.keys() & {"content", "structuredContent"}):
            return FINE
        name = f"{visible(server)}/{visible(tool)}"
        if problem := self._broken_guard(server, tool, result):
            message = f"govern withheld the answer of {name}: {problem}. The call was made. Ask for less."
            return AnswerVerdict(problem, Refusal("guard", message))
        if self._mode == "off" or not (lines := self._mismatch(server, tool, result)):
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
    """Return the number of items in the longest list of an answer, at its root or in one of its fields."""
    found = structured(dict(result))
    value = found[0] if found else None
    lists = [value, *value.values()] if isinstance(value, dict) else [value]
    return max((len(each) for each in lists if isinstance(each, list)), default=0)
