"""MCP bundles (.mcpb): fetch one, check its hash, and unpack it, which is a zip file from a stranger."""

from __future__ import annotations

import asyncio
import hashlib
import re
import shutil
import stat
import zlib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

import httpx2

from govern.errors import ServerError, ServerMisbehaved, ServerNotStarted, ServerRedirected, ServerUnreachable
from govern.files import MEGABYTE
from govern.lockfile.writing import when_closed
from govern.policy.server_settings import Limits
from govern.policy.target import Endpoint, Target
from govern.servers.http_client import open_client
from govern.servers.http_errors import shown_url
from govern.worker import Worker, serve

if TYPE_CHECKING:
    from zipfile import ZipInfo

    from govern.policy.target import Bundle

_PATIENCE = 300.0
_MOST_REDIRECTS = 5
_MOST_BYTES = 512 * MEGABYTE
_MOST_UNPACKED, _MOST_FILES = 2_048 * MEGABYTE, 50_000
_LONGEST_NAME = 500
_MOST_MEGABYTES, _MOST_SECONDS = 256, 120
# Not a name of a file everywhere, or one that leads elsewhere, or to a device of Windows.
_BAD_PART = re.compile(
    r'[\x00-\x1f\x7f<>:"|?*\\]|^\.{0,2}$|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)', re.IGNORECASE
)
_PROGRAM, _PLAIN_FILE = 0o755, 0o644


def fetch_bundle(bundle: Bundle) -> None:
    """Fetch and unpack a bundle, as `provide_bundle` does, where no event loop runs."""
    asyncio.run(provide_bundle(bundle))


async def provide_bundle(bundle: Bundle) -> None:
    """Fetch and unpack a bundle, unless its folder exists. Raise ServerError if it cannot be fetched, or is another."""
    if bundle.folder.is_dir():
        return
    try:
        bundle.folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with TemporaryDirectory(dir=bundle.folder.parent, prefix="unfinished-", ignore_cleanup_errors=True) as place:
            file, folder = Path(place, "bundle.zip"), Path(place, "bundle")
            await _fetch(bundle, file)
            await asyncio.to_thread(unpack_in_child, file, folder)
            await asyncio.to_thread(_move, folder, bundle.folder)
    except OSError as error:
        raise ServerNotStarted(f"its bundle cannot be stored: {error}", where=bundle.url) from None


def _move(folder: Path, goal: Path) -> None:
    """Give the folder its name, in one step. Another process may have been faster."""
    try:
        when_closed(lambda: folder.rename(goal))
    except OSError:
        if not goal.is_dir():
            raise


async def _fetch(bundle: Bundle, file: Path) -> None:
    """Write the file of a bundle. Downloads are often on another host than their URL; the hash says what it is."""
    url = bundle.url
    for _ in range(_MOST_REDIRECTS):
        endpoint = Endpoint(url, foreign=True, public_only=bundle.public_only)
        target = Target("bundle", "", endpoint, timeout=_PATIENCE, limits=Limits(bytes=_MOST_BYTES))
        try:
            found = await _download(target, httpx2.URL(url), file)
        except ServerRedirected as error:
            if url.startswith("https://") and not error.goal.startswith("https://"):
                raise
            url = error.goal
            continue
        except ServerError as error:
            # The hints of the HTTP client are about the URL of a server.
            hint = "check `bundle` in govern.toml and your network"
            raise type(error)(f"its bundle: {error.message}", hint=hint) from None
        if found != bundle.sha256:
            raise ServerMisbehaved(
                f"{shown_url(httpx2.URL(bundle.url))} is another bundle: SHA-256 {found}, expected {bundle.sha256}",
                hint="do not run it before you know why they differ; ask its publisher",
            )
        return
    raise ServerMisbehaved(f"{shown_url(httpx2.URL(bundle.url))} redirects more than {_MOST_REDIRECTS} times")


async def _download(target: Target, url: httpx2.URL, file: Path) -> str:
    """Write what a URL returns to a file, and return its SHA-256."""
    digest = hashlib.sha256()
    async with open_client(target) as client, client.call("GET", url, {"accept": "*/*"}) as response:
        if response.status_code != httpx2.codes.OK:
            raise ServerUnreachable(f"{shown_url(url)} returned HTTP {response.status_code}")
        with file.open("wb") as written:
            async for chunk in client.chunks(response):
                digest.update(chunk)
                written.write(chunk)
    return digest.hexdigest()


def unpack_in_child(file: Path, folder: Path) -> None:
    """Unpack a zip file in a process with limits: the list of its files alone may fill the memory."""
    worker = Worker(__name__, "main", _MOST_MEGABYTES)
    try:
        problem = worker.ask([str(file), str(folder)], _MOST_SECONDS)
    finally:
        worker.stop()
    if problem is None:
        limits = f"{_MOST_MEGABYTES} MB of memory or {_MOST_SECONDS} s"
        raise ServerMisbehaved(f"its bundle cannot be unpacked: it takes more than {limits}")
    misbehaved, message = problem
    if message:
        raise ServerMisbehaved(message) if misbehaved else OSError(message)


def main() -> None:
    """Unpack what `unpack_in_child` names; the child runs this."""

    def answer(question: list[str]) -> tuple[bool, str]:
        try:
            unpack(*map(Path, question))
        except ServerMisbehaved as error:
            return True, error.message
        except OSError as error:
            return False, str(error)
        return False, ""

    serve(answer)


def unpack(file: Path, folder: Path) -> None:
    """Unpack a zip file to a new folder: only files, below the folder, of a bounded number and size."""
    try:
        with ZipFile(file) as archive:
            members = [each for each in archive.infolist() if not each.is_dir()]
            if problem := _problem(members):
                raise ServerMisbehaved(f"its bundle cannot be unpacked: {problem}")
            folder.mkdir()
            for each in members:
                _extract(archive, each, folder / each.filename)
    except (BadZipFile, NotImplementedError, RuntimeError, EOFError, UnicodeError, zlib.error) as error:
        raise ServerMisbehaved(f"its bundle is not a valid zip file: {str(error)[:200]}") from None


def _problem(members: list[ZipInfo]) -> str | None:
    """Return why a bundle is not unpacked, or None."""
    if len(members) > _MOST_FILES or sum(each.file_size for each in members) > _MOST_UNPACKED:
        return f"it has more than {_MOST_FILES:,} files or {_MOST_UNPACKED // MEGABYTE:,} MiB"
    if len({each.filename.casefold() for each in members}) < len(members):
        return "two of its files have one name"
    for each in members:
        parts = each.filename.split("/")
        if len(each.filename) > _LONGEST_NAME or any(_BAD_PART.search(part) for part in parts):
            return f"{each.filename[:100]!r} is not the name of a file below it"
        # Others unpack a small piece as a whole, whatever its size.
        if each.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            return f"{each.filename[:100]!r} is compressed in another way than Deflate"
        kind = stat.S_IFMT(each.external_attr >> 16)
        if kind not in (0, stat.S_IFREG):
            return f"{each.filename[:100]!r} is a link or a device"
    return None


def _extract(archive: ZipFile, member: ZipInfo, goal: Path) -> None:
    """Write one file. Whatever it holds, no more is read than the size that was checked."""
    goal.parent.mkdir(parents=True, exist_ok=True)
    with archive.open(member) as source, goal.open("xb") as written:
        shutil.copyfileobj(source, written)
    goal.chmod(_PROGRAM if (member.external_attr >> 16) & stat.S_IXUSR else _PLAIN_FILE)
