"""What a commit holds, file by file, nothing checked out; what has moved since is found again where it stood."""

from __future__ import annotations

import os
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Self

from govern.errors import UsageError
from govern.git.blobs import Blobs
from govern.git.nested import detours_to
from govern.git.process import run_git
from govern.git.revisions import named_commit, place_of, require_repository

if TYPE_CHECKING:
    from pathlib import Path

_DIGITS = 12
_BY_PATH = "If that is meant, name OLD by the path of a lock."


def committed(path: Path, ref: str) -> str | None:
    """The file's text in a commit; None where the commit has no such file, or where there is no commit yet."""
    content = committed_bytes(path, ref)
    return None if content is None else content.decode("utf-8", "replace")


def committed_bytes(path: Path, ref: str) -> bytes | None:
    """The same of a file that is no text."""
    commit = named_commit(path, ref)
    if commit is None:
        return None
    with Tree(path, commit) as tree:
        place = place_of(path, tree.root)
        return tree.content(place) if place else None


class Tree:
    """One commit of the repository that `path` lies in."""

    def __init__(self, path: Path, commit: str) -> None:
        """`path` is any file of the repository."""
        self.root = require_repository(path)
        self._path, self._commit = path, commit
        self._blobs = Blobs(path)
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

    def gone(self, *names: str) -> list[str]:
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
