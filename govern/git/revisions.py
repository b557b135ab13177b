"""What git holds: read with git, nothing checked out."""

from __future__ import annotations

import re
from os.path import abspath
from pathlib import Path
from typing import TYPE_CHECKING

from govern.errors import UsageError
from govern.git.nested import refuse_replaced_folder
from govern.git.process import run_git, work_tree_of

if TYPE_CHECKING:
    from subprocess import CompletedProcess

FETCH_HISTORY = (
    "Fetch the whole history: `git fetch --unshallow --tags` (GitHub: `fetch-depth: 0` at actions/checkout)."
)
# What git takes for the first digits of an object, where no ref has that name.
_DIGITS = re.compile(r"[0-9a-fA-F]{4,39}")
_TRUST = "safe.directory"
_REPOSITORY = "it takes a git repository, or locks that are named by their paths: govern diff OLD NEW"


def conflict_side(path: Path, stage: int) -> str | None:
    """A conflicted file's text as stage 1 (base), 2 (ours) or 3 (theirs); None where that side has no such file."""
    place = path_in_repository(path, require_repository(path))
    listed = run_git(path, "ls-files", "--stage", "-z", "--", f":(top,literal){place}")
    entries = _listed(path, listed)
    return next((_text(path, entry[1]) for entry in entries if entry[2:] == [str(stage)]), None)


def resolve_commit(path: Path, ref: str, *, whole: bool = False) -> str | None:
    """The commit that this names; None for HEAD before the first commit.

    A name that two refs have is refused: git takes the tag, which others may push than those who may push the branch.
    With `whole`, so is a clone that lacks the beginning of its history.
    """
    require_repository(path)
    if whole and is_shallow(path):
        message = "this is a shallow clone: its history is cut off"
        raise UsageError(message, where=str(path.absolute().parent), hint=FETCH_HISTORY)
    found = _commit(path, ref)
    if found is None and ref == "HEAD" and run_git(path, "rev-parse", "--verify", "--quiet", ref).returncode:
        return None
    # Of `^HEAD` git says `^` and the commit: all that is not before it.
    if found is None or not found.isalnum():
        raise UsageError(
            f"git knows no commit {ref!r}",
            where=str(path.absolute().parent),
            hint=FETCH_HISTORY if is_shallow(path) else "",
        )
    if ref != "HEAD":
        _require_one(path, re.split(r"[\^~:]|@\{", ref)[0])
    return found


def is_shallow(path: Path) -> bool:
    """Whether the clone lacks the beginning of its history."""
    return run_git(path, "rev-parse", "--is-shallow-repository").stdout.strip() == b"true"


def _require_one(path: Path, name: str) -> None:
    """Refuse a name that refs of several commits have, or a ref that is named like the first digits of a commit."""
    places = (name, f"tags/{name}", f"heads/{name}", f"remotes/{name}", f"remotes/{name}/HEAD")
    refs = [f"refs/{place}" for place in places]
    listed = run_git(path, "for-each-ref", "--format=%(refname)", *refs).stdout.decode("utf-8", "replace")
    several = [ref for ref in refs if ref in listed.split("\n")]
    if several and _DIGITS.fullmatch(name):
        alike = run_git(path, "rev-parse", f"--disambiguate={name}").stdout.decode("ascii").split()
        several += [each for each in alike if _commit(path, each) == each]
    if len({_commit(path, ref) for ref in several}) > 1:
        raise UsageError(
            f"git knows more than one {name!r}: {', '.join(several)}",
            where=str(path.absolute().parent),
            hint=f"Name one of them in full, such as {several[-1]}.",
        )


def _commit(path: Path, ref: str) -> str | None:
    answer = run_git(path, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
    return None if answer.returncode else answer.stdout.decode("ascii").strip()


def is_commit(path: Path, ref: str) -> bool:
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


def user_email(path: Path) -> str | None:
    """Who git says is working here, also where there is no repository; None where it knows nobody."""
    found = run_git(path, "config", "--get", "user.email")
    return found.stdout.decode("utf-8", "replace").strip() or None


def signing_key(path: Path) -> tuple[str, str | None]:
    """In which format git signs here, and with which key; None where it names none."""
    form = run_git(path, "config", "--get", "gpg.format")
    key = run_git(path, "config", "--type=path", "--get", "user.signingkey")
    named = key.stdout.decode("utf-8", "replace").strip() or None
    return form.stdout.decode("utf-8", "replace").strip() or "openpgp", named


def require_repository(path: Path) -> Path:
    """Return the top of the work tree that this file lies in; refuse what git cannot read, with git's own reason.

    Refused are a folder of another owner, no repository, and a folder that became another repository.
    """
    where = str(path.absolute().parent)
    answer = run_git(path, "rev-parse", "--show-toplevel")
    if answer.returncode:
        reason, _, advice = _message(answer).partition("\n")
        # For a folder of another owner git says which command makes it trust that.
        command = advice.rpartition("\n")[2].strip()
        hint = f"if you trust it: {command}" if _TRUST in command else _REPOSITORY
        raise UsageError(f"git cannot read here: {reason}", where=where, hint=hint)
    shown = Path(answer.stdout.decode("utf-8", "surrogateescape").removesuffix("\n"))
    top = work_tree_of(path.absolute().parent)
    if top is None or not shown.samefile(top):
        message = f"git takes {shown} for the work tree, and {top or 'no folder above'} has the .git"
        raise UsageError(message, where=where, hint="Look at `git config core.worktree`, and at that .git.")
    refuse_replaced_folder(path.absolute().parent, top)
    return top


def path_in_repository(path: Path, root: Path) -> str | None:
    """Return where a file stands in the repository of this work tree, whether or not it is there; None outside of it.

    By its own name: below a folder that is a link it is not where the link leads, since the link may be new.
    """
    path = Path(abspath(path))  # noqa: PTH100 - resolve() would follow links
    above = next((folder for folder in path.parents if folder.is_dir() and folder.samefile(root)), None)
    if above:
        return path.relative_to(above).as_posix()
    folder, top = path.parent.resolve(), root.resolve()
    return (folder.relative_to(top) / path.name).as_posix() if folder.is_relative_to(top) else None


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
    return UsageError(f"git cannot read the committed file: {git_error(answer)}", where=str(path))


def git_error(answer: CompletedProcess[bytes]) -> str:
    """The last thing that git said before it gave up."""
    return _message(answer).rpartition("\n")[2].removeprefix("fatal: ")


def _message(answer: CompletedProcess[bytes]) -> str:
    return answer.stderr.decode("utf-8", "replace").strip().removeprefix("fatal: ")
