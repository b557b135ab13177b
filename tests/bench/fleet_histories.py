"""How real servers drift: their histories as a fleet store, queried."""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb

from tests.bench.many_tools import CATALOGS
from tests.bench.measuring import ROOT
from tests.bench.tables import Table

# A release is a server's capture with an earlier one; what a first capture adds is no change.
_VIEWS = """
CREATE VIEW observed AS
  SELECT *, lag(tokens) OVER steps AS tokens_before
  FROM read_parquet('{store}/scans/*/part-*.parquet', union_by_name = true) WHERE state = 'locked'
  WINDOW steps AS (PARTITION BY server ORDER BY scan);
CREATE VIEW releases AS
  SELECT server, scan, tokens, tokens_before FROM observed
  QUALIFY row_number() OVER (PARTITION BY server ORDER BY scan) > 1;
CREATE VIEW found AS SELECT * FROM '{store}/tables/changes.parquet' WHERE lock_before IS NOT NULL;
CREATE VIEW judged AS
  SELECT
    releases.*,
    coalesce(max(CASE severity WHEN 'BREAKING' THEN 3 WHEN 'RISKY' THEN 2 WHEN 'SAFE' THEN 1 END), 0) AS worst
  FROM releases LEFT JOIN found USING (server, scan) GROUP BY ALL;
"""
_FIGURES = {
    "servers with several versions": "SELECT count(DISTINCT server) FROM releases",
    "releases": "SELECT count(*) FROM releases",
    "releases with a BREAKING change": "SELECT count(*) FROM judged WHERE worst = 3",
    "at worst RISKY": "SELECT count(*) FROM judged WHERE worst = 2",
    "at worst SAFE": "SELECT count(*) FROM judged WHERE worst = 1",
    "unchanged": "SELECT count(*) FROM judged WHERE worst = 0",
    "changes": "SELECT count(*) FROM found",
    "changes per changed release, median": "SELECT median(n)::INT FROM "
    "(SELECT count(*) n FROM found GROUP BY server, scan)",
    "releases that cost more tokens": "SELECT count(*) FROM releases WHERE tokens > tokens_before",
    "releases that cost fewer tokens": "SELECT count(*) FROM releases WHERE tokens < tokens_before",
    "tokens of all servers, first version": "SELECT sum(t) FROM (SELECT arg_min(tokens, scan) t FROM observed "
    "WHERE server IN (SELECT server FROM releases) GROUP BY server)",
    "tokens of all servers, last version": "SELECT sum(t) FROM (SELECT arg_max(tokens, scan) t FROM observed "
    "WHERE server IN (SELECT server FROM releases) GROUP BY server)",
}
_RULES = """
SELECT rule, count(DISTINCT (server, scan)) AS n FROM found WHERE severity = 'BREAKING'
GROUP BY rule ORDER BY n DESC, rule LIMIT 5
"""


def fleet_histories() -> Table:
    """Return the drift statistics of the captured servers."""
    if not CATALOGS.is_dir():
        return Table("Drift of real servers", ("figure", ""), (), ("not measured: the captures are not here",))
    with TemporaryDirectory() as folder:
        store = Path(folder, "store")
        for command in (
            [ROOT / "examples" / "fleet" / "histories.py", CATALOGS, store],
            ["-m", "govern", "fleet", "export", "--store", store, "--part", "tables"],
        ):
            subprocess.run([sys.executable, *map(str, command)], cwd=ROOT, check=True, capture_output=True)
        with duckdb.connect() as tables:
            tables.execute(_VIEWS.format(store=store))
            rows = tuple((name, f"{_one(tables, query):,}") for name, query in _FIGURES.items())
            rules = tables.execute(_RULES).fetchall()
    worst = ", ".join(f"`{rule}` in {number}" for rule, number in rules)
    notes = (
        f"BREAKING, by the releases that have it: {worst}.",
        "Made by `examples/fleet/histories.py` from the captures of real servers, and `govern fleet export`.",
    )
    return Table("Drift of real servers", ("figure", ""), rows, notes)


def _one(tables: Any, query: str) -> int:
    ((value,),) = tables.execute(query).fetchall()
    return int(value)
