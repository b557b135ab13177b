"""The config file that `govern init`, `add` and `upgrade` write: where it lies, and how it is replaced."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

from govern.errors import PolicyInvalid, UsageError
from govern.files import path_exists
from govern.lockfile.writing import replace_file
from govern.policy.config import FILE, PYPROJECT, has_govern_table

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from govern.policy.problems import KeyPath


def repository_of(folder: Path) -> Path | None:
    """Return the top of the repository that contains a folder, if any."""
    return next((above for above in (folder, *folder.parents) if path_exists(above / ".git")), None)


def config_place(folder: Path, repository: Path | None) -> tuple[Path, KeyPath]:
    """Return the path of the nearest config in the repository, or of a new one at its top, and of govern's table."""
    for above in (folder, *folder.parents):
        if path_exists(above / FILE):
            return above / FILE, ()
        if has_govern_table(above / PYPROJECT):
            return above / PYPROJECT, ("tool", "govern")
        if above == repository:
            break
    return (repository or folder) / FILE, ()


def write_servers(path: Path, text: str, added: Collection[str], above: KeyPath) -> None:
    """Replace the config by a text, if that holds these servers as tables."""
    if not _holds(text, added, above):
        message = "cannot add servers, because they are not written as tables"
        raise PolicyInvalid(message, where=str(path), hint="write each server as its own table: [servers.NAME]")
    try:
        replace_file(path, text.encode())
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}; the file is unchanged", where=str(path)) from None


def _holds(text: str, names: Collection[str], above: KeyPath) -> bool:
    try:
        table: Any = tomllib.loads(text)
    except (ValueError, RecursionError):
        return False
    for key in (*above, "servers"):
        table = table.get(key, {}) if isinstance(table, dict) else {}
    return isinstance(table, dict) and table.keys() >= set(names)
