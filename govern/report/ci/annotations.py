"""Diff, gate and cost results as annotations of places in a lock, which every CI format is made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from govern.economics.advice import ROWS
from govern.report.edits import edit_of, json_line
from govern.report.recordings import recorded_words
from govern.report.terminal.cost import broken_budget
from govern.report.terminal.page import shown
from govern.report.wording import approval_words, override_words, witness_words, worst_first
from govern.rules.rule import Severity
from govern.rules.table import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.economics.bill import Bill
    from govern.gate.outcome import Check, Gate, State
    from govern.rules.finding import Finding
    from govern.rules.rule import Rule
    from govern.verdict import Decided, Verdict


Level = Literal["error", "warning", "note"]
# Where in a lock's text servers, under (server, None), and their tools stand.
Lines = Mapping[tuple[str, str | None], int]


@dataclass(frozen=True, slots=True)
class AnnotationRule:
    """What one kind of finding is, found or not; `tags` are for whoever filters."""

    title: str
    why: str = ""
    remedy: str = ""
    level: Level | None = None
    severity: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Annotation:
    """One finding: `rule` and `title` name its kind, `message` tells this one; `fails` says whether it stops a gate.

    `tool` is the name of whatever `kind` it is. A change has an id (`change`), may wait for an approval (`waits`), says
    where that stands (`standing`), and has the approvers' reasons as its `excuse`: None where nobody is ever asked.
    `hits` are the recorded calls that it hits, where that is known.
    """

    rule: str
    title: str
    level: Level
    message: str
    server: str
    tool: str | None = None
    line: int | None = None
    fails: bool = False
    kind: str = "tool"
    change: str = ""
    pointer: str = ""
    details: tuple[str, ...] = ()
    standing: str = ""
    waits: bool = False
    excuse: str | None = None
    hits: int | None = None

    @property
    def place(self) -> str:
        """Server, or server/tool."""
        return self.server if self.tool is None else f"{self.server}/{self.tool}"

    @property
    def told(self) -> tuple[str, ...]:
        """All there is to say, made harmless; none of the lines begins with what a server says."""
        change = f"{self.change}: {self.standing}" if self.change else ""
        lines = (f"{self.place}: {self.message}", *self.details, change)
        return tuple(shown(line) for line in lines if line)


@dataclass(frozen=True, slots=True)
class Annotations:
    """All findings of one verb about one lock; `every` says whether those that do not fail are checks that passed."""

    verb: str
    lock: str
    rules: Mapping[str, AnnotationRule]
    found: tuple[Annotation, ...]
    every: bool = False


LEVELS: Mapping[Severity, Level] = {Severity.BREAKING: "error", Severity.RISKY: "warning", Severity.SAFE: "note"}
_LONGEST = 400
_UNSEEN = "server-unseen"
_ABOUT_UNSEEN = AnnotationRule(
    "A server could not be seen",
    why="What it promises now is not known, so nothing here speaks of it.",
    remedy="See why it does not start, answer or let us in.",
    level="error",
)


def diff_annotations(verdict: Verdict, lock: str, lines: Lines) -> Annotations:
    """Every change, the worst first; `lines` says where servers and tools stand in the lock."""
    unseen = (_unseen_annotation(server, message, lines) for server, message in verdict.unseen)
    found = (*unseen, *(_change_annotation(each, verdict, lines) for each in worst_first(verdict.decided)))
    rules = {**RULES, **{each.finding.rule.id: each.finding.rule for each in verdict.decided}}
    about = {rule.id: _rule_of(rule) for rule in rules.values()}
    if verdict.unseen:
        about[_UNSEEN] = _ABOUT_UNSEEN
    return Annotations("diff", lock, about, found, every=True)


def _unseen_annotation(server: str, message: str, lines: Lines) -> Annotation:
    line = lines.get((server, None))
    return Annotation(_UNSEEN, _ABOUT_UNSEEN.title, "error", message, server, line=line, fails=True, kind="server")


def _rule_of(rule: Rule) -> AnnotationRule:
    return AnnotationRule(
        rule.title,
        why=rule.why,
        remedy=rule.remedy,
        level=LEVELS[rule.severity],
        severity=rule.severity.value,
        tags=(rule.lane, *(() if rule.waivable else ("security",))),
    )


def _change_annotation(decided: Decided, verdict: Verdict, lines: Lines) -> Annotation:
    found, change = decided.finding, decided.finding.change
    tool = change.name if change.kind == "tool" else None
    return Annotation(
        rule=change.rule,
        title=found.rule.title,
        level=LEVELS[found.severity],
        message=found.message,
        server=change.server,
        tool=change.name or None,
        line=lines.get((change.server, tool)) or lines.get((change.server, None)),
        fails=not decided.approved and verdict.fails,
        kind=change.kind,
        change=change.id,
        pointer=change.pointer,
        details=_details(found, recorded_words(decided)),
        standing=approval_words(decided),
        waits=not decided.approved,
        excuse="; ".join(filter(None, (each.reason for each in decided.given))) if decided.approved else "",
        hits=decided.recorded.hits if decided.recorded else None,
    )


def _details(found: Finding, recorded: str) -> tuple[str, ...]:
    """What else there is to say, a line each."""
    edit, words, witness = edit_of(found), witness_words(found.change), found.change.witness
    lines = [override_words(found)]
    if edit:
        place = ": ".join(filter(None, (edit.place, edit.what)))
        before, after = map(_short, edit.within(_LONGEST))
        lines.append(f"{place}: {before} → {after}")
    if words and witness:
        what, fate = words
        lines.append(f"{what}: {_short(json_line(witness.instance))}" + (f" ({fate})" if fate else ""))
    return tuple(filter(None, [*lines, recorded]))


def _short(value: str | None) -> str:
    if value is None:
        return "nothing"
    return value if len(value) <= _LONGEST else f"{value[:_LONGEST]}…"


TITLES: Mapping[Check, str] = {
    "lock": "The lock does not go with its config",
    "servers": "The servers are not what the lock says",
    "changes": "A change lacks an approval",
    "policy": "The gate asks for less than it did",
    "approvals": "An approval does not count",
    "signatures": "A signature is missing or wrong",
    "budget": "Definitions cost more than they may",
    "launchers": "A command does not say which version it starts",
    "results": "A result that policy asks for does not pass",
    "version": "The version is not what the changes demand",
}
_GATE_LEVELS: Mapping[State, Level] = {"failed": "error", "warning": "warning", "ok": "note", "not asked": "note"}
# Each change, and each server that was not seen, is a finding itself.
_TOLD = frozenset({"changes", "policy"})


def gate_annotations(gate: Gate, lock: str, lines: Lines, *, every: bool) -> Annotations:
    """What failed or warns, and with `every` what is well too, then every change; `lines` are places in the lock."""
    found = diff_annotations(gate.verdict, lock, lines)
    rules = {f"gate-{check}": AnnotationRule(title, level="error") for check, title in TITLES.items()}
    checks = tuple(_checks(gate, every=every))
    return replace(found, verb="gate", rules={**found.rules, **rules}, found=(*checks, *found.found))


def _checks(gate: Gate, *, every: bool) -> Iterator[Annotation]:
    for line in gate.lines:
        told = (line.check in _TOLD and gate.verdict.decided) or (line.check == "servers" and gate.verdict.unseen)
        if line.state == "not asked" or told or (line.state == "ok" and not every):
            continue
        yield Annotation(
            rule=f"gate-{line.check}",
            title=TITLES[line.check],
            level=_GATE_LEVELS[line.state],
            message=line.message,
            server="gate",
            fails=line.state == "failed",
            kind="policy",
            details=line.details,
            waits=line.state in ("failed", "warning"),
            standing="policy lets it pass" if line.state == "warning" else "",
            excuse="",
        )


_BUDGETS = {
    "budget-server-tokens": "A server's definitions cost more than the budget",
    "budget-tool-tokens": "A tool's definition costs more than the budget",
    "budget-growth-percent": "Definitions grew more than the budget",
}
_URGENT = 2
# These rows say what a broken budget says already.
_SAID = frozenset({"tool-above-budget", "server-above-budget"})


def cost_annotations(bill: Bill, lock: str, lines: Lines) -> Annotations:
    """Every broken budget, then the advice; `lines` says where servers and tools stand in the lock."""
    titles = _BUDGETS | {f"advice-{row.id}": row.title for row in ROWS if row.id not in _SAID}
    rules = {rule: AnnotationRule(title) for rule, title in titles.items()}
    return Annotations("cost", lock, rules, (*_broken(bill, lines), *_advice(bill, lines)))


def _broken(bill: Bill, lines: Lines) -> Iterator[Annotation]:
    for each in bill.broken:
        rule = f"budget-{each.budget}"
        line = lines.get((each.server, each.tool))
        yield Annotation(rule, _BUDGETS[rule], "error", broken_budget(each), each.server, each.tool, line, fails=True)


def _advice(bill: Bill, lines: Lines) -> Iterator[Annotation]:
    for each in bill.summary.advice:
        level: Level = "warning" if each.priority <= _URGENT else "note"
        for place in each.places if each.id not in _SAID else ():
            server, slash, tool = place.partition("/")
            name = tool if slash else None
            line = lines.get((server, name))
            yield Annotation(f"advice-{each.id}", each.title, level, each.message, server, name, line)
