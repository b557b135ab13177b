"""Read untrusted files: only regular files of a bounded size, otherwise raise OSError. Find govern's own folders."""

from __future__ import annotations

import errno
import os
import stat
import sys
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from pathlib import Path

MEGABYTE = 1024 * 1024
# The largest known lock, of 20,000 tools, has 60 MB.
MAX_LOCK_FILE = 512 * MEGABYTE
# Files that people write: config, approvals, signatures, keys, manifests.
MAX_USER_FILE = 16 * MEGABYTE
# Files that programs write: client configs with their history, results of evaluations.
MAX_GENERATED_FILE = 64 * MEGABYTE


def open_regular(path: str | Path, limit: int | None = None) -> BinaryIO:
    """Open a regular file for reading; raise OSError for a pipe or a device, which might block forever."""
    try:
        # Without O_NONBLOCK, opening a pipe waits for a writer.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except ValueError as error:
        raise OSError(errno.EINVAL, f"not a file name: {error}", str(path)) from None
    except PermissionError:
        # Windows opens no folders.
        _require_regular(path, os.stat(path), limit)  # noqa: PTH116 - as above
        raise
    try:
        _require_regular(path, os.fstat(descriptor), limit)
        return open(descriptor, "rb", closefd=True)  # noqa: PTH123 - the caller closes it
    except OSError:
        os.close(descriptor)
        raise


def read_bytes(path: str | Path, limit: int) -> bytes:
    """Return the content of a regular file of at most `limit` bytes."""
    with open_regular(path, limit) as file:
        return file.read()


def read_text(path: Path, limit: int) -> str:
    """Return the text of a regular UTF-8 file of at most `limit` bytes."""
    return decode_text(read_bytes(path, limit), path)


def decode_text(content: bytes, path: Path) -> str:
    """Return the text of a file's UTF-8 content; raise OSError if it is not UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise OSError(errno.EILSEQ, f"not UTF-8 at byte {error.start}", str(path)) from None


def as_committed(content: bytes) -> bytes:
    """Return the content of a text file with the line ends that git stores; a checkout on Windows may have others."""
    return content if b"\0" in content else content.replace(b"\r\n", b"\n")


def path_exists(path: Path) -> bool:
    """Return whether the path exists, including broken links."""
    return os.path.lexists(path)


def state_folder(name: str) -> str:
    """Return a folder for what outlives a run: in XDG_STATE_HOME if it is set, else in the system's for user data."""
    named = os.environ.get("XDG_STATE_HOME", "")
    home = os.path.expanduser("~")  # noqa: PTH111 - pathlib takes as long to import as Python takes to start
    if home == "~":
        raise RuntimeError("there is no home folder")
    if os.path.isabs(named):  # noqa: PTH117
        base = named
    elif sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or f"{home}\\AppData\\Local"
    elif sys.platform == "darwin":
        base = f"{home}/Library/Application Support"
    else:
        base = f"{home}/.local/state"
    return f"{base}{os.sep}govern{os.sep}{name}"


def _require_regular(path: str | Path, found: os.stat_result, limit: int | None) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    if limit is not None and found.st_size > limit:
        raise OSError(errno.EFBIG, f"larger than {limit // MEGABYTE} MiB", str(path))


def relative_path(folder: Path, start: Path) -> str:
    """Return a path relative to a folder, if both are on the same drive."""
    try:
        return os.path.relpath(folder, start).replace(os.sep, "/")
    except ValueError:  # another drive
        return folder.as_posix()
