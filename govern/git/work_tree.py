"""Read the files of a work tree that are, or could be, committed."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from govern.errors import UsageError
from govern.files import read_bytes
from govern.git.process import run_git
from govern.git.revisions import require_repository
from govern.git.trees import FILE_MODE, LINK_MODE, SUBMODULE_MODE, TreeEntry

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


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
