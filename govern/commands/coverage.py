"""Check that client configs name only what govern.toml does, for `govern gate` and `govern init --check`."""

from __future__ import annotations

from posixpath import dirname, isabs
from typing import TYPE_CHECKING

from govern.errors import UsageError
from govern.files import MEGABYTE, as_committed, decode_text, read_text
from govern.policy.client_files import (
    LEVELS,
    ClientPlaces,
    LocatedFile,
    UnreadableFile,
    client_kinds,
    is_client_folder,
    located_files,
)
from govern.policy.coverage import Coverage, CoverageJudge

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from govern.git.trees import Tree, TreeEntry, WorkTree
    from govern.policy.client_files import ClientFile
    from govern.policy.config import Config
    from govern.policy.coverage import CoveredFile
    from govern.policy.settings import Policy

# Real ones have a few kilobytes.
_MAX_FILE = 4 * MEGABYTE
_MAX_LINKS = 40


def committed_coverage(config: Config, path: Path, policy: Policy) -> Coverage:
    """Judge the client configs of HEAD, in the repository of `path`, by this policy.

    Before the first commit they are those of the work tree, and outside of a repository those beside the config.
    """
    from govern.git.process import work_tree_of
    from govern.git.revisions import resolve_commit
    from govern.git.trees import Tree

    if not work_tree_of(path.absolute().parent):
        return Coverage(covered_here(config, policy), f"beside {config.file.name}")
    commit = resolve_commit(path, "HEAD")
    if commit is None:
        return Coverage(covered_here(config, policy), "in the work tree")
    with Tree(path, commit) as tree:
        return Coverage([*_Listing(tree, config, policy).judged()], "at HEAD", _uncommitted(tree, path))


def _uncommitted(tree: Tree, path: Path) -> list[str]:
    """Return the client configs that differ between a commit and the work tree.

    `git status` would run the filters that a repository's config names.
    """
    from govern.git.trees import WorkTree

    here = WorkTree(path)
    paths = {each.path for side in (tree, here) for each in side.entries() if any(client_kinds(each.path))}
    return sorted(each for each in paths if _lines(tree, each) != _lines(here, each))


def _lines(tree: Tree | WorkTree, path: str) -> bytes | None:
    """Return a file with the line ends that git stores; None if it cannot be read."""
    try:
        content = tree.content(path, _MAX_FILE)
    except (OSError, UsageError):
        return None
    return content and as_committed(content)


def covered_here(config: Config, policy: Policy) -> list[CoveredFile]:
    """Judge the client configs in the work tree of a config, without ignored ones, or beside the config."""
    from govern.git.process import work_tree_of
    from govern.git.trees import WorkTree

    if work_tree_of(config.root):
        return [*_Listing(WorkTree(config.file), config, policy).judged()]
    judge = CoverageJudge(config, config.root, policy.gate.uncovered)
    places = ClientPlaces(config.root, config.root, (config.root,), "", {})
    return [_beside(each, judge) for each in located_files(places, LEVELS[:1])]


def _beside(file: LocatedFile | UnreadableFile, judge: CoverageJudge) -> CoveredFile:
    place = file.path.relative_to(judge.project).as_posix()
    if isinstance(file, UnreadableFile):
        return judge.unreadable(place, file.reason)
    try:
        return judge.file(file, read_text(file.path, _MAX_FILE), place)
    except OSError as error:
        return judge.unreadable(place, error.strerror or str(error))


class _Listing:
    """The files of a commit or of the work tree, with those that links give a second path."""

    def __init__(self, tree: Tree | WorkTree, config: Config, policy: Policy) -> None:
        from govern.git.revisions import path_in_repository

        self._tree, self._entries = tree, tree.entries()
        self._links: Mapping[str, TreeEntry] = {each.path: each for each in self._entries if each.is_link}
        place = path_in_repository(config.file, tree.root)
        project = tree.root / dirname(place) if place else config.root
        self._judge = CoverageJudge(config, project, policy.gate.uncovered)

    def judged(self) -> Iterator[CoveredFile]:
        """Yield the judgement of each client config."""
        folders = 0
        for entry in self._entries:
            kinds = [*client_kinds(entry.path)]
            if entry.is_submodule and (kinds or is_client_folder(entry.path)):
                yield self._judge.unreadable(entry.path, "is a submodule, whose files are in another repository")
            elif entry.is_link and not kinds and is_client_folder(entry.path):
                folders += 1
                if folders > _MAX_LINKS:
                    yield self._judge.unreadable(
                        entry.path, f"is one of more than {_MAX_LINKS} links in place of folders"
                    )
                    return
                yield from self._behind_link(entry)
            elif not entry.is_submodule:
                yield from self._judged(entry, entry.path, kinds)

    def _judged(self, entry: TreeEntry, place: str, kinds: Sequence[tuple[ClientFile, str]]) -> Iterator[CoveredFile]:
        """Yield the judgement of a file that clients find at `place`."""
        for kind, folder in kinds:
            file = LocatedFile(kind, self._tree.root / place, self._tree.root / folder)
            yield self._judged_file(entry, file, place)

    def _judged_file(self, entry: TreeEntry, file: LocatedFile, place: str) -> CoveredFile:
        try:
            content = self._tree.content(entry.path, _MAX_FILE)
            if content is None:
                return self._judge.unreadable(place, "is a link to nothing in the repository")
            text = decode_text(content, file.path)
        except UsageError as error:
            return self._judge.unreadable(place, error.message)
        except OSError as error:
            return self._judge.unreadable(place, error.strerror or str(error))
        return self._judge.file(file, text, place)

    def _behind_link(self, link: TreeEntry) -> Iterator[CoveredFile]:
        """Yield the judgement of the files that a link in place of a folder leads to."""
        try:
            target = self._target(link)
        except UsageError as error:
            yield self._judge.unreadable(link.path, error.message)
            return
        # Where a file system ignores case, a link does too.
        start = "" if target == "." else f"{target}/"
        inside = [each for each in self._entries if each.path.casefold().startswith(start.casefold())]
        if not inside:
            yield self._judge.unreadable(link.path, "is a link to nothing in the repository")
        for each in inside:
            place = f"{link.path}/{each.path[len(start) :]}"
            if kinds := [*client_kinds(place)]:
                yield from self._judged(each, place, kinds)
            elif each.is_link and is_client_folder(place) and not is_client_folder(each.path):
                yield self._judge.unreadable(place, "is a link behind a link; replace it with a folder")

    def _target(self, entry: TreeEntry) -> str:
        """Return the path that a link leads to, through further links, as a file system follows them."""
        path: list[str] = []
        target, rest, links = "", entry.path.split("/")[::-1], 0
        while rest:
            name = rest.pop()
            link = self._links.get("/".join([*path, name]))
            if link:
                target, links = self._tree.link(link), links + 1
                rest += target.split("/")[::-1]
            if isabs(target) or "\0" in target or (name == ".." and not path):
                raise UsageError(f"the link to {target!r} leads out of the repository")
            if links > _MAX_LINKS:
                raise UsageError("the link leads to itself")
            if name == "..":
                path.pop()
            elif not link and name not in ("", "."):
                path.append(name)
        return "/".join(path) or "."
