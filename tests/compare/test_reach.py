"""Tools and lists that clients reject."""

import time
from typing import Any, get_args

import pytest

from govern.compare.clients import list_rows, tool_problems, tool_rows
from govern.compare.reach import list_problems
from govern.compare.sides import changes
from govern.contract.surface import PROMPT, Item, Surface
from govern.facts.change import Change
from govern.lockfile.comparison import view
from govern.policy.settings import Client
from govern.rules.finding import judge
from govern.rules.rule import Severity
from tests.lockfile.building import lock_of, lock_surface, locked

OBJECT: dict[str, Any] = {"type": "object"}
TEXT: dict[str, Any] = {"type": "string"}
LOOK: dict[str, Any] = {"name": "look", "description": "Looks.", "inputSchema": {**OBJECT, "properties": {"at": TEXT}}}
FIND: dict[str, Any] = {"name": "find", "description": "Finds.", "inputSchema": OBJECT}
CLOSED: dict[str, Any] = {**OBJECT, "properties": {"at": TEXT}, "required": ["at"], "additionalProperties": False}


def looking(**schema: Any) -> dict[str, Any]:
    return LOOK | {"inputSchema": {**OBJECT, **schema}}


def strictly(**schema: Any) -> dict[str, Any]:
    return LOOK | {"inputSchema": CLOSED | schema}


def at(schema: dict[str, Any]) -> dict[str, Any]:
    return strictly(properties={"at": schema})


def found(tool: dict[str, Any], *clients: str, server: str = "s") -> list[tuple[str, str]]:
    return [(each.rule, each.pointer) for each in tool_problems(tool, server, clients)]


def diffed(old: list[dict[str, Any]], new: list[dict[str, Any]], *clients: str, **hello: Any) -> list[Change]:
    before, after = (view(lock_of(locked("s", *tools, handshake=hello))) for tools in (old, new))
    return changes(before, after, reach=clients)


def output(
    old: list[dict[str, Any]], new: list[dict[str, Any]], clients: tuple[str, ...] = (), **hello: Any
) -> list[tuple[str, str]]:
    return [(each.rule, each.name) for each in diffed(old, new, *clients, **hello) if "reach" in each.rule]


def test_policy_can_name_the_clients_of_the_table() -> None:
    assert sorted(get_args(Client)) == sorted(tool_rows())


def test_every_row_names_its_source() -> None:
    sources = [row.source for row in list_rows()] + [source for row in tool_rows().values() for source in row.sources]
    assert [source for source in sources if not source.startswith("https://")] == []
    assert all(row.sources and row.seen for row in tool_rows().values())


@pytest.mark.parametrize("client", get_args(Client))
def test_no_client_rejects_a_plain_tool(client: str) -> None:
    assert found(strictly(), client) == []
    assert [*list_problems(LOOK, "2025-11-25")] == []


