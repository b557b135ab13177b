"""Compare the servers that client configs name with those of govern.toml."""

from __future__ import annotations

import re
import shlex
from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from posixpath import normpath
from typing import TYPE_CHECKING, Any, NamedTuple

from govern.files import relative_path
from govern.policy.client_entries import (
    URL_KEYS,
    EntryConverter,
    UnusableEntryError,
    Variables,
    is_disabled,
    setting_given_twice,
    usual_form,
)
from govern.policy.client_files import UnreadableFile, servers_in_text
from govern.policy.client_wrapping import governed_words
from govern.policy.discovery import unusable_reason
from govern.policy.redaction import flag_names, replace_secrets
from govern.policy.settings import toml_key
from govern.policy.targets import servers_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from govern.policy.client_files import ClientServer, LocatedFile
    from govern.policy.config import Config
    from govern.policy.server_settings import Server

# Keys that make a client run a program, besides `command`.
_PROGRAM_KEYS = ("headersHelper",)
_LFS = "version https://git-lfs.github.com/spec/"


class Uncovered(NamedTuple):
    """A difference between a client config and govern.toml, with its remedy."""

    message: str
    remedy: str


@dataclass(frozen=True, slots=True)
class CoveredFile:
    """A client config of the project: how many servers it names, and what of it govern.toml does not name."""

    path: str
    servers: int
    uncovered: tuple[Uncovered, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """The judged client configs, where they were read, and those whose `uncommitted` changes were not judged."""

    files: Sequence[CoveredFile]
    where: str
    uncommitted: Sequence[str] = ()


class Difference(NamedTuple):
    """A setting that a server of govern.toml and a client's entry have differently."""

    key: str
    known: str
    named: str

    def between(self, config: str, client: str) -> str:
        """Return the value on each side, by the names of the two files."""
        return f"{self.key} differs ({config}: {self.known}, {client}: {self.named})"


@dataclass(frozen=True, slots=True)
class CoverageJudge:
    """Compares client configs with a config in the folder `project`, except what `allowed` lists."""

    config: Config
    project: Path
    allowed: Collection[str]

    def file(self, file: LocatedFile, text: str, place: str) -> CoveredFile:
        """Judge the text of a client config; `place` is its path in reports."""
        if text.startswith(_LFS):
            return self.unreadable(place, "is stored with Git LFS, and not in the commit")
        named = 0
        problems: list[Uncovered] = []
        for server in servers_in_text(file, text):
            if isinstance(server, UnreadableFile):
                if not _may_name_servers(file, text):
                    continue
                problems.append(Uncovered(server.reason, f"correct {place}"))
            else:
                problems += self._uncovered(server, place)
            named += 1
        return self._judgement(place, named, problems)

    def unreadable(self, place: str, reason: str) -> CoveredFile:
        """Judge a client config that cannot be read, and so may name any server."""
        remedy = f"replace {place} with a file that can be read, or list it in policy.gate.uncovered"
        return self._judgement(place, 1, [Uncovered(reason, remedy)])

    def _judgement(self, place: str, servers: int, problems: list[Uncovered]) -> CoveredFile:
        globs = [each.rstrip("/") for each in self.allowed]
        is_allowed = any(fnmatchcase(place, each) or fnmatchcase(place, f"{each}/*") for each in globs)
        return CoveredFile(place, servers, () if is_allowed else tuple(problems))

    def _is_governed(self, server: ClientServer) -> bool:
        """Return whether an entry runs a server of this config through govern, with no other settings."""
        words = governed_words(server.entry)
        known = servers_of(self.config).get(words[1]) if words else None
        env = usual_form(server.entry).get("env") or {}
        return (
            known is not None
            and words[2:] in ([], ["--config", str(self.config.file)])
            and isinstance(env, dict)
            and env.keys() <= known.env.keys()
        )

    def _uncovered(self, server: ClientServer, place: str) -> Iterator[Uncovered]:
        """Yield every problem of an entry of a client config: what the config does not name, and its secrets."""
        correct = f"correct {server.name} in {place}, or list {place} in policy.gate.uncovered"
        variables, config = Variables(), self.config.file.name
        converter = EntryConverter(server, self.project, variables, strict=True)
        table: dict[str, Any] = {}
        reason = _ambiguity(server.entry)
        try:
            table = converter.table()
        except UnusableEntryError as error:
            reason = reason or f"{error}; {config} cannot name it"
        converter.hide_unused()
        known = self._known(server, table, variables)
        if reason:
            yield Uncovered(f"{server.name}: {reason}", correct)
        elif not self._is_governed(server):
            yield from self._differing(server, table, known, variables, place)
        if self._is_governed(server):
            table = known | {key: table[key] for key in ("env",) if key in table}
        for secret in _secrets(known, table, variables.by_name):
            yield Uncovered(f"{server.name}: {secret}", f"replace each secret in {place} with its variable")

    def _known(self, server: ClientServer, table: dict[str, Any], variables: Variables) -> dict[str, Any]:
        """Return the server of the config that an entry runs or is the same as, or else the one of its name, or {}."""
        servers = {name: table_of(each) for name, each in servers_of(self.config).items()}
        if self._is_governed(server):
            return servers[governed_words(server.entry)[1]]
        moved = variables.by_name.keys()
        same = (each for each in servers.values() if table and not differences(each, table, moved))
        return next(same, servers.get(server.name, {}))

    def _differing(
        self, server: ClientServer, table: dict[str, Any], known: dict[str, Any], variables: Variables, place: str
    ) -> Iterator[Uncovered]:
        """Yield what an entry starts that the config does not, except for secrets."""
        config = self.config.file.name
        if (line := command_line(table)) in self.allowed:
            return
        if not known:
            yield Uncovered(f"{server.name}: not in {config}: {line}", self._addition(server, table, place))
            return
        remedy = f"change {config} or {place}, so that both are the same"
        for each in differences(known, table, variables.by_name.keys()):
            yield Uncovered(f"{server.name}: {each.between(config, place)}", remedy)

    def _addition(self, server: ClientServer, table: dict[str, Any], place: str) -> str:
        """Return how to add a server that the config does not have."""
        config = self.config.file.name
        if unusable_reason(table):
            return f"correct {server.name} in {place}, or list {place} in policy.gate.uncovered"
        if server.excluded or is_disabled(usual_form(server.entry)):
            return f"remove {server.name}, which is disabled, from {place}, or add it to {config} by hand"
        file = relative_path(server.file, Path.cwd())
        return f"add it to {config}: govern init --from {shlex.quote(file)}"


def _secrets(known: Mapping[str, Any], named: Mapping[str, Any], moved: Collection[str]) -> Iterator[str]:
    """Yield what to write in place of each secret of an entry, as the config has it if it has it."""
    left = dict.fromkeys(moved)
    if known and named:
        others = {each.key for each in differences(known, named, moved)}
        for each in differences(known, named):
            if each.key not in others and each.key != "server":
                yield f"{each.key} contains a secret; write it as {each.known}"
                left = {name: None for name in left if f"${{{name}}}" not in each.named}
    for variable in left:
        yield f"contains a secret; write it as ${{{variable}}}"


def _may_name_servers(file: LocatedFile, text: str) -> bool:
    """Return whether an invalid file may still name servers for a client that reads what it can."""
    return "\\u" in text or any(all(key in text for key in keys) for keys in file.kind.keys)


def _ambiguity(entry: Mapping[str, Any]) -> str | None:
    """Return why clients may disagree about what an entry starts, or None."""
    usual = usual_form(entry)
    for key in _PROGRAM_KEYS:
        if key in usual:
            return f"{key} runs another program"
    targets = {str(usual[key]) for key in URL_KEYS if usual.get(key)} | ({"command"} if usual.get("command") else set())
    if len(targets) > 1:
        return "names more than one command or URL"
    for table in (usual[key] for key in ("oauth", "auth") if isinstance(usual.get(key), dict)):
        if url := next((each for each in table.values() if isinstance(each, str) and "://" in each), None):
            return f"names another URL for OAuth: {replace_secrets(url)}"
    twice = setting_given_twice(entry) or _header_given_twice(usual)
    return f"gives {twice} twice" if twice else None


def _header_given_twice(usual: Mapping[str, Any]) -> str | None:
    """Return a header that an entry gives in two places, of which each client takes its own."""
    tables = [usual[key] for key in ("headers", "env_http_headers") if isinstance(usual.get(key), dict)]
    names = [str(name).lower() for table in tables for name in table]
    names += ["authorization" for key in ("bearer_token_env_var", "apiKey") if usual.get(key)]
    return next((name for name in names if names.count(name) > 1), None)


def table_of(server: Server) -> dict[str, Any]:
    """Return a server of govern.toml in the form that client entries are converted to."""
    table: dict[str, Any] = {"env": server.env, "headers": server.headers, "cwd": server.cwd}
    table |= {"python": server.python, "catalog": server.catalog, "env-file": server.env_file, "bundle": server.bundle}
    table |= {"command": server.argv, "url": server.url, "token": server.token}
    if server.oauth:
        table["oauth"] = {toml_key(key): value for key, value in asdict(server.oauth).items() if value}
    return {key: value for key, value in table.items() if value}


def differences(
    known: Mapping[str, Any], named: Mapping[str, Any], moved: Collection[str] = frozenset()
) -> tuple[Difference, ...]:
    """Return what a client's entry names and a server of govern.toml does not.

    `moved` are variables in place of secrets of the entry; in govern.toml they may have other names.
    """
    return tuple(_differences(known, named, moved))


def _differences(known: Mapping[str, Any], named: Mapping[str, Any], moved: Collection[str]) -> Iterator[Difference]:
    if (key := _start(named)) != _start(known):
        yield Difference("server", command_line(known), command_line(named))
        return
    before, after = ([each] if isinstance(each, str) else each for each in (known[key], named[key]))
    if len(before) != len(after) or not all(_same(*pair, moved) for pair in zip(before, after, strict=True)):
        yield Difference(key, _shown_words(before), _shown_words(after))
    if "command" in named and normpath(_slashes(known.get("cwd", "."))) != normpath(_slashes(named.get("cwd", "."))):
        yield Difference("cwd", known.get("cwd", "."), named.get("cwd", "."))
    env, headers = ([known.get("env", {}), named.get("env", {})], [_headers(known), _headers(named)])
    for key, tables in (("env", env), ("header", headers)):
        for name, value in tables[1].items():
            was = tables[0].get(name)
            if was is None or not _same(was, value, moved):
                old = "not set" if was is None else replace_secrets(was, name)
                yield Difference(f"{key} {name}", old, replace_secrets(value, name))
    if named.get("oauth", known.get("oauth")) != known.get("oauth"):
        yield Difference("oauth", "set" if "oauth" in known else "not set", "other client credentials")
    if named.get("env-file", known.get("env-file")) != known.get("env-file"):
        yield Difference("env-file", known.get("env-file", "not set"), named["env-file"])


def _start(table: Mapping[str, Any]) -> str:
    """Return the key that decides what is started or connected to."""
    return next(key for key in ("command", "url", "python", "catalog") if table.get(key))


def _same(known: str, named: str, moved: Collection[str]) -> bool:
    if known == named:
        return True
    pieces = re.split(r"(\$\{[^{}]*\})", named)
    pattern = "".join(r"\$\{[^{}]*\}" if piece[2:-1] in moved else re.escape(piece) for piece in pieces)
    return re.fullmatch(pattern, known) is not None


def _headers(table: Mapping[str, Any]) -> dict[str, str]:
    """Return all headers, with names in lower case: HTTP ignores their case."""
    token = {"authorization": f"Bearer {table['token']}"} if "token" in table else {}
    return token | {name.lower(): value for name, value in table.get("headers", {}).items()}


def _slashes(path: str) -> str:
    return path.replace("\\", "/")


def command_line(table: Mapping[str, Any]) -> str:
    """Return what an entry starts or connects to as one line, as a shell would be told."""
    folder = [f"cd {shlex.quote(table['cwd'])} &&"] if "cwd" in table else []
    env = [f"{name}={shlex.quote(replace_secrets(value, name))}" for name, value in table.get("env", {}).items()]
    if "command" in table:
        return " ".join([*folder, *env, _shown_words(table["command"])])
    if "url" not in table:
        return f"{_start(table)} {table[_start(table)]}"
    headers = [
        f"-H {shlex.quote(f'{name}: {replace_secrets(value, name)}')}" for name, value in _headers(table).items()
    ]
    return " ".join([_shown_words([table["url"]]), *headers])


def _shown_words(words: list[str]) -> str:
    named = zip(words, flag_names(words), strict=True)
    return shlex.join(replace_secrets(word, name) for word, name in named) or "none"
