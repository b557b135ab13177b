"""Turn a server of an inventory into a target, and refuse what a stranger's entry may not ask for."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

from govern import __version__
from govern.errors import GovernError, UsageError
from govern.policy.config import FILE as CONFIG_FILE
from govern.policy.config import Config
from govern.policy.parsing import config_error
from govern.policy.server_settings import Limits
from govern.policy.settings import Settings
from govern.policy.target import Command, Endpoint, Incomplete
from govern.policy.targets import targets
from govern.policy.validation import find_problems
from govern.servers.sandbox import confine

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.fleet.inventory import FleetServer
    from govern.fleet.observation import UnseenReason
    from govern.policy.server_settings import Server
    from govern.policy.target import Catalog, InProcess, Target
    from govern.scanning.settings import ScanSettings

    How = Command | Endpoint | InProcess | Catalog | Incomplete

# A name of the inventory may hold characters that separate servers from profiles in a config.
_NAME = "server"
# Keys that read files of this machine.
_LOCAL_KEYS = ("catalog", "cwd", "env_file", "python")
_VARIABLE = re.compile(r"\$\{(\w+)")
_HINT = "set `trusted = true` for it in an inventory of your own"


@dataclass(frozen=True, slots=True)
class NotAsked:
    """A server that is not asked, with the reason."""

    reason: UnseenReason
    detail: str


def resolve(server: FleetServer, settings: ScanSettings, environ: Mapping[str, str]) -> Target | NotAsked:
    """Return the target of a server; only a trusted one may read the environment and files of this machine."""
    if entry := settings.opt_out.entry_for(server.name, server.host):
        return NotAsked("opted-out", f"the opt-out list has {entry}")
    if not server.trusted and (keys := _owners_keys(server.settings)):
        return NotAsked("untrusted", f"{', '.join(keys)}: only for trusted servers; {_HINT}")
    try:
        target = _target(server, settings, environ if server.trusted else {})
    except GovernError as error:
        return NotAsked(
            "not-started", _without_name(f"{error.where}: {error.message}" if error.where else error.message)
        )
    if isinstance(target.how, Incomplete):
        reason = f"{target.how.reason}; {target.how.hint}" if server.trusted else _needs(target.how)
        return NotAsked("not-started", _without_name(reason))
    target = confine(target, settings.sandbox, trusted=server.trusted)
    if isinstance(target.how, Incomplete):
        return NotAsked("untrusted", f"{target.how.reason}; {target.how.hint}")
    return target


def _owners_keys(server: Server) -> list[str]:
    """Return the keys that only a server of the inventory's owner may have."""
    found = [name.replace("_", "-") for name in _LOCAL_KEYS if getattr(server, name)]
    if server.inherit_env not in (None, [], "none"):
        found.append("inherit-env")
    # A pattern may take forever to match a text that its author wrote for it.
    patterns = [name for name, value in server.normalize.items() if isinstance(value, str)]
    return [*found, *(f"normalize.{name}" for name in patterns)]


def _needs(how: Incomplete) -> str:
    """Return the variable that a stranger's entry needs, which would not be read even if it were set."""
    found = _VARIABLE.search(how.reason)
    needed = f"needs {found[1]}" if found else how.reason
    return f"{needed}; variables are read only for trusted servers: {_HINT}"


def _without_name(message: str) -> str:
    return message.replace(f"servers.{_NAME}.", "")


def _target(server: FleetServer, settings: ScanSettings, environ: Mapping[str, str]) -> Target:
    if server.refused:
        raise UsageError(server.refused)
    known = Settings(servers={_NAME: server.settings})
    if problems := find_problems(known):
        raise config_error(problems, server.where, "")
    config = Config(Path(server.root) / CONFIG_FILE, known, called=server.where)
    target = targets(config, (_NAME,), environ)[0]
    return replace(
        target,
        name=server.name,
        how=_bounded(target.how, server, settings),
        timeout=min(target.timeout, settings.timeout),
        # A failed request is repeated by the host's gate, which also spares the host's other servers.
        retries=0,
        limits=_capped(target.limits, settings.max_bytes),
    )


def _bounded(how: How, server: FleetServer, settings: ScanSettings) -> How:
    """Return how a server is reached; the URL or the bundle of a stranger stays out of private networks."""
    public_only = not (server.trusted or server.private or settings.private)
    if isinstance(how, Command) and how.bundle:
        return replace(how, bundle=replace(how.bundle, public_only=public_only))
    if not isinstance(how, Endpoint):
        return how
    introduced = _introduced(how, settings.contact)
    return replace(introduced, foreign=not server.trusted, public_only=public_only)


def _introduced(endpoint: Endpoint, contact: str) -> Endpoint:
    """Return the endpoint with a User-Agent, which has the place for complaints, unless the inventory sets one."""
    if any(name.lower() == "user-agent" for name in endpoint.headers):
        return endpoint
    agent = f"govern-fleet/{__version__}{f' (+{contact})' if contact else ''}"
    return replace(endpoint, headers={"User-Agent": agent, **endpoint.headers})


def _capped(limits: Limits, most: int) -> Limits:
    """Return the limits, none looser than the default."""
    usual = Limits(bytes=most)
    return Limits(**{each.name: min(getattr(limits, each.name), getattr(usual, each.name)) for each in fields(Limits)})