@pytest.mark.parametrize(
    ("client", "tool", "expected"),
    [
        ("anthropic", LOOK | {"name": "a" * 65}, [("reach-tool-name", "/name")]),
        ("anthropic", LOOK | {"name": "a.b"}, [("reach-tool-name", "/name")]),
        ("anthropic", LOOK | {"name": "a\n"}, [("reach-tool-name", "/name")]),
        ("anthropic", LOOK | {"name": "é"}, [("reach-tool-name", "/name")]),
        ("anthropic", LOOK | {"name": "a" * 64}, []),
        ("claude-code", LOOK | {"name": "a" * 56}, []),
        ("claude-code", LOOK | {"name": "a" * 57}, [("reach-tool-name", "/name")]),
        ("cursor", LOOK | {"name": "a" * 58}, []),
        ("cursor", LOOK | {"name": "a" * 59}, [("reach-tool-name", "/name")]),
        ("gemini", LOOK | {"name": "a.b:c"}, []),
        ("gemini", LOOK | {"name": "1a"}, [("reach-tool-name", "/name")]),
        ("openai", LOOK | {"name": "a.b"}, [("reach-tool-name", "/name")]),
        ("anthropic", looking(anyOf=[{}]), [("reach-root-union", "/inputSchema/anyOf")]),
        ("claude-code", looking(oneOf=[{}]), [("reach-root-union", "/inputSchema/oneOf")]),
        ("openai", looking(**{"not": {}}), [("reach-root-union", "/inputSchema/not")]),
        ("anthropic", looking(properties={"$top": {}}), [("reach-property-name", "/inputSchema/properties/$top")]),
        ("anthropic", looking(properties={"a/b": {}}), [("reach-property-name", "/inputSchema/properties/a~1b")]),
        ("anthropic", looking(properties={"a": {"properties": {"$top": {}}}}), []),
        ("openai", looking(properties={"$top": {}}), []),
        ("vscode", looking(properties={"a": {"type": "array"}}), [("reach-array-items", "/inputSchema/properties/a")]),
        ("vscode", looking(properties={"a": {"type": "array", "items": {}}}), []),
    ],
)  # fmt: skip
def test_each_client_rejects_what_its_row_says(
    client: str, tool: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert found(tool, client) == expected


def test_a_tool_name_includes_the_server_of_a_profile() -> None:
    """Claude Code replaces invalid characters of a name by `_`."""
    name = "a" * 56
    assert found(LOOK | {"name": name}, "claude-code", server="s@readonly") == []
    (problem,) = tool_problems(LOOK | {"name": name}, "claude.ai x", ["claude-code"])
    assert f"`mcp__claude_ai_x__{name}` (74 characters)" in problem.what


@pytest.mark.parametrize(
    ("client", "tool", "pointers"),
    [
        ("openai-strict", LOOK, ["/additionalProperties", "/required"]),
        ("openai-strict", strictly(required=[]), ["/required"]),
        ("openai-strict", at({"allOf": [TEXT]}), ["/properties/at/allOf"]),
        ("openai-strict", at({"anyOf": [{"type": "object"}]}), ["/properties/at/anyOf/0/additionalProperties"]),
        ("openai-strict", at({**TEXT, "minLength": 1}), []),
        ("openai-strict", at({"$ref": "#"}), []),
        ("openai-strict", at({"enum": [*range(1001)]}), [""]),
        ("openai-strict", at({"enum": ["a" * 120_000]}), [""]),
        ("anthropic-strict", LOOK, ["/additionalProperties"]),
        ("anthropic-strict", strictly(required=[]), []),
        ("anthropic-strict", at({**TEXT, "minLength": 1}), ["/properties/at/minLength"]),
        ("anthropic-strict", at({"type": "array", "items": {}, "minItems": 2}), ["/properties/at/minItems"]),
        ("anthropic-strict", at({"type": "array", "items": {}, "minItems": 1}), []),
        ("anthropic-strict", at({"$ref": "#"}), ["/$ref"]),
        ("anthropic-strict", at({"$ref": "#/properties/at"}), ["/$ref"]),
        ("anthropic-strict", at({"$ref": "#/$defs/a"}) | {}, []),
        ("anthropic-strict", strictly(properties={f"p{n}": TEXT for n in range(26)}), [""]),
        ("anthropic-strict", strictly(properties={f"p{n}": {"type": ["string", "null"]} for n in range(17)}), [""]),
    ],
)
def test_each_strict_mode_rejects_its_limits(client: str, tool: dict[str, Any], pointers: list[str]) -> None:
    strict = [pointer for rule, pointer in found(tool, client) if rule == "reach-strict-schema"]
    assert strict == [f"/inputSchema{pointer}" for pointer in pointers]


def test_an_indirect_reference_cycle_is_recursive() -> None:
    tool = strictly(properties={"at": {"$ref": "#/$defs/a"}}, **{"$defs": {"a": {"items": {"$ref": "#/$defs/a"}}}})
    assert ("reach-strict-schema", "/inputSchema/$ref") in found(tool, "anthropic-strict")
    tool["inputSchema"]["$defs"] = {"a": {"items": {"$ref": "#/$defs/b"}}, "b": TEXT}
    assert ("reach-strict-schema", "/inputSchema/$ref") not in found(tool, "anthropic-strict")


@pytest.mark.parametrize("pattern", ["(" * 300_000, "(?i:" * 75_000, "[(?" * 100_000, "\\." * 150_000])
def test_a_long_pattern_takes_linear_time(pattern: str) -> None:
    begun = time.process_time()
    tool = LOOK | {"outputSchema": {**OBJECT, "properties": {"at": {"pattern": pattern}}}}
    assert [*list_problems(tool, "2025-11-25")] == []
    assert time.process_time() - begun < 1


def test_a_large_schema_takes_linear_time() -> None:
    names = {f"n{n}": {"type": "array", "items": {"$ref": f"#/$defs/n{n + 1}"}} for n in range(5_000)}
    tool = strictly(**{"$defs": names, "properties": {"at": {"$ref": "#/$defs/n0"}}})
    begun = time.process_time()
    found(tool, *get_args(Client))
    assert time.process_time() - begun < 2


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"inputSchema": {}}, "reach-input-root"),
        ({"outputSchema": {"type": "array", "items": TEXT}}, "reach-output-root"),
        ({"inputSchema": {**LOOK["inputSchema"], "required": None}}, "null-appeared"),
    ],
)
def test_a_list_that_an_sdk_rejects_is_breaking(fields: dict[str, Any], rule: str) -> None:
    """By their schemas alone these changes were SAFE."""
    (change,) = [each for each in diffed([LOOK, FIND], [LOOK | fields, FIND]) if each.rule == rule]
    finding = judge(change, lambda _: None, ("-", "-"))
    assert finding.severity is Severity.BREAKING
    assert "TypeScript SDK" in finding.message
    back = [
        each for each in diffed([LOOK | fields, FIND], [LOOK, FIND]) if each.rule in ("reach-restored", "null-gone")
    ]
    assert len(back) == 1


