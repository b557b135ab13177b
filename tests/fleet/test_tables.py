"""`govern fleet sql` and `merge`: answers, their documents, and queries that try to reach beyond the store."""

import json
import os
import sys
from pathlib import Path

import pytest

from govern.errors import UsageError
from govern.fleet import observation
from govern.fleet.inventory import read_inventory
from govern.fleet.store import FleetStore
from govern.fleet.tables import run_query, table_columns
from tests.desk import Desk
from tests.fleet.fleets import Found, fleet, tool

SERVERS: dict[str, Found] = {
    "docs": {"tools": [tool("look")]},
    "it's": {"tools": [tool("a"), tool("b")]},
    "dead": "timed-out",
}


@pytest.fixture
def two_scans(desk: Desk) -> FleetStore:
    return fleet(desk.folder / "store", on_2026_11_18=SERVERS, on_2026_11_19=SERVERS)


@pytest.mark.usefixtures("two_scans")
def test_a_query_is_answered(desk: Desk) -> None:
    query = "SELECT server, tools, reason FROM observations WHERE scan = '2026-11-19' ORDER BY server"
    answer = desk.ok("fleet", "sql", query, "--store", "store")
    assert " ".join(answer.out.split()) == "server tools reason dead timed-out docs 1 it's 2 3 rows"
    document = desk.ok("fleet", "sql", query, "--store", "store", "--json", "--max-rows", "2").document
    assert document == {
        "format": "govern.fleet-sql/1",
        "columns": [{"name": "server", "type": "VARCHAR"}, {"name": "tools", "type": "INTEGER"},
                    {"name": "reason", "type": "VARCHAR"}],
        "rows": [["dead", None, "timed-out"], ["docs", 1, None]],
        "more": True,
    }  # fmt: skip
    assert "more rows follow" in desk.ok("fleet", "sql", query, "--store", "store", "--max-rows", "2").out
    assert desk.ok("fleet", "sql", "FROM scans", "--store", "store").out.count("2026-11-1") == 6


def test_without_a_query_the_tables_are_shown(desk: Desk, two_scans: FleetStore) -> None:
    out = desk.ok("fleet", "sql", "--store", two_scans.url).out
    for table, columns in table_columns().items():
        for name, kind, _ in columns:
            assert [table, name, kind] in [line.split()[:3] for line in out.splitlines()]
    desk.ok("fleet", "export", "--store", "store")
    for table, columns in table_columns().items():
        described = run_query(two_scans.url, f"DESCRIBE {table}", 100).rows
        assert [(row[0], row[1]) for row in described] == [(name, kind) for name, kind, _ in columns]


def test_exported_tables_can_be_queried(desk: Desk, two_scans: FleetStore) -> None:
    with pytest.raises(UsageError, match=r"make it: govern fleet export --store .*store"):
        run_query(two_scans.url, "SELECT count(*) FROM Tools", 10)
    desk.ok("fleet", "export", "--store", "store")
    assert [row[3] for row in run_query(two_scans.url, "FROM tools ORDER BY ALL", 10).rows] == ["look", "a", "b"]


VALUES = ("DATE '2026-11-19'", "1.5::DECIMAL(5,2)", "[1, NULL]", "{'a': 'b'}", "'inf'::DOUBLE", "1::HUGEINT",
          "'x'::BLOB", "INTERVAL 1 DAY", "MAP {1: 2}", "'a\u202eb'")  # fmt: skip


@pytest.mark.usefixtures("two_scans")
def test_any_value_is_json_and_text(desk: Desk) -> None:
    query = "SELECT " + ", ".join(f'{value} AS "{value}"' for value in VALUES)
    out = desk.ok("fleet", "sql", query, "--store", "store", "--json").out
    assert len(json.loads(out)["rows"][0]) == len(VALUES)
    assert "\u202e" not in out + desk.ok("fleet", "sql", query, "--store", "store").out


STATEMENTS = """
SELECT 1; SELECT 2
CREATE TABLE x AS SELECT 1
DROP VIEW observations
SET threads = 1
PRAGMA version
COPY observations TO 'x.csv'
ATTACH 'x.db'
INSTALL httpfs
LOAD httpfs
EXPORT DATABASE 'x'
EXPLAIN ANALYZE COPY (SELECT 1) TO 'x'
CALL pragma_version()
PREPARE x AS SELECT 1
CREATE SECRET (TYPE s3)
DELETE FROM scans
INSERT INTO scans VALUES ('x')
VACUUM
CHECKPOINT
COMMIT
"""


def test_other_statements_are_refused(two_scans: FleetStore) -> None:
    for query in STATEMENTS.splitlines():
        with pytest.raises(UsageError, match="QUERY has to be one SELECT"):
            run_query(two_scans.url, query, 10)


