"""`govern export --cyclonedx`: a bill of materials that is valid against CycloneDX's own schema."""

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import jsonschema
import pytest
from packageurl import PackageURL
from referencing import Registry, Resource

from tests.desk import Desk

TOOL: dict[str, Any] = {"name": "look", "description": "Looks.", "inputSchema": {"type": "object"}}
IMAGE = f"sha256:{'a' * 64}"
HOSTILE = "\x1b[31m\u202e\u0000::error::##[x]</script>\ud800 " + "x" * 2000


@pytest.fixture(scope="module")
def schema() -> jsonschema.Draft7Validator:
    """Return the schema as CycloneDX publishes it, with those that it refers to."""
    folder = files("cyclonedx.schema") / "_res"
    read = {
        name: json.loads((folder / f"{name}.SNAPSHOT.schema.json").read_text("utf-8"))
        for name in ("bom-1.6", "spdx", "jsf-0.82", "cryptography-defs")
    }
    registry: Registry[Any] = Registry().with_resources(
        (each["$id"], Resource.from_contents(each)) for each in read.values()
    )
    return jsonschema.Draft7Validator(read["bom-1.6"], registry=registry, format_checker=jsonschema.FormatChecker())


def bill(desk: Desk, schema: jsonschema.Draft7Validator, *words: str) -> dict[str, Any]:
    """Return the bill after checking it against the schema and further requirements."""
    document: dict[str, Any] = desk.ok("export", "--cyclonedx", *words).document
    assert [error.message for error in schema.iter_errors(document)] == []
    refs = list(all_refs(document))
    assert len(refs) == len(set(refs))
    depended = [ref for each in document["dependencies"] for ref in (each["ref"], *each["dependsOn"])]
    assert set(depended) <= set(refs)
    return document


