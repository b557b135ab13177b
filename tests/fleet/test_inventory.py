"""Inventories: every form gives the same servers, and each problem is named with its line."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from govern.errors import GovernError, PolicyInvalid, UsageError
from govern.fleet.inventory import FleetServer, fleet_name, read_inventory, shard_of
from govern.fleet.objects import open_objects
from govern.fleet.observation import connect

ROWS: list[dict[str, Any]] = [
    {"name": "docs", "url": "https://docs.example/mcp", "headers": {"X-Team": "a,b"}, "timeout": 5, "retries": 0},
    {"name": "files", "command": ["npx", "-y", "files@1.2.3", "a b"], "env": {"LEVEL": "5"}, "trusted": True},
    {"name": "naïve — é", "command": ["files", "--all"], "limits": {"bytes": 1000}},
]
TOML = """
inherit-env = ["LANG"]
[servers.docs]
url = "https://docs.example/mcp"
headers = { X-Team = "a,b" }
timeout = 5
retries = 0
[servers.files]
command = ["npx", "-y", "files@1.2.3", "a b"]
env = { LEVEL = "5" }
[servers."naïve — é"]
command = "files"
args = ["--all"]
limits.bytes = 1000
"""
CSV = """name,url,headers.X-Team,timeout,retries,command,args,env.LEVEL,trusted,limits.bytes
docs,https://docs.example/mcp,"a,b",5,0,,,,,
files,,,,,npx -y files@1.2.3 'a b',,5,TRUE,
naïve — é,,,,,files,"[""--all""]",,,1000
"""


def write_json_lines(path: Path) -> Path:
    file = path / "fleet.jsonl"
    file.write_text("\n\n".join(json.dumps(row) for row in ROWS), encoding="utf-8")
    return file


def write_csv(path: Path) -> Path:
    file = path / "fleet.csv"
    file.write_text(CSV, encoding="utf-8-sig", newline="\r\n")
    return file


def write_parquet(path: Path) -> Path:
    source, file = write_json_lines(path), path / "fleet.parquet"
    with connect() as database:
        database.execute(f"COPY (SELECT * FROM read_json('{source}')) TO '{file}' (FORMAT parquet)")
    return file


def write_config(path: Path) -> Path:
    file = path / "govern.toml"
    file.write_text(TOML, encoding="utf-8")
    return file


def settings_of(servers: list[FleetServer]) -> dict[str, Any]:
    """Return what the servers are configured to; the two spellings of a command are the same."""
    own = {each.name: replace(each.settings, inherit_env=None) for each in servers}
    return {name: (each.argv, replace(each, command=None, args=[])) for name, each in own.items()}


@pytest.mark.parametrize("write", [write_csv, write_parquet, write_config])
def test_every_form_gives_the_same_servers(tmp_path: Path, write: Any) -> None:
    lines = read_inventory(str(write_json_lines(tmp_path)))
    assert [each.name for each in lines] == ["docs", "files", "naïve — é"]
    assert [each.trusted for each in lines] == [False, True, False]
    assert [each.host for each in lines] == ["docs.example", None, None]
    assert {each.root for each in lines} == {str(tmp_path)}
    assert lines[1].where == f"{tmp_path / 'fleet.jsonl'}:3"
    found = read_inventory(str(write(tmp_path)))
    assert settings_of(found) == settings_of(lines)
    own = write is write_config
    assert [each.trusted for each in found] == ([True] * 3 if own else [False, True, False])
    assert found[1].settings.inherit_env == (["LANG"] if own else None)


def test_profiles_of_a_config_are_servers_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "govern.toml"
    file.write_text('[servers.a]\ncommand = ["x"]\n[servers.a.profiles.b]\nargs = ["y"]\n', encoding="utf-8")
    assert [(each.name, each.settings.argv) for each in read_inventory(str(file))] == [
        ("a", ["x"]),
        ("a:b", ["x", "y"]),
    ]


def test_a_clients_config_is_the_users_own(tmp_path: Path) -> None:
    file = tmp_path / ".mcp.json"
    entries = {
        "github.com/a/b": {"command": "npx", "args": ["b"], "env": {"TOKEN": "ghp_abcdefghijklmnopqrst", "X": "${X}"}},
        "off": {"command": "x", "disabled": True},
    }
    file.write_text(json.dumps({"mcpServers": entries}), encoding="utf-8")
    (server,) = read_inventory(str(file))
    assert (server.name, server.trusted, server.settings.argv) == ("github.com-a-b", True, ["npx", "b"])
    assert server.settings.env == {"TOKEN": "ghp_abcdefghijklmnopqrst", "X": "${X}"}


def test_an_inventory_in_an_object_store(s3: str) -> None:
    open_objects(s3).put("fleet.jsonl", json.dumps(ROWS[0]).encode())
    (server,) = read_inventory(f"{s3}/fleet.jsonl")
    assert (server.name, server.where) == ("docs", "s3://fleets/fleet.jsonl:1")
    with pytest.raises(UsageError, match="not found"):
        read_inventory(f"{s3}/none.jsonl")
    with pytest.raises(UsageError, match="is not an inventory"):
        read_inventory(f"{s3}/govern.toml")


GOOD = '{"name": "a", "url": "https://a.example"}\n'
BAD_LINES = {
    "{": "is not valid JSON",
    "[]": "is not a JSON object",
    '{"name": "b", "url": "https://b", "url": "https://c"}': "the key 'url' occurs more than once",
    "{}": "has no `name`",
    '{"name": 1}': "has no `name`",
    '{"name": "b"}': "exactly one of",
    '{"name": "b", "url": "https://b", "timeout": "5"}': "timeout: should be a number",
    '{"name": "b", "url": "https://b", "timout": 5}': "timout: unknown key; did you mean timeout",
    '{"name": "b", "url": "https://b", "trusted": 1}': "trusted: should be true or false",
    '{"name": "b", "command": ["x", "\\u0000"]}': "command",
    '{"name": "b", "command": ["x"], "profiles": {}}': "profiles",
    '{"name": "b", "url": "https://\\ud800"}': "lone surrogate",
    '{"name": "a", "url": "https://b"}': "the name 'a' is already used at",
    '{"name": "../../etc/passwd", "url": "https://b"}': "must not contain /",
    '{"name": "a@b", "url": "https://b"}': "must not contain @",
    '{"name": "-rf", "url": "https://b"}': "must not begin with -",
    '{"name": "a\\u001b[2Jb", "url": "https://b"}': "hidden characters",
    '{"name": "a\\u202eb", "url": "https://b"}': "hidden characters",
    '{"name": "' + "x" * 201 + '", "url": "https://b"}': "at most 200 characters",
    '{"name": "b", "url": "https://b/' + "x" * 1024 * 1024 + '"}': "is longer than 1 MiB",
    "[" * 100_000: "is not valid JSON",
}


@pytest.mark.parametrize("line", BAD_LINES, ids=range(len(BAD_LINES)))
def test_a_bad_line_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "fleet.jsonl"
    file.write_text(GOOD + line + "\n", encoding="utf-8")
    with pytest.raises(PolicyInvalid, match=BAD_LINES[line]) as caught:
        read_inventory(str(file))
    assert f"{file}:2" in str(caught.value)
    assert len(str(caught.value)) < 1_000
    assert str(caught.value).isprintable()


def test_every_bad_line_is_listed_up_to_twenty(tmp_path: Path) -> None:
    file = tmp_path / "fleet.jsonl"
    file.write_bytes(GOOD.encode() + b"{}\n" * 50 + b"\xff\n")
    with pytest.raises(PolicyInvalid, match="51 problems in the inventory") as caught:
        read_inventory(str(file))
    assert f"{file}:21: has no `name`\n  and 31 more" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("f.csv", b"", "has no column `name`"),
        ("f.csv", b"name,name\na,b\n", "a key stands in two columns"),
        ("f.csv", b"name,url\na,https://a,x\n", "f.csv:2: has 3 cells, and the first line has 2"),
        ("f.csv", b'name,url\na,"https://a\n', "f.csv:2: is not valid CSV"),
        ("f.csv", b"name,url\n\na,\xff\n", "f.csv:3: is not UTF-8"),
        ("f.csv", b'name,url\n"a\nb",https://a\n', "f.csv:2: 'a.nb': a name must not contain hidden"),
        ("f.csv", b"name,url\na," + b"x" * 1024 * 1024 + b"xx\n", "field larger"),
        ("f.csv", b"name,url,env,env.A\na,https://a,x,y\n", "f.csv:2: env: should be a table"),
        ("f.csv", b"name,url,timeout\na,https://a,soon\n", "f.csv:2: timeout: should be a number"),
        ("f.csv", b"name,url\n", "has no servers"),
        (
            "f.jsonl",
            b'{"name": "a", "url": "https://a", "timeout": NaN}',
            "f.jsonl:1: timeout: should be a finite number",
        ),
        ("f.jsonl", b'{"name": "a", "command": ["a"], "sandbox": "none"}', "the kind of sandbox is an option"),
        ("f.jsonl", b"", "has no servers"),
        ("f.parquet", b"PAR1", "is not a valid Parquet file"),
        ("f.parquet", b"", "is not a valid Parquet file"),
        ("f.exe", b"", "is not an inventory"),
        ("f.json", b"{", "f.json: "),
        ("f.json", b'{"mcpServers": {"a": {"type": "x"}}}', "f.json: a: unsupported type x"),
        ("f.json", b'{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}', "more than once"),
        ("govern.toml", b"[servers.a]\n", "line 1: servers.a"),
    ],
)
def test_a_bad_file_is_named(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(GovernError, match=message) as caught:
        read_inventory(str(file))
    assert str(tmp_path) in str(caught.value)
    assert len(str(caught.value)) < 1_000


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    for name in ("none.jsonl", "none.json", "govern.toml"):
        with pytest.raises(GovernError, match=name):
            read_inventory(str(tmp_path / name))
    (tmp_path / "folder.jsonl").mkdir()
    with pytest.raises(UsageError, match="cannot be read"):
        read_inventory(str(tmp_path / "folder.jsonl"))


def test_a_row_of_parquet_is_never_sql(tmp_path: Path) -> None:
    file = tmp_path / "it's [a] *.parquet"
    with connect() as database:
        database.execute('CREATE TABLE t (name VARCHAR, url VARCHAR, "x\'; DROP TABLE t; --" INTEGER)')
        database.execute("INSERT INTO t VALUES (?, 'https://a', NULL)", ["'; DROP TABLE t; --"])
        database.execute(f"COPY t TO '{tmp_path}/plain.parquet' (FORMAT parquet)")
    (tmp_path / "plain.parquet").rename(file)
    assert [each.name for each in read_inventory(str(file))] == ["'; DROP TABLE t; --"]


def test_shards_divide_the_fleet_and_never_change() -> None:
    names = [f"server-{number}" for number in range(1_000)]
    shards = [shard_of(name, 4) for name in names]
    assert {shard_of(name, 1) for name in names} == {0}
    assert [shards.count(number) for number in range(4)] == pytest.approx([250] * 4, rel=0.15)
    assert [shard_of(name, 7) for name in ("a", "é", "\ud800")] == [4, 3, 1]


def test_registry_names_stay_different() -> None:
    assert fleet_name("io.github.a/b-c") == "io.github.a:b-c" != fleet_name("io.github.a-b/c")


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("SELECT repeat('a', 2000000) AS name FROM range(100)", "a value of more than 1 MiB"),
        ("SELECT 'a' AS name, [repeat('a', 90000) FOR _ IN range(30)] AS args FROM range(9)", "a value of more than"),
        ("SELECT 'a' AS name FROM range(1000001)", "more than 1,000,000 servers"),
    ],
)
def test_a_small_file_with_much_in_it_is_refused(tmp_path: Path, query: str, reason: str) -> None:
    file = tmp_path / "fleet.parquet"
    with connect() as database:
        database.execute(f"COPY ({query}) TO '{file}' (FORMAT parquet, COMPRESSION zstd)")
    assert file.stat().st_size < 50_000
    with pytest.raises(PolicyInvalid, match=reason):
        read_inventory(str(file))