def test_a_null_is_one_finding() -> None:
    rules = {each.rule for each in diffed([LOOK], [looking(properties={"at": TEXT}, required=None)])}
    assert rules == {"null-appeared"}


def test_a_new_tool_that_costs_the_whole_list_is_breaking() -> None:
    assert output([LOOK], [LOOK, FIND | {"inputSchema": {}}]) == [("reach-input-root", "find")]
    added = diffed([LOOK], [LOOK, FIND | {"title": None}])
    assert {each.rule for each in added} == {"tool-added", "null-appeared"}


def test_a_new_prompt_that_costs_the_whole_list_is_breaking() -> None:
    assert "null-appeared" in {each.rule for each in diffed_prompts({"description": None})}
    assert "null-appeared" not in {each.rule for each in diffed_prompts({})}


def diffed_prompts(fields: dict[str, Any]) -> list[Change]:
    held, new = {"name": "sort", "description": "Sorts."}, {"name": "file", "description": "Files."} | fields
    old, now = (lock_surface(Surface({}, tuple(Item(PROMPT, raw) for raw in side))) for side in ([held], [held, new]))
    return changes(view(lock_of(old)), view(lock_of(now)))


def test_a_list_that_was_rejected_before_is_not_reported() -> None:
    assert output([LOOK | {"inputSchema": {}}], [LOOK | {"inputSchema": {}}, FIND | {"inputSchema": {}}]) == []
    nulls = diffed([LOOK | {"title": None}], [LOOK | {"title": None}, FIND | {"title": None}])
    assert [each.rule for each in nulls] == ["tool-added"]


TRUE, QUOTED = ({"inputSchema": {"type": "object", "properties": {"a": held}}} for held in (True, "string"))
ICONS, HINT = {"icons": "a.png"}, {"annotations": {"readOnlyHint": "yes"}}


