"""Inventories by their form: configs of MCP clients, saved pages of a registry, and rows of JSON, CSV or Parquet."""

from __future__ import annotations

import csv
import io
import json
import shlex
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import NoneType
from typing import TYPE_CHECKING, Any, get_args, get_origin

from govern.contract.characters import has_lone_surrogate
from govern.errors import PolicyInvalid, UsageError
from govern.files import MEGABYTE, read_text
from govern.fleet.inventory import MAX_INVENTORY, MAX_SERVERS, FleetServer, fleet_name, inventory_error
from govern.policy.client_entries import EntryConverter, UnusableEntryError, Variables, is_disabled, usual_form
from govern.policy.client_files import LocatedFile, UnreadableFile, any_client_file, client_kinds, servers_in_text
from govern.policy.discovery import unusable_reason, usable_name
from govern.policy.parsing import UNIONS, dotted, fields_by_key, parse_settings
from govern.policy.server_json import registry_servers
from govern.policy.server_settings import Server
from govern.policy.validation import find_problems

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import duckdb

    from govern.policy.client_files import ClientFile, ClientServer
    from govern.policy.server_json import RegistryServer


def client_servers(path: Path) -> Iterator[FleetServer]:
    """Yield the servers of a client's config, which are the user's own; a disabled one is left out."""
    try:
        text = read_text(path, MAX_INVENTORY)
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror or error}", where=str(path)) from None
    folder = path.absolute().parent
    problems: list[tuple[str, str]] = []
    for entry in servers_in_text(LocatedFile(_kind(path), path, folder), text):
        found = entry.reason if isinstance(entry, UnreadableFile) else _client_server(entry, folder)
        if isinstance(found, FleetServer):
            yield found
        elif found:
            problems.append((str(path), found))
    if problems:
        raise inventory_error(problems)


def _kind(path: Path) -> ClientFile:
    """Return the client that keeps its servers in a file of this name, or any."""
    kinds = [kind for level in ("project", "user") for kind, _ in client_kinds(path.as_posix(), level)]
    return kinds[0] if kinds else any_client_file(path.name)


class _InlineSecrets(Variables):
    """Leaves secrets where they are: nothing is written to a file here."""

    def without_secrets(self, text: str, server: ClientServer, name: str = "", own: str = "") -> str:  # noqa: ARG002
        return text


def _client_server(entry: ClientServer, folder: Path) -> FleetServer | str | None:
    """Return the server of an entry, the problem with it, or None if the client has disabled it."""
    if entry.excluded or is_disabled(usual_form(entry.entry)):
        return None
    try:
        table = EntryConverter(entry, folder, _InlineSecrets()).table()
    except UnusableEntryError as error:
        return f"{entry.name}: {error}"
    if reason := unusable_reason(table):
        return f"{entry.name}: {reason}"
    settings = parse_settings({"servers": {"it": table}})
    if isinstance(settings, list):
        raise PolicyInvalid(settings[0].message, where=str(entry.file))
    return FleetServer(
        usable_name(entry.name), settings.servers["it"], trusted=True, where=str(entry.file), root=str(folder)
    )


def saved_pages(content: bytes) -> list[Any] | None:
    """Return the pages of a registry, or None if the content is something else; an unfinished last line is left out."""
    head = content.lstrip(b"\xef\xbb\xbf \t\r\n")
    if head[:1] not in (b"{", b"["):
        return None
    first, _, rest = head.partition(b"\n")
    page = _json_or_none(first)
    if page is None:
        whole = _json_or_none(head)
        return [whole] if _is_page(whole) else None
    if not _is_page(page):
        return None
    return [page, *(later for line in rest.splitlines() if _is_page(later := _json_or_none(line)))]


