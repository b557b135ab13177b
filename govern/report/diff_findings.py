"""A verdict as findings, for the formats that know nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.edits import edit_of, json_line
from govern.report.finding import About, Finding, Findings
from govern.report.recorded import recorded_words
from govern.report.wording import approval_words, override_words, witness_words, worst_first
from govern.rules.rule import Severity
from govern.rules.table import RULES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.report.finding import Level, Lines
    from govern.rules import finding as judged
    from govern.rules.rule import Rule
    from govern.verdict import Decided, Verdict

LEVELS: Mapping[Severity, Level] = {Severity.BREAKING: "error", Severity.RISKY: "warning", Severity.SAFE: "note"}
_LONGEST = 400
_UNSEEN = "server-unseen"
_ABOUT_UNSEEN = About(
    "A server could not be seen",
    why="What it promises now is not known, so nothing here speaks of it.",
    remedy="See why it does not start, answer or let us in.",
    level="error",
)


def diff_findings(verdict: Verdict, lock: str, lines: Lines) -> Findings:
    """Every change, the worst first; `lines` says where servers and tools stand in the lock."""
    unseen = (_unseen(server, message, lines) for server, message in verdict.unseen)
    found = (*unseen, *(_finding(each, verdict, lines) for each in worst_first(verdict.decided)))
    rules = {**RULES, **{each.finding.rule.id: each.finding.rule for each in verdict.decided}}
    about = {rule.id: _about(rule) for rule in rules.values()}
    if verdict.unseen:
        about[_UNSEEN] = _ABOUT_UNSEEN
    return Findings("diff", lock, about, found, every=True)


def _unseen(server: str, message: str, lines: Lines) -> Finding:
    line = lines.get((server, None))
    return Finding(_UNSEEN, _ABOUT_UNSEEN.title, "error", message, server, line=line, fails=True, kind="server")


def _about(rule: Rule) -> About:
    return About(
        rule.title,
        why=rule.why,
        remedy=rule.remedy,
        level=LEVELS[rule.severity],
        severity=rule.severity.value,
        tags=(rule.lane, *(() if rule.waivable else ("security",))),
    )


def _finding(decided: Decided, verdict: Verdict, lines: Lines) -> Finding:
    found, change = decided.finding, decided.finding.change
    tool = change.name if change.kind == "tool" else None
    return Finding(
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


def _details(found: judged.Finding, recorded: str) -> tuple[str, ...]:
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
