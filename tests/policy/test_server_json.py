"""What is read from server.json, and what is refused in it: everything in it comes from strangers."""

import json
import sys
from typing import Any

import pytest

from govern.policy.client_entries import UnusableEntryError
from govern.policy.foreign_urls import bad_address
from govern.policy.installations import Installation
from govern.policy.parsing import parse_settings
from govern.policy.server_json import bundle_installation, read_server, registry_servers
from tests.endpoints.mcp_registry import entry, package

NAME = "io.github.acme/books"
REMOTE = {"type": "streamable-http", "url": "https://books.example.com/mcp"}


def only(*packages: Any, remotes: Any = (), private: bool = False) -> Installation:
    found = read_server(entry(NAME, packages=[*packages], remotes=[*remotes]), private=private)
    (installation,) = found.installations
    return installation


@pytest.mark.parametrize(
    ("fields", "table"),
    [
        (package("npm", "@acme/books"), {"command": ["npx", "-y", "@acme/books@1.2.0"]}),
        (package("npm", "@acme/books", runtimeHint="bunx"), {"command": ["bunx", "-y", "@acme/books@1.2.0"]}),
        (package("pypi", "acme-books"), {"command": ["uvx", "acme-books==1.2.0"]}),
        (package("pypi", "acme-books", runtimeHint="pipx"), {"command": ["pipx", "run", "acme-books==1.2.0"]}),
        (package("oci", "acme/books"), {"command": ["docker", "run", "-i", "--rm", "acme/books:1.2.0"]}),
        (
            {**package("oci", "ghcr.io/acme/books:7"), "version": None},
            {"command": ["docker", "run", "-i", "--rm", "ghcr.io/acme/books:7"]},
        ),
        # A launcher that is not known is not started, whatever the hint says.
        (package("npm", "@acme/books", runtimeHint="/bin/sh"), {"command": ["npx", "-y", "@acme/books@1.2.0"]}),
        # The older spelling of the keys.
        (
            {"registry_type": "npm", "identifier": "books", "version": "1.2.0",
             "environment_variables": [{"name": "KEY", "is_required": True}]},
            {"command": ["npx", "-y", "books@1.2.0"], "env": {"KEY": "${KEY}"}},
        ),
    ],
)  # fmt: skip
def test_a_package_is_a_pinned_launcher(fields: dict[str, Any], table: dict[str, Any]) -> None:
    found = only(fields)
    assert found.reason == ""
    assert found.table({}) == table
    assert not isinstance(parse_settings({"servers": {"books": table}}), list)


ARGUMENTS = [
    {"type": "named", "name": "--mode", "default": "local", "choices": ["local", "proxy"]},
    {"type": "named", "name": "--port", "format": "number"},
    {"type": "positional", "value": "start"},
    {"type": "positional", "valueHint": "target_dir", "isRequired": True, "isRepeated": True},
]
VARIABLES = [
    {"name": "BOOKS_KEY", "isRequired": True, "isSecret": True, "default": "k-1234"},
    {"name": "LOG_LEVEL", "default": "info"},
    {"name": "REGION"},
]


@pytest.mark.parametrize(
    ("answers", "words", "env"),
    [
        ({}, ["--mode", "local", "start", "${BOOKS_TARGET_DIR}"], {}),
        (
            {"BOOKS_PORT": ["8080"], "BOOKS_TARGET_DIR": ["a", "b"], "REGION": ["${REGION}"]},
            ["--mode", "local", "--port", "8080", "start", "a", "b"],
            {"REGION": "${REGION}"},
        ),
    ],
)
def test_arguments_and_variables_take_the_values_of_the_user(
    answers: dict[str, list[str]], words: list[str], env: dict[str, str]
) -> None:
    found = only(package("npm", "books", packageArguments=ARGUMENTS, environmentVariables=VARIABLES))
    table = found.table(answers)
    assert table["command"] == ["npx", "-y", "books@1.2.0", *words]
    # The default of a secret is not written.
    assert table["env"] == {"BOOKS_KEY": "${BOOKS_KEY}", "LOG_LEVEL": "info", **env}


def test_a_container_gets_its_variables_and_what_the_user_mounts() -> None:
    mount = {
        "type": "named",
        "name": "--mount",
        "value": "type=bind,src={source_path},dst={target_path}",
        "variables": {"source_path": {"isRequired": True}, "target_path": {"isRequired": True, "default": "/project"}},
    }
    found = only(package("oci", "mcp/files", runtimeArguments=[mount], environmentVariables=[VARIABLES[1]]))
    assert found.table({"BOOKS_SOURCE_PATH": ["/home/ana/notes"]}) == {
        "command": [
            *("docker", "run", "-i", "--rm", "--mount", "type=bind,src=/home/ana/notes,dst=/project"),
            *("-e", "LOG_LEVEL", "mcp/files:1.2.0"),
        ],
        "env": {"LOG_LEVEL": "info"},
    }


