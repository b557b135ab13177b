"""Detect folders that a pull request turned into a submodule or a link.

Git would then read another history, in which the lock was always as it is now.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from govern.errors import UsageError
from govern.git.process import asked_once, outer_work_trees, run_git

if TYPE_CHECKING:
    from subprocess import CompletedProcess

_SUBMODULE = "160000"
# Index entries that are symbolic links or submodules.
_INDEX_ENTRY = re.compile(r"(?:^|\0)(120000|160000) [0-9a-f]+ [0-3]\t([^\0]+)")
_FETCH_HINT = "fetch the whole history: `git fetch --unshallow --tags` (GitHub: `fetch-depth: 0` for actions/checkout)"


@dataclass(frozen=True, slots=True)
class Detour:
    """A path in the work tree that leads to a folder elsewhere; `kind` describes what git tracks there."""

    place: str
    kind: str


def detours_to(folder: Path, top: Path) -> list[Detour]:
    """Return the symbolic links and submodules of this work tree that lead to the folder."""
    real = folder.resolve()
    tracked = [
        each for each in _tracked_detours(top / ".git") if real.is_relative_to(os.path.realpath(top / each.place))
    ]
    own = Path(os.path.abspath(folder))  # noqa: PTH100 - resolve() would follow links
    above = [each for each in (own, *own.parents) if each.is_symlink() and each.parent.resolve().is_relative_to(top)]
    places = [(each.parent.resolve() / each.name).relative_to(top).as_posix() for each in above]
    known = {each.place for each in tracked}
    return [*tracked, *(Detour(place, "a symbolic link") for place in places if place not in known)]


@asked_once
def _tracked_detours(git: Path) -> list[Detour]:
    """Return the symbolic links and submodules of the index."""
    listed = run_git(git, "ls-files", "--stage", "-z")
    if listed.returncode:
        raise _unreadable_repository(git.parent, listed)
    entries = _INDEX_ENTRY.findall(listed.stdout.decode("utf-8", "surrogateescape"))
    return [Detour(place, "a submodule" if mode == _SUBMODULE else "a symbolic link") for mode, place in entries]


def refuse_replaced_folder(folder: Path, top: Path) -> None:
    """Raise UsageError for a work tree inside another one whose history contains this folder as plain files.

    An ordinary submodule or clone passes: no commit of the outer repository contains its files.
    """
    for outer in outer_work_trees(folder, top):
        detours = detours_to(folder, outer)
        own = [Detour(top.relative_to(outer).as_posix(), "another repository")] if top.is_relative_to(outer) else []
        places = list({each.place: each for each in (*own, *detours)}.values())
        if not places:
            continue
        if detours and not _has_full_history(outer):
            message = f"{detours[0].place} is {detours[0].kind} of {outer}, whose history is incomplete"
            raise UsageError(message, where=str(folder), hint=f"{_FETCH_HINT}, or {_ceiling_hint(outer)}")
        found = _tracked_as_files(places, outer)
        if found:
            detour, ref = found
            message = f"{detour.place} was a folder of {outer} at {ref}, but is {detour.kind} now"
            raise UsageError(message, where=str(folder), hint=f"if this is intended, {_ceiling_hint(outer)}")


def _has_full_history(top: Path) -> bool:
    """Return whether the clone is neither shallow nor partial."""
    shallow = run_git(top / ".git", "rev-parse", "--is-shallow-repository").stdout.strip() != b"false"
    partial = run_git(top / ".git", "config", "--get-regexp", r"^(extensions\.partialclone|remote\..*\.promisor)$")
    return not shallow and not partial.stdout


def _tracked_as_files(places: list[Detour], top: Path) -> tuple[Detour, str] | None:
    """Return the first path that is a folder or a file at HEAD or any ref, and that ref."""
    listed = run_git(top / ".git", "for-each-ref", "--format=%(refname)")
    if listed.returncode:
        raise _unreadable_repository(top, listed)
    refs = ["HEAD", *listed.stdout.decode("utf-8", "surrogateescape").splitlines()]
    queries = [(place, ref) for place in places for ref in refs]
    names = "".join(f"{ref}:{place.place}\n" for place, ref in queries).encode("utf-8", "surrogateescape")
    answer = run_git(top / ".git", "cat-file", "--batch-check=%(objecttype)", lines=names)
    kinds = answer.stdout.decode("utf-8", "replace").splitlines()
    if answer.returncode or len(kinds) != len(queries):
        raise _unreadable_repository(top, answer)
    return next((each for each, kind in zip(queries, kinds, strict=True) if kind in ("tree", "blob")), None)


def _unreadable_repository(top: Path, answer: CompletedProcess[bytes]) -> UsageError:
    reason = answer.stderr.decode("utf-8", "replace").strip().partition("\n")[0].removeprefix("fatal: ")
    return UsageError(
        f"git cannot read this repository: {reason}",
        where=str(top),
        hint=f"if it does not matter, {_ceiling_hint(top)}",
    )


def _ceiling_hint(top: Path) -> str:
    return f"make git ignore it: export GIT_CEILING_DIRECTORIES={top}"
