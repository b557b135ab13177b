"""Recognize the project's client configs by their paths in a repository."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from govern.policy.client_files import client_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from govern.policy.client_files import ClientFile, Level


def client_kinds(path: str, level: Level = "project") -> Iterator[tuple[ClientFile, str]]:
    """Yield each kind of client config that a path may be, on any system, and the folder that it lies in."""
    opened = _as_opened(path)
    if not _pattern(kind.path for kind in client_files(level)).fullmatch(opened):
        return
    for kind in client_files(level):
        if found := _pattern([kind.path]).fullmatch(opened):
            depth = found[1].count("/") + 1 if found[1] else 0
            yield kind, "/".join(path.replace("\\", "/").split("/")[:depth])


def is_client_folder(path: str) -> bool:
    """Return whether a client may look for its config below a folder of this name."""
    parents = {above for kind in client_files("project") for above in _folders_above(kind.path)}
    return bool(_pattern(parents).fullmatch(_as_opened(path)))


def _folders_above(path: str) -> Iterator[str]:
    parts = path.split("/")
    yield from ("/".join(parts[:end]) for end in range(1, len(parts)))


def _pattern(globs: Iterable[str]) -> re.Pattern[str]:
    return _compiled(tuple(sorted(globs)))


@cache
def _compiled(globs: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern for paths that end in one of the globs; its group is what comes before."""
    endings = "|".join("[^/]*".join(map(re.escape, each.casefold().split("*"))) for each in globs)
    return re.compile(rf"(?:(.*)/)?(?:{endings})", re.DOTALL)


def _as_opened(path: str) -> str:
    """Return the path that a file system may take for this one: Windows and macOS ignore case and some characters."""
    parts = path.replace("\\", "/").split("/")
    return "/".join(part.partition(":")[0].rstrip(". ") if part.strip(". ") else part for part in parts).casefold()