def test_a_remote_is_a_url_with_headers() -> None:
    remote = {
        "type": "sse",
        "url": "https://{tenant}.books.example.com/sse",
        "variables": {"tenant": {"description": "Your tenant."}},
        "headers": [
            {"name": "Authorization", "value": "Bearer {token}",
             "variables": {"token": {"isRequired": True, "isSecret": True}}},
            {"name": "X-Region", "default": "eu"},
            {"name": "X-Trace"},
        ],
    }  # fmt: skip
    assert only(remotes=[remote]).table({}) == {
        "url": "https://${BOOKS_TENANT}.books.example.com/sse",
        "transport": "sse",
        "headers": {"Authorization": "Bearer ${BOOKS_TOKEN}", "X-Region": "eu"},
    }


def switch(*words: str) -> dict[str, Any]:
    return {"runtimeArguments": [{"type": "positional", "value": word} for word in words]}


def variable(name: str, **fields: Any) -> dict[str, Any]:
    return {"environmentVariables": [{"name": name, **fields}]}


def with_input(*words: str, required: bool = False) -> dict[str, Any]:
    """Return launcher arguments in which `{x}` is a value of the user."""
    known = {"x": {"isRequired": required}}
    return {"runtimeArguments": [{"type": "positional", "value": word, "variables": known} for word in words]}


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        (package("npm", "books", "latest"), "not an exact version"),
        (package("npm", "books", "^1.2.0"), "not an exact version"),
        (package("npm", "books", "1.2"), "not an exact version"),
        (package("npm", "--registry=https://evil.example"), "not the name of a package"),
        (package("npm", "books; rm -rf ~"), "not the name of a package"),
        (package("npm", "github:evil/books"), "not the name of a package"),
        (package("npm", "../books"), "not the name of a package"),
        (package("pypi", "books @ https://evil.example/x.whl"), "not the name of a package"),
        (package("oci", "-v/:/host acme/books"), "not the name of a package"),
        (package("oci", "acme/books", "latest"), "no exact version"),
        (package("npm", "books", registryBaseUrl="https://evil.example"), "may not use for that name"),
        (package("npm", "books", transport={"type": "streamable-http", "url": "http://localhost:1/mcp"}), "on a port"),
        (package("npm", "books", runtimeHint="sh", **switch("-c", "curl evil.example")), "Arguments are for sh"),
        (package("npm", "books", **switch("--registry", "https://evil.example")), "can change what runs"),
        (package("npm", "books", **switch("--package", "evil")), "something else than books@1.2.0"),
        (package("npm", "books", **switch("evil@1.0.0")), "something else than books@1.2.0"),
        (package("npm", "books", **switch("-c", "curl evil.example")), "can change what runs"),
        (package("pypi", "books", **switch("--index-url", "https://evil.example")), "can change what runs"),
        (package("pypi", "books", **switch("--with", "evil")), "something else"),
        (package("pypi", "books", **switch("--python", "/tmp/evil")), "can change what runs"),
        (package("oci", "acme/books", **switch("--privileged")), "open this machine"),
        (package("oci", "acme/books", **switch("-v", "/:/host")), "open this machine"),
        (package("oci", "acme/books", **switch("--mount", "type=bind,source=/etc,target=/x")), "open this machine"),
        (package("oci", "acme/books", **switch("--mount", "type=bind,SRC=/etc,target=/x")), "open this machine"),
        (package("oci", "acme/books", **switch("--mount", "type=bind, source=/etc,target=/x")), "open this machine"),
        (package("oci", "acme/books", **switch("--mount", "type=bind,src=books,target=/x")), "open this machine"),
        (package("oci", "acme/books", **switch("--mount", "dst=/x,volume-opt=device=/")), "open this machine"),
        (package("oci", "acme/books", **switch("--mount", "type=glob,src=books,target=/x")), "open this machine"),
        (package("oci", "acme/books", **switch("-v", "C:\\:/host")), "open this machine"),
        (package("oci", "acme/books", **switch("-v", "${HOME}:/host")), "open this machine"),
        (package("oci", "acme/books", **switch("-e", "AWS_SECRET_ACCESS_KEY")), "open this machine"),
        (package("oci", "acme/books", **switch("--network", "host")), "open this machine"),
        # What the user is asked for, or leaves out, hides nothing.
        (package("oci", "acme/books", **with_input("-v", "{x}/../..:/host", required=True)), "open this machine"),
        (package("oci", "acme/books", **with_input("--privileged={x}")), "open this machine"),
        (package("npm", "books", **with_input("--registry=https://evil.example/{x}")), "can change what runs"),
        (package("npm", "books", **with_input("evil@1.0.{x}")), "something else than books@1.2.0"),
        (
            package("npm", "books", **variable("NODE_OPTIONS", value="--import=evil{x}", variables={"x": {}})),
            "sets NODE",
        ),
        (package("npm", "books", **variable("NODE_OPTIONS", value="--require ./evil.js")), "sets NODE_OPTIONS"),
        (package("npm", "books", **variable("npm_config_registry", default="https://evil.example")), "sets npm_config"),
        (package("pypi", "books", **variable("UV_INDEX_URL", value="https://evil.example")), "sets UV_INDEX_URL"),
        (package("pypi", "books", **variable("LD_PRELOAD", value="/tmp/evil.so")), "sets LD_PRELOAD"),
        (package("pypi", "books", **variable("https_proxy", value="http://evil.example")), "sets https_proxy"),
        (package("npm", "books", **variable("OPENSSL_CONF", value="//evil.example/x.cnf")), "sets OPENSSL_CONF"),
        (package("npm", "books", **variable("prefix", value="//evil.example/x")), "sets prefix"),
        (package("oci", "acme/books", **variable("DOCKER_HOST", value="tcp://evil.example:2375")), "sets DOCKER_HOST"),
        (package("npm", "books", **variable("A B", value="1")), "not the name of a variable"),
        (package("npm", "books", packageArguments=[{"type": "positional", "value": "a & calc"}]), "a shell would act"),
        (package("npm", "books", packageArguments=[{"type": "positional", "value": "a\nb"}]), "hidden characters"),
        (package("npm", "books", packageArguments=[{"type": "positional", "value": "\u202eb"}]), "hidden characters"),
        (package("npm", "books", packageArguments=[{"type": "positional", "value": "x" * 5000}]), "at most 4,096"),
        (package("npm", "books", packageArguments=[{"type": "positional", "value": 7}]), "is not a text"),
        (package("npm", "books", packageArguments=[{}] * 101), "a list of at most 100"),
        (package("npm", "books", packageArguments="--all"), "a list of at most 100"),
        (package("npm", "books", **variable("A", value="ghp_" + "a1B2" * 9)), "a secret of its publisher"),
        (package("npm", "books", **variable("A", value="${x}", variables={"x": {}})), "a $ before the variable"),
        (package("npm", "books", fileSha256="abc"), "not 64 hexadecimal digits"),
        (package("mcpb", "https://books.example.com/a.mcpb"), "without fileSha256"),
        (package("mcpb", "http://10.0.0.1/a.mcpb", fileSha256="a" * 64), "private address"),
    ],
)
def test_a_package_that_could_do_more_than_start_is_refused(fields: dict[str, Any], reason: str) -> None:
    found = only(fields)
    assert reason in found.reason
    with pytest.raises(UnusableEntryError):
        found.table({})


