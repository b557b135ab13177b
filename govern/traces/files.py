"""Recordings on disk, plain or gzip, read in bounded memory."""

from __future__ import annotations

import gzip
import zlib
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from govern.errors import UsageError
from govern.files import open_regular, path_exists

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

# The most bytes of one line, or of one document over several lines.
LONGEST = 64 * 1024 * 1024
_CHUNK = 256 * 1024
_GZIP = b"\x1f\x8b"
_SUFFIXES = frozenset({".json", ".jsonl", ".ndjson", ".log", ".txt"})
BREAKS = (EOFError, OSError, zlib.error)


def recordings(paths: Sequence[Path]) -> list[Path]:
    """Return the files, and from folders all files that look like recordings, by name."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(each for each in path.rglob("*") if _looks_like_one(each, path))
        elif path_exists(path):
            found.append(path)
        else:
            raise UsageError("recording not found", where=str(path), hint="name a file or a folder of recordings")
    return list(dict.fromkeys(found))


def _looks_like_one(path: Path, folder: Path) -> bool:
    name = path.relative_to(folder)
    suffix = Path(path.stem).suffix if path.suffix == ".gz" else path.suffix
    return suffix in _SUFFIXES and not any(part.startswith(".") for part in name.parts) and path.is_file()


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a file and yield its bytes, unpacked if it is gzip; raise UsageError if it cannot be opened."""
    try:
        file = open_regular(path)
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror}", where=str(path)) from None
    with file:
        packed = file.read(len(_GZIP)) == _GZIP
        file.seek(0)
        yield gzip.GzipFile(fileobj=file) if packed else file  # type: ignore[misc]


def batches(stream: BinaryIO, longest: int = LONGEST) -> Iterator[list[bytes | None]]:
    """Yield all lines in order, many at a time; None stands for a line that is too long."""
    held: list[bytes] = []
    size = 0
    while chunk := stream.read(_CHUNK):
        lines: list[bytes | None] = [*chunk.split(b"\n")]
        last = len(lines) - 1
        if last:
            lines[0] = _joined(held, size + len(lines[0] or b""), lines[0], longest)
            held, size, chunk = [], 0, lines.pop() or b""
            yield lines
        size += len(chunk)
        if size <= longest:
            held.append(chunk)
        else:
            held.clear()
    if size:
        yield [_joined(held, size, b"", longest)]


def _joined(held: Iterable[bytes], size: int, end: bytes | None, longest: int) -> bytes | None:
    return None if size > longest or end is None else b"".join((*held, end))


def whole(path: Path, longest: int = LONGEST) -> bytes | None:
    """Return the content of a file, or None if it is too large or broken off."""
    with opened(path) as stream:
        try:
            content = stream.read(longest + 1)
        except BREAKS:
            return None
    return content if len(content) <= longest else None
