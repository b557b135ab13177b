"""A file's history as git holds it: the commits that touched it, and the versions that were released.

History is told along first parents: what a merge brought in is one step, at the merge, since that is when the branch
changed. A shallow clone lacks the beginning, so it is an error and never read as if that were all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from govern.contract.version import Version, looks_like_version
from govern.errors import UsageError
from govern.git.process import run_git
from govern.git.revisions import git_error, path_in_repository, require_repository, resolve_commit

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

# What a person may have set for their own eyes, and what would change what is read here.
_PLAIN = tuple(
    word
    for setting in ("log.showSignature=false", "log.follow=false", "log.diffMerges=separate", "diff.relative=false")
    for word in ("-c", setting)
)


@dataclass(frozen=True, slots=True)
class FileVersion:
    """The file as a commit left it: its blob, or `""` where the commit took it away.

    `path` is where it stood, from the root of the repository. `tags` are the version tags, newest version first, on
    first parents from this commit up to the next that touched the file: the releases that held it so.
    """

    commit: str
    when: datetime
    subject: str
    tags: tuple[str, ...]
    blob: str
    path: str = ""


@dataclass(frozen=True, slots=True)
class VersionTag:
    """A tag that names a version; `series` is what stands before it, such as a package of several."""

    name: str
    series: str
    version: Version
    commit: str
    when: datetime


@dataclass(frozen=True, slots=True)
class UnparsedTag:
    """A tag that looks like a version and cannot be read as one."""

    name: str
    commit: str


def lock_history(path: Path, old: str | None = None, new: str = "HEAD") -> list[FileVersion]:
    """The commits of `new`, without those of `old`, that touched the file, oldest first; renames are followed back."""
    end = commit_in_full_clone(path, new)
    if end is None:
        return []
    begin = commit_in_full_clone(path, old) if old is not None else None
    touched = list(_touched(path, _in_repository(path), end, begin))[::-1]
    return _tagged(path, touched, end)


def commit_in_full_clone(path: Path, ref: str) -> str | None:
    """The commit that this names, in a clone that has all of history; None for HEAD before the first commit."""
    return resolve_commit(path, ref, whole=True)


def version_tags(path: Path, new: str = "HEAD", old: str | None = None) -> list[VersionTag]:
    """The version tags that `new` reaches and `old` does not, newest version first, whatever their dates."""
    end = commit_in_full_clone(path, new)
    if end is None:
        return []
    begin = commit_in_full_clone(path, old) if old is not None else None
    without = (f"--no-merged={begin}",) if begin else ()
    return _version_tags(path, f"--merged={end}", *without)


def unparsed_tags(path: Path, new: str = "HEAD") -> list[UnparsedTag]:
    """Return the tags that a commit reaches, look like a version, and cannot be read as one."""
    end = commit_in_full_clone(path, new)
    listed = _lines(path, "for-each-ref", f"--merged={end}", "--format=%(refname)", "refs/tags") if end else []
    names = [ref.removeprefix("refs/tags/") for ref in listed]
    unread = [name for name in names if looks_like_version(name) and Version.in_tag(name) is None]
    return [UnparsedTag(name, commit) for name, commit in _commits(path, unread).items()]


def tags_on_other_branches(path: Path, new: str = "HEAD") -> list[VersionTag]:
    """The version tags of other lines of history: `new` does not reach them, nor do they reach it."""
    end = commit_in_full_clone(path, new)
    return _version_tags(path, f"--no-merged={end}", f"--no-contains={end}") if end else []


def _version_tags(path: Path, *which: str) -> list[VersionTag]:
    form = "--format=%(refname) %(creatordate:iso-strict)"
    refs = _lines(path, "for-each-ref", *which, form, "refs/tags")
    read = [(ref.removeprefix("refs/tags/"), when) for ref, _, when in (line.partition(" ") for line in refs)]
    found = {name: (named, when) for name, when in read if (named := Version.in_tag(name))}
    commits = _commits(path, list(found))
    tags = [
        VersionTag(name, *named, commits[name], _moment(when))
        for name, (named, when) in found.items()
        if name in commits
    ]
    return sorted(tags, key=lambda tag: (tag.version, tag.name), reverse=True)


def tags_of_series(
    tags: list[VersionTag], path: Path, series: str | None = None, *, hint: str = ""
) -> list[VersionTag]:
    """The tags of one series: the one that is named, else the file's folder's, else the unnamed one, else the only one.

    `hint` says how to name one, where several are there and none of them goes with the file.
    """
    every = sorted({tag.series for tag in tags})
    if series is not None and series not in every:
        named = ", ".join(filter(None, every)) or "none"
        raise UsageError(f"no version tag is one of {series!r}", hint=f"Packages that have version tags: {named}.")
    if series is None:
        folders = PurePosixPath(_in_repository(path)).parts[:-1]
        series = next(
            (name for folder in reversed(folders) for name in every if name.rpartition("/")[2] == folder), None
        )
    if series is None:
        if "" not in every and len(every) > 1:
            message = f"the version tags are of several packages: {', '.join(every)}"
            raise UsageError(message, where=str(path.absolute().parent), hint=hint or "Name the tag to compare with.")
        series = "" if "" in every else "".join(every)
    return [tag for tag in tags if tag.series == series]


def _in_repository(path: Path) -> str:
    # Git follows no link to a folder, so history is asked of the folder itself.
    return path_in_repository(path.parent.resolve() / path.name, require_repository(path)) or path.name


def _touched(path: Path, place: str, end: str, begin: str | None) -> Iterator[FileVersion]:
    """Newest first. Where a commit brought the file from another place, the other place is told from there on back."""
    origin: str | None = place
    while origin:
        place, origin = origin, None
        for snapshot, status in _touched_at(path, place, end, begin):
            yield snapshot
            origin = _renamed_from(path, snapshot.commit, place) if status == "A" else None
            if origin:
                end = f"{snapshot.commit}^1"
                break


def _touched_at(path: Path, place: str, end: str, begin: str | None) -> Iterator[tuple[FileVersion, str]]:
    form = "--format=%H %cI %s"
    how = ("--first-parent", "-m", "--root", "--raw", "-z", "--no-abbrev", "--no-renames", "--encoding=UTF-8")
    reach = (end, f"^{begin}") if begin else (end,)
    fields = iter(
        _answer(
            path, *_PLAIN, "log", "--no-color", "--no-ext-diff", *how, form, *reach, "--", f":(top,literal){place}"
        ).split("\0")
    )
    for head, entry, _ in zip(fields, fields, fields, strict=False):
        commit, when, subject = head.split(" ", 2)
        *_, blob, status = entry.strip("\n").split(" ")
        yield FileVersion(commit, _moment(when), subject, (), "" if status == "D" else blob, place), status


def _renamed_from(path: Path, commit: str, place: str) -> str | None:
    parent = f"{commit}^1"
    if run_git(path, "rev-parse", "--verify", "--quiet", parent).returncode:
        return None
    told = _answer(
        path, "diff-tree", "--no-ext-diff", "-r", "-z", "-M", "-l0", "--diff-filter=R", "--name-status", parent, commit
    )
    fields = iter(told.split("\0"))
    return next((old for _, old, new in zip(fields, fields, fields, strict=False) if new == place), None)


def _tagged(path: Path, touched: list[FileVersion], end: str) -> list[FileVersion]:
    tags = version_tags(path, end) if touched else []
    if not tags:
        return touched
    line = _lines(path, "rev-list", "--first-parent", "--reverse", end)
    step = {commit: at for at, commit in enumerate(line)}
    starts = [step[snapshot.commit] for snapshot in touched]
    ends = [*starts[1:], len(line)]
    return [
        replace(snapshot, tags=tuple(tag.name for tag in tags if start <= step.get(tag.commit, -1) < stop))
        for snapshot, start, stop in zip(touched, starts, ends, strict=True)
    ]


def _commits(path: Path, tags: list[str]) -> dict[str, str]:
    """The commit of each tag, however many tags stand between."""
    listed = _lines(path, "show-ref", "--tags", "-d") if tags else []
    found: dict[str, str] = {}
    for line in listed:
        commit, _, ref = line.partition(" ")
        # A tag's own line comes before the one of what it stands for, which ends in ^{}.
        found[ref.removeprefix("refs/tags/").removesuffix("^{}")] = commit
    return {tag: found[tag] for tag in tags}


def _moment(text: str) -> datetime:
    """A date as git tells it; one that no calendar holds is the beginning of time."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)


