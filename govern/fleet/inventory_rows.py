"""Inventories with a row for each server: JSON lines, CSV and Parquet."""

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
from govern.errors import PolicyInvalid
from govern.files import MEGABYTE
from govern.fleet.inventory import MAX_SERVERS, FleetServer, inventory_error
from govern.policy.parsing import UNIONS, dotted, fields_by_key, parse_settings
from govern.policy.server_settings import Server
from govern.policy.validation import find_problems

if TYPE_CHECKING:
    from collections.abc import Iterator

    import duckdb

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
