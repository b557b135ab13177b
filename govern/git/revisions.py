"""Resolve refs to commits, and read settings and conflict sides from git.

A pull request may turn a folder into a submodule or a link. Git would then read another history, in which the lock was
always as it is now, so such a folder is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from os.path import abspath, realpath
from pathlib import Path
from typing import TYPE_CHECKING

from govern.errors import UsageError
from govern.git.objects import ObjectReader
from govern.git.process import asked_once, outer_work_trees, run_git, work_tree_of

if TYPE_CHECKING:
    from subprocess import CompletedProcess


_SUBMODULE = "160000"
# Index entries that are symbolic links or submodules.
_INDEX_ENTRY = re.compile(r"(?:^|\0)(120000|160000) [0-9a-f]+ [0-3]\t([^\0]+)")


@dataclass(frozen=True, slots=True)
class Detour:
    """A path in the work tree that leads to a folder elsewhere; `kind` describes what git tracks there."""

    place: str
    kind: str


def detours_to(folder: Path, top: Path) -> list[Detour]:
    """Return the symbolic links and submodules of this work tree that lead to the folder."""
    real = folder.resolve()
    tracked = [each for each in _tracked_detours(top / ".git") if real.is_relative_to(realpath(top / each.place))]
    own = Path(abspath(folder))  # noqa: PTH100 - resolve() would follow links
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
            raise UsageError(message, where=str(folder), hint=f"{FETCH_HISTORY}, or {_ceiling_hint(outer)}")
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


FETCH_HISTORY = (
    "fetch the whole history: `git fetch --unshallow --tags` (GitHub: `fetch-depth: 0` for actions/checkout)"
)
# Git interprets such a name as an abbreviated object id if no ref has it.
_ABBREVIATED_ID = re.compile(r"[0-9a-fA-F]{4,39}")
_REMOTES, _ORIGIN = "refs/remotes/", "refs/remotes/origin/"
_NEEDS_REPOSITORY = "run it in a git repository; only `govern diff --live` and `govern diff FILE FILE` need none"


def conflict_side(path: Path, stage: int) -> str | None:
    """Return the text of one side of a conflicted file: stage 1 (base), 2 (ours) or 3 (theirs); None if it has none."""
    place = path_in_repository(path, require_repository(path))
    listed = _require_output(path, "ls-files", "--stage", "-z", "--", f":(top,literal){place}")
    for entry in listed.split("\0")[:-1]:
        _mode, blob, number = entry.partition("\t")[0].split(" ")
        if number == str(stage):
            return _require_output(path, "cat-file", "blob", blob)
    return None


def resolve_commit(path: Path, ref: str, *, whole: bool = False) -> str | None:
    """Return the commit of a ref; None for HEAD before the first commit.

    Raise UsageError for a name of two refs: git would prefer the tag, and people who may not push the branch may push
    tags. With `whole`, raise it for a shallow clone too.
    """
    require_repository(path)
    if whole and is_shallow(path):
        message = "this is a shallow clone: the beginning of its history is missing"
        raise UsageError(message, where=str(path.absolute().parent), hint=FETCH_HISTORY)
    found = _commit_id(path, ref)
    if found is None and ref == "HEAD" and run_git(path, "rev-parse", "--verify", "--quiet", ref).returncode:
        return None
    if found is None:
        raise UsageError(
            f"no commit {ref!r} in this repository",
            where=str(path.absolute().parent),
            hint=FETCH_HISTORY if is_shallow(path) else "list tags and branches with `git tag` and `git branch --all`",
        )
    # A full id is never the name of a ref to git.
    if ref not in ("HEAD", found):
        _require_unambiguous(path, re.split(r"[\^~:]|@\{", ref)[0])
    return found


def _require_unambiguous(path: Path, name: str) -> None:
    """Raise UsageError for a name of refs of several commits, or of a ref named like an abbreviated commit id."""
    places = (name, f"tags/{name}", f"heads/{name}", f"remotes/{name}", f"remotes/{name}/HEAD")
    refs = [f"refs/{place}" for place in places]
    listed = run_git(path, "for-each-ref", "--format=%(refname)", *refs).stdout.decode("utf-8", "replace")
    several = [ref for ref in refs if ref in listed.split("\n")]
    if several and _ABBREVIATED_ID.fullmatch(name):
        alike = run_git(path, "rev-parse", f"--disambiguate={name}").stdout.decode("ascii").split()
        several += [each for each in alike if _commit_id(path, each) == each]
    if len({_commit_id(path, ref) for ref in several}) > 1:
        raise UsageError(
            f"{name!r} is ambiguous: {', '.join(several)}",
            where=str(path.absolute().parent),
            hint=f"use a full name, such as {several[-1]}",
        )


@asked_once
def _commit_id(path: Path, ref: str) -> str | None:
    with ObjectReader(path) as objects:
        return objects.commit(ref)


def is_commit(path: Path, ref: str) -> bool:
    """Return whether a ref names a commit; False without git or a repository."""
    try:
        return _commit_id(path, ref) is not None
    except UsageError:
        return False


def merge_base(path: Path, branch: str) -> str:
    """Return the merge base of HEAD and a branch of `origin`, or raise UsageError.

    A local branch of that name is ignored: some CI systems check out a pull request under the name of its target.
    """
    require_repository(path)
    if found := _merge_base(path, f"{_ORIGIN}{branch}"):
        return found
    raise UsageError(
        f"no merge base with origin/{branch}",
        where=str(path.absolute().parent),
        hint="fetch the branch with its history: `git fetch origin +refs/heads/NAME:refs/remotes/origin/NAME`"
        " (GitHub: `fetch-depth: 0` for actions/checkout), or name OLD",
    )


def default_branch(path: Path) -> tuple[str, str] | None:
    """Return the default branch of `origin`, such as `origin/main`, and its merge base with HEAD; None if unknown."""
    named = run_git(path, "symbolic-ref", "--quiet", f"{_ORIGIN}HEAD")
    ref = named.stdout.decode("utf-8", "surrogateescape").strip()
    found = _merge_base(path, ref) if ref.startswith(_ORIGIN) else None
    return (ref.removeprefix(_REMOTES), found) if found else None


def _merge_base(path: Path, ref: str) -> str | None:
    """Return the merge base of HEAD and a ref; None if there is none.

    Raise UsageError for several: what is unchanged since one of them may be a change for git, which merges them first.
    """
    listed = run_git(path, "merge-base", "--all", "HEAD", "--end-of-options", ref)
    found = listed.stdout.decode("ascii").split()
    if len(found) > 1:
        branch = ref.removeprefix(_REMOTES)
        raise UsageError(
            f"HEAD has several merge bases with {branch}",
            where=str(path.absolute().parent),
            hint=f"merge the branch first: git merge {branch}; or name OLD",
        )
    return None if listed.returncode else found[0]


def user_email(path: Path) -> str | None:
    """Return git's user.email, also outside a repository; None if it is not set."""
    found = run_git(path, "config", "--get", "user.email")
    return found.stdout.decode("utf-8", "replace").strip() or None


