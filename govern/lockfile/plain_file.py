"""Reading a file that somebody else may have put there."""

from __future__ import annotations

import errno

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path


def plain_bytes(path: Path) -> bytes:
    """What a file holds; a device or a pipe, to which a link may lead, never ends, so nothing of it is read."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(errno.EINVAL, "it is no plain file", str(path))
    return path.read_bytes()
