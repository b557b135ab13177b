"""Resolve the configured servers and profiles to targets: placeholders filled in, secrets collected."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit, urlunsplit

from govern.errors import PolicyInvalid, UsageError, did_you_mean
from govern.policy.folds import active, folds
from govern.policy.placeholders import PLACEHOLDER, resolve
from govern.policy.problems import ConfigProblem, config_error
from govern.policy.profiles import sets, with_profile
from govern.policy.redaction import SecretCollector, flag_names
from govern.policy.source import source_of
from govern.policy.target import Catalog, ClientCredentials, Command, Endpoint, InProcess, Target
from govern.policy.validation import bad_header_name, bad_header_value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from urllib.parse import SplitResult

    from govern.policy.config import Config
    from govern.policy.problems import KeyPath
    from govern.policy.settings import Server


@dataclass(slots=True)
class PlaceholderFiller:
    """Fills in what some keys say; `above` tells in which table each of them is."""

    environ: Mapping[str, str]
    above: Callable[[KeyPath], KeyPath]
    problems: list[ConfigProblem] = field(default_factory=list)
    noted: SecretCollector = field(default_factory=SecretCollector)

    def text(self, text: str, *keys: str | int, name: str = "") -> str:
        """A text as the environment has it."""
        resolved = resolve(text, self.environ)
        for unset in resolved.unset:
            why = "is empty" if unset in self.environ else "is not set"
            self.problem(keys, f"${{{unset}}} {why} in the environment")
        if "\0" in resolved.text:
            self.problem(keys, "holds the character NUL once its placeholders are filled in")
        self.noted.placeholders(resolved.given)
        self.noted.literals(text, name)
        return resolved.text

    def problem(self, keys: KeyPath, message: str) -> None:
        """Something that is wrong with what these keys say."""
        self.problems.append(ConfigProblem((*self.above(keys), *keys), message))


def target_names(config: Config) -> list[str]:
    """Every server and, behind it, its profiles."""
    return list(servers_of(config))


def targets(config: Config, names: Sequence[str] | None, environ: Mapping[str, str]) -> list[Target]:
    """The named servers, or all; only what they ask for is read from `environ`."""
    servers = servers_of(config)
    if not servers:
        raise PolicyInvalid("no server is configured", where=str(config.file), hint="`govern init` looks for some")
    chosen = list(dict.fromkeys(names)) if names else list(servers)
    if unknown := [name for name in chosen if name not in servers]:
        raise UsageError(_unknown(unknown, list(servers)), where=str(config.file))
    fillings = [PlaceholderFiller(environ, partial(_set_at, config.settings.servers, name)) for name in chosen]
    found = [_target(name, servers[name], config.root, filling) for name, filling in zip(chosen, fillings, strict=True)]
    problems = list(dict.fromkeys(problem for filling in fillings for problem in filling.problems))
    if problems:
        hint = (
            "a variable is set before the command, or given a default: ${NAME:-default}" if _any_unset(problems) else ""
        )
        raise config_error(problems, config.where, config.text, prefix=config.prefix, hint=hint)
    return found


def servers_of(config: Config) -> dict[str, Server]:
    """Every server by its name in the lock, each profile as the server that it makes."""
    found: dict[str, Server] = {}
    for name, server in config.settings.servers.items():
        found[name] = server
        found |= {f"{name}@{other}": with_profile(server, profile) for other, profile in server.profiles.items()}
    return found


def _unknown(unknown: list[str], known: list[str]) -> str:
    said = [f"no server is named {name}{did_you_mean(name, known, 0.5)}" for name in unknown]
    return f"{'; '.join(said)} (there are: {', '.join(known)})"


def _any_unset(problems: list[ConfigProblem]) -> bool:
    return any(problem.message.endswith("in the environment") for problem in problems)


def _set_at(servers: Mapping[str, Server], name: str, keys: KeyPath) -> KeyPath:
    """Where a key is set: in the profile, or in the server that it is a profile of."""
    name, at, profile_name = name.partition("@")
    if at and sets(servers[name].profiles[profile_name], keys):
        return ("servers", name, "profiles", profile_name)
    return ("servers", name)


def _target(name: str, server: Server, root: Path, filling: PlaceholderFiller) -> Target:
    how = _how(server, root, filling)
    return Target(
        name=name,
        source=source_of(server, root),
        how=how,
        protocol=server.protocol,
        client=server.client,
        timeout=server.timeout,
        retries=server.retries,
        limits=server.limits,
        normalize=active(server.normalize),
        folds=folds(server.normalize, how.cwd if isinstance(how, Command) else root),
        set_order=server.normalize.get("set-order") is True,
        secrets=filling.noted.secrets(),
    )


def _how(server: Server, root: Path, filling: PlaceholderFiller) -> Command | Endpoint | InProcess | Catalog:
    if server.command:
        return _command(server, server.command, root, filling)
    if server.url:
        return _endpoint(server, server.url, filling)
    if server.python:
        return InProcess(server.python, root)
    return Catalog(root / Path(server.catalog or "").expanduser())


def _command(server: Server, words: list[str], root: Path, filling: PlaceholderFiller) -> Command:
    named = zip(words, flag_names(words), strict=True)
    argv = [filling.text(word, "command", at, name=name) for at, (word, name) in enumerate(named)]
    env = {name: filling.text(value, "env", name, name=name) for name, value in server.env.items()}
    cwd = root / Path(filling.text(server.cwd, "cwd")).expanduser() if server.cwd else root
    return Command((_program(argv[0], cwd), *argv[1:]), cwd, env)


def _program(word: str, cwd: Path) -> str:
    """A program near the working directory by its whole path: platforms differ in where a relative one begins."""
    nearby = cwd / word
    return str(nearby) if re.search(r"[\\/]", word) and nearby.is_file() else word


def _endpoint(server: Server, url: str, filling: PlaceholderFiller) -> Endpoint:
    headers = {name: filling.text(value, "headers", name, name=name) for name, value in server.headers.items()}
    if server.token is not None:
        headers["Authorization"] = f"Bearer {filling.text(server.token, 'token', name='token')}"
    for name, value in headers.items():
        if reason := bad_header_name(name):
            filling.problem(("headers", name), reason)
        if reason := bad_header_value(value):
            key = ("token",) if name == "Authorization" and server.token is not None else ("headers", name)
            filling.problem(key, reason)
        if PLACEHOLDER.search(server.headers.get(name, "")):
            filling.noted.hidden(value)
    address, login = _address(filling.text(url, "url"), filling)
    # A host is told in small letters, whatever was filled in.
    given = resolve(url, filling.environ).given
    filling.noted.placeholders({name: value.lower() for name, value in given.items()})
    if login and not any(name.lower() == "authorization" for name in headers):
        headers["Authorization"] = login
    return Endpoint(address, server.transport, headers, _oauth(server, filling))


def _address(url: str, filling: PlaceholderFiller) -> tuple[str, str | None]:
    """The URL without its userinfo, and the header that says the same."""
    parts = _split(url)
    if parts is None:
        if not filling.problems:
            filling.problem(("url",), "should be http:// or https:// and a host")
        return url, None
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2])), _login(parts, filling)


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return None
    return parts if usable and not re.search(r"\s", url) else None


def _login(parts: SplitResult, filling: PlaceholderFiller) -> str | None:
    if parts.username is None and parts.password is None:
        return None
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    encoded = b64encode(f"{user}:{password}".encode()).decode()
    filling.noted.hidden(encoded, password, parts.password or "")
    return f"Basic {encoded}"


def _oauth(server: Server, filling: PlaceholderFiller) -> ClientCredentials | None:
    if not server.oauth:
        return None
    keys = server.oauth
    return ClientCredentials(
        client_id=filling.text(keys.client_id, "oauth", "client-id"),
        client_secret=filling.text(keys.client_secret, "oauth", "client-secret", name="client-secret"),
        scope=filling.text(keys.scope, "oauth", "scope") if keys.scope else None,
        issuer=filling.text(keys.issuer, "oauth", "issuer") if keys.issuer else None,
    )
