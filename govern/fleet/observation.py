"""One observation: what a scan found at one server; and Parquet files of many, written and read by DuckDB."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from govern.contract.characters import visible
from govern.contract.digests import digest
from govern.errors import InvalidInput, UsageError
from govern.files import MEGABYTE
from govern.fleet.objects import INSTALL_HINT
from govern.lockfile.integrity import contract_digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import duckdb

    from govern.lockfile.document import Lock


State = Literal["locked", "unseen"]
UnseenReason = Literal[
    "unreachable", "timed-out", "misbehaved", "too-large", "not-started", "untrusted", "opted-out", "crashed"
]
MAX_TEXT: Final = 500
# What a store holds may come from a stranger.
_LONGEST, _LARGEST = 10_000, 2**31 - 1
_FIRST_YEAR, _LAST_YEAR = 1970, 9000
STATES: Final[tuple[State, ...]] = get_args(State)
_REASONS: Final = (None, *get_args(UnseenReason))
_RISKS: Final = ("unknown", "low", "medium", "high", "critical")

Column = tuple[str, str, str]
# What queries on the columns rely on, as a condition on a row.
VALID: Final = (
    f"server <> '' AND seen_at <> '' AND state IN {STATES} AND (state = 'locked') = (lock IS NOT NULL) "
    f"AND (reason IS NULL OR reason IN {get_args(UnseenReason)})"
)
# The columns of the table `observations`: name, DuckDB type, meaning. docs/fleet-store.md is generated from them.
COLUMNS: Final[tuple[Column, ...]] = (
    ("server", "VARCHAR", "name of the server in the inventory"),
    ("scan", "VARCHAR", "name of the scan; names sort by time"),
    ("seen_at", "VARCHAR", "time of the observation in UTC, ISO 8601"),
    ("state", "VARCHAR", "`locked`, or `unseen` if the server could not be listed"),
    ("lock", "VARCHAR", "digest of the lock that the server had; null if unseen"),
    ("contract", "VARCHAR", "digest of the lock without the server's name and source; null if unseen"),
    ("family", "VARCHAR", "digest of the tools; servers of one family have equal tools; null if unseen"),
    ("tools", "INTEGER", "number of tools"),
    ("tokens", "INTEGER", "tokens of all tool definitions, in the encoding of the scan"),
    ("risk", "VARCHAR", "worst risk of a long answer: low, medium, high, critical or unknown"),
    ("version", "VARCHAR", "version that the server states"),
    ("source", "VARCHAR", "command or URL of the server, without secrets"),
    ("reason", "VARCHAR", "why the server is unseen, as one word"),
    ("detail", "VARCHAR", "why the server is unseen, as a sentence of at most 500 characters"),
    ("fresh_until", "VARCHAR", "time until which the server asked not to be listed again"),
    ("listing", "VARCHAR", "digest of what the server listed, by which the next scan recognizes it"),
    ("seconds", "DOUBLE", "how long the server took"),
)
_TYPES: Final = {"VARCHAR": (str,), "INTEGER": (int,), "DOUBLE": (float, int)}
NAMES: Final = tuple(name for name, _, _ in COLUMNS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """A row of the table `observations`; COLUMNS describes the fields."""

    server: str
    scan: str
    seen_at: str
    state: State
    lock: str | None = None
    contract: str | None = None
    family: str | None = None
    tools: int | None = None
    tokens: int | None = None
    risk: str | None = None
    version: str | None = None
    source: str | None = None
    reason: UnseenReason | None = None
    detail: str | None = None
    fresh_until: str | None = None
    listing: str | None = None
    seconds: float | None = None

    @classmethod
    def of_lock(cls, lock: Lock, scan: str, at: str, seconds: float | None = None) -> Observation:
        """Return the observation of the one server that the lock holds."""
        (server,) = lock.servers
        numbers = [tool.numbers for tool in server.tools if tool.numbers]
        return cls(
            server=server.name,
            scan=scan,
            seen_at=at,
            state="locked",
            lock=lock.digest,
            contract=contract_digest(server),
            family=digest(sorted(tool.digest for tool in server.tools)),
            tools=len(server.tools),
            tokens=server.definition_tokens,
            risk=max((each.risk for each in numbers), key=_RISKS.index, default=None),
            version=visible(server.version)[:MAX_TEXT] if server.version is not None else None,
            source=visible(server.source)[:MAX_TEXT],
            seconds=seconds,
        )

    @classmethod
    def of_failure(cls, server: str, scan: str, at: str, reason: UnseenReason, detail: str) -> Observation:
        """Return the observation of a server that could not be listed; `detail` must hold no secret."""
        detail = visible(detail)[:MAX_TEXT]
        return cls(server=server, scan=scan, seen_at=at, state="unseen", reason=reason, detail=detail)

    @property
    def preference(self) -> tuple[bool, str, bytes]:
        """Return the order in which two observations of one server in one scan are preferred: the largest counts."""
        return self.state == "locked", self.seen_at, self.row()

    def row(self) -> bytes:
        """Return the observation as one line of JSON, without the fields that are None."""
        fields = {name: value for name in NAMES if (value := getattr(self, name)) is not None}
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def parse_row(content: bytes, where: str) -> Observation:
    """Return the observation that a line of JSON holds; raise InvalidInput if it holds none."""
    try:
        fields = json.loads(content) if len(content) <= MEGABYTE else None
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict) or not fields.keys() <= set(NAMES):
        raise InvalidInput("is not an observation", where=where, hint=f"delete {where} and scan again")
    return observation_of([fields.get(name) for name in NAMES], where)


def is_time(text: str) -> bool:
    """Return whether a text is a time with its time zone, so that it can be compared with others."""
    try:
        time = datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return False
    return time.tzinfo is not None and _FIRST_YEAR <= time.year <= _LAST_YEAR


def observation_of(values: Sequence[Any], where: str) -> Observation:
    """Return the observation with these values, in the order of COLUMNS; raise InvalidInput for invalid ones."""
    typed = all(value is None or _fits(value, kind) for value, (_, kind, _) in zip(values, COLUMNS, strict=True))
    made = Observation(**dict(zip(NAMES, values, strict=True)))
    stated = made.server and made.scan and is_time(made.seen_at) and made.state in STATES and made.reason in _REASONS
    if not (typed and stated and (made.state == "locked") == (made.lock is not None)):
        raise InvalidInput("is not an observation", where=where, hint="delete the file that holds it, and scan again")
    return made


def _fits(value: Any, kind: str) -> bool:
    """Return whether a value has the type of its column and fits into a table."""
    if type(value) not in _TYPES[kind]:
        return False
    if kind == "INTEGER":
        return bool(0 <= value <= _LARGEST)
    return kind != "VARCHAR" or len(value) <= _LONGEST


# The rows are sorted by server, so that the history of one server is read from small pieces of the files.
_ROWS = 20_480
_BIGGEST_ROW = 1024 * 1024
# A file of a few kilobytes may hold any number of equal rows and texts.
_MOST_ROWS, _MOST_TEXT = 1_000_000, 1024 * MEGABYTE
_TEXTS = tuple(name for name, kind, _ in COLUMNS if kind == "VARCHAR")


def connect() -> duckdb.DuckDBPyConnection:
    """Return a connection to an empty database in memory that installs and loads no extensions."""
    try:
        import duckdb
    except ImportError:
        raise UsageError("the tables of a fleet need the extra `fleet`", hint=INSTALL_HINT) from None
    settings: dict[str, Any] = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "allow_community_extensions": False,
        # A name in a query is never a variable of this program.
        "python_enable_replacements": False,
        # Each part is read once.
        "enable_external_file_cache": False,
    }
    return duckdb.connect(":memory:", config=settings)


@cache
def _database() -> duckdb.DuckDBPyConnection:
    """Return the database of all parts, which holds no tables: to create one takes longer than to read a small part."""
    return connect()


def part_bytes(lines: Iterable[bytes], columns: Sequence[Column] = COLUMNS) -> bytes:
    """Return a Parquet file with these lines of JSON as rows, in their order; each ends with a line feed."""
    with TemporaryDirectory(prefix="govern-fleet-") as folder, _database().cursor() as database:
        source, target = Path(folder, "rows.json"), Path(folder, "part.parquet")
        with source.open("wb") as file:
            file.writelines(lines)
        declared = "{" + ", ".join(f"{name}: '{kind}'" for name, kind, _ in columns) + "}"
        database.execute(
            f"COPY (SELECT * FROM read_json(?, format = 'newline_delimited', columns = {declared}, "  # noqa: S608
            f"maximum_object_size = {_BIGGEST_ROW})) "
            f"TO {quoted(target)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {_ROWS})",
            [os.fspath(source)],
        )
        return target.read_bytes()


def part_observations(content: bytes, where: str) -> list[Observation]:
    """Return the observations of a Parquet file."""
    with TemporaryDirectory(prefix="govern-fleet-") as folder, _database().cursor() as database:
        import duckdb

        source = Path(folder, "part.parquet")
        source.write_bytes(content)
        try:
            require_rows(database, source, where, "true", _TEXTS)
            rows = database.execute(f"SELECT {', '.join(NAMES)} FROM read_parquet(?)", [os.fspath(source)]).fetchall()  # noqa: S608
        except duckdb.Error:
            raise _no_table(where) from None
    return [observation_of(row, where) for row in rows]


def require_rows(
    database: duckdb.DuckDBPyConnection, file: Path, where: str, condition: str, texts: Sequence[str]
) -> None:
    """Raise InvalidInput unless each row of a Parquet file fulfils a condition, and memory can hold these columns."""
    import duckdb

    sizes = " + ".join(f"coalesce(strlen({name}), 0)" for name in texts)
    query = f"SELECT count(*), count(*) FILTER ({condition}), coalesce(sum({sizes}), 0) FROM read_parquet(?)"  # noqa: S608
    try:
        (row,) = database.execute(query, [os.fspath(file)]).fetchall()
    except duckdb.IOException:
        raise
    except duckdb.Error:
        raise _no_table(where) from None
    rows, valid, size = row
    if valid < rows:
        raise _no_table(where)
    if rows > _MOST_ROWS or size > _MOST_TEXT:
        limits = f"{_MOST_ROWS:,} observations or {_MOST_TEXT // MEGABYTE:,} MiB of texts"
        raise InvalidInput(f"has more than {limits}", where=where, hint=f"delete {where}")


def _no_table(where: str) -> InvalidInput:
    return InvalidInput("is not a table of observations", where=where, hint=f"delete {where}")


def quoted(path: Path) -> str:
    """Return a path as an SQL text."""
    return "'" + os.fspath(path).replace("'", "''") + "'"
