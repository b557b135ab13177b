"""Read files that somebody else may have put there: regular ones of a bounded size, else an OSError says why."""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from pathlib import Path

MEGABYTE = 1024 * 1024
# The largest lock that was ever seen, of 20,000 tools, holds 60 MB.
MAX_LOCK_FILE = 512 * MEGABYTE
# What people write: config, approvals, signatures, keys, manifests.
MAX_USER_FILE = 16 * MEGABYTE
# What programs write for us: client configs with their history, results of evaluations.
MAX_GENERATED_FILE = 64 * MEGABYTE


def open_regular(path: Path, limit: int | None = None) -> BinaryIO:
    """Open a regular file for reading; a pipe or a device could keep us waiting for ever, so neither is opened."""
    try:
        # Opening a pipe waits for a writer, unless it is told not to.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except ValueError as error:
        raise OSError(errno.EINVAL, f"not a file name: {error}", str(path)) from None
    file = open(descriptor, "rb", closefd=True)  # noqa: SIM115, PTH123 - the caller closes it
    try:
        _require_regular(path, os.fstat(descriptor), limit)
    except OSError:
        file.close()
        raise
    return file


def read_bytes(path: Path, limit: int) -> bytes:
    """Return what a regular file of at most `limit` bytes holds."""
    with open_regular(path, limit) as file:
        return file.read()


def read_text(path: Path, limit: int) -> str:
    """Return what a regular file in UTF-8 holds."""
    return decode_text(read_bytes(path, limit), path)


def decode_text(content: bytes, path: Path) -> str:
    """Return the text of a file's content."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise OSError(errno.EILSEQ, f"not UTF-8 at byte {error.start}", str(path)) from None


def path_exists(path: Path) -> bool:
    """Return whether there is anything of that name, also a link that leads nowhere or to itself."""
    return os.path.lexists(path)


def _require_regular(path: Path, found: os.stat_result, limit: int | None) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    if limit is not None and found.st_size > limit:
        raise OSError(errno.EFBIG, f"larger than {limit // MEGABYTE} MiB", str(path))
