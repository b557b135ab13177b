"""docs/rules.md: every rule of the table, written from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.compare.reach.table import list_rows, meanings, tool_rows
from govern.report.terminal.explain import example_diff
from govern.rules.rule import LANES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from govern.compare.reach.table import ToolRow
    from govern.rules.rule import Rule


_HEAD = """\
# Rules

<!-- Written by `make docs` from govern/rules; `govern explain RULE` says the same. -->

A rule says what one kind of change means to a caller who did nothing wrong: **BREAKING** loses them something that was
documented, or steers their model; **RISKY** may; **SAFE** does not. `[policy.severity]` in govern.toml may say
otherwise, by rule, server and tool. The rules of `reach` are about clients that lose tools; the tables at the end name
those clients.

| rule | severity | what happened |
| --- | --- | --- |
"""
_LISTS = """
## Lists that SDKs refuse

With any of these an SDK refuses the whole list of tools: `reach-input-root`, `reach-output-root` and
`reach-field-type`. A null in the same place is `null-appeared`; only the TypeScript SDK refuses it. Each row is tried
with the SDKs themselves (tests/journeys/test_reach_sdks.py).

| problem | refused by |
| --- | --- |
"""
_TOOLS = """
## Clients that policy can name

`policy.reach` names the clients and providers that have to be able to use every tool.

| client | which | what it asks of a tool | sources |
| --- | --- | --- | --- |
"""


def rules_page(rules: Iterable[Rule]) -> str:
    """The page: a table of all, then a section for each."""
    rules = list(rules)
    rows = "".join(f"| [`{rule.id}`](#{rule.id}) | {rule.severity.value} | {_cell(rule.title)} |\n" for rule in rules)
    return _HEAD + rows + "".join(_section(rule) for rule in rules) + _clients()


def _clients() -> str:
    """Write the tables of clients.json: who refuses a list, and what is asked of a tool where policy names a client."""
    lists = "".join(
        f"| {meaning} | {', '.join(f'[{row}]({row.source})' for row in list_rows() if row.problem == problem)} |\n"
        for problem, meaning in meanings().items()
    )
    tools = "".join(
        f"| `{row.name}` | {row.client}, as of {row.seen} | {', '.join(_asked(row))} "
        f"| {', '.join(f'[{at}]({source})' for at, source in enumerate(row.sources, 1))} |\n"
        for row in tool_rows().values()
    )
    return f"{_LISTS}{lists}{_TOOLS}{tools}"


def _asked(row: ToolRow) -> Iterator[str]:
    if row.tool_name:
        whole = f"`{row.prefix}` and the name" if row.prefix else "the name"
        yield f"{whole} match `{_cell(row.tool_name)}`" if row.prefix else f"the name matches `{row.tool_name}`"
    if row.property_name:
        yield f"parameters match `{row.property_name}`"
    if row.root:
        yield f"no {' '.join(f'`{keyword}`' for keyword in row.root)} at the root"
    if row.array_items:
        yield "arrays have `items`"
    if row.strict:
        yield f"a strict schema without {' '.join(f'`{keyword}`' for keyword in row.strict.keywords)}"


def _section(rule: Rule) -> str:
    parts = [
        f"\n## {rule.id}",
        f"**{rule.severity.value}**, {LANES[rule.lane]}, since {rule.since}. {rule.title}.",
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


def _mirror(rule: Rule) -> str:
    if not rule.mirror:
        return f"The other way round there is no rule: {rule.unmirrored}."
    if rule.mirror == rule.id:
        return "The other way round it is the same rule."
    return f"The other way round: [`{rule.mirror}`](#{rule.mirror})."


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
