"""The JSON document of `govern replay`."""

from collections.abc import Iterator
from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.rules.finding import Finding
from govern.rules.rule import Severity
from govern.traces.outcome import Reason, Recorded, Replay, Tally, ToolReplay
from govern.traces.reading import Notes


class TallyDocument(TypedDict):
    """Numbers of calls; docs/replay.md explains each."""

    calls: int
    failed: int
    unrecorded: int
    unknown: int
    refused: int
    ignored: int
    already: int
    answers: int
    unfit: int
    narrowed: int
    unjudged: int
    broken: int


class ValueDocument(TypedDict):
    """The type of a recorded value; the name is `…` if no schema declares it."""

    name: str
    kind: str


class ExampleDocument(TypedDict):
    """A recorded call without its values; `more` is the number of values left out."""

    where: str
    values: list[ValueDocument]
    more: int


class ReasonDocument(TypedDict):
    """A reason why calls fail; `pointer` refers to a part of the tool, `changes` are the ids of the causes."""

    kind: Literal["unknown tool", "refused", "loses its effect", "answer"]
    message: str
    pointer: str
    calls: int
    changes: list[str]
    examples: list[ExampleDocument]


class ToolReplayDocument(TypedDict):
    """One tool and the results of its calls."""

    server: str
    tool: str
    tally: TallyDocument
    reasons: list[ReasonDocument]


class HitDocument(TypedDict):
    """A change that affects recorded calls, or a BREAKING one; `hits` is null if recordings cannot show that."""

    id: str
    server: str
    kind: str
    name: str
    rule: str
    severity: Literal["BREAKING", "RISKY", "SAFE"]
    pointer: str
    message: str
    calls: int
    hits: int | None


class OutsiderDocument(TypedDict):
    """A recorded name that is not a tool of the contract, or may be one of several."""

    server: str
    tool: str
    why: Literal["ambiguous", "not ours"]
    calls: int


class SpoiltDocument(TypedDict):
    """A line that was skipped."""

    where: str
    why: str


class RecordingsDocument(TypedDict):
    """The input; `unknown` lines are JSON of an unknown kind, `named` the first of those that were skipped."""

    files: int
    lines: int
    unknown: int
    spoilt: int
    named: list[SpoiltDocument]


class ReplayDocument(TypedDict):
    """`govern replay --format json`; `old` is null if calls were checked against one contract only."""

    format: Literal["govern.replay/1"]
    verdict: Literal["fits", "breaks"]
    old: str | None
    new: str
    total: TallyDocument
    outside: int
    tools: list[ToolReplayDocument]
    changes: list[HitDocument]
    outsiders: list[OutsiderDocument]
    recordings: RecordingsDocument
    unseen: list[str]


def replay_document(replay: Replay) -> ReplayDocument:
    """Return the result of a replay; tools with broken calls come first."""
    replayed = replay.replayed
    return {
        "format": "govern.replay/1",
        "verdict": "breaks" if replay.breaks else "fits",
        "old": replay.old,
        "new": replay.new,
        "total": _tally_document(replayed.total),
        "outside": replayed.outside,
        "tools": [_tool_document(each) for each in replayed.tools],
        "changes": [_hit_document(finding, recorded) for finding, recorded in affected_calls(replay)],
        "outsiders": [
            {"server": each.server, "tool": each.tool, "why": each.why, "calls": each.calls}
            for each in replayed.outsiders
        ],
        "recordings": recordings_document(replay.notes),
        "unseen": list(replay.unseen),
    }


def recordings_document(notes: Notes) -> RecordingsDocument:
    """Return what was read, and the first lines that were skipped."""
    return {
        "files": notes.files,
        "lines": notes.lines,
        "unknown": notes.unknown,
        "spoilt": notes.bad,
        "named": [{"where": where, "why": why} for where, why in notes.named],
    }


def affected_calls(replay: Replay) -> Iterator[tuple[Finding, Recorded]]:
    """Yield the changes that affect recorded calls and the BREAKING ones, the most affected calls first."""
    found = [(finding, replay.evidence.of(finding.change)) for finding in replay.findings]
    shown = [
        (finding, recorded)
        for finding, recorded in found
        if recorded and (recorded.hits or finding.severity is Severity.BREAKING)
    ]
    yield from sorted(shown, key=lambda each: (-(each[1].hits or 0), -each[0].severity.rank, each[0].change.id))


def _tally_document(tally: Tally) -> TallyDocument:
    return {
        "calls": tally.calls,
        "failed": tally.failed,
        "unrecorded": tally.unrecorded,
        "unknown": tally.unknown,
        "refused": tally.refused,
        "ignored": tally.ignored,
        "already": tally.already,
        "answers": tally.answers,
        "unfit": tally.unfit,
        "narrowed": tally.narrowed,
        "unjudged": tally.unjudged,
        "broken": tally.broken,
    }


def _tool_document(tool: ToolReplay) -> ToolReplayDocument:
    return {
        "server": tool.server,
        "tool": tool.tool,
        "tally": _tally_document(tool.tally),
        "reasons": [_reason_document(each) for each in tool.reasons],
    }


def _reason_document(reason: Reason) -> ReasonDocument:
    return {
        "kind": reason.kind,
        "message": reason.message,
        "pointer": reason.pointer,
        "calls": reason.calls,
        "changes": list(reason.changes),
        "examples": [
            {
                "where": each.where,
                "values": [{"name": name, "kind": kind} for name, kind in each.values],
                "more": each.more,
            }
            for each in reason.examples
        ],
    }


def _hit_document(finding: Finding, recorded: Recorded) -> HitDocument:
    change = finding.change
    return {
        "id": change.id,
        "server": change.server,
        "kind": change.kind,
        "name": change.name,
        "rule": change.rule,
        "severity": finding.severity.value,
        "pointer": change.pointer,
        "message": finding.message,
        "calls": recorded.calls,
        "hits": recorded.hits,
    }
