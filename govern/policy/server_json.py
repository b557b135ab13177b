"""Read what publishers say of their servers: server.json of registries and cards, manifest.json of MCP bundles."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from govern.policy.client_entries import UnusableEntryError, variable_for
from govern.policy.discovery import usable_name
from govern.policy.installations import Installation, check_table, check_variable, read_package, read_remote
from govern.policy.server_inputs import (
    MOST_ENTRIES,
    ServerInput,
    ValueTemplate,
    description_of,
    field,
    scalar,
    tables,
    text_field,
)
from govern.policy.target import BUNDLE_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from govern.policy.installations import InstallationKind


SERVER_NAME = re.compile(r"[A-Za-z0-9.-]{1,200}/[A-Za-z0-9._-]{1,200}", re.ASCII)
_VERSION = re.compile(r"\S{1,255}")
_OFFICIAL = "io.modelcontextprotocol.registry/official"
# Packages come first, because their content can be pinned; that of a remote may change at any time.
_ORDER = ("npm", "pypi", "oci", "remote", "mcpb")


ServerStatus = Literal["active", "deprecated", "deleted"]


@dataclass(frozen=True, slots=True)
class RegistryServer:
    """A version of a server as a registry publishes it; `status` is `active`, `deprecated` or `deleted`."""

    name: str
    version: str
    description: str = ""
    status: ServerStatus = "active"
    status_message: str = ""
    is_latest: bool = True
    installations: tuple[Installation, ...] = ()

    @property
    def short_name(self) -> str:
        """Return a name that govern.toml accepts: the part after the namespace."""
        return usable_name(self.name.rpartition("/")[2])

    def preferred(self, kind: InstallationKind | None = None) -> Installation:
        """Return the first usable installation, of this kind if one is given, or raise UnusableEntryError."""
        offered = [each for each in self.installations if kind in (None, each.kind)]
        usable = [each for each in offered if not each.reason]
        if usable:
            return min(usable, key=lambda each: _ORDER.index(each.kind))
        if offered:
            raise UnusableEntryError("; ".join(f"{each.kind} {each.package}: {each.reason}" for each in offered))
        others = ", ".join(dict.fromkeys(each.kind for each in self.installations))
        raise UnusableEntryError(f"has no {kind} package; it has: {others}" if others else "has nothing govern can run")


def registry_servers(document: Any, *, private: bool = False) -> Iterator[RegistryServer]:
    """Yield the servers of a page, a list of pages, a list of server.json objects, or one of these; skip any other.

    With `private` the remotes may be on private addresses, as those of a registry in the same network are.
    """
    entries = document if isinstance(document, list) else [document]
    for entry in entries:
        if not isinstance(entry, dict):
            continue
        if isinstance(inner := entry.get("servers"), list):
            yield from (server for each in inner if (server := _server(each, private=private)))
        elif server := _server(entry, private=private):
            yield server


def read_server(entry: Any, *, private: bool = False) -> RegistryServer:
    """Return one server: server.json, alone or with the registry's own data. Raise UnusableEntryError if it is none."""
    found = _server(entry, private=private)
    if found is None:
        raise UnusableEntryError("is not a server.json with a name such as io.github.user/server and a version")
    return found


def _server(entry: Any, *, private: bool) -> RegistryServer | None:
    if not isinstance(entry, dict):
        return None
    raw = entry["server"] if isinstance(entry.get("server"), dict) else entry
    name, version = raw.get("name"), _version_of(raw)
    if not isinstance(name, str) or not SERVER_NAME.fullmatch(name) or version is None:
        return None
    meta = _official(entry) or _official(raw)
    status = meta.get("status", raw.get("status", "active"))
    message = meta.get("statusMessage")
    latest = field(meta, "isLatest")
    return RegistryServer(
        name=name,
        version=version,
        description=description_of(raw),
        status=status if status in ("active", "deprecated", "deleted") else "active",
        status_message=description_of({"description": message}),
        is_latest=latest is not False,
        installations=_installations(raw, name, version, private=private),
    )


def _version_of(raw: Mapping[str, Any]) -> str | None:
    older = raw.get("version_detail")
    version = raw.get("version") or (older.get("version") if isinstance(older, dict) else None)
    usable = isinstance(version, str) and _VERSION.fullmatch(version) and version.isprintable()
    return version if usable else None


def _official(raw: Mapping[str, Any]) -> dict[str, Any]:
    meta = raw.get("_meta")
    found = meta.get(_OFFICIAL) if isinstance(meta, dict) else None
    return found if isinstance(found, dict) else {}


def _installations(raw: Mapping[str, Any], name: str, version: str, *, private: bool) -> tuple[Installation, ...]:
    server = usable_name(name.rpartition("/")[2])
    try:
        found = [read_package(each, server, version, private=private) for each in tables(raw, "packages")]
        return (
            *(each for each in found if each is not None),
            *(read_remote(each, server, private=private) for each in tables(raw, "remotes")),
        )
    except UnusableEntryError:
        # A list that is none, or a hundred of them.
        return ()


# The programs of each type of server; a binary is a file of the bundle.
_PROGRAMS = {"node": ("node",), "python": ("python", "python3"), "binary": ()}
_PYTHON = "python" if sys.platform == "win32" else "python3"
_REFERENCE = re.compile(r"\$\{([^{}]*)\}")
_CONFIG = "user_config."
_WHOLE = re.compile(r"\$\{user_config\.([^{}]+)\}")
_FOLDER = ServerInput(BUNDLE_VARIABLE, fixed=True)
_HOME = ServerInput("HOME", fixed=True)
_PLACES: dict[str, tuple[str | ServerInput, ...]] = {
    "__dirname": (_FOLDER,),
    "HOME": (_HOME,),
    "DESKTOP": (_HOME, "/Desktop"),
    "DOCUMENTS": (_HOME, "/Documents"),
    "DOWNLOADS": (_HOME, "/Downloads"),
    "pathSeparator": ("/",),
    "/": ("/",),
}


