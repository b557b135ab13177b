"""What a commit holds, file by file, nothing checked out; what has moved since is found again where it stood."""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from pathlib import PurePosixPath
from posixpath import normpath
from threading import Timer
from typing import TYPE_CHECKING, Self

from govern.errors import UsageError
from govern.git.nested import detours_to
from govern.git.process import TIMEOUT, git_call, run_git
from govern.git.revisions import path_in_repository, require_repository, resolve_commit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_DIGITS = 12
_BY_PATH = "If that is meant, name OLD by the path of a lock."


def committed_text(path: Path, ref: str) -> str | None:
    """The file's text in a commit; None where the commit has no such file, or where there is no commit yet."""
    content = committed_bytes(path, ref)
    return None if content is None else content.decode("utf-8", "replace")


def committed_bytes(path: Path, ref: str) -> bytes | None:
    """The same of a file that is no text."""
    commit = resolve_commit(path, ref)
    if commit is None:
        return None
    with Tree(path, commit) as tree:
        place = path_in_repository(path, tree.root)
        return tree.content(place) if place else None


class Tree:
    """One commit of the repository that `path` lies in."""

    def __init__(self, path: Path, commit: str) -> None:
        """`path` is any file of the repository."""
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

    def content(self, place: str) -> bytes | None:
        """What the file at this place holds, from the root of the repository; None where there is none."""
        blob = self._blobs.blob(self._commit, place)
        return None if blob is None else self._blobs.content(blob)

    def text(self, place: str) -> str | None:
        """The same as text; what is no UTF-8 in it is shown as such."""
        content = self.content(place)
        return None if content is None else content.decode("utf-8", "replace")

    def removed_files(self, *names: str) -> list[str]:
        """The places of all files of these names that the work tree no longer has there."""
        listed = run_git(self._path, "ls-tree", "-r", "-z", "--name-only", "--full-tree", self._commit)
        if listed.returncode:
            raise UsageError(f"git cannot list {self._commit}", where=str(self.root))
        places = listed.stdout.decode("utf-8", "surrogateescape").split("\0")
        named = [place for place in places if PurePosixPath(place).name in names]
        missing = [place for place in named if not self._stands(place)]
        left_out = self._left_out(missing)
        return [place for place in missing if place not in left_out]

    def _require_same_folder(self, folder: Path) -> None:
        """Refuse a folder that is reached by a link or a submodule where the commit had a folder with files."""
        for detour in detours_to(folder, self.root):
            if self._blobs.is_folder(self._commit, detour.place):
                message = f"{detour.place} was a folder at {self._commit[:_DIGITS]}, and is {detour.kind} now"
                raise UsageError(message, where=str(self.root), hint=_BY_PATH)

    def _stands(self, place: str) -> bool:
        """Return whether the work tree has this file under exactly this name, other than by a link to its folder."""
        folder = self.root
        for name in place.split("/"):
            # A file system that ignores case finds `PKG` under `pkg`.
            if folder.is_symlink() or not folder.is_dir() or name not in os.listdir(folder):  # noqa: PTH208
                return False
            folder /= name
        return folder.is_file()

    def _left_out(self, places: list[str]) -> set[str]:
        """Those of them that a sparse checkout only does not show."""
        if not places:
            return set()
        specs = (f":(top,literal){place}" for place in places)
        listed = run_git(self._path, "ls-files", "-t", "-z", "--full-name", "--", *specs)
        if listed.returncode:
            raise UsageError("git cannot read the index", where=str(self.root))
        tagged = listed.stdout.decode("utf-8", "surrogateescape").split("\0")
        return {each[2:] for each in tagged if each.startswith("S ")}


# Kinds of entries of a tree, as git numbers them.
_TREE, _LINK, _FILE, _SUBMODULE = "40000", "120000", "100", "160000"
_MOST_LINKS = 40


