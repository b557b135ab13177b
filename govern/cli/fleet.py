"""The commands of the group `fleet` that fill and read its store: scan, merge, sql."""

import gc
import sys
from enum import StrEnum
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from govern.cli.options import Argument, JsonOption, Option, SandboxOption, SandboxReadOption
from govern.cli.terminal import StatusLine, page_of, print_json, say
from govern.errors import Exit, UsageError
from govern.policy.server_settings import SandboxKind
from govern.report import documents, terminal

if TYPE_CHECKING:
    from govern.commands.fleet_scan import FleetScanRequest
    from govern.policy.target import Sandbox
    from govern.scanning.settings import OptOut

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
    from govern.fleet.store import merge_stores

    target = required_store(store)
    if not stores:
        raise UsageError("no store to copy from", hint=f"run: govern fleet merge STORE… --store {target}")
    merged = merge_stores(stores, target)
    if json:
        print_json(documents.fleet.fleet_merge_document(merged))
    else:
        say(terminal.fleet.fleet_merge_report(merged, page_of()))
    return 0


def sql(
    query: Annotated[str | None, Argument(metavar="QUERY", help="Query. Default: show the tables.")] = None,
    store: StoreOption = None,
    max_rows: Annotated[int, Option("--max-rows", metavar="N", min=1, help="Print at most N rows.")] = 1_000,
    json: JsonOption = False,
) -> int:
    """Query the tables of a store in the SQL of DuckDB."""
    from govern.fleet.tables import run_query

    answer = run_query(required_store(store), query, max_rows)
    if json:
        print_json(documents.fleet.fleet_sql_document(answer))
    else:
        say(terminal.fleet.fleet_sql_report(answer, page_of()))
    return 0


class TokenEncoding(StrEnum):
    """The encodings that tokens are counted in."""

    CL100K_BASE = "cl100k_base"
    O200K_BASE = "o200k_base"


Encoding = Annotated[
    TokenEncoding,
    Option("--encoding", metavar="NAME", help="Count tokens in this encoding: cl100k_base or o200k_base."),
]
Inventory = Annotated[
    str | None,
    Argument(
        metavar="INVENTORY",
        help="JSON lines, CSV, Parquet, govern.toml, a client config, saved pages or the URL of an MCP registry, or "
        "domains (.txt).",
    ),
]
Since = Annotated[
    str | None,
    Option("--since", metavar="DATE", help="Scan only servers of a registry that were updated since then."),
]
Pages = Annotated[
    Path | None,
    Option("--pages", metavar="FILE", help="Write the pages of a registry to this file, and continue a crawl from it."),
]
ScanName = Annotated[
    str | None, Option("--scan", metavar="NAME", help="Name of the scan; names sort by time. Default: the time.")
]
Resume = Annotated[
    bool, Option("--resume", help="Continue the last scan, or the one of --scan: scan what has no result yet.")
]
Shard = Annotated[
    str | None, Option("--shard", metavar="K/N", help="Scan the K-th of N shards of the inventory. Needs --scan.")
]
On = Annotated[
    str, Option("--on", metavar="ENGINE", help="processes, dask (on this machine), or dask=tcp://HOST:PORT.")
]
Workers = Annotated[
    int | None, Option("--workers", min=1, metavar="N", help="Number of worker processes. Default: the CPUs.")
]
Jobs = Annotated[
    int | None,
    Option("--jobs", "-j", min=1, metavar="N", help="Servers to connect to at a time. Default: 32 per worker."),
]
PerHost = Annotated[int, Option("--per-host", min=1, metavar="N", help="Connections to one host at a time.")]
Rate = Annotated[float, Option("--rate", min=0, metavar="N", help="Servers of one host per second; 0 is no limit.")]
Timeout = Annotated[float, Option("--timeout", min=0.1, metavar="SECONDS", help="Time limit for one server.")]
MaxMegabytes = Annotated[
    int, Option("--max-megabytes", min=1, metavar="N", help="Size limit for the responses of one server.")
]
Contact = Annotated[
    str | None,
    Option("--contact", metavar="URL|EMAIL", help="Contact for complaints, sent to every host in the User-Agent."),
]
OptOutFile = Annotated[
    Path | None,
    Option(
        "--opt-out",
        metavar="FILE",
        help="File of hosts, names and patterns that are never scanned, one per line.",
    ),
]
Private = Annotated[
    bool, Option("--private", help="Reach URLs in private networks also for servers that are not marked trusted.")
]
FailOnUnseen = Annotated[bool, Option("--fail-on-unseen", help="Exit 3 if a server could not be listed.")]
Verbose = Annotated[bool, Option("--verbose", "-v", help="List every new, changed and unseen server.")]
_MEGABYTE = 1024 * 1024


