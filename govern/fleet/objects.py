"""The objects of a store by key, in a folder or behind any fsspec URL.

Each write is one step: a file gets its name once it is complete, and an object store takes an object in one request.
"""

from __future__ import annotations

import os
import re
import secrets
import time
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.contract.characters import visible
from govern.errors import UsageError
from govern.files import MAX_LOCK_FILE, MEGABYTE, read_bytes
from govern.lockfile.writing import when_closed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Names that begin with this are files that a writer has not finished, or that a killed one has left.
_UNFINISHED = ".unfinished-"
# Systems write what a program has written to disk by themselves within this time, in seconds.
_WRITTEN_BACK = 120
_DAY = 86_400
_LONGEST_REASON = 300
INSTALL_HINT = 'install it: pip install "govern-mcp[fleet]"'


def open_objects(url: str) -> FolderObjects | RemoteObjects:
    """Return the objects at a folder or URL; keys are relative paths with `/`."""
    if "://" not in url and "::" not in url:
        return FolderObjects(Path(os.path.abspath(url)))  # noqa: PTH100 - resolves no links
    if url.startswith("file://"):
        # The path of a drive of Windows has a slash before it: file:///c:/fleet.
        folder = re.sub(r"^/(?=[A-Za-z]:)", "", url.removeprefix("file://"))
        return FolderObjects(Path(os.path.abspath(folder)))  # noqa: PTH100
    return RemoteObjects(url)


def read_url(url: str, limit: int) -> bytes:
    """Return the object at an fsspec URL; raise UsageError if it has more than `limit` bytes."""
    folder, _, name = url.rpartition("/")
    objects = open_objects(folder)
    content = objects.get(name)
    if content is None:
        raise UsageError("not found", where=url)
    if len(content) > limit:
        raise UsageError(f"is larger than {limit // MEGABYTE} MiB", where=url)
    return content


def public_url(url: str) -> str:
    """Return the URL of a store without a user name and password."""
    scheme, separator, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{separator}{host.rpartition('@')[2]}{slash}{path}" if separator else url


class FolderObjects:
    """Objects as files of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, key: str) -> bytes | None:
        """Return an object, or None if there is none."""
        try:
            return read_bytes(self._path(key), MAX_LOCK_FILE)
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None

    def put(self, key: str, content: bytes, *, durable: bool = False) -> None:
        """Write an object in one step; `durable` waits until it is on disk."""
        self._require_no_links({os.path.dirname(key)})  # noqa: PTH120 - pathlib takes as long as the system
        path = self.folder / key
        beside = path.with_name(f"{_UNFINISHED}{secrets.token_hex(8)}")
        try:
            try:
                file = beside.open("xb")
            except FileNotFoundError:
                path.parent.mkdir(parents=True, exist_ok=True)
                file = beside.open("xb")
            with file:
                file.write(content)
                if durable:
                    file.flush()
                    os.fsync(file.fileno())
            when_closed(lambda: beside.replace(path))
        except BaseException:
            with suppress(OSError):
                beside.unlink()
            raise

    def keys(self, prefix: str) -> list[str]:
        """Return the sorted keys below a folder."""
        self._require_no_links({prefix})
        start = len(f"{self.folder}{os.sep}")
        found = (
            f"{folder}{os.sep}{name}"[start:].replace(os.sep, "/")
            for folder, _, names in os.walk(self.folder / prefix)
            for name in names
            if not name.startswith(_UNFINISHED)
        )
        return sorted(found)

    def delete(self, keys: Iterable[str]) -> None:
        """Delete objects; those that are gone already are ignored."""
        names = [*keys]
        self._require_no_links({os.path.dirname(name) for name in names})  # noqa: PTH120 - likewise
        for key in names:
            with suppress(FileNotFoundError):
                when_closed(partial(os.unlink, self._path(key)))

    def _require_no_links(self, folders: set[str]) -> None:
        """Raise UsageError if a folder of the store is a link: one in a stranger's store may lead anywhere."""
        for folder in folders - {""}:
            parts = folder.split("/")
            for depth in range(1, len(parts) + 1):
                path = self._path("/".join(parts[:depth]))
                if os.path.islink(path):  # noqa: PTH114 - pathlib takes as long as the system
                    hint = "put a folder in its place; the store as a whole may be a link"
                    raise UsageError("is a symbolic link, which a store must not have", where=path, hint=hint)

    def _path(self, key: str) -> str:
        return f"{self.folder}/{key}"

    def get_all(self, keys: list[str]) -> list[bytes | None]:
        """Return several objects."""
        return [self.get(key) for key in keys]

    def sync(self, keys: Iterable[str]) -> None:
        """Wait until these objects are on disk; the system has written those that are older."""
        recent = time.time() - _WRITTEN_BACK
        for key in keys:
            with suppress(FileNotFoundError):
                if os.stat(self._path(key)).st_mtime > recent:  # noqa: PTH116 - likewise
                    descriptor = os.open(self._path(key), os.O_RDWR)
                    try:
                        os.fsync(descriptor)
                    finally:
                        os.close(descriptor)

    def tidy(self) -> None:
        """Delete the unfinished files of writers that were killed: no writer takes a day."""
        for folder, _, names in os.walk(self.folder):
            for name in names:
                path = f"{folder}{os.sep}{name}"
                with suppress(FileNotFoundError):
                    if name.startswith(_UNFINISHED) and os.stat(path).st_mtime < time.time() - _DAY:  # noqa: PTH116
                        os.unlink(path)  # noqa: PTH108


