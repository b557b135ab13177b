"""A rule's example as a reader sees it: one JSON object turning into another."""

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
    """Each line with its sign: space, minus or plus."""
    for line in ndiff(_lines(example.before), _lines(example.after)):
        if not line.startswith("?"):
            yield line[0], line[2:]


def _lines(value: dict[str, Any] | None) -> list[str]:
    if not value:
        return [] if value is None else ["{", "}"]
    return json.dumps(value, ensure_ascii=False, indent=2).split("\n")


_SIGNS: dict[str, Tone] = {"-": "bad", "+": "good"}


def explain_report(what: Rule | Mapping[str, Rule], page: Page) -> str:
    """What was asked for."""
    lines = _rule(what, page) if isinstance(what, Rule) else _all(what, page)
    return "\n".join(lines) + "\n"


def _rule(rule: Rule, page: Page) -> Iterator[str]:
    yield f"{page.paint(rule.id, 'bold')}  {page.paint(rule.severity.value, TONES[rule.severity])}"
    yield from page.wrapped(rule.title, "  ")
    yield ""
    yield from rule_lines(rule, page)
    yield ""
    yield page.paint("example", "accent") + page.paint(f" of a {rule.example.kind}: - before, + after", "dim")
    yield from example_lines(rule, page)
    yield ""
    yield from page.table(_facts(rule))


def rule_lines(rule: Rule, page: Page) -> Iterator[str]:
    """Why it matters, and what to do."""
    for word, text in (("why", rule.why), ("what to do", rule.remedy)):
        yield page.paint(word, "accent")
        yield from page.wrapped(text, "  ")


def example_lines(rule: Rule, page: Page) -> Iterator[str]:
    """The smallest change that it speaks of, as JSON."""
    for sign, line in example_diff(rule.example):
        for piece in page.wrapped(line, f"  {sign} "):
            yield page.paint(piece, _SIGNS[sign]) if sign in _SIGNS else piece


def _facts(rule: Rule) -> Iterator[tuple[str, str]]:
    yield "speaks of", LANES[rule.lane]
    if rule.mirror:
        yield "the other way round", "the same rule" if rule.mirror == rule.id else rule.mirror
    else:
        yield "the other way round", f"no rule: {rule.unmirrored}"
    if not rule.waivable:
        yield "waivers", "none covers it, and no policy makes it harmless"
    yield "since", rule.since
    if rule.spec:
        yield "specification", rule.spec


def _all(rules: Mapping[str, Rule], page: Page) -> Iterator[str]:
    for severity in reversed(Severity):
        found = [rule for rule in rules.values() if rule.severity is severity]
        yield f"{page.paint(severity.value, TONES[severity])}  {page.paint(f'{len(found)} rules', 'dim')}"
        yield from page.table([(rule.id, rule.title) for rule in found])
        yield ""
    yield "`govern explain RULE` says why, what to do, and gives an example"
