"""Package URLs of what launchers fetch."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from govern.policy.launchers import Package

_NPM = re.compile(r"(?:npm:/?)?(?:(?P<scope>@[^/@\s]+)/)?(?P<name>[^@\s/]+)(?:@v?(?P<version>[^\s/]+))?(?:/.*)?")
_PYPI = re.compile(r"(?P<name>[\w.-]+)(?:\[[^\]]*\])?\s*(?:(?:===?|@)\s*v?(?P<version>[\w.+!-]+)|[<>=!~].*)?")
_IMAGE = re.compile(r"(?P<path>[^@\s]+?)(?::(?P<tag>[^:/@\s]+))?(?:@(?P<digest>sha256:[0-9a-f]{64}))?")
_GITHUB = re.compile(
    r"(?:git\+)?(?:https://|ssh://git@|git@)?(?:github\.com[/:]|github:)(?P<owner>[\w.-]+)/(?P<name>[\w.-]+?)(?:\.git)?"
    r"(?:[@#](?P<version>[\w./-]+))?(?:[#&?].*)?"
)


@dataclass(frozen=True, slots=True)
class Named:
    """A package as others know it: its purl, where there is one, and what that is made of."""

    name: str
    group: str = ""
    version: str = ""
    purl: str = ""


def named(package: Package) -> Named:
    """The package of a launcher's word; a version is one only where it stays what it is."""
    still = package.moving is None
    if found := _GITHUB.fullmatch(package.spec):
        return _purl("github", found["name"].lower(), found["owner"].lower(), found["version"] if still else None)
    if package.kind == "npm" or (package.kind == "module" and package.spec.startswith("npm:")):
        return _npm(package.spec, still=still)
    if package.kind == "pypi" and (found := _PYPI.fullmatch(package.spec)):
        name = re.sub(r"[-_.]+", "-", found["name"]).lower()
        return _held(package.spec, _purl("pypi", name, "", found["version"] if still else None), still=still)
    if package.kind == "image" and (found := _IMAGE.fullmatch(package.spec)):
        return _image(found["path"], found["digest"] or found["tag"])
    return Named(package.spec)


def _npm(spec: str, *, still: bool) -> Named:
    found = _NPM.fullmatch(spec)
    if found is None or spec.startswith((".", "/", "~", "file:")) or "://" in spec:
        return Named(spec)
    known = _purl("npm", found["name"].lower(), (found["scope"] or "").lower(), found["version"] if still else None)
    return _held(spec, known, still=still)


def _held(spec: str, known: Named, *, still: bool) -> Named:
    """What stays what it is without a version is a file."""
    return Named(spec) if still and not known.version else known


def _image(path: str, version: str | None) -> Named:
    host, slash, rest = path.partition("/")
    registry = host if slash and re.search(r"[.:]|^localhost$", host) else ""
    *folders, name = (rest if registry else path).split("/")
    return _purl("docker", name, "/".join(folders), version, f"?repository_url={quote(registry)}" if registry else "")


def _purl(kind: str, name: str, group: str, version: str | None, more: str = "") -> Named:
    space = "".join(f"{quote(part, safe='')}/" for part in group.split("/") if part)
    at = f"@{quote(version, safe=':')}" if version else ""
    return Named(name, group, version or "", f"pkg:{kind}/{space}{quote(name, safe='')}{at}{more}")
