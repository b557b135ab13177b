"""Read a file's history from git: the commits that changed it, and the version tags.

History follows first parents: a merge is one step, because that is when the branch changed. A shallow clone is an
error, because the beginning of its history is missing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from govern.contract.version import Version, looks_like_version
from govern.errors import UsageError
from govern.git.process import asked_once, run_git
from govern.git.revisions import (
    FETCH_HISTORY,
    git_error,
    is_commit,
    is_shallow,
    path_in_repository,
    require_repository,
    resolve_commit,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from pathlib import Path


# Override user settings that would change the output parsed here.
_PLAIN_OUTPUT = tuple(
    word
    for setting in ("log.showSignature=false", "log.follow=false", "log.diffMerges=separate", "diff.relative=false")
    for word in ("-c", setting)
)


@dataclass(frozen=True, slots=True)
class FileVersion:
    """A version of a file: the commit that changed it and its blob, which is `""` if the commit removed the file.

    `path` is its path from the root of the repository. `tags` are the version tags, newest version first, on first
    parents from this commit up to the next one that changed the file: the releases that contain this version.
    """

    commit: str
    when: datetime
    subject: str
    tags: tuple[str, ...]
    blob: str
    path: str = ""


@dataclass(frozen=True, slots=True)
class VersionTag:
    """A tag that names a version; `series` is the part before it, such as the name of a package."""

    name: str
    series: str
    version: Version
    commit: str
    when: datetime


@dataclass(frozen=True, slots=True)
class UnparsedTag:
    """A tag that looks like a version but cannot be parsed as one."""

    name: str
    commit: str


def lock_history(path: Path, old: str | None = None, new: str = "HEAD") -> list[FileVersion]:
    """Return the versions of a file in `new` without `old`, oldest first, following renames back."""
    end = commit_in_full_clone(path, new)
    if end is None:
        return []
    begin = commit_in_full_clone(path, old) if old is not None else None
    versions = list(_file_versions(path, _real_path_in_repository(path), end, begin))[::-1]
    return _with_tags(path, versions, end)


def commit_in_full_clone(path: Path, ref: str) -> str | None:
    """Return the commit of a ref; raise UsageError for a shallow clone; None for HEAD before the first commit."""
    return resolve_commit(path, ref, whole=True)


def version_tags(path: Path, new: str = "HEAD", old: str | None = None) -> list[VersionTag]:
    """Return the version tags that `new` reaches and `old` does not, newest version first."""
    end = commit_in_full_clone(path, new)
    if end is None:
        return []
    begin = commit_in_full_clone(path, old) if old is not None else None
    without = (f"--no-merged={begin}",) if begin else ()
    return _version_tags(path, f"--merged={end}", *without)


def unparsed_tags(path: Path, new: str = "HEAD") -> list[UnparsedTag]:
    """Return the tags that a commit reaches and that look like a version but cannot be parsed as one."""
    end = commit_in_full_clone(path, new)
    names = [name for name, _ in _dated_tags(path, f"--merged={end}")] if end else []
    unread = [name for name in names if looks_like_version(name) and Version.in_tag(name) is None]
    return [UnparsedTag(name, commit) for name, commit in _tag_commits(path, unread).items()]


def tags_on_other_branches(path: Path, new: str = "HEAD") -> list[VersionTag]:
    """Return the version tags on other branches: `new` does not reach them, and they do not reach `new`."""
    end = commit_in_full_clone(path, new)
    return _version_tags(path, f"--no-merged={end}", f"--no-contains={end}") if end else []


def _version_tags(path: Path, *which: str) -> list[VersionTag]:
    found = {name: (named, when) for name, when in _dated_tags(path, *which) if (named := Version.in_tag(name))}
    commits = _tag_commits(path, list(found))
    tags = [
        VersionTag(name, *named, commits[name], _parse_date(when))
        for name, (named, when) in found.items()
        if name in commits
    ]
    return sorted(tags, key=lambda tag: (tag.version, tag.name), reverse=True)


def _dated_tags(path: Path, *which: str) -> list[tuple[str, str]]:
    """Return the name and the date of each tag."""
    refs = _output_lines(path, "for-each-ref", *which, "--format=%(refname) %(creatordate:iso-strict)", "refs/tags")
    return [(ref.removeprefix("refs/tags/"), when) for ref, _, when in (line.partition(" ") for line in refs)]


def tags_of_series(
    tags: list[VersionTag], path: Path, series: str | None = None, *, hint: str = ""
) -> list[VersionTag]:
    """Return the tags of one series: the named one, else that of the file's folder, the unnamed one, or the only one.

    `hint` is the hint of the error for several series of which none matches the file.
    """
    every = sorted({tag.series for tag in tags})
    if series is not None and series not in every:
        named = ", ".join(filter(None, every)) or "none"
        raise UsageError(f"no version tag belongs to {series!r}", hint=f"packages with version tags: {named}")
    if series is None:
        folders = PurePosixPath(_real_path_in_repository(path)).parts[:-1]
        series = next(
            (name for folder in reversed(folders) for name in every if name.rpartition("/")[2] == folder), None
        )
    if series is None:
        if "" not in every and len(every) > 1:
            message = f"the version tags belong to several packages: {', '.join(every)}"
            raise UsageError(message, where=str(path.absolute().parent), hint=hint or "name the tag to compare with")
        series = "" if "" in every else "".join(every)
    return [tag for tag in tags if tag.series == series]


def _real_path_in_repository(path: Path) -> str:
    # Git does not follow links to folders, so the history is that of the resolved folder.
    return path_in_repository(path.parent.resolve() / path.name, require_repository(path)) or path.name


def _file_versions(path: Path, place: str, end: str, begin: str | None) -> Iterator[FileVersion]:
    """Yield the versions of a file, newest first; where it was renamed, continue with the old path."""
    old_place: str | None = place
    while old_place:
        place, old_place = old_place, None
        for version, status in _versions_at(path, place, end, begin):
            yield version
            old_place = _renamed_from(path, version.commit, place) if status == "A" else None
            if old_place:
                end = f"{version.commit}^1"
                break


def _versions_at(path: Path, place: str, end: str, begin: str | None) -> Iterator[tuple[FileVersion, str]]:
    form = "--format=%H %cI %s"
    how = ("--first-parent", "-m", "--root", "--raw", "-z", "--no-abbrev", "--no-renames", "--encoding=UTF-8")
    reach = (end, f"^{begin}") if begin else (end,)
    fields = iter(
        _git_output(
            path,
            *_PLAIN_OUTPUT,
            "log",
            "--no-color",
            "--no-ext-diff",
            *how,
            form,
            *reach,
            "--",
            f":(top,literal){place}",
        ).split("\0")
    )
    for head, entry, _ in zip(fields, fields, fields, strict=False):
        commit, when, subject = head.split(" ", 2)
        *_, blob, status = entry.strip("\n").split(" ")
        yield FileVersion(commit, _parse_date(when), subject, (), "" if status == "D" else blob, place), status


def _renamed_from(path: Path, commit: str, place: str) -> str | None:
    parent = f"{commit}^1"
    if not is_commit(path, parent):
        return None
    listed = _git_output(
        path, "diff-tree", "--no-ext-diff", "-r", "-z", "-M", "-l0", "--diff-filter=R", "--name-status", parent, commit
    )
    fields = iter(listed.split("\0"))
    return next((old for _, old, new in zip(fields, fields, fields, strict=False) if new == place), None)


def _with_tags(path: Path, versions: list[FileVersion], end: str) -> list[FileVersion]:
    tags = _version_tags(path, f"--merged={end}") if versions else []
    if not tags:
        return versions
    line = _output_lines(path, "rev-list", "--first-parent", "--reverse", end)
    step = {commit: at for at, commit in enumerate(line)}
    starts = [step[version.commit] for version in versions]
    ends = [*starts[1:], len(line)]
    return [
        replace(version, tags=tuple(tag.name for tag in tags if start <= step.get(tag.commit, -1) < stop))
        for version, start, stop in zip(versions, starts, ends, strict=True)
    ]


def _tag_commits(path: Path, tags: list[str]) -> dict[str, str]:
    """Return the commit of each tag, peeling annotated tags."""
    listed = _output_lines(path, "show-ref", "--tags", "-d") if tags else []
    found: dict[str, str] = {}
    for line in listed:
        commit, _, ref = line.partition(" ")
        # The line of an annotated tag comes before that of its commit, which ends in ^{}.
        found[ref.removeprefix("refs/tags/").removesuffix("^{}")] = commit
    return {tag: found[tag] for tag in tags}


def _parse_date(text: str) -> datetime:
    """Return a date that git prints; 1970 if it is not valid."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)


