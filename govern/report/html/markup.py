"""HTML in which only govern adds markup: any other text is escaped, with its hidden characters made visible."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from govern.contract.characters import directed, visible
from govern.economics.assess import Risk
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from govern.economics.budgets import Costed

_SHOWN = re.compile("‹U\\+[0-9A-F]{4,6}›")
# Elements without an end tag.
_VOID = frozenset({"input", "link", "meta"})
# Elements that contain only text, so hidden characters cannot be wrapped in a mark.
_PLAIN = frozenset({"option", "text", "title"})


class Markup(str):
    """A text that is HTML already; only this module creates it."""

    __slots__ = ()


Child = str | None
Attribute = str | int | float | bool | None


def element(name: str, /, *children: Child, **attributes: Attribute) -> Markup:
    """Return an element; `class_` is `class`, `data_x` is `data-x`, True is an attribute without a value."""
    opened = f"<{name}{''.join(_attribute(*each) for each in attributes.items())}>"
    if name in _VOID:
        return Markup(opened)
    if name in _PLAIN:
        children = tuple(Markup(escape(visible(child))) for child in children if child is not None)
    return Markup(f"{opened}{joined(children)}</{name}>")


def joined(children: Iterable[Child], between: str = "") -> Markup:
    """Return children as one piece of markup; None is left out."""
    return Markup(text(between).join(text(child) for child in children if child is not None))


def text(content: str) -> Markup:
    """Return a text as HTML with hidden characters visible; markup is returned as it is."""
    if isinstance(content, Markup):
        return content
    safe = escape(directed(visible(content)))
    return Markup(_SHOWN.sub(r'<mark class="hidden">\g<0></mark>', safe) if "‹U+" in safe else safe)


def theirs(content: str, name: str = "bdi", **attributes: Attribute) -> Markup:
    """Return untrusted text, isolated so that its direction and line ends do not affect what is around it."""
    return element(name, content, dir="auto", class_="theirs", **attributes)


def verbatim(ours: str) -> Markup:
    """Return the style sheet or the script of govern as markup, unescaped."""
    return Markup(ours)


def _attribute(name: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    shown = "" if value is True else f'="{escape(visible(str(value)))}"'
    return f" {name.rstrip('_').replace('_', '-')}{shown}"


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


def named_row(name: Child, *cells: Child) -> Markup:
    """Return a row of a table that begins with its name."""
    return element("tr", element("th", name, scope="row"), *cells)


def number(value: float, label: str = "") -> Markup:
    """Return a cell with a number, sorted by its value."""
    return element("td", label or f"{value:,}", class_="number", data_by=value)


def answer_size(costed: Costed) -> str:
    """Return how many tokens an answer has at most, or at least if it has no limit; `?` if nothing is declared."""
    answer = costed.assessment
    return "?" if answer.max_tokens is None else f"{'≤' if answer.bounded else '≥'} {answer.max_tokens:,}"


def _badge(sign: str, label: str, kind: str) -> Markup:
    return element("span", element("span", sign, aria_hidden="true", class_="sign"), label, class_=f"badge {kind}")
