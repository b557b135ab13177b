"""The store of a fleet: locks by digest, and what each scan found.

STORE/fleet.json                              the format
STORE/locks/ab/abcdef….lock                   the lock of one server; its name is the digest
STORE/scans/SCAN/scan.json                    the manifest of a scan
STORE/scans/SCAN/rows/<server>.<state>.json   one observation, written the moment it is known
STORE/scans/SCAN/part-<digest>.parquet        observations that `compact` has gathered from rows
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from hashlib import sha256
from shlex import quote
from typing import TYPE_CHECKING, Any, Final

from govern.errors import InvalidInput, LockfileInvalid, UsageError
from govern.files import MEGABYTE
from govern.fleet.objects import FolderObjects, open_objects, public_url
from govern.fleet.observation import STATES, is_time, parse_row, part_bytes, part_observations
from govern.lockfile.store import read_lock
from govern.lockfile.text import pieces

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from govern.fleet.objects import RemoteObjects
    from govern.fleet.observation import Observation, State
    from govern.lockfile.document import Lock

FORMAT: Final = "govern.fleet/1"
_HEAD = "fleet.json"
_SCAN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
# Each attempt that fails means that another process compacted the same scan in the meantime.
_ATTEMPTS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """The manifest of a scan; `servers` is the size of the inventory, and `finished` is empty until all have a row."""

    name: str
    started: str
    servers: int
    inventory: str
    encoding: str
    govern_version: str
    finished: str = ""


class FleetStore:
    """A store in a folder or at an fsspec URL. It can be pickled, and several processes may write to it at a time.

    `name` is the URL without a password, for errors and reports.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.name = public_url(url)

    def __reduce__(self) -> tuple[type[FleetStore], tuple[str]]:
        return FleetStore, (self.url,)

    @cached_property
    def _objects(self) -> FolderObjects | RemoteObjects:
        return open_objects(self.url)

    def get(self, key: str) -> bytes | None:
        """Return an object, or None if there is none."""
        return self._objects.get(key)

    def put(self, key: str, content: bytes, *, durable: bool = False) -> None:
        """Write an object in one step; `durable` waits until it is on disk."""
        self._objects.put(key, content, durable=durable)

    def keys(self, prefix: str) -> list[str]:
        """Return the sorted keys below a folder."""
        return self._objects.keys(prefix)

    def delete(self, keys: Iterable[str]) -> None:
        """Delete objects; those that are gone already are ignored."""
        self._objects.delete(keys)

    def create(self) -> None:
        """Create the store unless it exists; raise UsageError for a store of another format."""
        if self._head() is None:
            self.put(_HEAD, f"{json.dumps({'format': FORMAT})}\n".encode(), durable=True)

    def require(self) -> None:
        """Raise UsageError unless this is a store that this version of govern reads."""
        if self._head() is None:
            hint = f"scan into it: govern fleet scan INVENTORY --store {quote(self.name)}"
            raise UsageError("is not a fleet store", where=self.name, hint=hint)

    def _head(self) -> bytes | None:
        content = self.get(_HEAD)
        if content is not None and FORMAT.encode() not in content[:200]:
            hint = f"this govern reads {FORMAT}; install the version that wrote the store"
            raise UsageError("is a fleet store of another format", where=self.name, hint=hint)
        return content

    def put_lock(self, lock: Lock) -> str:
        """Store the lock of one server unless the store has it, and return its digest."""
        key = lock_key(lock.digest)
        if self.get(key) is None:
            self.put(key, b"".join(piece.encode() for piece in pieces(lock)))
        return lock.digest

    def lock_bytes(self, digest: str) -> bytes:
        """Return the content of a lock's file, which is not checked."""
        key = lock_key(digest)
        content = self.get(key)
        if content is None:
            where = f"{self.name}/{key}"
            raise LockfileInvalid("lock not found in the store", where=where, hint="scan the server again")
        return content

    def read_lock(self, digest: str) -> Lock:
        """Return a lock, checked against its digest."""
        where = f"{self.name}/{lock_key(digest)}"
        lock = read_lock(self.lock_bytes(digest), where)
        if lock.digest != digest:
            raise LockfileInvalid("is another lock than its name says", where=where, hint=f"delete {where}")
        return lock

    def locks(self) -> list[str]:
        """Return the digests of all stored locks."""
        found = (f"sha256:{key.rpartition('/')[2].removesuffix('.lock')}" for key in self.keys("locks"))
        return [digest for digest in found if _DIGEST.fullmatch(digest)]

    def write_observation(self, observation: Observation) -> None:
        """Write one observation. A later one of the same server in the same scan replaces it or is added to it."""
        self.put(_row_key(observation.scan, observation.server, observation.state), observation.row())

    def has_row(self, scan: str, server: str) -> bool:
        """Return whether a scan has an observation of a server that is not compacted yet."""
        return any(self.get(_row_key(scan, server, state)) is not None for state in STATES)

    def observations(self, scan: str) -> list[Observation]:
        """Return the observations of a scan by server, one for each."""
        return self._gather(scan)[1]

    def scans(self) -> list[Scan]:
        """Return the manifests of all scans, the oldest first."""
        keys = [key for key in self.keys("scans") if key.count("/") == 2 and key.endswith("/scan.json")]  # noqa: PLR2004
        return [self._manifest(key) for key in keys]

    def scan(self, name: str) -> Scan | None:
        """Return the manifest of a scan, or None if there is none."""
        key = _scan_key(name)
        return self._manifest(key) if self.get(key) is not None else None

    def begin(self, scan: Scan) -> Scan:
        """Write the manifest of a scan and return it; one that exists must be of the same inventory, and is kept."""
        self.create()
        before = self.scan(scan.name)
        if before is None:
            self._write_manifest(scan)
            return scan
        if (before.inventory, before.encoding) != (scan.inventory, scan.encoding):
            hint = "use another name: --scan NAME"
            raise UsageError(f"scan {scan.name} is of another inventory or encoding", where=self.name, hint=hint)
        return before

    def finish(self, name: str) -> Scan:
        """Compact a scan, mark it as finished if every server was observed, and return its manifest."""
        found = self.compact(name)
        scan = self.scan(name)
        if scan is None:
            raise UsageError(f"no scan {name}", where=self.name)
        if not scan.finished and len(found) >= scan.servers:
            scan = replace(scan, finished=max((each.seen_at for each in found), default=scan.started))
            self._write_manifest(scan)
            self._objects.tidy()
        return scan

    def write_part(self, scan: str, found: list[Observation]) -> str:
        """Write observations of a scan as one Parquet file named by their content, and return its key."""
        text = b"".join(each.row() + b"\n" for each in sorted(found, key=lambda each: each.server))
        key = f"{_folder(scan)}/part-{sha256(text).hexdigest()[:32]}.parquet"
        if self.get(key) is None:
            self.put(key, part_bytes([text]), durable=True)
        return key

    def compact(self, scan: str) -> list[Observation]:
        """Gather the rows and parts of a scan into one part, and return the observations.

        Several processes may do this at a time, and may be killed: an object is deleted only after another one with all
        its observations was written, and readers take the union.
        """
        read, found = self._gather(scan)
        if read and (len(read) > 1 or not read[0].endswith(".parquet")):
            self._objects.sync({lock_key(each.lock) for each in found if each.lock})
            part = self.write_part(scan, found)
            self.delete(key for key in read if key != part)
        return found

    def parts(self, scan: str) -> list[str]:
        """Return the keys of the Parquet files of a scan."""
        return [key for key in self.keys(_folder(scan)) if key.endswith(".parquet")]

    def rows(self, scan: str) -> list[str]:
        """Return the keys of the observations that are not compacted yet."""
        return self.keys(f"{_folder(scan)}/rows")

    def _gather(self, scan: str) -> tuple[list[str], list[Observation]]:
        """Return the keys and the observations of a scan, as of one moment."""
        for _ in range(_ATTEMPTS):
            keys = [key for key in self.keys(_folder(scan)) if not key.endswith("/scan.json")]
            contents = self._objects.get_all(keys)
            # A folder is not listed as of one moment: a part that appeared meanwhile may hold what was not listed.
            if None not in contents and set(self.parts(scan)) <= set(keys):
                return keys, self._preferred(scan, keys, [each for each in contents if each is not None])
        raise UsageError(f"scan {scan} is being compacted all the time", where=self.name, hint="try again")

    def _preferred(self, scan: str, keys: list[str], contents: list[bytes]) -> list[Observation]:
        chosen: dict[str, Observation] = {}
        for key, content in zip(keys, contents, strict=True):
            where = f"{self.name}/{key}"
            found = part_observations(content, where) if key.endswith(".parquet") else [parse_row(content, where)]
            for each in found:
                if each.scan != scan:
                    raise InvalidInput(
                        f"is an observation of scan {each.scan[:100]!r}", where=where, hint=f"delete {where}"
                    )
                before = chosen.get(each.server)
                if before is None or before.preference < each.preference:
                    chosen[each.server] = each
        return [chosen[name] for name in sorted(chosen)]

    def _write_manifest(self, scan: Scan) -> None:
        self.put(_scan_key(scan.name), f"{json.dumps(asdict(scan), indent=1)}\n".encode(), durable=True)

    def _manifest(self, key: str) -> Scan:
        where = f"{self.name}/{key}"
        try:
            values: Any = json.loads((self.get(key) or b"")[:MEGABYTE])
            scan = Scan(**{each.name: values[each.name] for each in fields(Scan)})
        except (ValueError, TypeError, KeyError, RecursionError):
            raise InvalidInput("is not the manifest of a scan", where=where, hint=f"delete {where}") from None
        typed = all(type(getattr(scan, each.name)) is (int if each.name == "servers" else str) for each in fields(Scan))
        timed = typed and is_time(scan.started) and (not scan.finished or is_time(scan.finished))
        if not timed or key != _scan_key(scan.name) or scan.servers < 0:
            raise InvalidInput("is not the manifest of a scan", where=where, hint=f"delete {where}")
        return scan

    @property
    def folder(self) -> str | None:
        """Return the local folder of the store, or None if it is elsewhere."""
        return str(self._objects.folder) if isinstance(self._objects, FolderObjects) else None