@asked_once
def _output_lines(path: Path, *words: str) -> list[str]:
    return [line for line in _git_output(path, *words).split("\n") if line]


def _git_output(path: Path, *words: str) -> str:
    answer = run_git(path, *words)
    if answer.returncode:
        raise UsageError(f"git cannot read the history: {git_error(answer)}", where=str(path.absolute().parent))
    return answer.stdout.decode("utf-8", "surrogateescape")


def ancestors(path: Path, commits: Collection[str], end: str, begin: str | None = None) -> dict[str, frozenset[str]]:
    """Return, for `end` and each commit that it reaches, which other commits it reaches; `begin` excludes its own."""
    reach = (end, f"^{begin}") if begin else (end,)
    # Only commits with a ref and merges are listed, so a long history between tags stays cheap.
    lines = _output_lines(
        path, "rev-list", "--simplify-by-decoration", "--parents", "--topo-order", "--reverse", *reach
    )
    bits = {commit: 1 << at for at, commit in enumerate(commits)}
    reached: dict[str, int] = {}
    for line in lines:
        commit, *parents = line.split(" ")
        mask = bits.get(commit, 0)
        for parent in parents:
            mask |= reached.get(parent, 0)
        reached[commit] = mask
    # Every listed commit is reached from the end, which is listed itself only if it has a ref.
    reached[end] = sum(bit for commit, bit in bits.items() if commit in reached)
    return {
        commit: frozenset(other for other, bit in bits.items() if reached[commit] & bit and other != commit)
        for commit in (end, *bits)
        if commit in reached
    }


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
