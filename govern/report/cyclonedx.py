"""A lock as a CycloneDX 1.6 bill of materials: servers are services, and their tools are services inside them."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from datetime import UTC
from hashlib import sha256
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit
from uuid import NAMESPACE_URL, uuid5

from govern import __version__
from govern.contract.json_text import Json, canonical
from govern.contract.launchers import packages
from govern.contract.surface import KINDS, TOOL
from govern.lockfile.store import LOCK_NAME
from govern.lockfile.text import render

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from govern.contract.launchers import Package
    from govern.lockfile.document import Lock, LockedItem, LockedServer

_NPM = re.compile(r"(?:npm:/?)?(?:(?P<scope>@[^/@\s]+)/)?(?P<name>[^@\s/]+)(?:@v?(?P<version>[^\s/]+))?(?:/.*)?")
_PYPI = re.compile(r"(?P<name>[\w.-]+)(?:\[[^\]]*\])?\s*(?:(?:===?|@)\s*v?(?P<version>[\w.+!-]+)|[<>=!~].*)?")
_IMAGE = re.compile(r"(?P<path>[^@\s]+?)(?::(?P<tag>[^:/@\s]+))?(?:@(?P<digest>sha256:[0-9a-f]{64}))?")
_GITHUB = re.compile(
    r"(?:git\+)?(?:https://|ssh://git@|git@)?(?:github\.com[/:]|github:)(?P<owner>[\w.-]+)/(?P<name>[\w.-]+?)(?:\.git)?"
    r"(?:[@#](?P<version>[\w./-]+))?(?:[#&?].*)?"
)


@dataclass(frozen=True, slots=True)
class PackageId:
    """A package as other tools identify it: its package URL, if it has one, and the parts of that."""

    name: str
    group: str = ""
    version: str = ""
    purl: str = ""


def package_id(package: Package) -> PackageId:
    """Return the package of a launcher argument; a version counts only if it is pinned."""
    still = package.unpinned is None
    if found := _GITHUB.fullmatch(package.spec):
        return _purl("github", found["name"].lower(), found["owner"].lower(), found["version"] if still else None)
    if package.kind == "npm" or (package.kind == "module" and package.spec.startswith("npm:")):
        return _npm(package.spec, still=still)
    if package.kind == "pypi" and (found := _PYPI.fullmatch(package.spec)):
        name = re.sub(r"[-_.]+", "-", found["name"]).lower()
        return _unless_file(package.spec, _purl("pypi", name, "", found["version"] if still else None), still=still)
    if package.kind == "image" and (found := _IMAGE.fullmatch(package.spec)):
        return _image(found["path"], found["digest"] or found["tag"])
    return PackageId(package.spec)


def _npm(spec: str, *, still: bool) -> PackageId:
    found = _NPM.fullmatch(spec)
    if found is None or spec.startswith((".", "/", "~", "file:")) or "://" in spec:
        return PackageId(spec)
    known = _purl("npm", found["name"].lower(), (found["scope"] or "").lower(), found["version"] if still else None)
    return _unless_file(spec, known, still=still)


def _unless_file(spec: str, known: PackageId, *, still: bool) -> PackageId:
    """Return the package, or the bare argument for a local file: one that is pinned without a version."""
    return PackageId(spec) if still and not known.version else known


def _image(path: str, version: str | None) -> PackageId:
    host, slash, rest = path.partition("/")
    registry = host if slash and re.search(r"[.:]|^localhost$", host) else ""
    *folders, name = (rest if registry else path).split("/")
    return _purl("docker", name, "/".join(folders), version, f"?repository_url={quote(registry)}" if registry else "")


def _purl(kind: str, name: str, group: str, version: str | None, more: str = "") -> PackageId:
    space = "".join(f"{quote(part, safe='')}/" for part in group.split("/") if part)
    at = f"@{quote(version, safe=':')}" if version else ""
    return PackageId(name, group, version or "", f"pkg:{kind}/{space}{quote(name, safe='')}{at}{more}")


Object = dict[str, Json]
_LONGEST_VERSION = 1024
_HOME = "https://github.com/govern-mcp/govern"
_URL = re.compile(r"https?://[\w.-]+(?::\d+)?(?:/[\w.~!$&'()*+,;=:@%/-]*)?", re.ASCII)
_UNRESOLVED = re.compile(r"\$\{|\*\*\*")
_HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")


def cyclonedx(lock: Lock, servers: Sequence[LockedServer], when: datetime | None = None) -> Object:
    """Return the bill of materials of these servers. It is reproducible, except for the time in `when`."""
    fetched = {server.name: [(package, package_id(package)) for package in _packages(server)] for server in servers}
    components = {_component_ref(*each): _component(*each) for every in fetched.values() for each in every}
    root: Object = {
        "type": "file",
        "bom-ref": LOCK_NAME,
        "name": LOCK_NAME,
        "hashes": [{"alg": "SHA-256", "content": sha256(render(lock).encode()).hexdigest()}],
    }
    body: Object = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "tools": {"components": [{"type": "application", "name": "govern", "version": __version__}]},
            "component": root,
            "properties": _properties({"digest": lock.digest, "encoding": lock.encoding}),
        },
        "components": [components[ref] for ref in sorted(components)],
        "services": [_service(server) for server in servers],
        "dependencies": [
            {"ref": LOCK_NAME, "dependsOn": [_server_ref(server) for server in servers]},
            *(
                {
                    "ref": _server_ref(server),
                    "dependsOn": sorted({_component_ref(*each) for each in fetched[server.name]}),
                }
                for server in servers
            ),
        ],
    }
    return _numbered(body, when)


def _numbered(body: Object, when: datetime | None) -> Object:
    """Return the body with a serial number derived from everything but the time."""
    serial = uuid5(NAMESPACE_URL, f"{_HOME}#{sha256(canonical(body)).hexdigest()}")
    metadata = body["metadata"]
    if when is not None and isinstance(metadata, dict):
        metadata["timestamp"] = when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {"$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "serialNumber": f"urn:uuid:{serial}", **body}


def _service(server: LockedServer) -> Object:
    counts = {kind.listed_as: sum(1 for _ in server.of(kind)) for kind in KINDS.values()}
    facts = {"digest": server.digest, "source": server.source, "protocol": server.protocol, **counts}
    service: Object = {"bom-ref": _server_ref(server), **_identity(server.name, server.version, server.title)}
    endpoint = _endpoint(server.source)
    if endpoint:
        host = urlsplit(endpoint)
        service["provider"] = {"name": host.hostname, "url": [f"{host.scheme}://{host.netloc}"]}
        service["endpoints"] = [endpoint]
    website = server.surface().info.get("websiteUrl")
    if isinstance(website, str) and _URL.fullmatch(website):
        service["externalReferences"] = [{"type": "website", "url": website}]
    service["properties"] = _properties(facts)
    tools = [_tool_service(server, tool) for tool in server.of(TOOL)]
    return service | ({"services": [*tools]} if tools else {})


def _tool_service(server: LockedServer, tool: LockedItem) -> Object:
    numbers, raw = tool.numbers, tool.item().raw
    raw_hints = raw.get("annotations")
    declared = raw_hints if isinstance(raw_hints, dict) else {}
    hints = {name: declared[name] for name in _HINTS if isinstance(declared.get(name), bool)}
    economics = {"tokens": numbers.tokens, "bounded": numbers.bounded, "risk": numbers.risk} if numbers else {}
    copy = f"#{tool.copy}" if tool.copy > 1 else ""
    return {
        "bom-ref": f"{_server_ref(server)}/{TOOL.name}:{tool.key}{copy}",
        **_identity(tool.key, None, tool.texts.get("description")),
        "properties": _properties({"digest": tool.digest, **economics, **hints}),
    }


def _identity(name: str, version: str | None, description: str | None) -> Object:
    """Return name, version and description, as far as the format has room for them."""
    called: Object = {"name": name}
    if version and len(version) <= _LONGEST_VERSION:
        called["version"] = version
    if description:
        called["description"] = description
    return called


def _packages(server: LockedServer) -> Iterator[Package]:
    if _is_url(server.source) or server.source.startswith("python:"):
        return
    try:
        words = shlex.split(server.source)
    except ValueError:
        words = server.source.split()
    yield from packages(words)


def _component(package: Package, known: PackageId) -> Object:
    moving = package.unpinned
    component: Object = {
        "type": "container" if package.kind == "image" else "application",
        "bom-ref": _component_ref(package, known),
        "name": known.name,
    }
    parts = {"group": known.group, "version": known.version, "purl": known.purl}
    component |= {key: text for key, text in parts.items() if text}
    return component | {"properties": _properties({"spec": package.spec, "pinned": moving is None})}


def _component_ref(package: Package, known: PackageId) -> str:
    return f"package:{known.purl or package.kind}:{package.spec}"


def _server_ref(server: LockedServer) -> str:
    """Return the reference of a server. Server names contain no slash, so a tool's reference can append one."""
    return f"server:{server.name}"


def _is_url(source: str) -> bool:
    return source.startswith(("http://", "https://"))


def _endpoint(source: str) -> str | None:
    """Return the URL without anything secret: no user, no query, and no part that is read from the environment."""
    if not _is_url(source):
        return None
    try:
        parts = urlsplit(source)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not host or _UNRESOLVED.search(parts.netloc):
        return None
    place = f"[{host}]" if ":" in host else host
    path = "" if _UNRESOLVED.search(parts.path) else quote(parts.path, safe="/%:@!$&'()*+,;=~")
    return f"{parts.scheme}://{place}{f':{port}' if port else ''}{path}"


def _properties(facts: Mapping[str, object]) -> list[Json]:
    """Return facts as properties with govern's prefix; a missing fact is left out."""
    return [
        {"name": f"govern:{name}", "value": str(value).lower() if isinstance(value, bool) else str(value)}
        for name, value in facts.items()
        if value is not None
    ]
