"""Read files from commits without checking them out, and from the work tree."""

from __future__ import annotations

import errno
import os
import stat
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Self

from govern.errors import UsageError
from govern.files import MEGABYTE, read_bytes
from govern.git.objects import ObjectReader
from govern.git.process import asked_once, run_git
from govern.git.revisions import detours_to, path_in_repository, require_repository, resolve_commit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


_SHORT_ID = 12
# The modes of tree entries by the bits that say what they are; git takes every other mode for a submodule.
_TREE, FILE_MODE, LINK_MODE, SUBMODULE_MODE = "40000", "100644", "120000", "160000"
_KIND = 0o170000
_MODES = {0o40000: _TREE, 0o100000: FILE_MODE, 0o120000: LINK_MODE}
_NAME_BY_PATH = "if this is intended, name OLD by the path of a lock"


def committed_text(path: Path, ref: str) -> str | None:
    """Return a file's text in a commit; None if the commit has no such file, or there is no commit yet."""
    content = committed_bytes(path, ref)
    return None if content is None else content.decode("utf-8", "replace")


def committed_bytes(path: Path, ref: str) -> bytes | None:
    """Return a file's bytes in a commit; None if the commit has no such file, or there is no commit yet."""
    commit = resolve_commit(path, ref)
    if commit is None:
        return None
    with Tree(path, commit) as tree:
        place = path_in_repository(path, tree.root)
        return tree.content(place) if place else None


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """A file, link or submodule of a commit, by its path from the root."""

    path: str
    mode: str
    id: str

    @property
    def is_link(self) -> bool:
        """Return whether it is a symbolic link."""
        return self.mode == LINK_MODE

    @property
    def is_submodule(self) -> bool:
        """Return whether it is a submodule, whose files are in another repository."""
        return self.mode == SUBMODULE_MODE


class Tree:
    """The files of one commit in the repository of `path`."""

    def __init__(self, path: Path, commit: str) -> None:
        """Open the repository of a file."""
        self.root = require_repository(path)
        self._path, self._commit = path, commit
        self._blobs = BlobReader(path)
        try:
            self._require_same_folder(path.absolute().parent)
        except BaseException:
            self._blobs.__exit__()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *given: object) -> None:
        self._blobs.__exit__(*given)

    def content(self, path: str, limit: int | None = None) -> bytes | None:
        """Return the bytes of the file at a path from the root of the repository; None if there is none.

        Raise OSError if the file has more than `limit` bytes.
        """
        blob = self._blobs.blob(self._commit, path)
        return None if blob is None else self._blobs.content(blob, limit)

    def entries(self) -> list[TreeEntry]:
        """Return every file, link and submodule of the commit."""
        return _entries_of(self._path, self._commit)

    def link(self, entry: TreeEntry) -> str:
        """Return the target of a link as it is written."""
        return self._blobs.content(entry.id).decode("utf-8", "surrogateescape")

    def text(self, path: str) -> str | None:
        """Return the text of the file at a path, with invalid UTF-8 replaced; None if there is none."""
        content = self.content(path)
        return None if content is None else content.decode("utf-8", "replace")

    def removed_files(self, *names: str) -> list[str]:
        """Return the paths of all files with these names that the work tree no longer has."""
        named = [each.path for each in self.entries() if PurePosixPath(each.path).name in names]
        missing = [path for path in named if not self._exists(path)]
        hidden = self._hidden_by_sparse_checkout(missing)
        return [path for path in missing if path not in hidden]

    def _require_same_folder(self, folder: Path) -> None:
        """Raise UsageError if a link or submodule leads to this folder where the commit has a folder."""
        for detour in detours_to(folder, self.root):
            if self._blobs.is_folder(self._commit, detour.place):
                message = f"{detour.place} was a folder at {self._commit[:_SHORT_ID]}, but is {detour.kind} now"
                raise UsageError(message, where=str(self.root), hint=_NAME_BY_PATH)

    def _exists(self, path: str) -> bool:
        """Return whether the work tree has a file at exactly this path, without following links to folders."""
        folder = self.root
        for name in path.split("/"):
            # A case-insensitive file system finds `PKG` under `pkg`.
            if folder.is_symlink() or not folder.is_dir() or name not in os.listdir(folder):  # noqa: PTH208
                return False
            folder /= name
        return folder.is_file()

    def _hidden_by_sparse_checkout(self, paths: list[str]) -> set[str]:
        """Return the paths that only a sparse checkout leaves out."""
        if not paths:
            return set()
        specs = (f":(top,literal){path}" for path in paths)
        listed = run_git(self._path, "ls-files", "-t", "-z", "--full-name", "--", *specs)
        if listed.returncode:
            raise UsageError("git cannot read the index", where=str(self.root))
        tagged = listed.stdout.decode("utf-8", "surrogateescape").split("\0")
        return {each[2:] for each in tagged if each.startswith("S ")}


@asked_once
def _entries_of(path: Path, commit: str) -> list[TreeEntry]:
    listed = run_git(path, "ls-tree", "-r", "-z", "--full-tree", commit)
    if listed.returncode:
        raise UsageError(f"git cannot list {commit}", where=str(require_repository(path)))
    lines = listed.stdout.decode("utf-8", "surrogateescape").split("\0")[:-1]
    return [TreeEntry(place, *head.split(" ")[::2]) for head, _, place in (line.partition("\t") for line in lines)]


