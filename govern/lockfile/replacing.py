"""A file replaced in one step, or left as it was."""

from __future__ import annotations

import errno
import os
import tempfile
from contextlib import suppress
from pathlib import Path


def replace_file(path: Path, *content: bytes) -> None:
    """Write beside the file, flush to disk, then rename over it; a link stays a link, and the mode stays."""
    path = _target(path)
    descriptor, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(content)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).chmod(path.stat().st_mode if path.exists() else 0o666 & ~_umask())
        Path(beside).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(beside).unlink()
        raise
    _sync_folder(path.parent)


def _target(path: Path) -> Path:
    """Where links lead. Of those that lead in a circle Python says so in its own way, and from 3.13 on not at all."""
    with suppress(RuntimeError):
        if not (target := path.resolve()).is_symlink():
            return target
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _sync_folder(folder: Path) -> None:
    """So that the rename itself survives a crash, where the system lets a folder be opened."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
