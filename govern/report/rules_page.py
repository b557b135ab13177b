"""docs/rules.md: every rule of the table, written from it."""

from __future__ import annotations

from govern.report.rule_example import example_diff

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from govern.rules.rule import Rule

_HEAD = """\
# Rules

<!-- Written by `make docs` from govern/rules; `govern explain RULE` says the same. -->

A rule says what one kind of change means to a caller who did nothing wrong: **BREAKING** loses them something that was
documented, or steers their model; **RISKY** may; **SAFE** does not. `[policy.severity]` in govern.toml may say
otherwise, by rule, server and tool.

| rule | severity | what happened |
| --- | --- | --- |
"""


def rules_page(rules: Iterable[Rule]) -> str:
    """The page: a table of all, then a section for each."""
    rules = list(rules)
    rows = "".join(f"| [`{rule.id}`](#{rule.id}) | {rule.severity.value} | {_cell(rule.title)} |\n" for rule in rules)
    return _HEAD + rows + "".join(_section(rule) for rule in rules)


def _section(rule: Rule) -> str:
    parts = [
        f"\n## {rule.id}",
        f"**{rule.severity.value}**, {_lane(rule)}, since {rule.since}. {rule.title}.",
        rule.why,
        f"*What to do:* {rule.remedy}",
        "\n".join(["```diff", *(f"{sign} {line}" for sign, line in example_diff(rule.example)), "```"]),
        _mirror(rule),
    ]
    if not rule.waivable:
        parts.append("No waiver covers it, and no policy makes it less severe.")
    if rule.spec:
        parts.append(f"Specification: {rule.spec}")
    return "\n\n".join(parts) + "\n"


def _lane(rule: Rule) -> str:
    return "text that a model reads" if rule.lane == "text" else "compatibility"


def _mirror(rule: Rule) -> str:
    if not rule.mirror:
        return f"The other way round there is no rule: {rule.unmirrored}."
    if rule.mirror == rule.id:
        return "The other way round it is the same rule."
    return f"The other way round: [`{rule.mirror}`](#{rule.mirror})."


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
