"""Folders that are not what they were: a pull request may turn the lock's folder into a submodule or a link.

Git would then read another history, in which the lock was always as it is now.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from govern.errors import UsageError
from govern.git.process import outer_work_trees, run_git

if TYPE_CHECKING:
    from subprocess import CompletedProcess

_SUBMODULE = "160000"
# Entries of the index that are symbolic links or submodules.
_ENTRY = re.compile(r"(?:^|\0)(120000|160000) [0-9a-f]+ [0-3]\t([^\0]+)")
_FETCH = "Fetch the whole history: `git fetch --unshallow --tags` (GitHub: `fetch-depth: 0` at actions/checkout)"


@dataclass(frozen=True, slots=True)
class Detour:
    """A place in the work tree that leads to a folder: `kind` says as what git tracks it."""

    place: str
    kind: str


def detours_to(folder: Path, top: Path) -> list[Detour]:
    """Return the symbolic links and submodules of this work tree by which the folder is reached."""
    real = folder.resolve()
    listed = run_git(top / ".git", "ls-files", "--stage", "-z")
    if listed.returncode:
        raise _unreadable(top, listed)
    tracked = [
        Detour(place, "a submodule" if mode == _SUBMODULE else "a symbolic link")
        for mode, place in _ENTRY.findall(listed.stdout.decode("utf-8", "surrogateescape"))
        if real.is_relative_to(os.path.realpath(top / place))
    ]
    own = Path(os.path.abspath(folder))  # noqa: PTH100 - resolve() would follow links
    above = [each for each in (own, *own.parents) if each.is_symlink() and each.parent.resolve().is_relative_to(top)]
    places = [(each.parent.resolve() / each.name).relative_to(top).as_posix() for each in above]
    known = {each.place for each in tracked}
    return [*tracked, *(Detour(place, "a symbolic link") for place in places if place not in known)]


def refuse_replaced_folder(folder: Path, top: Path) -> None:
    """Refuse a work tree inside of another one, where the other one has held this folder as plain files.

    A submodule or a clone of its own is fine: no commit of the repository around it holds its files.
    """
    for outer in outer_work_trees(folder, top):
        detours = detours_to(folder, outer)
        own = [Detour(top.relative_to(outer).as_posix(), "another repository")] if top.is_relative_to(outer) else []
        places = list({each.place: each for each in (*own, *detours)}.values())
        if not places:
            continue
        if detours and not _is_whole(outer):
            message = f"{detours[0].place} is {detours[0].kind} of {outer}, of which only a part of the history is here"
            raise UsageError(message, where=str(folder), hint=f"{_FETCH}, or {_ceiling(outer)}.")
        found = _held_as_files(places, outer)
        if found:
            detour, ref = found
            message = f"{detour.place} was a folder of {outer} at {ref}, and is {detour.kind} now"
            raise UsageError(message, where=str(folder), hint=f"If that is meant, {_ceiling(outer)}.")


def _is_whole(top: Path) -> bool:
    """Return whether all commits and folders of the history are here: no shallow and no partial clone."""
    shallow = run_git(top / ".git", "rev-parse", "--is-shallow-repository").stdout.strip() != b"false"
    partial = run_git(top / ".git", "config", "--get-regexp", r"^(extensions\.partialclone|remote\..*\.promisor)$")
    return not shallow and not partial.stdout


def _held_as_files(places: list[Detour], top: Path) -> tuple[Detour, str] | None:
    """Return the first place that is a folder or a file at HEAD or at any ref of this repository, and that ref."""
    listed = run_git(top / ".git", "for-each-ref", "--format=%(refname)")
    if listed.returncode:
        raise _unreadable(top, listed)
    refs = ["HEAD", *listed.stdout.decode("utf-8", "surrogateescape").splitlines()]
    asked = [(place, ref) for place in places for ref in refs]
    names = "".join(f"{ref}:{place.place}\n" for place, ref in asked).encode("utf-8", "surrogateescape")
    answer = run_git(top / ".git", "cat-file", "--batch-check=%(objecttype)", lines=names)
    kinds = answer.stdout.decode("utf-8", "replace").splitlines()
    if answer.returncode or len(kinds) != len(asked):
        raise _unreadable(top, answer)
    return next((each for each, kind in zip(asked, kinds, strict=True) if kind in ("tree", "blob")), None)


def _unreadable(top: Path, answer: CompletedProcess[bytes]) -> UsageError:
    reason = answer.stderr.decode("utf-8", "replace").strip().partition("\n")[0].removeprefix("fatal: ")
    return UsageError(f"git cannot read this repository: {reason}", where=str(top), hint=f"Else {_ceiling(top)}.")


def _ceiling(top: Path) -> str:
    return f"tell git not to look there: GIT_CEILING_DIRECTORIES={top}"