def _json_or_none(text: bytes) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _is_page(value: Any) -> bool:
    """Return whether a value is a page, or a list of pages or servers: client configs have a table of servers."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(each, dict) and _is_entry(each) for each in value)
    return isinstance(value, dict) and _is_entry(value)


def _is_entry(value: dict[str, Any]) -> bool:
    return isinstance(value.get("servers"), list) or isinstance(value.get("server"), dict)


def fleet_of_pages(pages: Iterable[Any], where: str, *, private: bool = False) -> list[FleetServer]:
    """Return the latest version of each server, by name; what was removed from the registry is left out.

    With `private` the registry is in a private network, and so may be its servers.
    """
    latest: dict[str, RegistryServer] = {}
    for page in pages:
        for server in registry_servers(page, private=private):
            known = latest.get(server.name)
            if known is None or server.is_latest or not known.is_latest:
                latest[server.name] = server
    kept = [server for server in latest.values() if server.status != "deleted"]
    found = [fleet_server(each, fleet_name(each.name), where, private=private) for each in kept]
    return sorted(found, key=lambda each: each.name)


def fleet_server(server: RegistryServer, name: str, where: str, *, private: bool) -> FleetServer:
    """Return a stranger's server under this name, or one that is refused, with the reason."""
    root = str(Path().absolute())
    try:
        table = server.preferred().table({})
    except UnusableEntryError as error:
        return FleetServer(name, Server(), trusted=False, where=where, root=root, refused=str(error))
    settings = parse_settings({"servers": {"it": table}})
    if isinstance(settings, list):
        return FleetServer(name, Server(), trusted=False, where=where, root=root, refused=settings[0].message)
    return FleetServer(name, settings.servers["it"], trusted=False, where=where, root=root, private=private)


_MAX_LINE = MEGABYTE
_MAX_ROWS_MEMORY = "1GB"
_FETCHED = 1_000
_TEXTS = ("env.", "headers.", "oauth.")
_WORDS = ("command", "args")
# The name that problems of a row give to its table.
_ROW = "row"


def read_rows(source: str, suffix: str, content: bytes) -> Iterator[FleetServer]:
    """Yield the servers of a table; raise PolicyInvalid that lists every row with a problem."""
    read = {".csv": _csv_rows, ".parquet": _parquet_rows}.get(suffix, _json_rows)
    root = str(Path(source).absolute().parent) if "://" not in source else str(Path().absolute())
    problems: list[tuple[str, str]] = []
    for number, (where, row) in enumerate(read(source, content)):
        if number >= MAX_SERVERS:
            raise PolicyInvalid(f"has more than {MAX_SERVERS:,} servers", where=source)
        found = row if isinstance(row, str) else _row_server(row, where, root)
        if isinstance(found, str):
            problems.append((where, found))
        else:
            yield found
    if problems:
        raise inventory_error(problems)


def _row_server(row: dict[str, Any], where: str, root: str) -> FleetServer | str:
    """Return the server of a row, or the first problem in it."""
    table = {key: value for key, value in row.items() if key not in ("name", "trusted")}
    name, trusted = row.get("name"), row.get("trusted", False)
    if not isinstance(name, str) or not name:
        return "has no `name`"
    if not isinstance(trusted, bool):
        return "trusted: should be true or false"
    if has_lone_surrogate(name) or has_lone_surrogate(json.dumps(table, ensure_ascii=False, default=str)):
        return "contains a lone surrogate, which UTF-8 cannot encode"
    if "profiles" in table:
        return "profiles: write a row for each profile"
    settings = parse_settings({"servers": {_ROW: table}})
    problems = settings if isinstance(settings, list) else find_problems(settings)
    if isinstance(settings, list) or problems:
        place = dotted(problems[0].path[2:])
        return f"{place}: {problems[0].message}" if place else problems[0].message
    return FleetServer(name, settings.servers[_ROW], trusted=trusted, where=where, root=root)


def _json_rows(source: str, content: bytes) -> Iterator[tuple[str, dict[str, Any] | str]]:
    for number, line in enumerate(io.BytesIO(content), 1):
        text = line.strip().removeprefix(b"\xef\xbb\xbf")
        if not text:
            continue
        yield f"{source}:{number}", _json_row(text)


def _json_row(line: bytes) -> dict[str, Any] | str:
    if len(line) > _MAX_LINE:
        return f"is longer than {_MAX_LINE // MEGABYTE} MiB"
    try:
        value = json.loads(line, object_pairs_hook=_once)
    except _RepeatedKeyError as error:
        return f"the key {error} occurs more than once"
    except UnicodeDecodeError:
        return "is not UTF-8"
    except (ValueError, RecursionError) as error:
        return f"is not valid JSON: {error}"
    return value if isinstance(value, dict) else "is not a JSON object"


