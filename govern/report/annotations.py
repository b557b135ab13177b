"""The results of diff, gate, cost, eval and bench as annotations, one per place in a lock: the source of CI formats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from govern.economics.advice import ROWS
from govern.lockfile.text import lines_of
from govern.report.edits import edit_of, json_line, shortened
from govern.report.terminal.cost import exceeded_budget
from govern.report.terminal.evaluations import check_words, metric_words, rank_words, selection_lines
from govern.report.terminal.page import count, shown
from govern.report.terminal.recordings import recorded_words
from govern.report.wording import approval_words, member_words, override_words, witness_words, worst_first
from govern.rules.rule import RULES, Severity
from govern.selection.intents import PROXY
from govern.selection.runs import CallNames

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.discovery.benchmark import Bench
    from govern.economics.bill import Bill
    from govern.fleet.judging import FleetDiff
    from govern.gate.release import Check, Gate, State
    from govern.rules.finding import Finding
    from govern.rules.rule import Rule
    from govern.selection.evaluation import EvalCheck, Evaluated, Evaluation
    from govern.selection.runs import ToolCall
    from govern.verdict import Decided, Verdict

Level = Literal["error", "warning", "note"]
# The line in a lock of each (server, tool), and of each (server, None).
Lines = Mapping[tuple[str, str | None], int]


@dataclass(frozen=True, slots=True)
class AnnotationRule:
    """A kind of annotation, present or not; CI systems can filter by `tags`."""

    title: str
    why: str = ""
    remedy: str = ""
    level: Level | None = None
    severity: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Annotation:
    """One result at one place: `rule` and `title` name its kind, `message` describes it; `fails` if it fails the check.

    `tool` is the name of an item of any `kind`. A change has an id (`change`) and an approval status (`approval`), and
    may be `unapproved`. `justification` holds the approvers' reasons; None means that approvals do not apply. `hits` is
    the number of recorded calls that are affected, if known.
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
    approval: str = ""
    unapproved: bool = False
    justification: str | None = None
    hits: int | None = None

    @property
    def place(self) -> str:
        """Return `server` or `server/tool`."""
        return self.server if self.tool is None else f"{self.server}/{self.tool}"

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the full text, escaped; no line begins with the text of a server."""
        change = f"{self.change}: {self.approval}" if self.change else ""
        lines = (f"{self.place}: {self.message}", *self.details, change)
        return tuple(shown(line) for line in lines if line)


@dataclass(frozen=True, slots=True)
class Annotations:
    """All annotations of one verb for one lock; with `every`, those that do not fail are checks that passed."""

    verb: str
    lock: str
    rules: Mapping[str, AnnotationRule]
    found: tuple[Annotation, ...]
    every: bool = False


LEVELS: Mapping[Severity, Level] = {Severity.BREAKING: "error", Severity.RISKY: "warning", Severity.SAFE: "note"}
_LONGEST = 400
_MOST_MEMBERS = 20
_UNREACHABLE = "server-unseen"
_UNREACHABLE_RULE = AnnotationRule(
    "A server is unreachable",
    why="Its current contract is unknown, so this report does not cover it.",
    remedy="Check that it starts, responds and accepts the credentials.",
    level="error",
)


def diff_annotations(verdict: Verdict, lock: str, lines: Lines) -> Annotations:
    """Return an annotation for each change, the worst first; `lines` are the line numbers in the lock."""
    unreachable = (_unreachable_annotation(server, message, lines) for server, message in verdict.unseen)
    found = (*unreachable, *(_change_annotation(each, verdict, lines) for each in worst_first(verdict.decided)))
    rules = {**RULES, **{each.finding.rule.id: each.finding.rule for each in verdict.decided}}
    about = {rule.id: _annotation_rule(rule) for rule in rules.values()}
    if verdict.unseen:
        about[_UNREACHABLE] = _UNREACHABLE_RULE
    return Annotations("diff", lock, about, found, every=True)


# The file of a store that annotations refer to, since a fleet has a lock for each server.
_STORE_FILE = "fleet.json"


def fleet_diff_annotations(diff: FleetDiff) -> Annotations:
    """Return an annotation for each change between two scans, once for all members of a family."""
    return replace(diff_annotations(diff.verdict, _STORE_FILE, {}), verb="fleet diff")


def _unreachable_annotation(server: str, message: str, lines: Lines) -> Annotation:
    line = lines.get((server, None))
    return Annotation(
        _UNREACHABLE, _UNREACHABLE_RULE.title, "error", message, server, line=line, fails=True, kind="server"
    )


def _annotation_rule(rule: Rule) -> AnnotationRule:
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
        details=(*_detail_lines(found, recorded_words(decided)), *_member_lines(decided)),
        approval=approval_words(decided),
        unapproved=not decided.approved,
        justification="; ".join(filter(None, (each.reason for each in decided.given))) if decided.approved else "",
        hits=decided.recorded.hits if decided.recorded else None,
    )


def _detail_lines(found: Finding, recorded: str) -> tuple[str, ...]:
    edit, words, witness = edit_of(found), witness_words(found.change), found.change.witness
    lines = [override_words(found)]
    if edit:
        place = ": ".join(filter(None, (edit.place, edit.what)))
        before, after = map(_clipped_value, edit.within(_LONGEST))
        lines.append(f"{place}: {before} → {after}")
    if words and witness:
        label, effect = words
        example = _clipped_value(json_line(shortened(witness.instance)))
        lines.append(f"{label}: {example}" + (f" ({effect})" if effect else ""))
    return tuple(filter(None, [*lines, recorded]))


def _member_lines(decided: Decided) -> Iterator[str]:
    if decided.members:
        yield member_words(decided, _MOST_MEMBERS)


def _clipped_value(value: str | None) -> str:
    if value is None:
        return "(none)"
    return value if len(value) <= _LONGEST else f"{value[:_LONGEST]}…"


TITLES: Mapping[Check, str] = {
    "lock": "The lock does not match its config",
    "servers": "The servers differ from the lock",
    "changes": "A change is not approved",
    "policy": "The policy is weaker than before",
    "approvals": "An approval is ignored",
    "signatures": "A signature is missing or invalid",
    "budget": "Definitions are over budget",
    "launchers": "A command is not pinned to a version",
    "coverage": "A client config names what the config does not",
    "results": "A required result is missing or failed",
    "version": "The version is too low for the changes",
}
_GATE_LEVELS: Mapping[State, Level] = {"failed": "error", "warning": "warning", "ok": "note", "not asked": "note"}
# Each change and each unreachable server has an annotation of its own.
_COVERED_BELOW = frozenset({"changes", "policy", "servers"})


def gate_annotations(gate: Gate, lock: str, lines: Lines, *, every: bool) -> Annotations:
    """Return the checks that failed or warn, with `every` also those that passed, then each change."""
    found = diff_annotations(gate.verdict, lock, lines)
    rules = {f"gate-{check}": AnnotationRule(title, level="error") for check, title in TITLES.items()}
    checks = tuple(_check_annotations(gate, every=every))
    return replace(found, verb="gate", rules={**found.rules, **rules}, found=(*checks, *found.found))


def _check_annotations(gate: Gate, *, every: bool) -> Iterator[Annotation]:
    for line in gate.lines:
        details_follow = gate.verdict.unseen if line.check == "servers" else gate.verdict.decided
        covered = line.check in _COVERED_BELOW and details_follow
        if line.state == "not asked" or covered or (line.state == "ok" and not every):
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
            unapproved=line.state in ("failed", "warning"),
            approval="allowed by policy" if line.state == "warning" else "",
            justification="",
        )


_BUDGETS = {
    "budget-server-tokens": "A server's definitions are over the token budget",
    "budget-tool-tokens": "A tool's definition is over the token budget",
    "budget-growth-percent": "Definitions grew more than the budget allows",
}
_URGENT = 2
# Advice that repeats an exceeded budget.
_COVERED_BY_BUDGETS = frozenset({"tool-above-budget", "server-above-budget"})


def cost_annotations(bill: Bill, lock: str, lines: Lines) -> Annotations:
    """Return an annotation for each exceeded budget, then the advice."""
    titles = _BUDGETS | {f"advice-{row.id}": row.title for row in ROWS if row.id not in _COVERED_BY_BUDGETS}
    rules = {rule: AnnotationRule(title) for rule, title in titles.items()}
    return Annotations("cost", lock, rules, (*_budget_annotations(bill, lines), *_advice_annotations(bill, lines)))


def _budget_annotations(bill: Bill, lines: Lines) -> Iterator[Annotation]:
    for each in bill.broken:
        rule = f"budget-{each.budget}"
        line = lines.get((each.server, each.tool))
        yield Annotation(
            rule=rule,
            title=_BUDGETS[rule],
            level="error",
            message=exceeded_budget(each),
            server=each.server,
            tool=each.tool,
            line=line,
            fails=True,
        )


def _advice_annotations(bill: Bill, lines: Lines) -> Iterator[Annotation]:
    for each in bill.summary.advice:
        level: Level = "warning" if each.priority <= _URGENT else "note"
        for place in each.places if each.id not in _COVERED_BY_BUDGETS else ():
            server, slash, tool = place.partition("/")
            name = tool if slash else None
            line = lines.get((server, name))
            yield Annotation(
                rule=f"advice-{each.id}",
                title=each.title,
                level=level,
                message=each.message,
                server=server,
                tool=name,
                line=line,
            )


_MISSED = AnnotationRule("A class of tools was not called", level="warning")
_UNEXPECTED = AnnotationRule("A tool was called that no class expects", level="warning")
_NOT_FIRST = AnnotationRule("A search ranks another tool first", level="note")
_LOST = AnnotationRule("A query no longer finds its tool", level="warning")
_TOOL_RULES = {"eval-missed": _MISSED, "eval-unexpected": _UNEXPECTED, "eval-intent": _NOT_FIRST}


def eval_annotations(evaluation: Evaluation, *, every: bool) -> Annotations:
    """Return the checks that failed and the tools that they are about, or with `every` all checks and no tools."""
    lock = evaluation.lock
    names = CallNames({server.name: [tool.key for tool in server.tools] for server in lock.servers})
    lines = {} if every else lines_of(lock)
    found = []
    for agent in evaluation.agents:
        tools = [*_eval_tools(agent, names, lines)]
        found += [_eval_check(agent, check, tools) for check in agent.checks if every or not check.passes]
        found += [] if every else tools
    targets = {check.target for agent in evaluation.agents for check in agent.checks}
    rules = {target: AnnotationRule(target, level="error") for target in targets} | _TOOL_RULES
    return Annotations("eval", evaluation.path.as_posix(), rules, tuple(found), every=every)


def _eval_check(agent: Evaluated, check: EvalCheck, tools: Sequence[Annotation]) -> Annotation:
    """Return a check, at the line of the first tool that it is about."""
    own = ("eval-intent",) if check.target.startswith("intents.") else ("eval-missed", "eval-unexpected")
    explained = not check.passes and check.target.startswith("tool_selection.")
    return Annotation(
        rule=check.target,
        title=check.target,
        level="error",
        message=check_words(check),
        server=agent.name,
        line=next((each.line for each in tools if each.rule in own and each.line), None),
        fails=not check.passes,
        kind="agent",
        details=(*selection_lines(agent),) if explained else (),
    )


def _eval_tools(agent: Evaluated, names: CallNames, lines: Lines) -> Iterator[Annotation]:
    """Yield the tools of missed classes, the tools called in no class, and those that a search ranks too low."""
    for name, times in agent.selection.missed.items() if agent.selection else ():
        for tool in dict.fromkeys(tool for member in agent.members.get(name, ()) for tool in names.tools(member)):
            yield _eval_tool(
                "eval-missed", tool, lines, f"{agent.name}: class {name} was missed in {count(times, 'run')}"
            )
    for call, times in agent.selection.unexpected.items() if agent.selection else ():
        for tool in names.tools(call):
            yield _eval_tool("eval-unexpected", tool, lines, f"{agent.name}: {count(times, 'call')} in no class")
    for ranked in agent.intents.ranks if agent.intents else ():
        if ranked.rank != 1 and ranked.tool:
            first = f"{ranked.first.id} ranks first" if ranked.first else "no tool is found"
            yield _eval_tool(
                "eval-intent", ranked.tool, lines, f"{agent.name}: {rank_words(ranked)}; {first} ({PROXY})"
            )


def _eval_tool(rule: str, tool: ToolCall, lines: Lines, message: str) -> Annotation:
    about = _TOOL_RULES[rule]
    level: Level = about.level or "note"
    line = lines.get((tool.server, tool.tool))
    return Annotation(
        rule=rule, title=about.title, level=level, message=message, server=tool.server, tool=tool.tool, line=line
    )


def bench_annotations(bench: Bench, *, every: bool) -> Annotations:
    """Return the metrics below their baseline and the tools of lost queries, or with `every` all metrics alone."""
    lines = lines_of(bench.lock) if bench.lock and not every else {}
    checks = [
        Annotation(each.metric, each.metric, "error", metric_words(each), "retrieval", fails=not each.passes)
        for each in bench.checks
        if every or not each.passes
    ]
    rules = {each.metric: AnnotationRule(each.metric, level="error") for each in bench.checks} | {"query-lost": _LOST}
    lost = () if every else _lost_queries(bench, lines)
    path = bench.path.as_posix() if bench.path else ""
    return Annotations("bench", path, rules, (*checks, *lost), every=every)


def _lost_queries(bench: Bench, lines: Lines) -> Iterator[Annotation]:
    results = {each.query.id: each for each in bench.retrieval.queries} if bench.retrieval else {}
    for name in bench.lost:
        result = results.get(name)
        for tool_id in (each for each, grade in result.query.relevance.items() if grade) if result else ():
            server, _, tool = tool_id.partition(":")
            message = f"query {name} finds less than in the baseline: {result.query.query}" if result else ""
            yield Annotation(
                rule="query-lost",
                title=_LOST.title,
                level="warning",
                message=message,
                server=server,
                tool=tool,
                line=lines.get((server, tool)),
            )
