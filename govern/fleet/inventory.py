"""The servers of a fleet, read from a file of any kind."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from govern.contract.digests import digest
from govern.errors import PolicyInvalid, UsageError
from govern.files import MEGABYTE, read_bytes
from govern.fleet.objects import public_url
from govern.policy.config import FILE, PYPROJECT, load_config
from govern.policy.targets import servers_of
from govern.policy.validation import bad_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from govern.contract.json_text import Json
    from govern.policy.server_settings import Server

MAX_INVENTORY: Final = 512 * MEGABYTE
MAX_SERVERS: Final = 1_000_000
# These may also be at a URL.
TABLES: Final = (".jsonl", ".ndjson", ".csv", ".parquet")
# These keys decide what is listed; of those that may hold secrets, the digest has only the names.
_ASKED = (
    "command", "args", "cwd", "integrity", "bundle", "transport", "python", "catalog", "protocol", "client",
    "normalize",
)  # fmt: skip
_LONGEST_NAME = 200
_MOST_PROBLEMS = 20
_FORMS = (
    ".jsonl, .ndjson, .csv, .parquet, govern.toml, saved pages of an MCP registry (.json, .jsonl), or the config of an "
    "MCP client (.json, .toml, .yaml)"
)


@dataclass(frozen=True, slots=True)
class FleetServer:
    """A server of an inventory, with the keys of a `[servers.x]` table.

    `trusted` says that the owner of the inventory vouches for it: only then may it read the environment and files of
    this machine. `where` is its place in the inventory, and `root` the folder that its relative paths start from.
    `refused` says why nothing can be started for it. With `private` its URL may be in a private network, as that of its
    registry is.
    """

    name: str
    settings: Server
    trusted: bool
    where: str
    root: str
    refused: str = ""
    private: bool = False

    @property
    def host(self) -> str | None:
        """Return the host of an HTTP server, or None."""
        try:
            host = urlsplit(self.settings.url or "").hostname or ""
        except ValueError:
            return None
        # The dot that may end a name makes no other host of it.
        return host.rstrip(".") or None


def read_inventory(source: str, *, private: bool = False) -> list[FleetServer]:
    """Return the servers of a file, or of an object at an fsspec URL, by name.

    With `private` the servers of saved pages may be in a private network. Raise PolicyInvalid that lists the problems
    of the file with their lines.
    """
    servers = [*_servers(source, private=private)]
    if not servers:
        raise PolicyInvalid("has no servers", where=source)
    _require_names(servers)
    return sorted(servers, key=lambda server: server.name)


def shard_of(name: str, shards: int) -> int:
    """Return the number of the shard that a server belongs to, from 0; it is the same on every machine."""
    return int.from_bytes(sha256(name.encode("utf-8", "surrogatepass")).digest()[:8], "big") % shards


def fleet_name(name: str) -> str:
    """Return the name in a fleet of a server that a registry calls NAMESPACE/NAME; different names stay different."""
    return name.replace("/", ":")


def inventory_digest(servers: Iterable[FleetServer]) -> str:
    """Return the digest of what is asked of each server; it has no values of variables, headers and credentials."""
    return digest(sorted((_asked(server) for server in servers), key=lambda asked: str(asked["name"])))


def _asked(server: FleetServer) -> dict[str, Json]:
    settings = server.settings
    asked: dict[str, Json] = {key: getattr(settings, key) for key in _ASKED}
    secret: dict[str, Json] = {"env": sorted(settings.env), "headers": sorted(settings.headers)}
    url = (settings.url or "").partition("?")[0]
    return {**asked, **secret, "name": server.name, "url": public_url(url), "trusted": server.trusted}


def _servers(source: str, *, private: bool) -> Iterable[FleetServer]:
    from govern.fleet.inventory_files import client_servers, fleet_of_pages, read_rows, saved_pages

    suffix = PurePath(source).suffix.lower()
    if suffix in TABLES:
        content = _file_content(source)
        pages = saved_pages(content) if suffix in (".jsonl", ".ndjson") else None
        return fleet_of_pages(pages, source, private=private) if pages else read_rows(source, suffix, content)
    if suffix == ".json" and (pages := saved_pages(_file_content(source))):
        return fleet_of_pages(pages, source, private=private)
    if "://" in source:
        raise UsageError("is not an inventory that can be read from a URL", where=source, hint=f"formats: {_FORMS}")
    path = Path(source)
    if path.name in (FILE, PYPROJECT):
        return _configured(path)
    if suffix in (".json", ".toml", ".yaml", ".yml", ".md"):
        return client_servers(path)
    raise UsageError("is not an inventory", where=source, hint=f"formats: {_FORMS}")


def _file_content(source: str) -> bytes:
    if "://" in source:
        from govern.fleet.objects import read_url

        return read_url(source, MAX_INVENTORY)
    try:
        return read_bytes(source, MAX_INVENTORY)
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror or error}", where=source) from None


def _configured(path: Path) -> Iterator[FleetServer]:
    """Yield the servers and profiles of a govern.toml, which are the user's own."""
    config = load_config(path, Path())
    for name, server in servers_of(config).items():
        inherits = config.settings.inherit_env if server.inherit_env is None else server.inherit_env
        settings = replace(server, inherit_env=inherits, profiles={})
        yield FleetServer(name.replace("@", ":"), settings, trusted=True, where=str(config.file), root=str(config.root))


def _require_names(servers: Iterable[FleetServer]) -> None:
    """Raise PolicyInvalid if a name is invalid or used twice."""
    first: dict[str, str] = {}
    problems = []
    for server in servers:
        if reason := _bad_name(server.name):
            problems.append((server.where, f"{server.name[:_LONGEST_NAME]!r}: {reason}"))
        elif server.name in first:
            problems.append((server.where, f"the name {server.name!r} is already used at {first[server.name]}"))
        first.setdefault(server.name, server.where)
    if problems:
        raise inventory_error(problems)


def _bad_name(name: str) -> str | None:
    return f"a name has at most {_LONGEST_NAME} characters" if len(name) > _LONGEST_NAME else bad_name(name)


def inventory_error(problems: list[tuple[str, str]]) -> PolicyInvalid:
    """Return one error that lists the first problems, each with its place."""
    if len(problems) == 1:
        return PolicyInvalid(problems[0][1], where=problems[0][0])
    lines = [f"  {where}: {message}" for where, message in problems[:_MOST_PROBLEMS]]
    more = len(problems) - _MOST_PROBLEMS
    if more > 0:
        lines.append(f"  and {more:,} more")
    return PolicyInvalid(f"{len(problems):,} problems in the inventory\n" + "\n".join(lines))