class _RepeatedKeyError(Exception):
    """A JSON object has a key twice, of which each program takes its own."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _RepeatedKeyError(repr(next(key for key in keys if keys.count(key) > 1))[:100])
    return table


def _csv_rows(source: str, content: bytes) -> Iterator[tuple[str, dict[str, Any] | str]]:
    """Yield the rows of a CSV file whose first line names the keys; `env.NAME` is a key of the table `env`."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise PolicyInvalid("is not UTF-8", where=f"{source}:{line}") from None
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    limit = csv.field_size_limit(_MAX_LINE)
    try:
        header = [cell.strip() for cell in next(reader, [])]
        if "name" not in header or len(set(header)) < len(header):
            reason = "a key stands in two columns" if "name" in header else "has no column `name`"
            raise PolicyInvalid(reason, where=f"{source}:1")
        begun = reader.line_num + 1
        for cells in reader:
            if cells:
                yield f"{source}:{begun}", _csv_row(header, cells)
            begun = reader.line_num + 1
    except csv.Error as error:
        raise PolicyInvalid(f"is not valid CSV: {error}", where=f"{source}:{reader.line_num}") from None
    finally:
        csv.field_size_limit(limit)


def _csv_row(header: list[str], cells: list[str]) -> dict[str, Any] | str:
    if len(cells) != len(header):
        return f"has {len(cells)} cells, and the first line has {len(header)}"
    row: dict[str, Any] = {}
    for column, cell in zip(header, cells, strict=True):
        if cell == "":
            continue
        key, dot, inner = column.partition(".")
        if not dot:
            row[key] = _cell(key, cell)
        elif isinstance(row.setdefault(key, {}), dict):
            row[key][inner] = _cell(column, cell)
    return row


def _cell(column: str, cell: str) -> Any:
    """Return the value of a cell: a list of words, a text, or what its JSON says where the key is no text."""
    if column in _WORDS and not cell.startswith("["):
        with suppress(ValueError):
            words = shlex.split(cell)
            return words if column == "args" or len(words) > 1 else cell
    if column == "name" or column.startswith(_TEXTS) or _is_text(column):
        return cell
    try:
        return json.loads(cell.lower() if cell.lower() in ("true", "false") else cell, object_pairs_hook=_once)
    except (ValueError, RecursionError, _RepeatedKeyError):
        return cell


def _is_text(key: str) -> bool:
    """Return whether the value of a key can only be a text."""
    field = fields_by_key(Server).get(key)
    kind = field.type if field else None
    return kind is str or (get_origin(kind) in UNIONS and set(get_args(kind)) == {str, NoneType})


def _parquet_rows(source: str, content: bytes) -> Iterator[tuple[str, dict[str, Any] | str]]:
    """Yield the rows of a Parquet file; a null is a missing key, also inside a struct."""
    from govern.fleet.observation import connect

    with TemporaryDirectory(prefix="govern-fleet-") as folder, connect() as database:
        import duckdb

        file = Path(folder, "inventory.parquet")
        file.write_bytes(content)
        database.execute(f"SET memory_limit = '{_MAX_ROWS_MEMORY}'")
        try:
            _require_size(database, str(file), source)
            found = database.execute("SELECT * FROM read_parquet(?)", [str(file)])
            names = [column[0] for column in found.description or ()]
            number = 0
            while rows := found.fetchmany(_FETCHED):
                for values in rows:
                    number += 1
                    yield f"{source}: row {number:,}", _without_nulls(dict(zip(names, values, strict=True)))
        except (duckdb.Error, RecursionError) as error:
            raise PolicyInvalid(f"is not a valid Parquet file: {str(error)[:200]}", where=source) from None


def _require_size(database: duckdb.DuckDBPyConnection, file: str, source: str) -> None:
    """Raise PolicyInvalid for more rows than an inventory has, and for a long value: a small file may repeat one."""
    columns = database.execute("DESCRIBE SELECT * FROM read_parquet(?)", [file]).fetchall()
    names = ['"' + name.replace('"', '""') + '"' for name, *_ in columns]
    longest = ", ".join(f"max(strlen({name}::VARCHAR))" for name in names)
    (row,) = database.execute(f"SELECT count(*), {longest} FROM read_parquet(?)", [file]).fetchall()  # noqa: S608
    if row[0] > MAX_SERVERS:
        raise PolicyInvalid(f"has more than {MAX_SERVERS:,} servers", where=source)
    if any(length and length > _MAX_LINE for length in row[1:]):
        raise PolicyInvalid(f"has a value of more than {_MAX_LINE // MEGABYTE} MiB", where=source)


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(inner) for key, inner in value.items() if inner is not None}
    return [_without_nulls(each) for each in value] if isinstance(value, list) else value
