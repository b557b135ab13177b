"""Read the version that a project declares in its files or server."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from govern.contract.json_text import decode
from govern.contract.version import Version
from govern.errors import ContractInvalid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.lockfile.document import Lock

# Reads a file by its path from the project's folder; None if there is none that can be read.
Reader = Callable[[str], str | None]
FILES = ("pyproject.toml", "package.json", "Cargo.toml", "server.json")
SERVER = "serverInfo"
_ASSIGNED = re.compile(
    r"""^(?:__version__|VERSION)(?:\s*:\s*str)?\s*=\s*(['"])v?(?P<version>.+?)\1""", re.MULTILINE | re.IGNORECASE
)
_MOST_FOLDERS = 6
_WORKSPACE = "workspace:"
_LONGEST = 100


@dataclass(frozen=True, slots=True)
class Declared:
    """The version in one source; `problem` is the reason if there is none."""

    source: str
    text: str = ""
    version: Version | None = None
    problem: str = ""


def declared_versions(read: Reader, source: str | None, lock: Lock) -> list[Declared]:
    """Return the versions in the chosen source, or else in every known file, or else of the only server."""
    if source is not None and source.partition("/")[0] == SERVER:
        return [_server_version(source, lock)]
    if source is not None:
        return [_in_file(source, read) or Declared(source, problem="file not found, or it declares no version")]
    found = [each for each in (_in_file(file, read) for file in FILES) if each]
    # If a file has a version that cannot be read, the server's version does not replace it.
    if not any(each.version or each.text for each in found) and len(lock.servers) == 1:
        server = _server_version(SERVER, lock)
        found += [server] if server.version else []
    return found


def version_of_tag(tag: str) -> Declared:
    """Return the version in the tag of a release."""
    named = Version.in_tag(tag)
    return Declared("the tag", tag, named[1] if named else None)


def version_of(text: str) -> Version | None:
    """Parse a version: semantic, or Python's, which may have fewer numbers."""
    return Version.read_short(text.strip())


def _server_version(source: str, lock: Lock) -> Declared:
    _, _, name = source.partition("/")
    if not name and len(lock.servers) != 1:
        return Declared(source, problem=f"the lock has {len(lock.servers)} servers; name one as {SERVER}/NAME")
    server = lock.server(name) if name else lock.servers[0]
    if server is None:
        return Declared(source, problem=f"the lock has no server {name!r}")
    name = f"{SERVER} of {server.name}"
    return _parsed(name, server.version) if server.version else Declared(name, problem="the server reports no version")


def _in_file(source: str, read: Reader) -> Declared | None:
    """Return the version in a file, or None if there is no file or no version in it."""
    text = read(source)
    if text is None:
        return None
    try:
        return _READERS[PurePosixPath(source).name](source, text, read)
    except (ValueError, ContractInvalid, RecursionError) as error:
        return Declared(source, problem=f"cannot be read: {error}")


def _parsed(source: str, text: object) -> Declared:
    shown = f"{text!r:.60}"
    if not isinstance(text, str):
        return Declared(source, shown, problem="its version is not a string")
    version = version_of(text) if len(text) <= _LONGEST else None
    if version is None:
        return Declared(source, shown, problem=f"{shown} is not a version of up to three numbers")
    return Declared(source, text, version)


def _json(source: str, text: str, read: Reader) -> Declared | None:
    document = decode(text.removeprefix("\ufeff"))
    if not isinstance(document, dict) or "version" not in document:
        return None
    version = document["version"]
    if isinstance(version, str) and version.startswith(_WORKSPACE):
        return _workspaces(source, version.removeprefix(_WORKSPACE), read)
    return _parsed(source, version)


def _workspaces(source: str, pinned: str, read: Reader) -> Declared:
    """Return the version in `workspace:1.2.3`, or for `workspace:*` that of the nearest package.json above."""
    if pinned.strip("*^~"):
        return _parsed(source, pinned.lstrip("^~="))
    above = (_get(decode(text.removeprefix("\ufeff")), "version") for text in _upwards(source, read, first=1))
    version = next((each for each in above if isinstance(each, str) and not each.startswith(_WORKSPACE)), None)
    if version is None:
        return Declared(
            source,
            f"{_WORKSPACE}{pinned}",
            problem="its version is that of the workspace, and no parent folder has one",
        )
    return _parsed(source, version)


def _cargo(source: str, text: str, read: Reader) -> Declared | None:
    document = tomllib.loads(text)
    package = _get(document, "package")
    version = package.get("version") if isinstance(package, dict) else _get(document, "workspace", "package", "version")
    if isinstance(version, dict) and version.get("workspace") is True:
        above = (_get(tomllib.loads(each), "workspace", "package", "version") for each in _upwards(source, read))
        version = next((each for each in above if each is not None), None)
        if version is None:
            return Declared(source, problem="its version is that of the workspace, and no parent folder has one")
    return None if version is None else _parsed(source, version)


def _upwards(source: str, read: Reader, first: int = 0) -> Iterator[str]:
    path = PurePosixPath(source)
    for up in range(first, _MOST_FOLDERS):
        text = read(str(path.parent / PurePosixPath(*[".."] * up) / path.name))
        if text is not None:
            yield text


def _pyproject(source: str, text: str, read: Reader) -> Declared | None:
    document = tomllib.loads(text)
    project = _get(document, "project")
    if not isinstance(project, dict):
        version = _get(document, "tool", "poetry", "version")
        return None if version is None else _parsed(source, version)
    if "version" in project:
        return _parsed(source, project["version"])
    dynamic = project.get("dynamic")
    if not isinstance(dynamic, list) or "version" not in dynamic:
        return None
    for reader in (_hatch, _setuptools, _pdm, _flit, _maturin):
        if found := reader(source, document, read):
            return found
    return Declared(source, problem="its version is dynamic, and no known file is configured for it")


def _hatch(source: str, document: dict[str, Any], read: Reader) -> Declared | None:
    table = _get(document, "tool", "hatch", "version")
    if not isinstance(table, dict):
        return None
    kind = table.get("source", "regex")
    if kind != "regex" or "pattern" in table or not isinstance(table.get("path"), str):
        origin = "a custom pattern of hatch" if "pattern" in table else f"the hatch source {kind!r}"
        return Declared(source, problem=f"its version comes from {origin}")
    return _assigned(source, table["path"], read)


def _setuptools(source: str, document: dict[str, Any], read: Reader) -> Declared | None:
    table = _get(document, "tool", "setuptools", "dynamic", "version")
    if not isinstance(table, dict):
        return None
    if isinstance(table.get("attr"), str):
        *module, name = table["attr"].split(".")
        stem = "/".join(module)
        files = [f"{root}{stem}{end}" for root in ("", "src/") for end in (".py", "/__init__.py")]
        return next(
            (found for file in files if (found := _module_attribute(source, file, name, read))), None
        ) or Declared(source, problem=f"its version is {table['attr']}, which is not a string literal")
    file = table.get("file")
    name = file[0] if isinstance(file, list) and len(file) == 1 else file
    text = read(_sibling(source, name)) if isinstance(name, str) else None
    return (
        _parsed(f"{source} ({name})", text.strip()) if text else Declared(source, problem="its version file is missing")
    )


def _pdm(source: str, document: dict[str, Any], read: Reader) -> Declared | None:
    table = _get(document, "tool", "pdm", "version")
    if not isinstance(table, dict):
        return None
    if table.get("source") == "file" and isinstance(table.get("path"), str):
        return _assigned(source, table["path"], read)
    return Declared(source, problem=f"its version comes from the pdm source {table.get('source')!r}")


def _flit(source: str, document: dict[str, Any], read: Reader) -> Declared | None:
    if _get(document, "build-system", "build-backend") != "flit_core.buildapi":
        return None
    name = str(_get(document, "tool", "flit", "module", "name") or _get(document, "project", "name")).replace("-", "_")
    files = [f"{root}{name}{end}" for root in ("", "src/") for end in (".py", "/__init__.py")]
    return next((found for file in files if (found := _module_attribute(source, file, "__version__", read))), None)


def _maturin(source: str, document: dict[str, Any], read: Reader) -> Declared | None:
    if _get(document, "build-system", "build-backend") != "maturin":
        return None
    return _in_file(_sibling(source, "Cargo.toml"), read)


def _assigned(source: str, path: str, read: Reader) -> Declared:
    text = read(_sibling(source, path))
    found = _ASSIGNED.search(text) if text else None
    if not found:
        return Declared(source, problem=f"no version found in {path}")
    return _parsed(f"{source} ({path})", found["version"])


def _module_attribute(source: str, file: str, name: str, read: Reader) -> Declared | None:
    """Return the string that a module assigns to a name, without running the module."""
    text = read(_sibling(source, file))
    try:
        body = ast.parse(text).body if text else []
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for node in body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        if name in [target.id for target in targets if isinstance(target, ast.Name)]:
            value = getattr(node, "value", None)
            return _parsed(f"{source} ({file})", value.value) if isinstance(value, ast.Constant) else None
    return None


def _sibling(source: str, path: str) -> str:
    return str(PurePosixPath(source).parent / path)


def _get(document: Any, *keys: str) -> Any:
    for key in keys:
        document = document.get(key) if isinstance(document, dict) else None
    return document


_READERS: dict[str, Callable[[str, str, Reader], Declared | None]] = {
    "pyproject.toml": _pyproject,
    "package.json": _json,
    "Cargo.toml": _cargo,
    "server.json": _json,
}