def all_refs(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from ([value["bom-ref"]] if "bom-ref" in value else [])
        value = list(value.values())
    for inner in value if isinstance(value, list) else []:
        yield from all_refs(inner)


def facts(thing: dict[str, Any]) -> dict[str, str]:
    return {each["name"].removeprefix("govern:"): each["value"] for each in thing["properties"]}


def locked_as(desk: Desk, source: str, *tools: dict[str, Any], **fields: Any) -> None:
    """Return a lock of one server `a` with this source; its digests are right, and nothing was started."""
    from govern.contract.surface import KINDS, Item, Surface
    from govern.lockfile.lock_server import Measures, Origin, lock_server
    from govern.lockfile.store import save
    from tests.lockfile.building import lock_of

    more = [Item(KINDS[kind], item) for kind, items in fields.pop("items", {}).items() for item in items]
    surface = Surface(fields, (*(Item(KINDS["tool"], tool) for tool in tools), *more))
    save(desk.lock_path, lock_of(lock_server(Origin("a", source), surface, Measures())))


def test_a_server_is_a_service_and_its_tools_are_in_it(desk: Desk, schema: jsonschema.Draft7Validator) -> None:
    destructive = TOOL | {"name": "drop", "annotations": {"destructiveHint": True, "title": "x"}}
    desk.catalogs(a=[TOOL, destructive], b=[TOOL])
    desk.ok("lock")
    document = bill(desk, schema)
    first, second = document["services"]
    assert (first["name"], second["name"]) == ("a", "b")
    assert facts(first)["digest"] == desk.lock.servers[0].digest
    assert [each["bom-ref"] for each in first["services"]] == ["server:a/tool:drop", "server:a/tool:look"]
    drop, look = first["services"]
    assert look["description"] == "Looks."
    assert facts(drop)["destructiveHint"] == "true"
    assert facts(look) == {
        "digest": desk.lock.servers[0].tools[1].digest, "tokens": "9", "bounded": "false", "risk": "unknown",
    }  # fmt: skip
    assert document["dependencies"][0] == {"ref": "capability.lock", "dependsOn": ["server:a", "server:b"]}


def test_the_same_lock_makes_the_same_bytes(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.catalogs(a=[TOOL], b=[TOOL])
    desk.ok("lock")
    text = desk.ok("export", "--cyclonedx").out
    assert desk.ok("export", "--cyclonedx", "--output", "bom.json").out == ""
    assert (desk.folder / "bom.json").read_text("utf-8") == text
    assert "timestamp" not in text
    serial = json.loads(text)["serialNumber"]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    timed = desk.ok("export", "--cyclonedx").document
    assert timed["metadata"]["timestamp"] == "2023-11-14T22:13:20Z"
    assert timed["serialNumber"] == serial
    assert desk.ok("export", "--cyclonedx", "b").document["serialNumber"] != serial
    desk.catalogs(a=[TOOL | {"description": "Sees."}], b=[TOOL])
    desk.ok("lock")
    assert desk.ok("export", "--cyclonedx").document["serialNumber"] != serial


@pytest.mark.parametrize("epoch", ["soon", "1e99", "9" * 40])
def test_a_time_that_is_none(desk: Desk, monkeypatch: pytest.MonkeyPatch, epoch: str) -> None:
    desk.catalogs(a=[TOOL])
    desk.ok("lock")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    assert desk.govern("export", "--cyclonedx").code == 2


def test_some_servers_alone(desk: Desk, schema: jsonschema.Draft7Validator) -> None:
    desk.catalogs(a=[TOOL], b=[TOOL], c=[TOOL])
    desk.ok("lock")
    assert [each["name"] for each in bill(desk, schema, "c", "a")["services"]] == ["a", "c"]
    answer = desk.govern("export", "--cyclonedx", "d")
    assert answer.code == 2
    assert "no server 'd'" in answer.err


def test_usage_errors(desk: Desk) -> None:
    assert "govern export --cyclonedx" in desk.govern("export").err
    assert "no capability.lock found" in desk.govern("export", "--cyclonedx").err
    desk.catalogs(a=[TOOL])
    desk.ok("lock")
    assert desk.govern("export", "--cyclonedx", "--output", "no/such/folder").code == 2
    desk.write("capability.lock", desk.lock_path.read_text("utf-8").replace("Looks", "Lies"))
    assert "was changed in the lock" in desk.govern("export", "--cyclonedx").err


@pytest.mark.parametrize(
    ("source", "endpoint"),
    [
        ("https://docs.example.com/mcp", "https://docs.example.com/mcp"),
        ("https://docs.example.com:8443/mcp?key=***&x=1#y", "https://docs.example.com:8443/mcp"),
        ("https://docs.example.com/t/***/mcp", "https://docs.example.com"),
        ("https://docs.example.com/${TEAM}/mcp", "https://docs.example.com"),
        ("https://ana:word@docs.example.com/mcp", "https://docs.example.com/mcp"),
        ("http://[::1]:80/mcp", "http://[::1]:80/mcp"),
        ("https://docs.example.com/a b<c>", "https://docs.example.com/a%20b%3Cc%3E"),
        ("https://${HOST}/mcp", None),
        ("https://[broken/mcp", None),
        ("python server.py", None),
    ],
)
def test_where_a_server_is_without_what_lets_in(
    desk: Desk, schema: jsonschema.Draft7Validator, source: str, endpoint: str | None
) -> None:
    locked_as(desk, source, TOOL)
    (service,) = bill(desk, schema)["services"]
    assert service.get("endpoints") == ([endpoint] if endpoint else None)
    assert ("provider" in service) == bool(endpoint)


@pytest.mark.parametrize(
    ("source", "purls"),
    [
        ("npx -y @scope/server-github@2025.4.8", ["pkg:npm/%40scope/server-github@2025.4.8"]),
        ("npx -y Server-Github", ["pkg:npm/server-github"]),
        ("npx -y server-github@latest", ["pkg:npm/server-github"]),
        ("uvx mcp_server.git==2026.1.14", ["pkg:pypi/mcp-server-git@2026.1.14"]),
        ("uvx --from 'mcp-server-git[all]>=1' --with rich==1.0 x", ["pkg:pypi/mcp-server-git", "pkg:pypi/rich@1.0"]),
        ("env A=1 sh -c 'cd x && npx -y a@1.0.0'", ["pkg:npm/a@1.0.0"]),
        ("docker run -i --rm mcp/github", ["pkg:docker/mcp/github"]),
        (f"docker run ghcr.io/a/b:v1@{IMAGE}", [f"pkg:docker/a/b@{IMAGE}?repository_url=ghcr.io"]),
        ("uvx ./dist/server-1.0.whl", []),
        ("uvx server-1.0.tar.gz", []),
        ("npx server-1.0.tgz", []),
        ("deno run npm:@a/b@1.2.3/main", ["pkg:npm/%40a/b@1.2.3"]),
        ("uvx --from git+https://github.com/Ana/Server@" + "b" * 40 + " x", [f"pkg:github/ana/server@{'b' * 40}"]),
        ("npx -y github:ana/server#main", ["pkg:github/ana/server"]),
        ("npx -y ./local", []),
        ("uvx --from git+https://git.example.com/x.git x", []),
        ("deno run jsr:@a/b@1.2.3", []),
        ("python server.py", []),
        ("python:examples.weather:server", []),
        ("npx 'unclosed", ["pkg:npm/%27unclosed"]),
    ],
)  # fmt: skip
def test_what_a_launcher_fetches(desk: Desk, schema: jsonschema.Draft7Validator, source: str, purls: list[str]) -> None:
    locked_as(desk, source, TOOL)
    document = bill(desk, schema)
    found = [each["purl"] for each in document["components"] if "purl" in each]
    assert sorted(found) == sorted(purls)
    assert document["dependencies"][1]["dependsOn"] == [each["bom-ref"] for each in document["components"]]
    for each in document["components"]:
        assert facts(each)["pinned"] in ("true", "false")
        if "purl" in each:
            parsed = PackageURL.from_string(each["purl"])
            assert (parsed.name, parsed.version or "") == (each["name"], each.get("version", ""))
            assert (parsed.namespace or "") == each.get("group", "")


def test_what_a_server_says_of_itself_however_odd(desk: Desk, schema: jsonschema.Draft7Validator) -> None:
    odd = HOSTILE.replace("\ud800", "")
    locked_as(
        desk,
        "python server.py",
        TOOL,
        TOOL | {"title": "another of this name"},
        {"name": odd, "description": HOSTILE, "annotations": {"readOnlyHint": "yes"}},
        {"name": "../a/tool:look"},
        {"name": ""},
        items={"prompt": [{"name": "ask"}], "resource": [{"uri": "a://b", "name": "b"}]},
        serverInfo={"title": odd, "version": "9" * 2000, "websiteUrl": "javascript:alert(1)"},
    )
    (service,) = bill(desk, schema)["services"]
    assert "version" not in service
    assert "externalReferences" not in service
    assert len(service["services"]) == 5
    assert (facts(service)["prompts"], facts(service)["resources"]) == ("1", "1")
    text = desk.ok("export", "--cyclonedx").out
    assert text.isascii()
    assert "##[" not in text


def test_a_servers_own_page_and_version(desk: Desk, schema: jsonschema.Draft7Validator) -> None:
    locked_as(desk, "x", TOOL, serverInfo={"version": "1.2", "websiteUrl": "https://example.com/a"})
    (service,) = bill(desk, schema)["services"]
    assert service["version"] == "1.2"
    assert service["externalReferences"] == [{"type": "website", "url": "https://example.com/a"}]


def test_an_empty_lock(desk: Desk, schema: jsonschema.Draft7Validator) -> None:
    from govern.lockfile.store import save
    from tests.lockfile.building import lock_of

    save(desk.lock_path, lock_of())
    assert bill(desk, schema)["services"] == []
