"""Resolve the configured servers and profiles to targets: placeholders filled in, secrets collected."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit, urlunsplit

from govern.errors import PolicyInvalid, no_such
from govern.policy.environment import file_variables, secret_variables
from govern.policy.folds import active, folds
from govern.policy.parsing import ConfigProblem, config_error
from govern.policy.placeholders import PLACEHOLDER, resolve
from govern.policy.redaction import SecretCollector, flag_names
from govern.policy.server_settings import sets_key, with_profile
from govern.policy.source import source_of
from govern.policy.target import (
    BUNDLE_VARIABLE,
    Catalog,
    ClientCredentials,
    Command,
    Endpoint,
    Incomplete,
    InProcess,
    Target,
    bundle_at,
)
from govern.policy.validation import bad_header_name, bad_header_value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from urllib.parse import SplitResult

    from govern.policy.config import Config
    from govern.policy.parsing import KeyPath
    from govern.policy.server_settings import Server


@dataclass(slots=True)
class PlaceholderFiller:
    """Resolves the placeholders of config keys; `table_of` returns the table that holds a key, for errors.

    `missing` are the problems of the environment and not of the config: they cost only the server that has them.
    `unset` are the names of variables without a value.
    """

    environ: Mapping[str, str]
    table_of: Callable[[KeyPath], KeyPath]
    problems: list[ConfigProblem] = field(default_factory=list)
    missing: list[ConfigProblem] = field(default_factory=list)
    unset: list[str] = field(default_factory=list)
    secrets: SecretCollector = field(default_factory=SecretCollector)

    @property
    def all_problems(self) -> list[ConfigProblem]:
        """Return the problems of the config and of the environment."""
        return [*self.problems, *self.missing]

    def text(self, text: str, *keys: str | int, name: str = "") -> str:
        """Return a text with its placeholders resolved, and collect its secrets; `name` is what the text is for."""
        resolved = resolve(text, self.environ)
        for unset in resolved.unset:
            why = "is empty" if unset in self.environ else "is not set"
            self.unset.append(unset)
            self.add_missing(keys, f"${{{unset}}} {why} in the environment")
        if "\0" in resolved.text:
            self.add_problem(keys, "contains a NUL character after its placeholders are resolved")
        self.secrets.add_placeholders(resolved.given)
        self.secrets.add_literals(text, name)
        return resolved.text

    def add_problem(self, keys: KeyPath, message: str) -> None:
        """Add a problem with the value of these keys."""
        self.problems.append(ConfigProblem((*self.table_of(keys), *keys), message))

    def add_missing(self, keys: KeyPath, message: str) -> None:
        """Add something that the value of these keys needs and the environment does not have."""
        self.missing.append(ConfigProblem((*self.table_of(keys), *keys), message))


def target_names(config: Config) -> list[str]:
    """Return the names of all servers, each followed by its profiles."""
    return list(servers_of(config))


def targets(config: Config, names: Sequence[str] | None, environ: Mapping[str, str]) -> list[Target]:
    """Return the targets of the named servers, or of all; only variables that they use are read from `environ`.

    A server that needs an unset variable is Incomplete, so that the others are still read.
    """
    servers = servers_of(config)
    if not servers:
        raise PolicyInvalid(
            "no server is configured",
            where=str(config.file),
            hint="write a table [servers.NAME], or add those of your MCP clients with `govern init`",
        )
    chosen = list(dict.fromkeys(names)) if names else list(servers)
    if unknown := [name for name in chosen if name not in servers]:
        raise no_such("server", unknown[0], config.where, servers)
    fillers = [PlaceholderFiller(environ, partial(_table_of, config.settings.servers, name)) for name in chosen]
    found = [_target(name, servers[name], config, filler) for name, filler in zip(chosen, fillers, strict=True)]
    problems = list(dict.fromkeys(problem for filler in fillers for problem in filler.problems))
    if problems:
        raise config_error(problems, config.where, config.text, prefix=config.prefix)
    return found


def servers_of(config: Config) -> dict[str, Server]:
    """Return every server by its name in the lock; a profile is a server of its own, `server@profile`."""
    found: dict[str, Server] = {}
    for name, server in config.settings.servers.items():
        found[name] = server
        found |= {f"{name}@{other}": with_profile(server, profile) for other, profile in server.profiles.items()}
    return found


def _table_of(servers: Mapping[str, Server], name: str, keys: KeyPath) -> KeyPath:
    """Return the table that sets a key: the profile's, or that of its server."""
    name, at, profile_name = name.partition("@")
    if at and sets_key(servers[name].profiles[profile_name], keys):
        return ("servers", name, "profiles", profile_name)
    return ("servers", name)


def _target(name: str, server: Server, config: Config, filler: PlaceholderFiller) -> Target:
    root = config.root
    how = _how(server, config, filler)
    return Target(
        name=name,
        source=source_of(server, root),
        how=_incomplete(filler, config) if filler.missing else how,
        protocol=server.protocol,
        client=server.client,
        timeout=server.timeout,
        retries=server.retries,
        limits=server.limits,
        normalize=active(server.normalize),
        folds=folds(server.normalize, how.cwd if isinstance(how, Command) else root),
        set_order=server.normalize.get("set-order") is True,
        integrity=server.integrity,
        secrets=filler.secrets.collected(),
    )


