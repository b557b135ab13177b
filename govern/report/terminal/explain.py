"""The `explain` report: one rule in full, or all rules in brief."""

from __future__ import annotations

import json
from difflib import ndiff
from typing import TYPE_CHECKING, Any

from govern.report.terminal.finding import TONES
from govern.rules.rule import LANES, Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.report.terminal.page import Page, Tone
    from govern.rules.rule import Example


def example_diff(example: Example) -> Iterator[tuple[str, str]]:
    """Yield the lines of a rule's example as JSON, each with its sign: space, minus or plus."""
    for line in ndiff(_json_lines(example.before), _json_lines(example.after)):
        if not line.startswith("?"):
            yield line[0], line[2:]


def _json_lines(value: dict[str, Any] | None) -> list[str]:
    if not value:
        return [] if value is None else ["{", "}"]
    return json.dumps(value, ensure_ascii=False, indent=2).split("\n")


_SIGNS: dict[str, Tone] = {"-": "bad", "+": "good"}


def explain_report(what: Rule | Mapping[str, Rule], page: Page) -> str:
    """Return one rule in full, or all rules in brief."""
    lines = _rule_report(what, page) if isinstance(what, Rule) else _list_rules(what, page)
    return "\n".join(lines) + "\n"


def _rule_report(rule: Rule, page: Page) -> Iterator[str]:
    yield f"{page.paint(rule.id, 'bold')}  {page.paint(rule.severity.value, TONES[rule.severity])}"
    yield from page.wrapped(rule.title, "  ")
    yield ""
    yield from rule_lines(rule, page)
    yield ""
    yield page.paint("example", "accent") + page.paint(f" of a {rule.example.kind}: - before, + after", "dim")
    yield from example_lines(rule, page)
    yield ""
    yield from page.table(_fact_rows(rule))


def rule_lines(rule: Rule, page: Page) -> Iterator[str]:
    """Yield why a rule matters and what to do."""
    for word, text in (("why", rule.why), ("what to do", rule.remedy)):
        yield page.paint(word, "accent")
        yield from page.wrapped(text, "  ")


def example_lines(rule: Rule, page: Page) -> Iterator[str]:
    """Yield a rule's example as coloured lines."""
    for sign, line in example_diff(rule.example):
        for piece in page.wrapped(line, f"  {sign} "):
            yield page.paint(piece, _SIGNS[sign]) if sign in _SIGNS else piece


def _fact_rows(rule: Rule) -> Iterator[tuple[str, str]]:
    yield "about", LANES[rule.lane]
    if rule.mirror:
        yield "reverse change", "same rule" if rule.mirror == rule.id else rule.mirror
    else:
        yield "reverse change", f"no rule: {rule.unmirrored}"
    if not rule.waivable:
        yield "waivers", "not allowed; policy cannot lower the severity"
    yield "since", rule.since
    if rule.spec:
        yield "specification", rule.spec


def _list_rules(rules: Mapping[str, Rule], page: Page) -> Iterator[str]:
    for severity in reversed(Severity):
        found = [rule for rule in rules.values() if rule.severity is severity]
        yield f"{page.paint(severity.value, TONES[severity])}  {page.paint(f'{len(found)} rules', 'dim')}"
        yield from page.table([(rule.id, rule.title) for rule in found])
        yield ""
    yield "`govern explain RULE` shows the reason, what to do and an example"
