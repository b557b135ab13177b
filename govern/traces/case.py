"""Judge the recorded calls of one tool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.surface import Absent
from govern.facts import rule_ids as ids
from govern.facts.change import step
from govern.traces.call import json_in, mapping_in
from govern.traces.contract import Complaint, names_in, takes
from govern.traces.outcome import Tally, ToolReplay
from govern.traces.reasons import Blame, Reasons, call_example, complaint_text, removals

if TYPE_CHECKING:
    from collections.abc import Callable

    from govern.contract.surface import Position
    from govern.facts.change import Change
    from govern.traces.contract import Sides
    from govern.traces.outcome import CallExample, Kind

_MOST_TEXT = 16 * 1024 * 1024
_MOST_FINE = 10_000
_LONGEST_FINE = 4_096
_NO_OBJECT = Complaint((), "type", '… is not of type "object"')
_PARTS: tuple[Position, ...] = ("input", "output")
_NOT_AN_OBJECT: list[Any] = []


def structured(answer: Any) -> tuple[Any, bool] | None:
    """Return the structured answer, and whether it is certain: a text that is JSON may be something else."""
    if isinstance(answer, dict):
        if "structuredContent" in answer:
            held = answer["structuredContent"]
            return None if held is None else (held, True)
        if "content" in answer and _are_blocks(answer["content"]):
            return _in_blocks(answer["content"])
        return answer, True
    if isinstance(answer, list):
        return _in_blocks(answer) if _are_blocks(answer) else (answer, True)
    return _in_text(answer) if isinstance(answer, str) else None


def _are_blocks(content: Any) -> bool:
    return isinstance(content, list) and all(isinstance(mapping_in(each).get("type"), str) for each in content)


def _in_blocks(blocks: list[Any]) -> tuple[Any, bool] | None:
    """Return the structured answer that a server repeats as the only text of its answer."""
    texts = [each.get("text") for each in blocks if isinstance(each.get("text"), str)]
    return _in_text(texts[0]) if len(texts) == 1 else None


def _in_text(text: str) -> tuple[Any, bool] | None:
    if len(text) > _MOST_TEXT or not text.lstrip().startswith(("{", "[")):
        return None
    value = json_in(text)
    if isinstance(value, dict) and value.keys() <= {"content", "structuredContent", "isError", "_meta"}:
        found = structured(value)
        return found and (found[0], "structuredContent" in value)
    return None if value is None else (value, False)


class CallPlace:
    """The file and line of a call, formatted only where they are shown."""

    __slots__ = ("file", "number")

    def __init__(self) -> None:
        self.file, self.number = "", 0

    def __str__(self) -> str:
        return f"{self.file}:{self.number}"


class Case:
    """Judges the calls of one tool: `quick` accepts most calls by the schema alone, `judge_call` checks the others."""

    __slots__ = (
        *Tally.__slots__,
        "_blames",
        "_declared",
        "_fine",
        "_promised",
        "_reasons",
        "_sides",
        "_takes",
        "quick",
        "reads",
    )

    def __init__(self, sides: Sides) -> None:
        self._sides = sides
        written = [side(part).written for part in _PARTS for side in (sides.before, sides.now)]
        self._declared = frozenset(name for schema in written for name in names_in(schema))
        self.reads = any(not isinstance(side("output").written, Absent) for side in (sides.before, sides.now))
        self._blames = {part: Blame(part, sides.changes, sides.before(part).written) for part in _PARTS}
        self._reasons = Reasons()
        self._takes = sides.now("input").takes
        simple = sides.is_held and not self._blames["input"].probes
        self.quick: Callable[[Any], bool] = self._takes if simple and self._takes else _never
        promised = sides.now("output").takes
        self._promised: Callable[[Any], bool] = promised if promised and not self._blames["output"].probes else _never
        self._fine: set[str] = set()
        self.calls = self.failed = self.unrecorded = self.unknown = self.refused = self.ignored = self.already = 0
        self.answers = self.unfit = self.narrowed = self.unjudged = self.broken = 0

    def quick_text(self, text: Any) -> bool:
        """Return whether arguments given as text are valid; texts that were accepted before are remembered."""
        if text.__class__ is not str:
            return False
        if text in self._fine:
            return True
        arguments = json_in(text)
        if arguments.__class__ is not dict or not self.quick(arguments):
            return False
        if len(text) <= _LONGEST_FINE:
            if len(self._fine) >= _MOST_FINE:
                self._fine.clear()
            self._fine.add(text)
        return True

    def quick_answer(self, answer: Any) -> bool:
        """Return whether an answer plainly fits the output schema, so that it needs no closer check."""
        value = answer.get("structuredContent") if answer.__class__ is dict else None
        try:
            fits = value is not None and self._promised(value)
        except Exception:  # noqa: BLE001 - judge_call reports the error
            return False
        self.answers += fits
        return fits

    def judge_call(self, arguments: Any, answer: Any, where: CallPlace) -> None:
        """Check a call and its answer against both contracts."""
        if isinstance(arguments, str):
            arguments = json_in(arguments) if arguments.strip() else {}
            arguments = _NOT_AN_OBJECT if arguments is None else arguments
        met: set[str] = set()
        broken = self._called(arguments, where, met)
        self.broken += self._answered(answer, where, met) or broken
        if met:
            self._sides.hits.update(met)

    def answered(self, answer: Any, where: CallPlace) -> None:
        """Check the answer to a valid call."""
        met: set[str] = set()
        self.broken += self._answered(answer, where, met)
        if met:
            self._sides.hits.update(met)

    def replayed(self) -> ToolReplay:
        """Return the counts of the tool's calls and the reasons, the most frequent first."""
        tally = Tally(*(getattr(self, name) for name in Tally.__slots__))
        return ToolReplay(self._sides.server, self._sides.tool, tally, self._reasons.frozen())

    def _called(self, arguments: Any, where: CallPlace, met: set[str]) -> bool:
        """Return whether the call worked before and fails now."""
        if not self._sides.is_held:
            return self._vanished(arguments, where, met)
        if arguments is None:
            self.unrecorded += 1
            return False
        verdict = takes(self._takes, arguments) if isinstance(arguments, dict) else False
        if verdict is None:
            self.unjudged += not self._sides.is_same("input")
            return False
        return (self._ignored if verdict else self._refused)(arguments, where, met)

    def _vanished(self, arguments: Any, where: CallPlace, met: set[str]) -> bool:
        if self._sides.old and not self._sides.was_held:
            self.already += 1
            return False
        self.unknown += 1
        gone = removals(self._sides.changes)
        self._reasons.count(
            "unknown tool", "the tool does not exist", "", gone, call_example(str(where), arguments, self._declared)
        )
        met |= {change.id for change in gone}
        if isinstance(arguments, dict) and self._worked(arguments):
            # These changes also affect a caller that uses the new name.
            for complaint in self._sides.now("input").complaints(arguments):
                met |= {change.id for change in self._blames["input"].of(complaint)}
            met |= {change.id for change in self._blames["input"].gone(arguments)}
        return True

    def _refused(self, arguments: Any, where: CallPlace, met: set[str]) -> bool:
        if self._sides.old and not self._worked(arguments):
            self.already += 1
            return False
        self.refused += 1
        gone = [*self._blames["input"].gone(arguments)] if self._sides.old else []
        met |= {change.id for change in gone}
        complaints = self._sides.now("input").complaints(arguments) if isinstance(arguments, dict) else [_NO_OBJECT]
        self._complain("refused", "input", complaints, call_example(str(where), arguments, self._declared), met)
        return True

    def _ignored(self, arguments: Any, where: CallPlace, met: set[str]) -> bool:
        if not self._blames["input"].probes or not self._worked(arguments):
            return False
        gone = [*self._blames["input"].gone(arguments)]
        for change in gone:
            self._reasons.count(
                "loses its effect",
                _lost(change),
                change.pointer,
                [change],
                call_example(str(where), arguments, self._declared),
            )
        met |= {change.id for change in gone}
        self.ignored += bool(gone)
        return bool(gone)

    def _answered(self, answer: Any, where: CallPlace, met: set[str]) -> bool:
        """Return whether the answer was valid before and is invalid now."""
        found = structured(answer) if self.reads and answer is not None else None
        if not found or not self._is_answer(*found):
            return False
        value, sides = found[0], self._sides
        self.answers += 1
        if sides.old and not (sides.was_held and takes(sides.before("output").takes, value) is not False):
            return False
        gone = [*self._blames["output"].gone(value)]
        verdict = takes(sides.now("output").takes, value)
        self.unjudged += verdict is None and not sides.is_same("output")
        fits = verdict is not False
        if fits and not gone:
            return False
        self.unfit += 1
        shown = call_example(str(where), value, self._declared)
        blamed = {change.id for change in gone}
        for change in gone:
            self._reasons.count("answer", _lost(change), change.pointer, [change], shown)
        if not fits:
            self._complain("answer", "output", sides.now("output").complaints(value), shown, blamed)
        met |= blamed
        harmless = bool(blamed) and blamed <= sides.harmless
        self.narrowed += harmless
        return sides.old is not None and not harmless

    def _is_answer(self, value: Any, sure: bool) -> bool:  # noqa: FBT001 - as it was found
        """Return whether this is the structured answer, and not just a text that is JSON."""
        promised = self._sides.before("output") if self._sides.was_held else self._sides.now("output")
        return sure or (not isinstance(promised.written, Absent) and takes(promised.takes, value) is True)

    def _worked(self, arguments: Any) -> bool:
        """Return whether the old contract accepted the call."""
        is_object = isinstance(arguments, dict)
        return self._sides.was_held and is_object and takes(self._sides.before("input").takes, arguments) is not False

    def _complain(
        self, kind: Kind, part: Position, complaints: list[Complaint], shown: CallExample, met: set[str]
    ) -> None:
        seen = set()
        for complaint in complaints:
            message, pointer = complaint_text(complaint, part, self._declared), _pointer(part, complaint)
            if (message, pointer) not in seen:
                seen.add((message, pointer))
                blamed = self._blames[part].of(complaint)
                met |= {change.id for change in blamed}
                self._reasons.count(kind, message, pointer, blamed, shown)
        if not complaints:
            self._reasons.count(kind, "not valid under the schema", f"/{part}Schema", [], shown)


def _never(_: Any) -> bool:
    """Accept no call quickly."""
    return False


def _lost(change: Change) -> str:
    name = str(change.before) if change.rule.endswith("-renamed") else change.pointer.rpartition("/")[2]
    if change.rule == ids.INPUT_SCHEMA_EMPTIED:
        return "no parameter is declared now"
    return f"`{name}` is now ignored" if change.rule.startswith("input") else f"`{name}` is no longer returned"


def _pointer(part: Position, complaint: Complaint) -> str:
    pointer = f"/{part}Schema"
    for key in complaint.pointer:
        pointer = step(pointer, key)
    return pointer