@pytest.mark.parametrize("name", ["GITLAB_API_URL", "LDAP_HOST", "UVICORN_PORT", "PIPEDRIVE_URL", "NODE_ENV"])
def test_a_variable_of_the_server_itself_may_have_a_value(name: str) -> None:
    found = only(package("npm", "books", **variable(name, default="books.example.com")))
    assert (found.reason, found.table({})["env"]) == ("", {name: "books.example.com"})


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"url": "file:///etc/passwd"}, "does not begin with https://"),
        ({"url": "https://ana:pw@books.example.com/"}, "a user or password"),
        ({"url": "http://169.254.169.254/latest/meta-data"}, "private address"),
        ({"url": "https://localhost/mcp"}, "private address"),
        ({"url": "https://[::1]/mcp"}, "private address"),
        ({"url": "https://[::ffff:10.0.0.1]/mcp"}, "private address"),
        ({"url": "https://[64:ff9b::7f00:1]/mcp"}, "private address"),
        ({"url": "https://192.0.0.192/opc/v1"}, "private address"),
        ({"url": "https://0x7f.1/mcp"}, "private address"),
        ({"url": "https://2130706433/mcp"}, "private address"),
        ({"url": "https://db.internal/mcp"}, "private address"),
        ({"url": "{base}/mcp", "variables": {"base": {"default": "http://127.0.0.1"}}}, "private address"),
        ({"url": "http://books.example.com", "headers": [{"name": "X-Key", "isRequired": True, "isSecret": True}]},
         "a secret unencrypted"),
        ({"headers": [{"name": "Host", "value": "evil.example"}]}, "header of the protocol"),
        ({"headers": [{"name": "X-A\r\nX-B", "value": "1"}]}, "hidden characters"),
        ({"type": "websocket"}, "unknown transport"),
    ],
)  # fmt: skip
def test_a_remote_that_leads_elsewhere_is_refused(fields: dict[str, Any], reason: str) -> None:
    assert reason in only(remotes=[REMOTE | fields]).reason


