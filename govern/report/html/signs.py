"""What severities and risks look like: a sign and a word, and only then a colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.economics.assess import Risk
from govern.report.html.markup import element
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from govern.report.html.markup import Child, Markup

_SEVERITIES = {Severity.BREAKING: "✕", Severity.RISKY: "▲", Severity.SAFE: "✓"}
RISKS = {Risk.LOW: "▁", Risk.UNKNOWN: "?", Risk.MEDIUM: "▃", Risk.HIGH: "▅", Risk.CRITICAL: "▇"}


def severity_badge(severity: Severity, number: int | None = None) -> Markup:
    """A severity, or how many there are of it."""
    said = severity.value if number is None else f"{number:,} {severity.value}"
    return _badge(_SEVERITIES[severity], said, severity.value.lower())


def standing_badge(*, approved: bool, said: str) -> Markup:
    """Whether something may pass."""
    return _badge("✓" if approved else "…", said, "passes" if approved else "waits")


def risk_badge(risk: str) -> Markup:
    """A risk of answers."""
    return _badge(RISKS[Risk(risk)], risk, f"risk-{risk}")


def section(key: str, title: str, *children: Child) -> Markup:
    """One of the page's sections, which the bar at the top leads to."""
    heading = element("h2", title, id=f"{key}-title")
    return element("section", heading, *children, id=key, aria_labelledby=f"{key}-title")


def table(caption: str, head: tuple[str, ...], rows: list[Markup]) -> Markup:
    """A table in a frame that scrolls; `+` before a column's name is for numbers, `~` for what has no order."""
    classes = {"+": "number", "~": "plain"}
    columns = (element("th", name.lstrip("+~"), scope="col", class_=classes.get(name[0])) for name in head)
    whole = element(
        "table",
        element("caption", caption),
        element("thead", element("tr", *columns)),
        element("tbody", *rows),
    )
    return element("div", whole, class_="scroll", tabindex=0, role="region", aria_label=caption)


def number(value: float, said: str = "") -> Markup:
    """A cell with a number, as it is sorted by."""
    return element("td", said or f"{value:,}", class_="number", data_by=value)


def _badge(sign: str, said: str, kind: str) -> Markup:
    return element("span", element("span", sign, aria_hidden="true", class_="sign"), said, class_=f"badge {kind}")
