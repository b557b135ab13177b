"""What a commit holds, file by file, nothing checked out; what has moved since is found again where it stood."""

from __future__ import annotations

from os.path import abspath
from pathlib import Path, PurePosixPath

from govern.errors import UsageError
from govern.snapshot.blobs import Blobs
from govern.snapshot.git import named_commit, require_repository, run_git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self


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


def root_of(path: Path) -> Path:
    """The top of the work tree that this path lies in."""
    require_repository(path)
    top = run_git(path, "rev-parse", "--show-toplevel").stdout.decode("utf-8", "surrogateescape").removesuffix("\n")
    if not top:
        raise UsageError("this repository has no work tree", where=str(path.absolute().parent))
    return Path(top)


def place_of(path: Path, root: Path) -> str | None:
    """Where a file stands in the repository of this work tree, whether or not it is there; None outside of it.

    By its own name: below a folder that is a link it is not where the link leads, since the link may be new.
    """
    path = Path(abspath(path))  # noqa: PTH100 - resolve() would follow links
    above = next((folder for folder in path.parents if folder.is_dir() and folder.samefile(root)), None)
    if above:
        return path.relative_to(above).as_posix()
    folder, top = path.parent.resolve(), root.resolve()
    return (folder.relative_to(top) / path.name).as_posix() if folder.is_relative_to(top) else None


class Tree:
    """One commit of the repository that `path` lies in."""

    def __init__(self, path: Path, commit: str) -> None:
        """`path` is any file of the repository."""
        self.root = root_of(path)
        self._path, self._commit = path, commit
        self._blobs = Blobs(path)

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
        missing = [place for place in named if not (self.root / place).is_file()]
        left_out = self._left_out(missing)
        return [place for place in missing if place not in left_out]

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