def test_a_registry_in_the_private_network_may_list_remotes_there() -> None:
    remote = REMOTE | {"url": "http://10.1.2.3/mcp"}
    assert only(remotes=[remote], private=True).table({}) == {"url": "http://10.1.2.3/mcp"}


@pytest.mark.parametrize(
    "fields",
    [
        variable("HOME_PAGE", value="${AWS_SECRET_ACCESS_KEY}"),
        variable("A", default="${AWS_SECRET_ACCESS_KEY}"),
        variable("A", value="$" + "{AWS_SECRET_ACCESS_KEY}", variables={}),
        variable("A", value="{a}{b}", variables={"a": {"default": "$"}, "b": {"default": "{AWS_SECRET_ACCESS_KEY}"}}),
        variable("A", value="{a}{b}", variables={"a": {"value": "$"}, "b": {"value": "{AWS_SECRET_ACCESS_KEY}"}}),
    ],
)
def test_a_registry_reads_no_variable_of_the_user(fields: dict[str, Any]) -> None:
    (value,) = only(package("npm", "books", **fields)).table({})["env"].values()
    assert value == "$${AWS_SECRET_ACCESS_KEY}"


def test_the_best_usable_installation_is_preferred() -> None:
    server = read_server(
        entry(NAME, packages=[package("oci", "acme/books"), package("npm", "books", "*"), package("pypi", "books")],
              remotes=[REMOTE])
    )  # fmt: skip
    assert server.preferred().kind == "pypi"
    assert server.preferred("remote").package == REMOTE["url"]
    with pytest.raises(UnusableEntryError, match="npm books: '\\*' is not an exact version"):
        server.preferred("npm")
    with pytest.raises(UnusableEntryError, match="has no mcpb package; it has: oci, npm, pypi, remote"):
        server.preferred("mcpb")


def test_pages_lists_and_single_documents_are_read_and_the_rest_is_skipped() -> None:
    one, two = entry("a.b/one"), entry("a.b/two", status="deprecated")
    page = {"servers": [one, 7, {"server": {"name": "no slash", "version": "1"}}, {"server": {"name": "a.b/c"}}]}
    for document in (page, [page], [one], one, one["server"]):
        assert [each.name for each in registry_servers(document)] == ["a.b/one"]
    assert [(each.name, each.status) for each in registry_servers([page, {"servers": [two]}])][1] == (
        "a.b/two", "deprecated",
    )  # fmt: skip
    assert [*registry_servers("x")] == [*registry_servers({"servers": {}})] == []
    assert read_server({"name": "a.b/c", "version_detail": {"version": "2"}}).version == "2"


@pytest.mark.parametrize(
    "url", ["https://example.com:99999/", "https://[::1", "https://ex ample.com", "//example.com", ""]
)
def test_what_is_no_url_is_refused(url: str) -> None:
    assert bad_address(url, private=True)


PYTHON = "python" if sys.platform == "win32" else "python3"
URL = "https://books.example.com/books.mcpb"
FILES = ("server/main.py", "server/index.js", "server/run", "server/run.exe", "config/a.json")
KEY = {"type": "string", "title": "Key", "sensitive": True, "required": True}


def config(command: str = "python", *args: Any, **fields: Any) -> dict[str, Any]:
    return {"command": command, "args": [*args], **fields}


def table(kind: str, started: dict[str, Any], **manifest: Any) -> dict[str, Any]:
    found = read({"manifest_version": "0.3", "server": {"type": kind, "mcp_config": started}, **manifest})
    return {key: value for key, value in found.table({}).items() if key != "bundle"}


def read(manifest: Any) -> Installation:
    found = Installation("mcpb", URL, sha256="0" * 64)
    content = manifest if isinstance(manifest, bytes) else json.dumps(manifest).encode()
    return bundle_installation(found, content, "books", FILES.__contains__)


