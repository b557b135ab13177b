"""Read objects from git by one `git cat-file --batch` process."""

from __future__ import annotations

import subprocess
from contextlib import suppress
from threading import Timer
from typing import TYPE_CHECKING, NamedTuple, Self

from govern.errors import UsageError
from govern.git.process import TIMEOUT, asked_once, end_of_answers, git_call

if TYPE_CHECKING:
    from pathlib import Path

# The exit code of git for an error that it reports.
_FATAL = 128


@asked_once
def _started(path: Path) -> subprocess.Popen[bytes]:
    """Start `git cat-file --batch`; within `asking_once` all readers share it until the end."""
    call = git_call(path.absolute().parent, "cat-file", "--batch")
    process = subprocess.Popen(  # noqa: S603
        call.argv,
        cwd=call.folder,
        env=call.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    if stack := end_of_answers():
        stack.callback(_end, process)
    return process


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        process.communicate()


class _Object(NamedTuple):
    id: str
    kind: bytes
    content: bytes


class ObjectReader:
    """A reader of objects by id or by another name, such as `HEAD^{tree}`."""

    def __init__(self, path: Path) -> None:
        """Open the repository of a file."""
        self._where = str(path.absolute().parent)
        self._process = _started(path)
        self._is_shared = end_of_answers() is not None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if not self._is_shared:
            _end(self._process)

    def commit(self, name: str) -> str | None:
        """Return the id of the commit with this name; None if there is no such commit, or if there are several."""
        found = self._answer(f"{name}^{{commit}}")
        return found.id if found and found.kind == b"commit" else None

    def read(self, name: str) -> tuple[str, bytes]:
        """Return the id and the content of an object; raise UsageError if git cannot read it."""
        if found := self._answer(name):
            return found.id, found.content
        raise self.lost(name)

    def _answer(self, name: str) -> _Object | None:
        stdin, stdout = self._process.stdin, self._process.stdout
        # Such a name would be two questions, or end early.
        if stdin is None or stdout is None or "\n" in name or "\0" in name:
            return None
        # A repository on a network drive may never respond.
        timer = Timer(TIMEOUT, self._process.kill)
        timer.start()
        try:
            stdin.write(name.encode("utf-8", "surrogateescape") + b"\n")
            stdin.flush()
            line = stdout.readline()
            # Git ends at a name that it cannot follow, such as `main@{u}` without an upstream.
            if not line and self._process.wait() == _FATAL:
                return None
            words = line.split()
            found = len(words) == 3 and words[2].isdigit()  # noqa: PLR2004
            content = stdout.read(int(words[2])) if found else b""
            # Apart from the content, of which a large lock has no second copy then.
            is_whole = line.endswith(b"\n") and (not found or stdout.read(1) == b"\n")
        except OSError:
            raise self.lost(name) from None
        finally:
            timer.cancel()
        if not is_whole:
            raise self.lost(name)
        return _Object(words[0].decode("ascii"), words[1], content) if found else None

    def lost(self, name: str) -> UsageError:
        """Return the error for an object that git cannot read."""
        return UsageError(
            f"git cannot read {name.partition('^')[0]!r}, which the history refers to",
            where=self._where,
            hint="for a partial clone run `git fetch --refetch --no-filter`; otherwise run `git fsck`",
        )
