"""Find the authors of a change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.errors import UsageError
from govern.git.process import run_git
from govern.git.revisions import FETCH_HISTORY, git_error, is_shallow, path_in_repository, require_repository

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_AUTHOR_FORMAT = "--format=%an%x00%ae%x00%cn%x00%ce"


def authors_of(file: Path, paths: Sequence[str], old: str, new: str = "HEAD") -> frozenset[str]:
    """Return the names and addresses of the authors and committers of all commits since `old` that changed a path.

    The paths start at the root of the repository of `file`. Commits on merged branches count; a merge itself counts
    only if it changed the path beyond both sides.
    """
    if is_shallow(file):
        message = "this is a shallow clone, so the authors of the change are unknown"
        raise UsageError(message, where=str(file.parent), hint=FETCH_HISTORY)
    reach = [new, f"^{old}"] if old else [new]
    at = [f":(top,literal){path}" for path in paths]
    show = ("-c", "log.showSignature=false", "log", "--full-history", "--no-color", _AUTHOR_FORMAT)
    answer = run_git(file, *show, *reach, "--", *at)
    if answer.returncode:
        raise UsageError(f"git cannot read the history: {git_error(answer)}", where=str(file.parent))
    text = answer.stdout.decode("utf-8", "replace")
    return frozenset(name for line in text.split("\n") for name in line.split("\0") if name)


def require_path_in_repository(file: Path) -> str:
    """Return the path of a file from the root of its repository, or raise UsageError if it lies outside."""
    path = path_in_repository(file, require_repository(file))
    if path is None:
        raise UsageError("is outside the repository, so the authors of the change are unknown", where=str(file))
    return path


def are_committed(files: Sequence[Path]) -> bool:
    """Return whether these files of one work tree are the same as in HEAD."""
    at = [f":(top,literal){require_path_in_repository(file)}" for file in files]
    answer = run_git(files[0], "status", "--porcelain", "--untracked-files=all", "--", *at)
    return not answer.returncode and not answer.stdout.strip()


def current_author(file: Path) -> frozenset[str]:
    """Return the name and address under which git would commit here."""
    answer = run_git(file, "var", "GIT_AUTHOR_IDENT")
    if answer.returncode:
        message = "the change is not committed and git has no user.email, so its author is unknown"
        raise UsageError(message, where=str(file), hint="commit it, or run: git config user.email you@example.com")
    name, _, rest = answer.stdout.decode("utf-8", "replace").partition(" <")
    return frozenset({name, rest.partition(">")[0]})