def _lines(path: Path, *words: str) -> list[str]:
    return [line for line in _answer(path, *words).split("\n") if line]


def _answer(path: Path, *words: str) -> str:
    answer = run_git(path, *words)
    if answer.returncode:
        raise UsageError(f"git cannot read the history: {git_error(answer)}", where=str(path.absolute().parent))
    return answer.stdout.decode("utf-8", "surrogateescape")


def ancestors(path: Path, commits: Collection[str], end: str, begin: str | None = None) -> dict[str, frozenset[str]]:
    """For `end` and each of these commits that it reaches, which of them it reaches; those of `begin` are left out."""
    reach = (end, f"^{begin}") if begin else (end,)
    # Only commits with a ref and those where lines meet are told, so a long history between tags costs git alone.
    answer = run_git(path, "rev-list", "--simplify-by-decoration", "--parents", "--topo-order", "--reverse", *reach)
    if answer.returncode:
        raise UsageError("git cannot read the history", where=str(path.absolute().parent))
    bits = {commit: 1 << at for at, commit in enumerate(commits)}
    reached: dict[str, int] = {}
    for line in answer.stdout.decode("ascii").splitlines():
        commit, *parents = line.split(" ")
        mask = bits.get(commit, 0)
        for parent in parents:
            mask |= reached.get(parent, 0)
        reached[commit] = mask
    # Whatever was told is reached from the end, which is told itself only where it has a ref.
    reached[end] = sum(bit for commit, bit in bits.items() if commit in reached)
    return {
        commit: frozenset(other for other, bit in bits.items() if reached[commit] & bit and other != commit)
        for commit in (end, *bits)
        if commit in reached
    }
