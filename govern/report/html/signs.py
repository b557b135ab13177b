"""Badges for severities and risks: a sign and a word besides the colour."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from govern.economics.assess import Risk
from govern.report.html.markup import element
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from govern.economics.budgets import Costed
    from govern.report.html.markup import Child, Markup

_SEVERITIES = {Severity.BREAKING: "✕", Severity.RISKY: "▲", Severity.SAFE: "✓"}
RISKS = {Risk.LOW: "▁", Risk.UNKNOWN: "?", Risk.MEDIUM: "▃", Risk.HIGH: "▅", Risk.CRITICAL: "▇"}


def severity_badge(severity: Severity, number: int | None = None) -> Markup:
    """Return a severity, with a number if one is given."""
    label = severity.value if number is None else f"{number:,} {severity.value}"
    return _badge(_SEVERITIES[severity], label, severity.value.lower())


def standing_badge(*, approved: bool, label: str) -> Markup:
    """Return the approval status as a badge."""
    return _badge("✓" if approved else "…", label, "passes" if approved else "waits")


def verdict_badge(*, passes: bool) -> Markup:
    """Return whether a check passed as a badge."""
    return _badge("✓", "passed", "passes") if passes else _badge("✕", "failed", "breaking")


@cache
def risk_badge(risk: str) -> Markup:
    """Return a risk of answers."""
    return _badge(RISKS[Risk(risk)], risk, f"risk-{risk}")


def section(key: str, title: str, *children: Child) -> Markup:
    """Return one section of the page, which the bar at the top links to."""
    heading = element("h2", title, id=f"{key}-title")
    return element("section", heading, *children, id=key, aria_labelledby=f"{key}-title")


def table(caption: str, head: tuple[str, ...], rows: list[Markup]) -> Markup:
    """Return a table in a scrolling frame; `+` marks columns of numbers, `~` columns without an order."""
    classes = {"+": "number", "~": "plain"}
    columns = (element("th", name.lstrip("+~"), scope="col", class_=classes.get(name[0])) for name in head)
    whole = element(
        "table",
        element("caption", caption),
        element("thead", element("tr", *columns)),
        element("tbody", *rows),
    )
    return element("div", whole, class_="scroll", tabindex=0, role="region", aria_label=caption)


def number(value: float, label: str = "") -> Markup:
    """Return a cell with a number, sorted by its value."""
    return element("td", label or f"{value:,}", class_="number", data_by=value)


def answer_size(costed: Costed) -> str:
    """Return how many tokens an answer has at most, or at least if it has no limit; `?` if nothing is declared."""
    answer = costed.assessment
    return "?" if answer.max_tokens is None else f"{'≤' if answer.bounded else '≥'} {answer.max_tokens:,}"


def _badge(sign: str, label: str, kind: str) -> Markup:
    return element("span", element("span", sign, aria_hidden="true", class_="sign"), label, class_=f"badge {kind}")