def _folder(scan: str) -> str:
    if not _SCAN_NAME.fullmatch(scan) or ".." in scan:
        hint = "use letters, digits, dots, dashes and underscores: --scan 2026-11-19T21-57-00Z"
        raise UsageError(f"{scan[:100]!r} is not a name of a scan", hint=hint)
    return f"scans/{scan}"


def _scan_key(scan: str) -> str:
    return f"{_folder(scan)}/scan.json"


def _row_key(scan: str, server: str, state: State) -> str:
    """Return the key of a row. It has the state, so that `unseen` never replaces `locked`."""
    name = sha256(server.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return f"{_folder(scan)}/rows/{name}.{state}.json"


def lock_key(digest: str) -> str:
    """Return the key of a lock in a store."""
    if not _DIGEST.fullmatch(digest):
        raise LockfileInvalid(f"{digest[:100]!r} is not the digest of a lock")
    name = digest.removeprefix("sha256:")
    return f"locks/{name[:2]}/{name}.lock"


@dataclass(frozen=True, slots=True)
class MergedScan:
    """A scan of the joined store, with the number of servers that were observed."""

    scan: Scan
    observed: int


@dataclass(frozen=True, slots=True)
class FleetMerge:
    """The result of `govern fleet merge`: the scans that were joined, and the number of locks that were copied."""

    store: str
    sources: tuple[str, ...]
    scans: tuple[MergedScan, ...]
    locks: int


def merge_stores(urls: Sequence[str], target: str) -> FleetMerge:
    """Copy the locks and observations of stores into another one, which is created if it does not exist.

    It may be repeated, also after it was killed, and several may write into one store at a time.
    """
    sources = [FleetStore(url) for url in urls]
    for source in sources:
        source.require()
    store = FleetStore(target)
    store.create()
    copied = sum(_copy_locks(source, store) for source in sources)
    names = {scan.name for source in sources for scan in _copy_scans(source, store)}
    merged = [MergedScan(store.finish(name), len(store.observations(name))) for name in sorted(names)]
    return FleetMerge(store.name, tuple(source.name for source in sources), tuple(merged), copied)


def _copy_locks(source: FleetStore, store: FleetStore) -> int:
    missing = sorted({*source.locks()} - {*store.locks()})
    for digest in missing:
        store.put_lock(source.read_lock(digest))
    return len(missing)


def _copy_scans(source: FleetStore, store: FleetStore) -> list[Scan]:
    scans, locks = source.scans(), {*store.locks()}
    for scan in scans:
        found = source.observations(scan.name)
        if missing := {each.lock for each in found if each.lock} - locks:
            reason = f"scan {scan.name} names the lock {min(missing)[:100]!r}, which neither store has"
            raise LockfileInvalid(reason, where=source.name, hint="scan into it again, or leave this store out")
        store.begin(scan)
        if found:
            store.write_part(scan.name, found)
    return scans