_MAX_LINKS = 40


class BlobReader:
    """A reader of blobs by id, and of files by their path in a commit.

    Trees are parsed here because `git cat-file --batch --follow-symlinks` reports a lost tree and an absent path alike,
    and a lost object must be an error, never an absent file.
    """

    def __init__(self, path: Path) -> None:
        """Open the repository of a file."""
        self._where = str(path.absolute().parent)
        self._trees: dict[str, dict[bytes, tuple[str, str]]] = {}
        self._objects = ObjectReader(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._objects.__exit__()

    def content(self, blob: str, limit: int | None = None) -> bytes:
        """Return the bytes of a blob; raise OSError if it has more than `limit`."""
        content = self._objects.read(blob)[1]
        if limit is not None and len(content) > limit:
            raise OSError(errno.EFBIG, f"larger than {limit // MEGABYTE} MiB")
        return content

    def blob(self, commit: str, path: str) -> str | None:
        """Return the blob at a path in a commit, following links as in a work tree; None if there is no such file."""
        # The folders on the way with their trees; after a link, `..` leads back from the folder behind it.
        above = [("", f"{commit}^{{tree}}")]
        rest, links = path.split("/")[::-1], 0
        while rest:
            name = rest.pop()
            if name == "..":
                above.pop()
            if not above:
                raise self._outside(path)
            if name in ("", ".", ".."):
                continue
            mode, found = self._entries(above[-1][1]).get(_encode_name(name), ("", ""))
            if mode == LINK_MODE and links < _MAX_LINKS:
                target = self._objects.read(found)[1].decode("utf-8", "surrogateescape")
                if target.startswith("/"):
                    raise self._outside(path)
                rest += target.split("/")[::-1]
                links += 1
            elif mode == _TREE:
                above.append((name, found))
            elif mode == SUBMODULE_MODE:
                place = "/".join([*(each for each, _ in above[1:]), name])
                message = f"{place} is a submodule in this commit; its files are in another repository"
                raise UsageError(message, where=self._where, hint="name the other side by the path of a lock")
            else:
                return found if mode == FILE_MODE and not rest else None
        return None

    def is_folder(self, commit: str, path: str) -> bool:
        """Return whether a commit has a folder at this path, without following links."""
        mode, found = _TREE, f"{commit}^{{tree}}"
        for name in path.split("/"):
            mode, found = self._entries(found).get(_encode_name(name), ("", "")) if mode == _TREE else ("", "")
        return mode == _TREE

    def _outside(self, path: str) -> UsageError:
        return UsageError(f"a link in {path} leads out of the repository", where=self._where)

    def _entries(self, tree: str) -> dict[bytes, tuple[str, str]]:
        """Return mode and id by name; trees are cached, because most commits change few folders."""
        if tree not in self._trees:
            try:
                self._trees[tree] = dict(_read_tree(*self._objects.read(tree)))
            except ValueError:
                raise self._objects.lost(tree) from None
        return self._trees[tree]


def _read_tree(name: str, content: bytes) -> Iterator[tuple[bytes, tuple[str, str]]]:
    """Yield the entries of a tree: `mode name`, a zero byte, and the binary id; raise ValueError for other bytes.

    Git ignores zeros before a mode and the permissions in it, also those of folders and links.
    """
    size = len(name) // 2
    at = 0
    while at < len(content):
        end = content.index(b"\0", at)
        mode, _, entry = content[at:end].partition(b" ")
        if b"/" in entry:
            raise ValueError  # Git would check it out in place of a file in the folder.
        at = end + 1 + size
        yield entry, (_MODES.get(int(mode, 8) & _KIND, SUBMODULE_MODE), content[end + 1 : at].hex())


def _encode_name(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


class WorkTree:
    """The files of the work tree in the repository of `path`, without ignored ones."""

    def __init__(self, path: Path) -> None:
        """Find the top of the work tree."""
        self.root = require_repository(path)
        self._path = path

    def entries(self) -> list[TreeEntry]:
        """Return every file, link and submodule that is tracked or could be added."""
        listed = run_git(self._path, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        if listed.returncode:
            raise UsageError("git cannot list the work tree", where=str(self.root))
        paths = dict.fromkeys(listed.stdout.decode("utf-8", "surrogateescape").split("\0")[:-1])
        return [*self._existing(path.rstrip("/") for path in paths)]

    def _existing(self, paths: Iterator[str]) -> Iterator[TreeEntry]:
        for path in paths:
            try:
                mode = os.lstat(self.root / path).st_mode
            except (OSError, ValueError):
                continue
            kind = LINK_MODE if stat.S_ISLNK(mode) else SUBMODULE_MODE if stat.S_ISDIR(mode) else FILE_MODE
            yield TreeEntry(path, kind, "")

    def link(self, entry: TreeEntry) -> str:
        """Return the target of a link as it is written."""
        return os.readlink(self.root / entry.path).replace("\\", "/")  # noqa: PTH115 - a path drops a leading `./`

    def content(self, path: str, limit: int) -> bytes | None:
        """Return the bytes of a file; None if there is none. Raise OSError if it cannot be read or is too large."""
        file = (self.root / path).resolve()
        if not file.is_relative_to(self.root.resolve()):
            raise UsageError(f"the link to {str(file)!r} leads out of the repository", where=str(self.root))
        return read_bytes(file, limit) if file.is_file() else None