# `{store}` is the store, `{part}` a file of it, and `{outside}` a copy of that elsewhere.
REACHING = """
SELECT * FROM read_text('/etc/passwd')
SELECT * FROM '/etc/passwd'
SELECT * FROM read_blob('/etc/*')
SELECT * FROM read_csv('/etc/passwd')
SELECT * FROM sniff_csv('/etc/passwd')
SELECT * FROM glob('/*')
SELECT * FROM read_parquet('{outside}')
SELECT * FROM '{outside}'
SELECT * FROM parquet_metadata('{outside}')
SELECT * FROM read_text('{store}/fleet.json')
SELECT * FROM read_json('https://127.0.0.1:9/x')
SELECT * FROM 's3://bucket/x.parquet'
SELECT getenv('PATH')
SELECT * FROM duckdb_secrets()
SELECT * FROM outside
SELECT * FROM sqlite_scan('x', 'y')
SELECT * FROM query('COPY scans TO ''x''')
WITH x AS (COPY scans TO 'x') SELECT 1
WITH x AS (COPY scans TO '{store}/fleet.json') SELECT 1
WITH x AS (COPY scans TO '{part}' (FORMAT parquet, USE_TMP_FILE false)) SELECT 1
with x as (copy scans to '{part}' (format csv, use_tmp_file false)), y as (from scans) select * from y --
SELECT * FROM query('WITH x AS (COPY scans TO ''{part}'' (FORMAT csv, USE_TMP_FILE false)) SELECT 1')
WITH x AS (DELETE FROM scans RETURNING *) SELECT * FROM x
WITH x AS (INSERT INTO scans VALUES ('x') RETURNING *) SELECT * FROM x
"""


def test_a_query_reaches_nothing_but_the_tables(two_scans: FleetStore, tmp_path: Path) -> None:
    outside = tmp_path / "outside.parquet"
    part = f"{two_scans.folder}/{two_scans.parts('2026-11-19')[0]}"
    outside.write_bytes(Path(part).read_bytes())
    for query in ("FROM scans --", "DESCRIBE scans", "SHOW TABLES", "SUMMARIZE scans", "WITH x AS (FROM scans) FROM x"):
        assert run_query(two_scans.url, query, 10).rows
    before = {key: two_scans.get(key) for key in two_scans.keys("")}
    for query in REACHING.strip().format(outside=outside, store=two_scans.folder, part=part).splitlines():
        with pytest.raises(UsageError, match=r"the query failed|a table cannot be read"):
            run_query(two_scans.url, query, 10)
    assert {key: two_scans.get(key) for key in two_scans.keys("")} == before
    assert not os.path.lexists("x")


def test_names_of_servers_are_never_sql(desk: Desk) -> None:
    name = "'; DROP TABLE scans; --"
    store = fleet(desk.folder / "store", on_2026_11_18={name: {"tools": []}}, on_2026_11_19={name: "crashed"})
    assert run_query(store.url, "SELECT DISTINCT server FROM observations", 10).rows == ((name,),)
    assert desk.ok("fleet", "show", name, "--store", "store").code == 0


def test_a_query_that_is_wrong_or_a_store_that_is_none(desk: Desk, two_scans: FleetStore) -> None:
    answer = desk.govern("fleet", "sql", "SELECT nothing FROM observations", "--store", two_scans.url)
    assert (answer.code, "nothing" in answer.err) == (2, True)
    wrong = desk.govern("fleet", "sql", "FROM nowhere", "--store", two_scans.url).err
    assert "Table with name nowhere does not exist" in wrong
    assert "LINE" not in wrong
    assert "help: tables and their columns: govern fleet sql --store URL" in wrong
    for words in (("sql",), ("sql", "FROM scans", "--store", "none"), ("merge", "none", "--store", "new"), ("merge",),
                  ("merge", "--store", "x")):  # fmt: skip
        answer = desk.govern("fleet", *words)
        assert (answer.code, answer.out) == (2, "")
    assert not os.path.lexists("new")


def test_merged_stores(desk: Desk, two_scans: FleetStore) -> None:
    out = desk.ok("fleet", "merge", "store", "--store", "all").out
    assert "2026-11-19 3 of 3 servers finished" in " ".join(out.split())
    assert "copied 2 locks from 1 store to all" in out
    document = desk.ok("fleet", "merge", "store", "store", "--store", "all", "--json").document
    assert (document["locks"], [each["observed"] for each in document["scans"]]) == (0, [3, 3])
    assert FleetStore("all").keys("") == two_scans.keys("")


def test_without_the_extra_its_commands_say_what_to_install(
    two_scans: FleetStore, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "x.parquet").write_bytes(b"")
    observation._database.cache_clear()
    for package in ("duckdb", "fsspec"):
        monkeypatch.setitem(sys.modules, package, None)
    for work in (
        lambda: run_query(two_scans.url, "FROM scans", 1),
        lambda: two_scans.observations("2026-11-19"),
        lambda: read_inventory(str(tmp_path / "x.parquet")),
        lambda: FleetStore("memory://x").create(),
    ):
        with pytest.raises(UsageError, match=r"the extra `fleet`\ninstall it: pip install \"govern-mcp\[fleet\]\""):
            work()
