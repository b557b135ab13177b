"""What commits hold, read through one git process that stays until all is read."""

from __future__ import annotations

import subprocess
from contextlib import suppress
from posixpath import normpath
from threading import Timer
from typing import TYPE_CHECKING, Self

from govern.errors import UsageError
from govern.git.process import TIMEOUT, git_call

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Kinds of entries of a tree, as git numbers them.
_TREE, _LINK, _FILE, _SUBMODULE = "40000", "120000", "100", "160000"
_MOST_LINKS = 40


class Blobs:
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
