"""What git holds: read with git, nothing checked out."""

import subprocess
from pathlib import Path

from govern.errors import UsageError

_TIMEOUT = 60


def staged(path: Path, stage: int) -> str | None:
    """A conflicted file's text as stage 1 (base), 2 (ours) or 3 (theirs); None where that side has no such file."""
    _require_repository(path)
    listed = _git(path, "ls-files", "--stage", "-z", "--", f"./{path.name}")
    entries = _listed(path, listed)
    return next((_text(path, entry[1]) for entry in entries if entry[2:] == [str(stage)]), None)


def committed(path: Path, ref: str) -> str | None:
    """The file's text in a commit; None where the commit has no such file, or where there is no commit yet."""
    _require_repository(path)
    known = ("rev-parse", "--verify", "--quiet", "--end-of-options")
    if ref == "HEAD" and _git(path, *known, ref).returncode:
        return None
    commit = _git(path, *known, f"{ref}^{{commit}}")
    if commit.returncode:
        raise UsageError(f"git knows no commit {ref!r}", where=str(path.absolute().parent))
    listed = _git(path, "ls-tree", "-z", commit.stdout.decode("ascii").strip(), "--", f"./{path.name}")
    return next((_text(path, entry[2]) for entry in _listed(path, listed)), None)


def knows(path: Path, ref: str) -> bool:
    """Whether this names a commit, as far as git is there to ask."""
    try:
        return not _git(path, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}").returncode
    except UsageError:
        return False


def merge_base(path: Path, branch: str) -> str:
    """The commit where this branch left the other; one that cannot be found is an error, never a guess."""
    _require_repository(path)
    for name in (f"origin/{branch}", branch):
        found = _git(path, "merge-base", "HEAD", "--end-of-options", name)
        if not found.returncode:
            return found.stdout.decode("ascii").strip()
    raise UsageError(
        f"git finds no merge base with {branch!r}",
        where=str(path.absolute().parent),
        hint="Fetch the branch and its history (GitHub: `fetch-depth: 0` at actions/checkout), or name OLD.",
    )


def email(path: Path) -> str | None:
    """Who git says is working here, also where there is no repository; None where it knows nobody."""
    found = _git(path, "config", "--get", "user.email")
    return found.stdout.decode("utf-8", "replace").strip() or None


def _require_repository(path: Path) -> None:
    """Git's own reason is told, since it may be another owner of the folder as well as no repository."""
    answer = _git(path, "rev-parse", "--is-inside-work-tree")
    if answer.returncode:
        reason = answer.stderr.decode("utf-8", "replace").partition("\n")[0].removeprefix("fatal: ")
        raise UsageError(f"git cannot read here: {reason}", where=str(path.absolute().parent))


def _listed(path: Path, listed: "subprocess.CompletedProcess[bytes]") -> list[list[str]]:
    """What git says of each entry before its name; one that it cannot list is never taken for one that is not there."""
    if listed.returncode:
        raise _unreadable(path, listed)
    entries = listed.stdout.decode("utf-8", "replace").split("\0")[:-1]
    return [entry.partition("\t")[0].split(" ") for entry in entries]


def _text(path: Path, blob: str) -> str:
    shown = _git(path, "cat-file", "blob", blob)
    if shown.returncode:
        raise _unreadable(path, shown)
    return shown.stdout.decode("utf-8", "replace")


def _unreadable(path: Path, answer: "subprocess.CompletedProcess[bytes]") -> UsageError:
    """Git has the commit and not all that is in it: a partial clone that cannot fetch, a damaged store."""
    reason = answer.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2].removeprefix("fatal: ")
    return UsageError(f"git cannot read the committed file: {reason}", where=str(path))


def _git(path: Path, *words: str) -> "subprocess.CompletedProcess[bytes]":
    folder = path.absolute().parent
    if not folder.is_dir():
        raise UsageError("there is no such folder", where=str(folder))
    try:
        return subprocess.run(["git", *words], cwd=folder, capture_output=True, timeout=_TIMEOUT, check=False)  # noqa: S603, S607
    except FileNotFoundError:
        raise UsageError("git is not installed, or not on PATH") from None
    except subprocess.TimeoutExpired:
        raise UsageError(f"git did not answer within {_TIMEOUT} s", where=str(folder)) from None
