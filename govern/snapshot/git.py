"""What git holds: read with git, nothing checked out."""

from __future__ import annotations

import os
import re

from govern.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from subprocess import CompletedProcess

_TIMEOUT = 60
# A hook's git says by these where it was started, which says nothing of where a file lies.
_OF_A_HOOK = ("GIT_DIR", "GIT_INDEX_FILE", "GIT_PREFIX")
FETCH_ALL = "Fetch the whole history: `git fetch --unshallow --tags` (GitHub: `fetch-depth: 0` at actions/checkout)."
_TRUST = "safe.directory"
_REPOSITORY = "it takes a git repository, or locks that are named by their paths: govern diff OLD NEW"


def staged(path: Path, stage: int) -> str | None:
    """A conflicted file's text as stage 1 (base), 2 (ours) or 3 (theirs); None where that side has no such file."""
    require_repository(path)
    listed = run_git(path, "ls-files", "--stage", "-z", "--", f"./{path.name}")
    entries = _listed(path, listed)
    return next((_text(path, entry[1]) for entry in entries if entry[2:] == [str(stage)]), None)


def named_commit(path: Path, ref: str) -> str | None:
    """The commit that this names; None for HEAD before the first commit.

    A name that two refs have is refused: git takes the tag, which others may push than those who may push the branch.
    """
    require_repository(path)
    found = _commit(path, ref)
    if found is None and ref == "HEAD" and run_git(path, "rev-parse", "--verify", "--quiet", ref).returncode:
        return None
    # Of `^HEAD` git says `^` and the commit: all that is not before it.
    if found is None or not found.isalnum():
        raise UsageError(
            f"git knows no commit {ref!r}",
            where=str(path.absolute().parent),
            hint=FETCH_ALL if is_shallow(path) else "",
        )
    if ref != "HEAD":
        _require_one(path, re.split(r"[\^~:]|@\{", ref)[0])
    return found


def is_shallow(path: Path) -> bool:
    """Whether the clone lacks the beginning of its history."""
    return run_git(path, "rev-parse", "--is-shallow-repository").stdout.strip() == b"true"


def _require_one(path: Path, name: str) -> None:
    refs = [f"refs/{kind}/{name}" for kind in ("tags", "heads", "remotes")]
    listed = run_git(path, "for-each-ref", "--format=%(refname)", *refs).stdout.decode("utf-8", "replace")
    several = [ref for ref in refs if ref in listed.split("\n")]
    if len({_commit(path, ref) for ref in several}) > 1:
        raise UsageError(
            f"git knows more than one {name!r}: {', '.join(several)}",
            where=str(path.absolute().parent),
            hint=f"Name one of them in full, such as {several[-1]}.",
        )


def _commit(path: Path, ref: str) -> str | None:
    answer = run_git(path, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
    return None if answer.returncode else answer.stdout.decode("ascii").strip()


def knows(path: Path, ref: str) -> bool:
    """Whether this names a commit, as far as git is there to ask."""
    try:
        return _commit(path, ref) is not None
    except UsageError:
        return False


def merge_base(path: Path, branch: str) -> str:
    """Return the commit where HEAD left a branch of `origin`; one that cannot be found is an error, never a guess.

    A local branch of that name does not count: some CIs check a pull request out under the name of its target.
    """
    require_repository(path)
    found = run_git(path, "merge-base", "HEAD", "--end-of-options", f"refs/remotes/origin/{branch}")
    if not found.returncode:
        return found.stdout.decode("ascii").strip()
    raise UsageError(
        f"git finds no merge base with {branch!r}",
        where=str(path.absolute().parent),
        hint="Fetch the branch with its history: `git fetch origin +refs/heads/NAME:refs/remotes/origin/NAME`"
        " (GitHub: `fetch-depth: 0` at actions/checkout), or name OLD.",
    )


def email(path: Path) -> str | None:
    """Who git says is working here, also where there is no repository; None where it knows nobody."""
    found = run_git(path, "config", "--get", "user.email")
    return found.stdout.decode("utf-8", "replace").strip() or None


def signing_key(path: Path) -> tuple[str, str | None]:
    """In which format git signs here, and with which key; None where it names none."""
    form = run_git(path, "config", "--get", "gpg.format")
    key = run_git(path, "config", "--type=path", "--get", "user.signingkey")
    named = key.stdout.decode("utf-8", "replace").strip() or None
    return form.stdout.decode("utf-8", "replace").strip() or "openpgp", named


def require_repository(path: Path) -> None:
    """Refuse what git cannot read, with its reason: another owner of the folder, as well as no repository."""
    answer = run_git(path, "rev-parse", "--is-inside-work-tree")
    if answer.returncode:
        said = answer.stderr.decode("utf-8", "replace").strip().removeprefix("fatal: ")
        reason, _, advice = said.partition("\n")
        # Of a folder of somebody else's git says which command makes it trust that.
        command = advice.rpartition("\n")[2].strip()
        hint = f"if you trust it: {command}" if _TRUST in command else _REPOSITORY
        raise UsageError(f"git cannot read here: {reason}", where=str(path.absolute().parent), hint=hint)


def _listed(path: Path, listed: CompletedProcess[bytes]) -> list[list[str]]:
    """What git says of each entry before its name; one that it cannot list is never taken for one that is not there."""
    if listed.returncode:
        raise _unreadable(path, listed)
    entries = listed.stdout.decode("utf-8", "replace").split("\0")[:-1]
    return [entry.partition("\t")[0].split(" ") for entry in entries]


def _text(path: Path, blob: str) -> str:
    shown = run_git(path, "cat-file", "blob", blob)
    if shown.returncode:
        raise _unreadable(path, shown)
    return shown.stdout.decode("utf-8", "replace")


def _unreadable(path: Path, answer: CompletedProcess[bytes]) -> UsageError:
    """Git has the commit and not all that is in it: a partial clone that cannot fetch, a damaged store."""
    return UsageError(f"git cannot read the committed file: {reason_of(answer)}", where=str(path))


def reason_of(answer: CompletedProcess[bytes]) -> str:
    """The last thing that git said before it gave up."""
    return answer.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2].removeprefix("fatal: ")


def run_git(path: Path, *words: str) -> CompletedProcess[bytes]:
    """Git's answer in the folder of this path, whatever it is; none at all is an error."""
    import subprocess

    folder = path.absolute().parent
    if not folder.is_dir():
        raise UsageError("there is no such folder", where=str(folder))
    try:
        return subprocess.run(  # noqa: S603
            ["git", *words],  # noqa: S607
            cwd=folder, env=surroundings(), capture_output=True, timeout=_TIMEOUT, check=False,
        )  # fmt: skip
    except FileNotFoundError:
        raise UsageError("git is not installed, or not on PATH") from None
    except subprocess.TimeoutExpired:
        raise UsageError(f"git did not answer within {_TIMEOUT} s", where=str(folder)) from None


def surroundings() -> dict[str, str]:
    """What git is started with: it finds the repository from the folder, also in a hook of another one."""
    if "GIT_WORK_TREE" in os.environ:
        return {**os.environ}
    return {name: value for name, value in os.environ.items() if name not in _OF_A_HOOK}
