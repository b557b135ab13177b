"""One change: its message, the values, the witness and the approvals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.contract.json_text import pretty
from govern.policy.approvals import Waiver
from govern.report.edits import edit_of, texts_of
from govern.report.html.markup import element, theirs
from govern.report.html.signs import severity_badge, standing_badge
from govern.report.html.text_diff import word_diff
from govern.report.recordings import recorded_words
from govern.report.wording import override_words, passed_words, witness_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.policy.approvals import Approval
    from govern.report.edits import ValueEdit
    from govern.report.html.markup import Markup
    from govern.rules.finding import Finding
    from govern.rules.rule import Rule
    from govern.verdict import Decided

_MARKS = {"before": "-", "after": "+"}


def change_markup(decided: Decided) -> Markup:
    """Return an article, which can be linked to by the change's id."""
    finding, change = decided.finding, decided.finding.change
    head = element(
        "p",
        severity_badge(finding.severity),
        " ",
        element("strong", finding.message, class_="theirs"),
        class_="said",
    )
    return element(
        "article",
        head,
        *_value_markup(finding),
        *_witness(finding),
        *_recorded_note(decided),
        *_override(finding),
        _footer(decided),
        id=change.id,
        class_=f"change {finding.severity.value.lower()}{'' if decided.approved else ' waiting'}",
    )


def _value_markup(finding: Finding) -> Iterator[Markup]:
    texts, edit = texts_of(finding), edit_of(finding, whole=True)
    if texts:
        yield word_diff(*texts)
    elif edit:
        yield _edit(edit)


def _edit(edit: ValueEdit) -> Markup:
    lead = ": ".join(filter(None, (edit.place, edit.what)))
    sides = (("before", "del", edit.before), ("after", "ins", edit.after))
    values = [
        element("li", _side(side), element(name, value, class_="theirs"))
        for side, name, value in sides
        if value is not None
    ]
    return element("div", element("code", lead, class_="place"), element("ul", *values), class_="edit")


def _side(side: str) -> Markup:
    sign = element("span", _MARKS[side], aria_hidden="true", class_="sign")
    return element("span", sign, side, class_="side")


def _witness(finding: Finding) -> Iterator[Markup]:
    words, witness = witness_words(finding.change), finding.change.witness
    if not words or not witness:
        return
    label, effect = words
    example = pretty(witness.instance)
    if label == "example call":
        example = f"{finding.change.name}({example})"
    shown = element("pre", element("code", example), class_="theirs", tabindex=0, role="region", aria_label=label)
    arrow = element("span", "→", aria_hidden="true")
    end = element("p", arrow, f" {effect}", class_="fate theirs") if effect else None
    yield element("figure", element("figcaption", label.capitalize()), shown, end, class_="witness")


def _recorded_note(decided: Decided) -> Iterator[Markup]:
    label = recorded_words(decided)
    if label:
        yield element("p", label, class_="recorded")


def _override(finding: Finding) -> Iterator[Markup]:
    label = override_words(finding)
    if label:
        yield element("p", label, class_="theirs note")


def _footer(decided: Decided) -> Markup:
    """Return the approval status, the rule, the id and the pointer."""
    label = decided.missing or passed_words([decided])
    change, rule = decided.finding.change, decided.finding.rule
    line = element(
        "p",
        standing_badge(approved=decided.approved, label=label),
        element("button", rule.id, type="button", popovertarget=f"rule-{rule.id}"),
        element("a", change.id, href=f"#{change.id}"),
        element("code", change.pointer, class_="theirs") if change.pointer else None,
        class_="names",
    )
    given = element("ul", *(_approval_item(each) for each in decided.given)) if decided.given else None
    return element("footer", line, given)


def _approval_item(given: Approval | Waiver) -> Markup:
    lead = "waiver by " if isinstance(given, Waiver) else "by "
    end = f", until {given.until}" if given.until else ""
    return element("li", lead, theirs(given.by or "an unnamed person"), ": ", theirs(given.reason), end)


def rule_markup(rule: Rule) -> Markup:
    """Return the reason and remedy of a rule as a popover, shared by all its changes."""
    facts = {"why": rule.why, "remedy": rule.remedy, "more": f"govern explain {rule.id}"}
    lines = (element("div", element("dt", name), element("dd", label)) for name, label in facts.items())
    title = element("p", rule.title, class_="title")
    return element("div", title, element("dl", *lines), id=f"rule-{rule.id}", popover="auto", class_="rule")