class BlobReader:
    """Blobs by their ids, and files by their paths in commits; nothing is checked out.

    What git has lost is an error and never taken for what is not there.
    """

    def __init__(self, path: Path) -> None:
        """`path` is any file of the repository."""
        self._where = str(path.absolute().parent)
        self._trees: dict[str, dict[bytes, tuple[str, str]]] = {}
        call = git_call(path.absolute().parent, "cat-file", "--batch")
        self._process = subprocess.Popen(  # noqa: S603
            call.argv,
            cwd=call.folder,
            env=call.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._process.communicate()

    def content(self, blob: str) -> bytes:
        """The bytes of a blob."""
        if not blob.isalnum():
            raise self._lost(blob)
        return self._object(blob)[1]

    def blob(self, commit: str, path: str, links: int = 0) -> str | None:
        """The blob at this path, from the root of the repository, in a commit; None where that holds no such file.

        Links are followed as in a work tree; `links` are those that led here.
        """
        mode, found = _TREE, f"{commit}^{{tree}}"
        names = path.split("/")
        for at, name in enumerate(names):
            if mode != _TREE:
                return None
            mode, found = self._entries(found).get(_name(name), ("", ""))
            if mode == _LINK and links < _MOST_LINKS:
                target = self._object(found)[1].decode("utf-8", "surrogateescape")
                return self.blob(commit, self._led(names[:at], target, names[at + 1 :]), links + 1)
            if mode == _SUBMODULE:
                message = f"{'/'.join(names[: at + 1])} is a submodule in this commit, and its files are elsewhere"
                raise UsageError(message, where=self._where, hint="Name the other side by the path of a lock.")
        return found if mode.startswith(_FILE) else None

    def is_folder(self, commit: str, path: str) -> bool:
        """Return whether a commit has a folder at this path, other than by a link."""
        mode, found = _TREE, f"{commit}^{{tree}}"
        for name in path.split("/"):
            mode, found = self._entries(found).get(_name(name), ("", "")) if mode == _TREE else ("", "")
        return mode == _TREE

    def _led(self, folders: list[str], target: str, rest: list[str]) -> str:
        """Where a link leads that lies in these folders."""
        path = normpath("/".join([*folders, target, *rest]))
        if target.startswith("/") or path.startswith("../"):
            message = f"the link to {target!r} in {'/'.join(folders) or 'the root'} leads out of the repository"
            raise UsageError(message, where=self._where)
        return path

    def _entries(self, tree: str) -> dict[bytes, tuple[str, str]]:
        """Mode and id by name. Trees of folders are kept: most commits leave most folders alone."""
        if tree not in self._trees:
            self._trees[tree] = dict(_read_tree(*self._object(tree)))
        return self._trees[tree]

    def _object(self, name: str) -> tuple[str, bytes]:
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise self._lost(name)
        # A store on a network drive may never answer.
        patience = Timer(TIMEOUT, self._process.kill)
        patience.start()
        try:
            stdin.write(name.encode() + b"\n")
            stdin.flush()
            words = stdout.readline().split()
            content = stdout.read(int(words[2]) + 1) if len(words) == 3 and words[2].isdigit() else b""  # noqa: PLR2004
        except OSError:
            raise self._lost(name) from None
        finally:
            patience.cancel()
        if not content.endswith(b"\n"):
            raise self._lost(name)
        return words[0].decode("ascii"), content[:-1]

    def _lost(self, name: str) -> UsageError:
        return UsageError(
            f"git cannot read {name.partition('^')[0]!r}, which the history names",
            where=self._where,
            hint="A partial clone gets it with `git fetch --refetch --no-filter`; else `git fsck` tells more.",
        )


def _read_tree(name: str, content: bytes) -> Iterator[tuple[bytes, tuple[str, str]]]:
    """Git's form of a tree: `mode name`, a zero byte, and the id in as many bytes as the repository's ids have."""
    size = len(name) // 2
    at = 0
    while at < len(content):
        end = content.index(b"\0", at)
        mode, _, entry = content[at:end].partition(b" ")
        at = end + 1 + size
        yield entry, (mode.decode("ascii"), content[end + 1 : at].hex())


def _name(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
