"""What git holds: read with git, nothing checked out."""

import subprocess
from pathlib import Path

from govern.errors import UsageError

_TIMEOUT = 60


def staged(path: Path, stage: int) -> str | None:
    """A conflicted file's text as stage 1 (base), 2 (ours) or 3 (theirs); None where that side has no such file."""
    return _blob(path, f":{stage}:")


def committed(path: Path, ref: str) -> str | None:
    """The file's text in a commit; None where the commit has no such file, or where there is no commit yet."""
    if _git(path, "rev-parse", "--is-inside-work-tree").returncode:
        raise UsageError("this is not in a git repository", where=str(path.parent), hint="name another lock's path")
    if (
        ref != "HEAD"
        and _git(path, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}").returncode
    ):
        raise UsageError(f"git knows no commit {ref!r}", where=str(path.parent))
    return _blob(path, f"{ref}:")


def _blob(path: Path, tree: str) -> str | None:
    shown = _git(path, "cat-file", "blob", f"{tree}./{path.name}")
    return None if shown.returncode else shown.stdout.decode("utf-8", "replace")


def _git(path: Path, *words: str) -> "subprocess.CompletedProcess[bytes]":
    folder = path.absolute().parent
    try:
        return subprocess.run(["git", *words], cwd=folder, capture_output=True, timeout=_TIMEOUT, check=False)  # noqa: S603, S607
    except FileNotFoundError:
        raise UsageError("git is not installed, or not on PATH") from None
    except subprocess.TimeoutExpired:
        raise UsageError(f"git did not answer within {_TIMEOUT} s", where=str(folder)) from None