@pytest.mark.parametrize(
    ("old", "new", "rules"),
    [
        (TRUE, QUOTED, ["reach-field-type"]),
        (QUOTED, TRUE, []),
        (ICONS, HINT, ["reach-field-type"]),
        (HINT, ICONS, ["reach-field-type"]),
        ({"inputSchema": {}}, {"inputSchema": []}, ["reach-input-root"]),
    ],
)
def test_more_clients_that_reject_a_list_are_reported(
    old: dict[str, Any], new: dict[str, Any], rules: list[str]
) -> None:
    assert [rule for rule, _ in output([LOOK | old], [LOOK | old, FIND | new])] == rules
    if old.keys() == new.keys() and "type" in new["inputSchema"]:
        assert [rule for rule, _ in output([LOOK | old], [LOOK | new])] == rules


def test_a_problem_on_both_sides_is_not_reported() -> None:
    assert output([LOOK | {"inputSchema": {}}], [LOOK | {"inputSchema": {}, "description": "Looks closely."}]) == []


def test_the_same_problem_elsewhere_is_reported() -> None:
    one, other = ({"annotations": {key: "yes"}} for key in ("readOnlyHint", "openWorldHint"))
    assert output([LOOK | one], [LOOK | other]) == [("reach-field-type", "look"), ("reach-restored", "look")]


def test_a_new_server_reports_no_lost_tools() -> None:
    old, new = lock_of(locked("a", LOOK)), lock_of(locked("a", LOOK), locked("b", FIND | {"inputSchema": {}}))
    assert {each.rule for each in changes(view(old), view(new))} == {"server-added", "tool-added"}


@pytest.mark.parametrize(("protocol", "fires"), [("2025-11-25", True), ("2025-06-18", True), ("2026-07-28", False)])
def test_the_stateless_protocol_allows_any_output_root(protocol: str, fires: bool) -> None:
    new = LOOK | {"outputSchema": {"type": "array"}}
    assert bool(output([LOOK], [new], protocolVersion=protocol)) is fires
    stateless, other = (
        view(lock_of(locked("s", new, handshake={"protocolVersion": each}))) for each in ("2026-07-28", protocol)
    )
    assert ("reach-output-root" in {each.rule for each in changes(stateless, other)}) is fires
    assert ("reach-restored" in {each.rule for each in changes(other, stateless)}) is fires


def test_only_clients_that_policy_names_are_checked() -> None:
    sides = [LOOK], [looking(properties={"at": TEXT}, anyOf=[{"required": ["at"]}])]
    assert output(*sides) == []
    assert output(*sides, clients=("cursor",)) == []
    assert output(*sides, clients=("claude-code", "openai")) == [("reach-root-union", "look")]
    (change,) = [each for each in diffed(*sides, "claude-code", "openai") if each.rule == "reach-root-union"]
    assert change.values["clients"] == "Claude Code and the OpenAI API"


def test_another_client_in_the_policy_keeps_the_ids() -> None:
    """An approval covers the change, not the clients that reject it."""
    sides = [LOOK], [looking(anyOf=[{}])]
    one, two = (
        [each.id for each in diffed(*sides, *clients) if each.rule == "reach-root-union"]
        for clients in (["claude-code"], ["claude-code", "anthropic"])
    )
    assert one == two != []


def test_a_renamed_tool_keeps_its_problems() -> None:
    text = {"description": "Looks at the loans of one reader and says when each of them is due.", "inputSchema": OBJECT}
    sides = [{"name": "find_loans", **text}], [{"name": "find.loans", **text}]
    assert output(*sides, clients=("openai",)) == [("reach-tool-name", "find.loans")]


def test_long_or_unusual_names_are_shortened() -> None:
    names = {"a" * 100_000: TEXT, "\ud800": TEXT, "a/b~c\n": TEXT}
    found = [each for each in diffed([LOOK], [looking(properties=names)], "anthropic") if "reach" in each.rule]
    (finding,) = [judge(change, lambda _: None, ("-", "-")) for change in found]
    assert finding.change.id.startswith("c-")
    assert len(finding.message) < 1_000