def scan(
    inventory: Inventory = None,
    store: StoreOption = None,
    since: Since = None,
    pages: Pages = None,
    name: ScanName = None,
    resume: Resume = False,
    shard: Shard = None,
    on: On = "processes",
    workers: Workers = None,
    jobs: Jobs = None,
    per_host: PerHost = 4,
    rate: Rate = 5.0,
    timeout: Timeout = 30.0,
    max_megabytes: MaxMegabytes = 8,
    contact: Contact = None,
    opt_out: OptOutFile = None,
    private: Private = False,
    sandbox: SandboxOption = None,
    sandbox_read: SandboxReadOption = None,
    encoding: Encoding = TokenEncoding.CL100K_BASE,
    fail_on_unseen: FailOnUnseen = False,
    json: JsonOption = False,
    verbose: Verbose = False,
) -> int:
    """List the servers of an inventory and store the state of each."""
    from govern.commands.fleet_scan import FleetScanRequest
    from govern.scanning.settings import ScanSettings

    url = required_store(store)
    if not inventory:
        raise UsageError("no inventory given", hint="name a file: govern fleet scan INVENTORY --store URL")
    settings = ScanSettings(
        store=url,
        scan=name or "",
        encoding=encoding.value,
        timeout=_finite(timeout),
        max_bytes=max_megabytes * _MEGABYTE,
        per_host=per_host,
        rate=rate,
        contact=_header_text(contact),
        opt_out=_opt_out(opt_out),
        sandbox=_sandbox(sandbox, sandbox_read),
        private=private,
    )
    given = FleetScanRequest(
        inventory=inventory,
        settings=settings,
        jobs=jobs,
        workers=workers,
        on=on,
        shard=shard,
        resume=resume,
        since=since,
        pages=pages,
    )
    return _scan(given, fail_on_unseen, json, verbose)


def _scan(request: "FleetScanRequest", fail_on_unseen: bool, json: bool, verbose: bool) -> int:
    from govern.commands.fleet_scan import fleet_scan as flow
    from govern.servers.capture import Interrupted

    # `main` switches the garbage collector off for short runs; this one is long.
    gc.enable()
    try:
        with StatusLine() as line:
            summary = flow(
                request,
                lambda progress: line.show(terminal.fleet.fleet_scan_progress(progress)),
                lambda note: say(f"note: {note}\n", sys.stderr),
            )
    except Interrupted:
        say("interrupted; to continue, run the same command with --resume\n", sys.stderr)
        raise
    if json:
        print_json(documents.fleet.fleet_scan_document(summary))
    else:
        say(terminal.fleet.fleet_scan_report(summary, page_of(), verbose=verbose))
    return Exit.UNREACHABLE if fail_on_unseen and summary.unseen else Exit.OK


def _sandbox(kind: SandboxKind | None, read: list[Path] | None) -> "Sandbox | None":
    from govern.servers.sandbox import find_sandbox

    return find_sandbox(kind, read or ())


def _opt_out(path: Path | None) -> "OptOut":
    from govern.scanning.settings import OptOut, read_opt_out

    return read_opt_out(path) if path else OptOut()


def _finite(timeout: float) -> float:
    if not isfinite(timeout):
        raise UsageError("--timeout: expected a finite number of seconds", hint="for example: --timeout 600")
    return timeout


def _header_text(contact: str | None) -> str:
    if contact and not (contact.isascii() and contact.isprintable() and not set("()") & set(contact)):
        raise UsageError("--contact: expected printable ASCII without parentheses")
    return contact or ""
