"""The manifest of an MCP bundle (manifest.json, earlier called DXT): how its server is started, as a table."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, Any

from govern.policy.client_entries import UnusableEntryError, variable_for
from govern.policy.installations import Installation, check_table, check_variable
from govern.policy.server_inputs import MOST_ENTRIES, ServerInput, ValueTemplate, description_of, scalar, text_field
from govern.policy.target import BUNDLE_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

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