def bundle_installation(
    found: Installation, content: bytes, server: str, is_file: Callable[[str], bool]
) -> Installation:
    """Return how the bundle of a registry is started on this platform; `is_file` says whether it has a file.

    Raise UnusableEntryError if it is for another platform, or starts another program than its own.
    """
    manifest = _manifest(content)
    declared = _object(manifest, "server")
    config = _config_of(declared)
    kind, command = declared.get("type"), text_field(config, "command") or ""
    env = _object(config, "env")
    for name in env:
        check_variable(name)
    inputs = _inputs(manifest, env, server)
    program = _program(kind, command, is_file)
    args = config.get("args") or []
    if not isinstance(args, list) or len(args) > MOST_ENTRIES:
        raise UnusableEntryError(f"its manifest has no list of at most {MOST_ENTRIES} args")
    words = [_argument(text_field({"args": word}, "args") or "", inputs, is_file) for word in args]
    variables = {name: _template(text_field(env, name) or "", inputs) for name in env}
    installation = Installation("mcpb", found.package, (program, *words), variables, sha256=found.sha256)
    check_table(installation.table({}))
    return installation


def _manifest(content: bytes) -> dict[str, Any]:
    try:
        manifest = json.loads(content)
    except (ValueError, RecursionError):
        manifest = None
    if not isinstance(manifest, dict) or not ("manifest_version" in manifest or "dxt_version" in manifest):
        raise UnusableEntryError("its manifest.json is not that of an MCP bundle")
    platforms = _object(manifest, "compatibility").get("platforms")
    if isinstance(platforms, list) and platforms and sys.platform not in platforms:
        names = ", ".join(str(each)[:20] for each in platforms[:5])
        raise UnusableEntryError(f"it is for {names}, and this is {sys.platform}")
    return manifest


def _object(table: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = table.get(name) or {}
    if not isinstance(found, dict) or len(found) > MOST_ENTRIES:
        raise UnusableEntryError(f"{name} in its manifest is not an object of at most {MOST_ENTRIES} entries")
    return found


def _config_of(declared: Mapping[str, Any]) -> dict[str, Any]:
    """Return the command, its arguments and variables on this platform."""
    config = _object(declared, "mcp_config")
    own = _object(_object(config, "platform_overrides"), sys.platform)
    return {**config, **own, "env": {**_object(config, "env"), **_object(own, "env")}}


def _program(kind: Any, command: str, is_file: Callable[[str], bool]) -> ValueTemplate:
    """Return the program: an interpreter for the bundle's files, or one of them."""
    if kind not in _PROGRAMS:
        fetches = "; it fetches packages when it starts, which govern cannot pin" if kind == "uv" else ""
        raise UnusableEntryError(f"govern starts bundles of the types {', '.join(_PROGRAMS)}, not {kind!r}{fetches}")
    if command in _PROGRAMS[kind]:
        return ValueTemplate((_PYTHON if kind == "python" else command,))
    inside = command.removeprefix("${__dirname}/")
    for name in (inside, f"{inside}.exe") if sys.platform == "win32" else (inside,):
        if kind == "binary" and is_file(name):
            return ValueTemplate((_FOLDER, f"/{name}"))
    raise UnusableEntryError(
        f"its manifest starts {command!r}, which is neither in the bundle nor an interpreter for it"
    )


def _inputs(manifest: Mapping[str, Any], env: Mapping[str, Any], server: str) -> dict[str, ServerInput]:
    """Return the values that the user sets. One that is a whole variable has the name of the variable."""
    named = {
        found[1]: name for name, text in env.items() if isinstance(text, str) and (found := _WHOLE.fullmatch(text))
    }
    config = _object(manifest, "user_config")
    return {key: _input(_object(config, key), named.get(key) or variable_for(server, key)) for key in config}


def _input(raw: Mapping[str, Any], name: str) -> ServerInput:
    secret = raw.get("sensitive") is True
    default = raw.get("default")
    if isinstance(default, list):
        default = default[0] if len(default) == 1 else None
    text = None if secret else text_field({"default": scalar(default)}, "default")
    return ServerInput(
        name,
        description_of(raw) or description_of({"description": raw.get("title")}),
        required=raw.get("required") is True,
        secret=secret,
        # A default in a folder of the user is left to the user.
        default=None if text and "${" in text else text,
        repeated=raw.get("multiple") is True,
    )


def _argument(text: str, inputs: Mapping[str, ServerInput], is_file: Callable[[str], bool]) -> ValueTemplate:
    """Return the template of an argument; a file of the bundle is named by its whole path."""
    return _template("${__dirname}/" + text if text and is_file(text) else text, inputs)


def _template(text: str, inputs: Mapping[str, ServerInput]) -> ValueTemplate:
    parts: list[str | ServerInput] = []
    for at, piece in enumerate(_REFERENCE.split(text)):
        if at % 2 == 0:
            parts.append(piece)
        elif piece in _PLACES:
            parts += _PLACES[piece]
        elif piece.startswith(_CONFIG) and (wanted := inputs.get(piece.removeprefix(_CONFIG))):
            parts.append(wanted)
        else:
            raise UnusableEntryError(f"${{{piece[:60]}}} in its manifest is not known")
    return ValueTemplate(tuple(parts))