def test_values_of_the_user_become_variables() -> None:
    options = {
        "api_key": KEY,
        "mode": {"type": "string", "default": "local"},
        "limit": {"type": "number", "default": 10},
        "folder": {"type": "directory", "required": True, "multiple": True, "default": ["${HOME}/Books"]},
        "unused": {"type": "string"},
    }
    args = (
        "${__dirname}/server/main.py",
        "--mode=${user_config.mode}",
        "${user_config.folder}",
        "${user_config.unused}",
    )
    env = {"BOOKS_KEY": "${user_config.api_key}", "LIMIT": "${user_config.limit}", "PYTHONPATH": "${__dirname}${/}lib",
           "HERE": "${HOME}", "PLAIN": "$x ${pathSeparator}", "OFF": "${user_config.unused}"}  # fmt: skip
    manifest = {
        "dxt_version": "0.1",
        "server": {"type": "python", "mcp_config": config("python", *args, env=env)},
        "user_config": options,
    }
    found = read(manifest)
    assert found.table({}) == {
        "bundle": f"{URL}#sha256={'0' * 64}",
        "command": [PYTHON, "${bundle}/server/main.py", "--mode=local", "${BOOKS_FOLDER}"],
        "env": {
            "BOOKS_KEY": "${BOOKS_KEY}",
            "LIMIT": "10",
            "PYTHONPATH": "${bundle}/lib",
            "HERE": "${HOME}",
            "PLAIN": "$x /",
        },
    }
    asked = {each.name: (each.required, each.secret) for each in found.inputs}
    assert asked == {
        "BOOKS_KEY": (True, True), "LIMIT": (False, False), "BOOKS_MODE": (False, False), "OFF": (False, False),
        "BOOKS_FOLDER": (True, False),
    }  # fmt: skip
    folders = found.table({"BOOKS_FOLDER": ["/a", "/b"]})["command"][-2:]
    assert folders == ["/a", "/b"]


@pytest.mark.parametrize(
    ("kind", "started", "command"),
    [
        ("node", config("node", "server/index.js", "--fast"), ["node", "${bundle}/server/index.js", "--fast"]),
        ("python", config("python3", "-m", "books"), [PYTHON, "-m", "books"]),
        ("binary", config("${__dirname}/server/run", "config/a.json"),
         ["${bundle}/server/run", "${bundle}/config/a.json"]),
        ("node", config("node", platform_overrides={sys.platform: {"args": ["server/index.js"]}}),
         ["node", "${bundle}/server/index.js"]),
        ("node", config("node", "$HOME", platform_overrides={"amiga": {"command": "sh"}}), ["node", "$HOME"]),
    ],
)  # fmt: skip
def test_the_command_of_this_platform_is_written(kind: str, started: dict[str, Any], command: list[str]) -> None:
    assert table(kind, started) == {"command": command}


@pytest.mark.parametrize(
    ("kind", "started", "more", "reason"),
    [
        ("uv", config("uv", "run"), {}, "it fetches packages when it starts"),
        (None, config(), {}, "not None"),
        ("node", config("sh", "-c", "x"), {}, "starts 'sh'"),
        ("python", config("/usr/bin/python3"), {}, "starts '/usr/bin/python3'"),
        ("binary", config("sh"), {}, "starts 'sh'"),
        ("binary", config("../../run"), {}, "starts '../../run'"),
        ("node", config("node", "${SECRET_KEY}"), {}, "${SECRET_KEY} in its manifest is not known"),
        ("node", config("node", "${user_config.other}"), {}, "is not known"),
        ("node", config("node", 7), {}, "args is not a text"),
        ("node", config("node", "\u202e"), {}, "hidden characters"),
        ("node", config("node", *["x"] * 101), {}, "at most 100 args"),
        ("node", config("node", env=["A"]), {}, "env in its manifest is not an object"),
        ("node", config("node", env={"A\nB": "1"}), {}, "is not the name of a variable"),
        ("node", config("node", env={"HOME:-x": "${user_config.a}"}), {}, "is not the name of a variable"),
        ("node", config("node", env={"A": "ghp_" + "a1B2" * 9}), {}, "a secret of its publisher"),
        ("node", config("node"), {"compatibility": {"platforms": ["amiga"]}}, "it is for amiga, and this is"),
        ("node", config("node"), {"user_config": {"a": "b"}}, "a in its manifest is not an object"),
    ],
)
def test_a_bundle_that_starts_something_else_is_refused(
    kind: str, started: dict[str, Any], more: dict[str, Any], reason: str
) -> None:
    with pytest.raises(UnusableEntryError) as error:
        table(kind, started, **more)
    assert reason in str(error.value)


@pytest.mark.parametrize("content", [b"", b"[" * 100_000, b"[]", b'{"name": "x"}', b"\xff"])
def test_another_file_is_no_manifest(content: bytes) -> None:
    with pytest.raises(UnusableEntryError, match=r"its manifest\.json is not that of an MCP bundle"):
        read(content)