class RemoteObjects:
    """Objects behind an fsspec URL, such as `s3://bucket/folder` or `memory://folder`."""

    def __init__(self, url: str) -> None:
        self._url = public_url(url)
        try:
            import fsspec
        except ImportError:
            raise UsageError(f"the store {self._url} needs the extra `fleet`", hint=INSTALL_HINT) from None
        with self._explained("opened"):
            self._files, root = fsspec.url_to_fs(url)
        self._root = root.rstrip("/")

    def _path(self, key: str) -> str:
        return f"{self._root}/{key}"

    def get(self, key: str) -> bytes | None:
        """Return an object, or None if there is none."""
        return self.get_all([key])[0]

    def put(self, key: str, content: bytes, *, durable: bool = False) -> None:  # noqa: ARG002 - always durable
        """Write an object in one step."""
        with self._explained("written"):
            self._files.pipe_file(self._path(key), content)

    def keys(self, prefix: str) -> list[str]:
        """Return the sorted keys below a folder."""
        with self._explained("listed"):
            self._files.invalidate_cache()
            try:
                found = self._files.find(self._path(prefix))
            except FileNotFoundError:
                found = []
        return sorted(path.removeprefix(self._root).removeprefix("/") for path in found)

    def delete(self, keys: Iterable[str]) -> None:
        """Delete objects; those that are gone already are ignored."""
        paths = [self._path(key) for key in keys]
        with self._explained("changed"):
            try:
                self._files.rm(paths) if paths else None
            except FileNotFoundError:
                for path in paths:
                    with suppress(FileNotFoundError):
                        self._files.rm_file(path)

    def get_all(self, keys: list[str]) -> list[bytes | None]:
        """Return several objects, at the same time where the file system can."""
        paths = [self._path(key) for key in keys]
        with self._explained("read"):
            most = MAX_LOCK_FILE + 1
            found: dict[str, Any] = self._files.cat(paths, on_error="return", start=0, end=most) if paths else {}
            return [_content_or_none(found.get(path)) for path in paths]

    @contextmanager
    def _explained(self, done: str) -> Iterator[None]:
        """Turn any error of a file system's package into one that names the store."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - each package has its own
            reason = visible(" ".join(str(error).split()))[:_LONGEST_REASON] or type(error).__name__
            hint = "check the URL, and the variables with which its package logs in"
            raise UsageError(f"cannot be {done}: {reason}", where=self._url, hint=hint) from None

    def sync(self, keys: Iterable[str]) -> None:
        """Do nothing: an object store answers once the object is stored."""

    def tidy(self) -> None:
        """Do nothing: an object store keeps no part of a request that was broken off."""


def _content_or_none(found: object) -> bytes | None:
    """Return the bytes of an object, None if there is none, or raise the error that reading it gave."""
    if isinstance(found, Exception) and not isinstance(found, FileNotFoundError | IsADirectoryError):
        raise found
    if isinstance(found, bytes) and len(found) > MAX_LOCK_FILE:
        raise ValueError(f"an object is larger than {MAX_LOCK_FILE // MEGABYTE} MiB")
    return found if isinstance(found, bytes) else None
