"""The commands of the group `fleet` that read and write its store."""

from typing import Annotated

from govern.cli.options import Argument, JsonOption, Option
from govern.cli.terminal import page_of, print_json, say
from govern.errors import UsageError

StoreOption = Annotated[
    str | None,
    Option("--store", metavar="URL", help="Store of the fleet: a folder, or a URL such as s3://BUCKET/FOLDER."),
]


def required_store(store: str | None) -> str:
    """Return the value of --store; raise UsageError if it is missing."""
    if not store:
        raise UsageError("no store given", hint="name a folder or URL: --store URL")
    return store


def merge(
    stores: Annotated[list[str] | None, Argument(metavar="STORE", help="Stores to copy from.")] = None,
    store: StoreOption = None,
    json: JsonOption = False,
) -> int:
    """Join stores, such as those of the shards of a scan."""
    from govern.fleet.merging import merge_stores
    from govern.report.documents.fleet import fleet_merge_document
    from govern.report.terminal.fleet import fleet_merge_report

    target = required_store(store)
    if not stores:
        raise UsageError("no store to copy from", hint=f"run: govern fleet merge STORE… --store {target}")
    merged = merge_stores(stores, target)
    print_json(fleet_merge_document(merged)) if json else say(fleet_merge_report(merged, page_of()))
    return 0


def sql(
    query: Annotated[str | None, Argument(metavar="QUERY", help="Query. Default: show the tables.")] = None,
    store: StoreOption = None,
    max_rows: Annotated[int, Option("--max-rows", metavar="N", min=1, help="Print at most N rows.")] = 1_000,
    json: JsonOption = False,
) -> int:
    """Query the tables of a store in the SQL of DuckDB."""
    from govern.fleet.sql import run_query
    from govern.report.documents.fleet import fleet_sql_document
    from govern.report.terminal.fleet import fleet_sql_report

    answer = run_query(required_store(store), query, max_rows)
    print_json(fleet_sql_document(answer)) if json else say(fleet_sql_report(answer, page_of()))
    return 0
