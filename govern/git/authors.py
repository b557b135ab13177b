"""The people who made a change, as git knows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.errors import UsageError
from govern.git.process import run_git
from govern.git.revisions import FETCH_HISTORY, git_error, is_shallow, path_in_repository, require_repository

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_NAMES = "--format=%an%x00%ae%x00%cn%x00%ce"


def authors_of(file: Path, places: Sequence[str], old: str, new: str = "HEAD") -> frozenset[str]:
    """Return the names and addresses of the authors and committers of all commits since `old` that touched a place.

    The places are from the root of the repository that holds `file`. Commits on merged branches count; a merge by
    itself does not, unless it changed the place beyond both its sides.
    """
    if is_shallow(file):
        message = "this is a shallow clone, so govern cannot tell who made the change"
        raise UsageError(message, where=str(file.parent), hint=FETCH_HISTORY)
    reach = [new, f"^{old}"] if old else [new]
    at = [f":(top,literal){place}" for place in places]
    show = ("-c", "log.showSignature=false", "log", "--full-history", "--no-color", _NAMES)
    answer = run_git(file, *show, *reach, "--", *at)
    if answer.returncode:
        raise UsageError(f"git cannot read the history: {git_error(answer)}", where=str(file.parent))
    text = answer.stdout.decode("utf-8", "replace")
    return frozenset(name for line in text.split("\n") for name in line.split("\0") if name)


def require_path_in_repository(file: Path) -> str:
    """Return where a file of the work tree stands, from the root of its repository."""
    place = path_in_repository(file, require_repository(file))
    if place is None:
        raise UsageError("lies outside of the repository, so govern cannot tell who made the change", where=str(file))
    return place


def is_committed(file: Path) -> bool:
    """Return whether the file is in HEAD as it is in the work tree."""
    where = f":(top,literal){require_path_in_repository(file)}"
    answer = run_git(file, "status", "--porcelain", "--untracked-files=all", "--", where)
    return not answer.returncode and not answer.stdout.strip()


def current_author(file: Path) -> frozenset[str]:
    """Return the name and address under which git would commit here."""
    answer = run_git(file, "var", "GIT_AUTHOR_IDENT")
    if answer.returncode:
        message = "the change is not committed and git knows no author, so govern cannot tell who made it"
        raise UsageError(message, where=str(file), hint="commit it, or set user.email")
    name, _, rest = answer.stdout.decode("utf-8", "replace").partition(" <")
    return frozenset({name, rest.partition(">")[0]})
