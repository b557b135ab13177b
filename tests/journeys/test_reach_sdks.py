"""The rows about whole lists, each tested with the real SDKs: a real server lists the tool to a real client."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from govern.compare.clients import list_rows
from govern.compare.items import null_facts
from govern.compare.reach import list_problems
from govern.contract.surface import KINDS, TOOL, Item
from tests.journeys.test_real_servers import FIRST_SDK, SERVERS, installed_with_npm, installed_with_pip

pytestmark = pytest.mark.registry

NEWEST = "@modelcontextprotocol/client@2.4.0"
LEGACY, STATELESS = "2025-06-18", "2026-07-28"
OBJECT: dict[str, Any] = {"type": "object"}
HONEST: dict[str, Any] = {
    "name": "look",
    "title": "Look",
    "description": "Looks.",
    "inputSchema": {**OBJECT, "properties": {"at": {"type": "string"}}, "required": ["at"]},
    "outputSchema": {**OBJECT, "properties": {"seen": {"type": "string"}}},
    "annotations": {"title": "Look", "readOnlyHint": True},
    "icons": [{"src": "https://example.com/look.png"}],
    "execution": {"taskSupport": "optional"},
    "_meta": {"a": 1},
}
# Each problem of clients.json, with a tool that has it.
REFUSED: dict[str, list[dict[str, Any]]] = {
    "input-schema": [{"inputSchema": True}, {"inputSchema": []}],
    "input-type": [
        {"inputSchema": each} for each in ({}, {"type": ["object"]}, {"type": "string"}, {"anyOf": [OBJECT]})
    ],
    "output-schema": [{"outputSchema": True}],
    "output-type": [{"outputSchema": each} for each in ({}, {"type": "array"}, {"type": ["object", "null"]})],
    "output-compile": [
        {"outputSchema": {**OBJECT, "$defs": {"a": {"type": "string"}}, "properties": {"at": each}}}
        for each in (
            {"$ref": "#/$defs/b"},
            {"type": "str"},
            {"type": ["string", "any"]},
            {"pattern": "(?i)a"},
            {"pattern": "(?P<a>b)"},
            {"pattern": "a\\Z"},
            {"pattern": "[\\A]"},
            {"pattern": "(?#a)"},
            *(
                {key: {"pattern": "(?i)a"}}
                for key in ("additionalProperties", "contains", "items", "not", "propertyNames")
            ),
            *({key: [{"pattern": "(?i)a"}]} for key in ("allOf", "anyOf", "oneOf")),
            *({key: {"^a": {"pattern": "(?i)a"}}} for key in ("patternProperties", "properties")),
            {"items": [{"anyOf": [{"pattern": "\\z"}]}]},
        )
    ],
    "required": [{"inputSchema": {**OBJECT, "required": each}} for each in ([1], "at", True)],
    "properties": [{"inputSchema": {**OBJECT, "properties": []}}],
    "property": [{"inputSchema": {**OBJECT, "properties": {"at": each}}} for each in (None, "string")],
    "property-boolean": [{"inputSchema": {**OBJECT, "properties": {"at": True}}}],
    "text": [{"title": 5}, {"description": 5}],
    "annotations": [{"annotations": []}],
    "hint": [{"annotations": {"readOnlyHint": "yes"}}],
    "meta": [{"_meta": []}],
    "icons": [{"icons": [{"url": "x"}]}],
    "execution": [{"execution": {"taskSupport": "odd"}}],
}
# A null in place of a field that may be left out: to the TypeScript SDK the same as any other wrong type.
NULLS: dict[str, list[dict[str, Any]]] = {
    "text": [{"title": None}, {"description": None}],
    "output-schema": [{"outputSchema": None}],
    "required": [{key: {**OBJECT, "required": None}} for key in ("inputSchema", "outputSchema")],
    "properties": [{key: {**OBJECT, "properties": None}} for key in ("inputSchema", "outputSchema")],
    "annotations": [{"annotations": None}],
    "hint": [{"annotations": {"readOnlyHint": None}}],
    "meta": [{"_meta": None}],
    "icons": [{"icons": None}],
    "execution": [{"execution": None}],
}
# Output schemas that are valid, although they look as if they did not compile.
DEFINED: dict[str, Any] = {"a": {"type": "string"}, "unused": {"pattern": "(?i)a", "$ref": "#/$defs/nowhere"}}
COMPILED: list[dict[str, Any]] = [
    {"$ref": "#/$defs/a"},
    *(
        {"pattern": each}
        for each in (
            "\\(?i",
            "[(?i)]",
            "(?:a)",
            "(?<a>b)\\k<a>",
            "(?<!a)(?<=b)(?!c)(?=d)",
            "\\d\\p{L}\\u00e9",
            "\\.\\/",
        )
    ),
    {"prefixItems": [{"pattern": "(?i)a"}]},
    {"const": {"pattern": "(?i)a", "type": "str"}},
]
CASES: dict[str, tuple[str, dict[str, Any]]] = {
    **{f"{problem}-{at}": (problem, tool) for problem, tools in REFUSED.items() for at, tool in enumerate(tools)},
    **{f"null-{problem}-{at}": (problem, tool) for problem, tools in NULLS.items() for at, tool in enumerate(tools)},
    "honest": ("", {}),
    **{
        f"compiles-{at}": ("", {"outputSchema": {**OBJECT, "$defs": DEFINED, "properties": {"at": schema}}})
        for at, schema in enumerate(COMPILED)
    },
}
Lists = Callable[[pytest.Config, list[str]], dict[str, Any]]


def typescript(package: str) -> Lists:
    def listed(config: pytest.Config, files: list[str]) -> dict[str, Any]:
        folder = installed_with_npm(config, (package,)).parent.parent
        node = shutil.which("node") or pytest.skip("node is not installed")
        return printed(node, SERVERS / "listing_client.mjs", folder, sys.executable, SERVERS / "listing.py", *files)

    return listed


def python(requirements: tuple[str, ...]) -> Lists:
    def listed(config: pytest.Config, files: list[str]) -> dict[str, Any]:
        interpreter = installed_with_pip(config, requirements) if requirements else sys.executable
        return printed(interpreter, SERVERS / "listing_client.py", SERVERS / "listing.py", *files)

    return listed


def printed(*command: object) -> dict[str, Any]:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    answers: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answers


SDKS = [
    pytest.param("TypeScript SDK", "1.17.5", typescript("@modelcontextprotocol/sdk@1.17.5"), id="typescript-1.17.5"),
    pytest.param("TypeScript SDK", "1.32.2", typescript("@modelcontextprotocol/sdk@1.32.2"), id="typescript-1.32.2"),
    pytest.param("TypeScript SDK", "2.4.0", typescript(NEWEST), id="typescript-2.4.0"),
    pytest.param("Python SDK", "1.30.0", python(FIRST_SDK), id="python-1.30.0"),
    pytest.param("Python SDK", "2.3.0", python(()), id="python-2.3.0"),
]


@pytest.mark.parametrize(("client", "version", "listed"), SDKS)
def test_an_sdk_refuses_a_list_as_its_rows_say(
    client: str, version: str, listed: Lists, pytestconfig: pytest.Config, tmp_path: Path
) -> None:
    files = written(tmp_path, LEGACY)
    answers = listed(pytestconfig, [*files.values()])
    refused = {name for name, file in files.items() if answers[file] != ["look"]}
    expected = {name for name, (problem, _) in CASES.items() if refuses(client, version, problem, name)}
    assert refused == expected


@pytest.mark.parametrize("listed", [typescript(NEWEST), python(())], ids=["typescript-2.4.0", "python-2.3.0"])
def test_the_stateless_protocol_leaves_schemas_to_the_caller(
    listed: Lists, pytestconfig: pytest.Config, tmp_path: Path
) -> None:
    files = written(tmp_path, STATELESS)
    answers = listed(pytestconfig, [*files.values()])
    for name, (problem, fields) in CASES.items():
        found = {each.row for each in list_problems(HONEST | fields, STATELESS)}
        if problem in ("output-type", "output-compile", "required", "properties", "property", "property-boolean", ""):
            assert (answers[files[name]], found) == (["look"], set())
        elif not name.startswith("null") and problem in (
            "input-schema",
            "input-type",
            "output-schema",
            "text",
            "annotations",
        ):
            assert answers[files[name]] != ["look"]
            assert found == {problem}


@pytest.mark.parametrize("package", ["@modelcontextprotocol/sdk@1.32.2", NEWEST])
def test_a_null_costs_a_list_of_any_kind(package: str, pytestconfig: pytest.Config, tmp_path: Path) -> None:
    honest: dict[Any, dict[str, Any]] = {
        "prompt": {"name": "look", "arguments": [{"name": "at"}]},
        "resource": {"name": "look", "uri": "lib://look", "annotations": {"priority": 1}},
        "template": {"name": "look", "uriTemplate": "lib://{at}", "annotations": {"priority": 1}},
    }
    nulls: dict[Any, list[dict[str, Any]]] = {
        "prompt": [
            *({key: None} for key in ("title", "description", "icons", "_meta", "arguments")),
            *({"arguments": [{"name": "at", key: None}]} for key in ("description", "required")),
        ],
        "resource": [
            {key: None} for key in ("title", "description", "icons", "_meta", "mimeType", "size", "annotations")
        ],
        "template": [{key: None} for key in ("title", "description", "icons", "_meta", "mimeType", "annotations")],
    }
    expected: dict[str, bool] = {}
    for kind, fields in nulls.items():
        for at, null in enumerate([{}, *fields]):
            item = Item(KINDS[kind], honest[kind] | null)
            file = tmp_path / f"{kind}-{at}.json"
            file.write_text(json.dumps({"protocol": LEGACY, item.kind.listed_as: [item.raw]}), "utf-8")
            expected[str(file)] = not null
            assert len([*null_facts(Item(item.kind, {}), item)]) == bool(null)
    answers = typescript(package)(pytestconfig, [*expected])
    assert {file: answer == ["look"] for file, answer in answers.items()} == expected


@pytest.mark.parametrize("name", CASES)
def test_what_an_sdk_refuses_is_found(name: str) -> None:
    problem, fields = CASES[name]
    tool = HONEST | fields
    nulls = [*null_facts(Item(TOOL, {}), Item(TOOL, tool))]
    found = [each.row for each in list_problems(tool, LEGACY)]
    assert (len(nulls), found) == ((1, []) if name.startswith("null") else (0, [problem] if problem else []))


def test_every_row_is_tried() -> None:
    assert {row.problem for row in list_rows()} == REFUSED.keys()


def refuses(client: str, version: str, problem: str, name: str) -> bool:
    """Return whether this version rejects it by the table; only the TypeScript SDK rejects nulls."""
    if name.startswith("null") and client != "TypeScript SDK":
        return False
    rows = [row for row in list_rows() if (row.client, row.problem) == (client, problem)]
    return any(numbers(row.since) <= numbers(version) <= numbers(row.until or "999") for row in rows)


def numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def written(folder: Path, protocol: str) -> dict[str, str]:
    """Write a file for each case, as the server reads it."""
    files = {}
    for name, (_, fields) in CASES.items():
        (folder / f"{name}.json").write_text(json.dumps({"protocol": protocol, "tools": [HONEST | fields]}), "utf-8")
        files[name] = str(folder / f"{name}.json")
    return files