def signing_key(path: Path) -> tuple[str, str | None]:
    """Return the format and the key that git signs with; the key is None if it is not set."""
    form = run_git(path, "config", "--get", "gpg.format")
    key = run_git(path, "config", "--type=path", "--get", "user.signingkey")
    named = key.stdout.decode("utf-8", "replace").strip() or None
    return form.stdout.decode("utf-8", "replace").strip() or "openpgp", named


def require_repository(path: Path) -> Path:
    """Return the top of the work tree of a file.

    Raise UsageError, with git's reason, outside a repository, in a folder of another owner, and in a folder that became
    another repository.
    """
    return _repository(path)[0]


def is_shallow(path: Path) -> bool:
    """Return whether the clone is shallow; raise UsageError as `require_repository` does."""
    return _repository(path)[1]


@asked_once
def _repository(path: Path) -> tuple[Path, bool]:
    where = str(path.absolute().parent)
    answer = run_git(path, "rev-parse", "--show-toplevel", "--is-shallow-repository")
    if answer.returncode:
        reason, _, advice = _stderr_text(answer).partition("\n")
        # For a folder of another owner git prints the command that makes git trust it.
        command = advice.rpartition("\n")[2].strip()
        hint = f"if you trust it, run: {command}" if "safe.directory" in command else _NEEDS_REPOSITORY
        raise UsageError(f"git cannot read this folder: {reason}", where=where, hint=hint)
    place, _, shallow = answer.stdout.decode("utf-8", "surrogateescape").removesuffix("\n").rpartition("\n")
    shown = Path(place)
    top = work_tree_of(path.absolute().parent)
    if top is None or not shown.samefile(top):
        message = f"git uses the work tree {shown}, but the .git is in {top or 'no folder above'}"
        raise UsageError(
            message,
            where=where,
            hint="check `git config core.worktree`, or remove that .git",
        )
    refuse_replaced_folder(path.absolute().parent, top)
    return top, shallow == "true"


def path_in_repository(path: Path, root: Path) -> str | None:
    """Return the path of a file, which need not exist, from the root of its work tree; None if it lies outside.

    Links to folders are not resolved where possible, because the link may be new.
    """
    path = Path(abspath(path))  # noqa: PTH100 - resolve() would follow links
    above = next((folder for folder in path.parents if folder.is_dir() and folder.samefile(root)), None)
    if above:
        return path.relative_to(above).as_posix()
    folder, top = path.parent.resolve(), root.resolve()
    return (folder.relative_to(top) / path.name).as_posix() if folder.is_relative_to(top) else None


def _require_output(path: Path, *words: str) -> str:
    answer = run_git(path, *words)
    if answer.returncode:
        raise UsageError(f"git cannot read the committed file: {git_error(answer)}", where=str(path))
    return answer.stdout.decode("utf-8", "replace")


def git_error(answer: CompletedProcess[bytes]) -> str:
    """Return the last line of git's error message."""
    return _stderr_text(answer).rpartition("\n")[2].removeprefix("fatal: ")


def _stderr_text(answer: CompletedProcess[bytes]) -> str:
    return answer.stderr.decode("utf-8", "replace").strip().removeprefix("fatal: ")
