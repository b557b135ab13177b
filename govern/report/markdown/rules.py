"""docs/rules.md, generated from the table of rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.compare.clients import list_rows, meanings, tool_rows
from govern.report.terminal.explain import example_diff
from govern.rules.rule import LANES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from govern.compare.clients import ToolRow
    from govern.rules.rule import Rule


_HEAD = """\
# Rules

<!-- Written by `make docs` from govern/rules; `govern explain RULE` prints the same text. -->

Each rule rates one kind of change for callers that follow the old contract. **BREAKING**: a documented behaviour is
lost, or the caller's model is misled. **RISKY**: that may happen. **SAFE**: callers are not affected. Policy can set
another severity by rule, server and tool: `[policy.severity]` in govern.toml. The `reach` rules are about clients that
reject tools; the tables at the end list those clients.

| rule | severity | what happened |
| --- | --- | --- |
"""
_LISTS = """
## Tool lists that SDKs reject

Each of these makes an SDK reject the whole list of tools: `reach-input-root`, `reach-output-root` and
`reach-field-type`. A null in the same place is `null-appeared`; only the TypeScript SDK rejects it. Every row is tested
against the SDKs (tests/journeys/test_reach_sdks.py).

| problem | rejected by |
| --- | --- |
"""
_TOOLS = """
## Clients that policy can name

`policy.reach` lists the clients and providers that must be able to use every tool.

| name | client | requirements | sources |
| --- | --- | --- | --- |
"""


def rules_page(rules: Iterable[Rule]) -> str:
    """Return the page: a table of all rules, a section for each, and the clients that policy can name."""
    rules = list(rules)
    rows = "".join(
        f"| [`{rule.id}`](#{rule.id}) | {rule.severity.value} | {_table_cell(rule.title)} |\n" for rule in rules
    )
    return _HEAD + rows + "".join(_rule_section(rule) for rule in rules) + _client_tables()


def _client_tables() -> str:
    """Return the tables of clients.json: lists that SDKs reject, and what each client requires of a tool."""
    lists = "".join(
        f"| {meaning} | {', '.join(f'[{row}]({row.source})' for row in list_rows() if row.problem == problem)} |\n"
        for problem, meaning in meanings().items()
    )
    tools = "".join(
        f"| `{row.name}` | {row.client}, as of {row.seen} | {', '.join(_requirements(row))} "
        f"| {', '.join(f'[{at}]({source})' for at, source in enumerate(row.sources, 1))} |\n"
        for row in tool_rows().values()
    )
    return f"{_LISTS}{lists}{_TOOLS}{tools}"


def _requirements(row: ToolRow) -> Iterator[str]:
    if row.tool_name:
        whole = f"`{row.prefix}` and the name" if row.prefix else "the name"
        yield f"{whole} match `{_table_cell(row.tool_name)}`" if row.prefix else f"the name matches `{row.tool_name}`"
    if row.property_name:
        yield f"parameters match `{row.property_name}`"
    if row.root:
        yield f"no {' '.join(f'`{keyword}`' for keyword in row.root)} at the root"
    if row.array_items:
        yield "arrays have `items`"
    if row.strict:
        yield f"a strict schema without {' '.join(f'`{keyword}`' for keyword in row.strict.keywords)}"


def _rule_section(rule: Rule) -> str:
    parts = [
        f"\n## {rule.id}",
        f"**{rule.severity.value}**, {LANES[rule.lane]}, since {rule.since}. {rule.title}.",
        rule.why,
        f"*What to do:* {rule.remedy}",
        "\n".join(["```diff", *(f"{sign} {line}" for sign, line in example_diff(rule.example)), "```"]),
        _reverse_sentence(rule),
    ]
    if not rule.waivable:
        parts.append("It cannot be waived, and no policy lowers its severity.")
    if rule.spec:
        parts.append(f"Specification: {rule.spec}")
    return "\n\n".join(parts) + "\n"


def _reverse_sentence(rule: Rule) -> str:
    if not rule.mirror:
        return f"The reverse change has no rule: {rule.unmirrored}."
    if rule.mirror == rule.id:
        return "The reverse change has the same rule."
    return f"The reverse change: [`{rule.mirror}`](#{rule.mirror})."


def _table_cell(text: str) -> str:
    return text.replace("|", "\\|")
