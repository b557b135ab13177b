"""`govern init`: find the servers in the configs of MCP clients and write govern.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from govern.errors import PolicyInvalid, UsageError
from govern.files import MAX_USER_FILE, path_exists, read_text
from govern.lockfile.writing import replace_file
from govern.policy.config import FILE, PYPROJECT, has_govern_table, read_document
from govern.policy.config_writing import extended_config_text, new_config_text
from govern.policy.discovery import InitReport, Variable, discover_servers
from govern.policy.placeholders import PLACEHOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from govern.policy.discovery import FoundServer
    from govern.policy.problems import KeyPath


def init(home: Path, project: Path, platform: str, environ: Mapping[str, str]) -> InitReport:
    """Write govern.toml, or add new servers to it. Everything else in the file stays as it is."""
    discovery = discover_servers(home, project, platform, environ)
    path, above = _file(project)
    there = path_exists(path)
    held = _held(path, above) if there else {}
    kept = [found for found in discovery.found if found.name in held or dict(found.table) in held.values()]
    new = [found for found in discovery.found if found not in kept]
    before = read_text(path, MAX_USER_FILE) if there else ""
    after = extended_config_text(before, new, above, project, home) if there else new_config_text(new, project, home)
    wrote = bool(new) or not there
    if wrote:
        _write(path, after, [found.name for found in new], above)
    return InitReport(
        found=discovery.found,
        added=tuple(found.name for found in new),
        kept=tuple(found.name for found in kept),
        skipped=discovery.skipped,
        placeholders=tuple(_variables(new, discovery.moved, environ)),
        unreadable=discovery.unreadable,
        path=path,
        wrote=wrote,
    )


def _file(project: Path) -> tuple[Path, KeyPath]:
    """Return the path of the project's config, and the path of govern's table in it."""
    if not path_exists(project / FILE) and has_govern_table(project / PYPROJECT):
        return project / PYPROJECT, ("tool", "govern")
    return project / FILE, ()


def _held(path: Path, above: KeyPath) -> dict[str, Any]:
    return _servers(read_document(path), above)


def _holds(text: str, names: list[str], above: KeyPath) -> bool:
    try:
        return _servers(tomllib.loads(text), above).keys() >= set(names)
    except (ValueError, RecursionError):
        return False


def _servers(document: dict[str, Any], above: KeyPath) -> dict[str, Any]:
    table: Any = document
    for key in (*above, "servers"):
        table = table.get(key, {}) if isinstance(table, dict) else {}
    return table if isinstance(table, dict) else {}


def _write(path: Path, text: str, added: list[str], above: KeyPath) -> None:
    if not _holds(text, added, above):
        message = "cannot add servers, because they are not written as tables"
        raise PolicyInvalid(message, where=str(path), hint="write each server as its own table: [servers.NAME]")
    try:
        replace_file(path, text.encode())
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}; the file is unchanged", where=str(path)) from None


def _variables(new: list[FoundServer], moved: frozenset[str], environ: Mapping[str, str]) -> Iterator[Variable]:
    readers: dict[str, list[str]] = {}
    for found in new:
        for text in _strings(found.table):
            for placeholder in PLACEHOLDER.finditer(text):
                if found.name not in (servers := readers.setdefault(placeholder[1], [])):
                    servers.append(found.name)
    for name, servers in readers.items():
        yield Variable(name, tuple(servers), name in moved, bool(environ.get(name)))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (Mapping, list)):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _strings(inner)
