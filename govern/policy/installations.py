"""The ways in which a server of a registry can be run: its packages and remotes, as tables of govern.toml.

Everything here comes from strangers. A package is started by one of govern's own launchers, at an exact version, with
only those launcher options that neither choose other code nor open this machine to it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from govern.contract.launchers import launch_of, packages
from govern.policy.client_entries import UnusableEntryError, variable_for
from govern.policy.discovery import unusable_reason
from govern.policy.foreign_urls import bad_address
from govern.policy.parsing import parse_settings
from govern.policy.placeholders import PLACEHOLDER
from govern.policy.redaction import literal_secrets
from govern.policy.server_inputs import ServerInput, ValueTemplate, read_template, tables, text_field, url_template
from govern.policy.server_inputs import field as field_of
from govern.policy.settings import Settings
from govern.policy.target import address_of, bundle_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

InstallationKind = Literal["npm", "pypi", "oci", "mcpb", "remote"]

_KINDS: dict[str, InstallationKind] = {"npm": "npm", "pypi": "pypi", "oci": "oci", "docker": "oci", "mcpb": "mcpb"}
# The launchers of each type of package, the usual one first.
_LAUNCHERS: dict[str, dict[str, tuple[str, ...]]] = {
    "npm": {"npx": ("npx", "-y"), "bunx": ("bunx", "-y")},
    "pypi": {"uvx": ("uvx",), "pipx": ("pipx", "run")},
    "oci": {"docker": ("docker", "run", "-i", "--rm"), "podman": ("podman", "run", "-i", "--rm")},
}
# The hosts that a package client uses by itself; for another one it would fetch another package of that name.
_USUAL_HOSTS = {"npm": ("npmjs", "org"), "pypi": ("pypi", "org")}
_NAMES = {
    "npm": re.compile(r"(?:@[A-Za-z0-9~][\w.~-]*/)?[A-Za-z0-9~][\w.~-]*", re.ASCII),
    "pypi": re.compile(r"[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?", re.ASCII),
    "oci": re.compile(
        r"[a-z0-9][a-z0-9.-]*(?::\d{1,5})?(?:/[a-z0-9][a-z0-9._-]*)*(?::[\w][\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?",
        re.ASCII,
    ),
}
_VERSION = re.compile(r"\d[\w.+!-]*", re.ASCII)
_TAG = re.compile(r"\w[\w.-]{0,127}", re.ASCII)
SHA256 = re.compile(r"[0-9a-f]{64}")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# Variables that choose what a launcher or an interpreter runs or trusts; a user may set them, a registry may not.
_STEERING = re.compile(
    r"PATH|HOME|SHELL|IFS|ENV|BASH_ENV|COMSPEC|PATHEXT|PREFIX|USERPROFILE|(?:LOCAL)?APPDATA|SYSTEMROOT|WINDIR"
    r"|(?:PYTHON|PERL|RUBY|SSL|OPENSSL)\w*|(?:LD|DYLD|NODE|NPM|PIP|PIPX|UV|DOCKER|CONTAINERS?|GIT|BUN|DENO|COREPACK|YARN|PNPM"
    r"|XDG|_?JAVA|JDK|PYENV|NVM|FNM|VOLTA|ASDF|MISE|GCONV|GLIBC)_\w*|(?:HTTPS?|ALL|NO)_PROXY|\w*_CA_(?:BUNDLE|CERTS?)\w*",
    re.IGNORECASE | re.ASCII,
)  # fmt: skip
_HARMLESS_VARIABLES = frozenset({"NODE_ENV", "PYTHONUNBUFFERED", "PYTHONIOENCODING", "PYTHONUTF8"})
# On Windows a launcher may be a batch file, which would run what follows these.
_SHELL_CHARACTERS = re.compile(r"[&|<>^%\"`;\r\n]")
_CONTAINER_OPTIONS = frozenset({"-w", "--workdir", "-u", "--user", "--platform"})
_MOUNT_KEYS = frozenset({"type", "source", "src", "destination", "dst", "target", "readonly", "ro"})
_MOUNT_TYPES = frozenset({"bind", "volume", "tmpfs"})
_VOLUME = re.compile(r"[A-Za-z0-9][\w.-]+", re.ASCII)
_OWN_HEADERS = frozenset(
    {"host", "accept", "connection", "content-length", "content-type", "transfer-encoding", "mcp-session-id"}
)
_LONGEST_LABEL = 200


@dataclass(frozen=True, slots=True)
class Installation:
    """One way to run a server: a package at an exact version, or a URL; `reason` says why it cannot be used.

    `package` is the package with its version, or the URL. `sha256` is that of the package's file, as stated.
    """

    kind: InstallationKind
    package: str
    words: tuple[ValueTemplate, ...] = ()
    env: Mapping[str, ValueTemplate] = field(default_factory=dict)
    url: ValueTemplate | None = None
    transport: str = "auto"
    headers: Mapping[str, ValueTemplate] = field(default_factory=dict)
    sha256: str | None = None
    reason: str = ""

    @property
    def inputs(self) -> tuple[ServerInput, ...]:
        """Return the values that the user may set, each once."""
        found: dict[str, ServerInput] = {}
        url = [self.url] if self.url else []
        for template in (*self.env.values(), *self.words, *url, *self.headers.values()):
            for each in template.inputs:
                found.setdefault(each.name, each)
        return tuple(found.values())

    def table(self, answers: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        """Return the table for govern.toml with these values, and a placeholder for what is required beside them."""
        if self.reason:
            raise UnusableEntryError(self.reason)
        if self.url:
            return self._endpoint(answers)
        if self.kind == "mcpb" and not self.words:
            raise UnusableEntryError("it is an MCP bundle, whose command `govern add` reads from it")
        env = {name: texts[0] for name, template in self.env.items() if (texts := template.texts(answers))}
        words = [text for template in self.words for text in template.words(answers)]
        if self.kind == "oci":
            at = words.index(self.package)
            passed = set(words[:at])
            words[at:at] = [word for name in env if name not in passed for word in ("-e", name)]
        bundle = {"bundle": address_of(self.package, self.sha256 or "")} if self.kind == "mcpb" else {}
        return bundle | {"command": words} | ({"env": env} if env else {})

    def _endpoint(self, answers: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        (url,) = self.url.texts(answers) if self.url else ("",)
        table: dict[str, Any] = {"url": url}
        if self.transport == "sse":
            table["transport"] = "sse"
        headers = {name: texts[0] for name, template in self.headers.items() if (texts := template.texts(answers))}
        return table | ({"headers": headers} if headers else {})


def read_package(raw: Mapping[str, Any], server: str, version: str, *, private: bool) -> Installation | None:
    """Return a package of a server.json, or None for a type that govern cannot start; `version` is the server's.

    With `private` a bundle may be on a private address, as its registry is.
    """
    kind = field_of(raw, "registryType") or raw.get("registry_name")
    identifier = raw.get("identifier") or raw.get("name")
    if not isinstance(kind, str) or kind not in _KINDS or not isinstance(identifier, str):
        return None
    label = _label(identifier, _KINDS[kind])
    try:
        if _KINDS[kind] == "mcpb":
            return _bundle(raw, identifier, private=private)
        installation = _package(_KINDS[kind], raw, server, version)
        _check_package(installation)
    except UnusableEntryError as error:
        return Installation(_KINDS[kind], label, reason=str(error))
    return installation


def _label(text: Any, otherwise: str) -> str:
    return text if isinstance(text, str) and len(text) <= _LONGEST_LABEL and text.isprintable() else otherwise


def _package(kind: InstallationKind, raw: Mapping[str, Any], server: str, version: str) -> Installation:
    _check_place(kind, raw)
    spec = _pinned(kind, raw, version)
    hint = text_field(raw, "runtimeHint") or ""
    before = [*_argument_templates(raw, "runtimeArguments", server)]
    known = _LAUNCHERS[kind]
    if hint and hint not in known and before:
        message = f"its runtimeArguments are for {hint}; govern starts {kind} packages with {' or '.join(known)}"
        raise UnusableEntryError(message)
    launcher = known.get(hint) or next(iter(known.values()))
    named = {str(raw.get("identifier")), spec}
    options = [each for each in before if each.parts[0] not in named and each.parts[0] not in launcher]
    sha256 = text_field(raw, "fileSha256")
    if sha256 is not None and not SHA256.fullmatch(sha256):
        raise UnusableEntryError("fileSha256 is not 64 hexadecimal digits")
    env = {}
    for each in tables(raw, "environmentVariables"):
        name = text_field(each, "name") or ""
        check_variable(name)
        env[name] = read_template(each, name, server)
    return Installation(
        kind,
        spec,
        (*_fixed(*launcher), *options, *_fixed(spec), *_argument_templates(raw, "packageArguments", server)),
        env,
        sha256=sha256,
    )


def check_variable(name: str) -> None:
    """Raise UnusableEntryError for what is not the name of a variable."""
    if not _VARIABLE.fullmatch(name):
        raise UnusableEntryError(f"{name[:100]!r} is not the name of a variable")


def _check_place(kind: str, raw: Mapping[str, Any]) -> None:
    """Raise UnusableEntryError for a package of another place than the package client uses, or one to be reached."""
    transport = field_of(raw, "transport") or {}
    if isinstance(transport, dict) and transport.get("type", "stdio") != "stdio":
        raise UnusableEntryError("it is a package that listens on a port; start it yourself, and add its `url`")
    base = text_field(raw, "registryBaseUrl")
    if base and kind in _USUAL_HOSTS and tuple((urlsplit(base).hostname or "").split("."))[-2:] != _USUAL_HOSTS[kind]:
        raise UnusableEntryError(f"it is a package of {base}, which your package client may not use for that name")


def _pinned(kind: InstallationKind, raw: Mapping[str, Any], version: str) -> str:
    """Return the package at its exact version, as a launcher takes it."""
    name, given = text_field(raw, "identifier") or text_field(raw, "name") or "", text_field(raw, "version")
    if not _NAMES[kind].fullmatch(name):
        raise UnusableEntryError(f"{name!r} is not the name of a package")
    if kind == "oci":
        if ":" in name.rpartition("/")[2] or "@" in name:
            return name
        tag = given or version
        if not _TAG.fullmatch(tag) or tag == "latest":
            raise UnusableEntryError(f"{name} has no exact version")
        return f"{name}:{tag}"
    exact = given or version
    if not _VERSION.fullmatch(exact):
        raise UnusableEntryError(f"{exact!r} is not an exact version of {name}")
    return f"{name}@{exact}" if kind == "npm" else f"{name}=={exact}"


def _fixed(*words: str) -> Iterator[ValueTemplate]:
    yield from (ValueTemplate((word,)) for word in words)


def _argument_templates(raw: Mapping[str, Any], key: str, server: str) -> Iterator[ValueTemplate]:
    for at, each in enumerate(tables(raw, key), 1):
        if each.get("type") == "named":
            yield from _named_argument(each, key, server)
            continue
        hint = text_field(each, "valueHint") or f"argument {at}"
        yield read_template(each, variable_for(server, hint), server)


def _named_argument(raw: Mapping[str, Any], key: str, server: str) -> Iterator[ValueTemplate]:
    """Yield the words of an option. One of a launcher that asks for no value is a switch."""
    flag = text_field(raw, "name") or ""
    if not flag.startswith("-"):
        raise UnusableEntryError(f"{flag!r} in {key} is not an option")
    asks = any(field_of(raw, each) for each in ("value", "default", "valueHint", "isRequired", "isSecret", "choices"))
    if raw.get("value") == "" or (key == "runtimeArguments" and not asks):
        yield ValueTemplate((flag,))
        return
    value = read_template(raw, variable_for(server, flag.lstrip("-")), server)
    yield ValueTemplate(value.parts, flag)


def _check_package(found: Installation) -> None:
    """Raise UnusableEntryError unless the command starts this package alone, with options that are harmless."""
    for name, template in found.env.items():
        chosen = any(part if isinstance(part, str) else part.default is not None for part in template.parts)
        if chosen and _STEERING.fullmatch(name) and name not in _HARMLESS_VARIABLES:
            raise UnusableEntryError(f"it sets {name}, which can change what the launcher runs")
    # Words with a value that nobody has set are left out of the first table, and defaults out of the second.
    for answers in ({}, {each.name: [each.placeholder] for each in found.inputs}):
        table = found.table(answers)
        _check_command(found, table["command"])
        check_table(table)


def _check_command(found: Installation, words: list[str]) -> None:
    launch = launch_of(words)
    if launch is None or launch.main != (found.package,) or launch.extra:
        raise UnusableEntryError(f"its arguments would start something else than {found.package}")
    for flag, value in launch.options:
        if not _is_allowed(found, flag, value, launch.launcher.harmless):
            option = f"{flag} {value}".rstrip()
            raise UnusableEntryError(f"its launcher option `{option}` can change what runs, or open this machine to it")
    if found.kind != "oci" and any(each.unpinned for each in packages(words)):
        raise UnusableEntryError(f"{found.package} is not an exact version")
    if word := next((each for each in words if _SHELL_CHARACTERS.search(PLACEHOLDER.sub("", each))), None):
        raise UnusableEntryError(f"its argument {word!r} has characters that a shell would act on")


def _is_allowed(found: Installation, flag: str, value: str, harmless: frozenset[str]) -> bool:
    if found.kind == "oci" and flag in ("-e", "--env"):
        # A name alone passes on the variable of this machine.
        return "=" in value or value in found.env
    if found.kind == "oci" and flag in ("-v", "--volume"):
        return _is_mountable(value.partition(":")[0], "volume")
    if found.kind == "oci" and flag == "--mount":
        return _is_mount(value)
    if found.kind == "pypi" and flag in ("-p", "--python"):
        return bool(re.fullmatch(r"\d+(\.\d+)*", value))
    return flag in harmless or (found.kind == "oci" and flag in _CONTAINER_OPTIONS)


def _is_mount(value: str) -> bool:
    """Return whether `--mount` shows the container a volume, or a folder that the user names."""
    fields = [(key, text) for key, _, text in (each.partition("=") for each in value.split(","))]
    kinds = [text for key, text in fields if key == "type"] or ["volume"]
    sources = [text for key, text in fields if key in ("source", "src")]
    return (
        {key for key, _ in fields} <= _MOUNT_KEYS
        and {*kinds} <= _MOUNT_TYPES
        and all(_is_mountable(source, kind) for source in sources for kind in kinds)
    )


def _is_mountable(source: str, kind: str) -> bool:
    """Return whether what is mounted has the name of a volume, or is wholly named by the user."""
    return bool(PLACEHOLDER.fullmatch(source) or (kind != "bind" and _VOLUME.fullmatch(source)))


def check_table(table: dict[str, Any]) -> None:
    """Raise UnusableEntryError for a table that a config could not have, or with a secret of its publisher."""
    if reason := unusable_reason(table):
        raise UnusableEntryError(reason)
    settings = parse_settings({"servers": {"it": table}})
    if isinstance(settings, Settings) and literal_secrets(settings):
        raise UnusableEntryError("it contains what looks like a secret of its publisher")


def _bundle(raw: Mapping[str, Any], url: str, *, private: bool) -> Installation:
    """Return an MCP bundle, which is identified by its hash; its manifest says how it is started."""
    sha256 = text_field(raw, "fileSha256")
    if sha256 is None or not SHA256.fullmatch(sha256):
        raise UnusableEntryError("it is an MCP bundle without fileSha256, so its content is not known")
    if reason := bad_address(url, private=private):
        raise UnusableEntryError(reason)
    if not (private or url.startswith("https://")):
        raise UnusableEntryError("its URL is not https://")
    if bundle_at(address_of(url, sha256)) is None:
        raise UnusableEntryError("its URL is not that of a file")
    return Installation("mcpb", url, sha256=sha256)


def read_remote(raw: Mapping[str, Any], server: str, *, private: bool) -> Installation:
    """Return a remote of a server.json; with `private` it may be on a private address, as its registry is."""
    url = raw.get("url")
    label = _label(url, "remote")
    try:
        found = _remote(raw, server)
        _check_remote(found, private=private)
    except UnusableEntryError as error:
        return Installation("remote", label, reason=str(error))
    return found


def _remote(raw: Mapping[str, Any], server: str) -> Installation:
    kind = raw.get("type") or raw.get("transport_type")
    if kind not in ("streamable-http", "streamable", "http", "sse"):
        raise UnusableEntryError(f"it has the unknown transport {str(kind)[:40]!r}")
    url = text_field(raw, "url") or ""
    headers = {}
    for each in tables(raw, "headers"):
        name = text_field(each, "name") or ""
        headers[name] = read_template(each, variable_for(server, name), server)
    template = url_template(url, raw, server)
    # A part of a URL cannot be left out, so the user has to set what has no default.
    parts = tuple(replace(each, required=True) if isinstance(each, ServerInput) else each for each in template.parts)
    return Installation(
        "remote", url, url=ValueTemplate(parts), transport="sse" if kind == "sse" else "auto", headers=headers
    )


def _check_remote(found: Installation, *, private: bool) -> None:
    table = found.table({})
    if reason := bad_address(PLACEHOLDER.sub("x", table["url"]), private=private):
        raise UnusableEntryError(reason)
    secret = any(each.secret for each in found.inputs)
    if secret and not private and not table["url"].startswith(("https://", "${")):
        raise UnusableEntryError("it would send a secret unencrypted")
    if any(name.lower() in _OWN_HEADERS for name in found.headers):
        raise UnusableEntryError("it sets a header of the protocol itself")
    check_table(table)