def _incomplete(filler: PlaceholderFiller, config: Config) -> Incomplete:
    error = config_error(filler.missing, config.where, config.text, prefix=config.prefix)
    hint = "create the file, or remove `env-file`"
    if unset := list(dict.fromkeys(filler.unset)):
        hint = f"export {', '.join(unset)}; or give a default: `${{{unset[0]}:-default}}`"
    return Incomplete(error.message, error.where, hint)


def _how(server: Server, config: Config, filler: PlaceholderFiller) -> Command | Endpoint | InProcess | Catalog:
    if server.command:
        return _command(server, config, filler)
    if server.url:
        return _endpoint(server, server.url, filler)
    if server.python:
        return InProcess(server.python, config.root)
    return Catalog(config.root / Path(server.catalog or "").expanduser())


def _command(server: Server, config: Config, filler: PlaceholderFiller) -> Command:
    root, bundle = config.root, bundle_at(server.bundle) if server.bundle else None
    if bundle:
        # A path of this machine: secrets like it are shown by their names, also in what the server lists.
        filler = replace(filler, environ={**filler.environ, BUNDLE_VARIABLE: str(bundle.folder)})
    named = zip(server.placed_words, flag_names(server.argv), strict=True)
    argv = [filler.text(word, *keys, name=name) for (keys, word), name in named]
    env = _file_variables(server.env_file, root, filler) if server.env_file else {}
    env |= {name: filler.text(value, "env", name, name=name) for name, value in server.env.items()}
    cwd = root / Path(filler.text(server.cwd, "cwd")).expanduser() if server.cwd else root
    inherit = config.settings.inherit_env if server.inherit_env is None else server.inherit_env
    filler.secrets.add_placeholders(secret_variables(filler.environ, inherit))
    passed = tuple(inherit) if isinstance(inherit, list) else inherit
    boxed = server.sandbox
    return Command(
        (_program_path(argv[0], cwd), *argv[1:]), cwd, env, passed, boxed.network, boxed.image, bundle=bundle
    )


def _file_variables(file: str, root: Path, filler: PlaceholderFiller) -> dict[str, str]:
    """Return the variables of an env file, whose values are never written down."""
    try:
        variables = file_variables(root / Path(filler.text(file, "env-file")).expanduser())
    except OSError as error:
        filler.add_missing(("env-file",), f"{file} cannot be read: {error.strerror}")
        return {}
    filler.secrets.add_placeholders(variables)
    return variables


def _program_path(word: str, cwd: Path) -> str:
    """Return the full path of a program below the working directory; platforms resolve relative ones differently."""
    nearby = cwd / word
    return str(nearby) if re.search(r"[\\/]", word) and nearby.is_file() else word


def _endpoint(server: Server, url: str, filler: PlaceholderFiller) -> Endpoint:
    headers = {name: filler.text(value, "headers", name, name=name) for name, value in server.headers.items()}
    if server.token is not None:
        headers["Authorization"] = f"Bearer {filler.text(server.token, 'token', name='token')}"
    for name, value in headers.items():
        if reason := bad_header_name(name):
            filler.add_problem(("headers", name), reason)
        if reason := bad_header_value(value):
            key = ("token",) if name == "Authorization" and server.token is not None else ("headers", name)
            filler.add_problem(key, reason)
        if PLACEHOLDER.search(server.headers.get(name, "")):
            filler.secrets.add_hidden(value)
    address, login = _address(filler.text(url, "url"), filler)
    # Errors name a host in lower case, whatever its placeholder contained.
    given = resolve(url, filler.environ).given
    filler.secrets.add_placeholders({name: value.lower() for name, value in given.items()})
    if login and not any(name.lower() == "authorization" for name in headers):
        headers["Authorization"] = login
    return Endpoint(address, server.transport, headers, _oauth(server, filler))


def _address(url: str, filler: PlaceholderFiller) -> tuple[str, str | None]:
    """Return the URL without user and password, and the header that replaces them."""
    parts = _split(url)
    if parts is None:
        if not filler.all_problems:
            filler.add_problem(("url",), "should be an http:// or https:// URL with a host")
        return url, None
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2])), _login(parts, filler)


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return None
    return parts if usable and not re.search(r"\s", url) else None


def _login(parts: SplitResult, filler: PlaceholderFiller) -> str | None:
    if parts.username is None and parts.password is None:
        return None
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    encoded = b64encode(f"{user}:{password}".encode()).decode()
    filler.secrets.add_hidden(encoded, password, parts.password or "")
    return f"Basic {encoded}"


def _oauth(server: Server, filler: PlaceholderFiller) -> ClientCredentials | None:
    if not server.oauth:
        return None
    keys = server.oauth
    return ClientCredentials(
        client_id=filler.text(keys.client_id, "oauth", "client-id"),
        client_secret=filler.text(keys.client_secret, "oauth", "client-secret", name="client-secret"),
        scope=filler.text(keys.scope, "oauth", "scope") if keys.scope else None,
        issuer=filler.text(keys.issuer, "oauth", "issuer") if keys.issuer else None,
    )
