"""Ask the user's own package clients, which know their registries: what a package is, and its newer versions."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import zlib
from base64 import b64encode
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

from govern.contract.version import Version
from govern.errors import CheckFailed, ServerMisbehaved, ServerTimedOut, ServerUnreachable
from govern.policy.environment import inherited_variables
from govern.policy.redaction import replace_secrets
from govern.servers.artifacts import wheel_file_integrity
from govern.servers.spawning import find_executable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from govern.contract.launchers import Package


_PATIENCE = 120.0
_LAST_LINES = 5


def verified_integrity(kind: str, package: str, sha256: str, folder: Path) -> str | None:
    """Return a package's integrity as the lock records it, if its file has this SHA-256.

    Raise CheckFailed if it has another, and ServerUnreachable if the client cannot fetch it. None if other platforms
    install another file, so that the lock has no integrity either.
    """
    with tempfile.TemporaryDirectory(prefix="govern-") as place:
        fetch = _npm_file if kind == "npm" else _wheel
        file = fetch(package, Path(place), folder)
        content = file.read_bytes()
        if (found := hashlib.sha256(content).hexdigest()) != sha256:
            raise CheckFailed(
                f"{package} is not what the registry describes: SHA-256 {found}, expected {sha256}",
                hint="do not run it before you know why they differ; ask its publisher",
            )
        if kind == "npm":
            return f"{package} sha512-{b64encode(hashlib.sha512(content).digest()).decode()}"
        try:
            integrity = wheel_file_integrity(file)
        except (BadZipFile, EOFError, RuntimeError, ValueError, zlib.error) as error:
            raise CheckFailed(f"{package} is not a valid wheel: {str(error)[:200]}") from None
        return f"{package} {integrity}" if integrity else None


def _npm_file(package: str, place: Path, folder: Path) -> Path:
    run_client(["npm", "pack", package, "--ignore-scripts", "--pack-destination", str(place)], folder)
    return _only_file(place, package)


def _wheel(package: str, place: Path, folder: Path) -> Path:
    # Building from source would run the package's own code.
    wheels_only = ["--no-deps", "--only-binary", ":all:", "--dest", str(place)]
    run_client([*pip_command(), "download", "--quiet", *wheels_only, package], folder)
    return _only_file(place, package)


def pip_command() -> list[str]:
    """Return the command of pip: the one beside this Python, or else the one on PATH."""
    from importlib.util import find_spec

    return [sys.executable, "-I", "-m", "pip"] if find_spec("pip") else ["pip"]


def _only_file(place: Path, package: str) -> Path:
    files = [each for each in place.iterdir() if each.is_file()]
    if len(files) != 1:
        raise ServerUnreachable(f"the package client fetched {len(files)} files for {package}")
    return files[0]


def run_client(command: Sequence[str], folder: Path) -> str:
    """Return the output of a package client, run in the folder of the config, whose settings it reads."""
    environ = {**inherited_variables(os.environ, ()), "NO_COLOR": "1", "npm_config_update_notifier": "false"}
    program = find_executable(command[0], environ) if os.sep not in command[0] else command[0]
    if program is None:
        raise ServerUnreachable(f"{command[0]} is not installed", hint=f"install {command[0]}, or add it to PATH")
    try:
        done = subprocess.run(  # noqa: S603 - no shell; names and versions were checked, and begin with no hyphen
            [program, *command[1:]],
            cwd=folder,
            env=environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise ServerTimedOut(f"{_shown_command(command)} took longer than {_PATIENCE:g} s") from None
    except OSError as error:
        raise ServerUnreachable(f"{command[0]} cannot be started: {error.strerror}") from None
    if done.returncode:
        said = replace_secrets(done.stderr.decode("utf-8", "replace")).strip().splitlines()[-_LAST_LINES:]
        message = f"{_shown_command(command)} failed with exit code {done.returncode}"
        raise ServerUnreachable(f"{message}; last lines of stderr:\n" + "\n".join(said) if said else message)
    return done.stdout.decode("utf-8", "replace")


def _shown_command(command: Sequence[str]) -> str:
    """Return the command as a person would type it, up to its options."""
    words = ["pip", *command[4:]] if command[0] == sys.executable else list(command)
    return f"`{' '.join(word for word in words[:3] if not word.startswith('-'))}`"


_PINNED = {
    "npm": re.compile(r"(?P<name>(?:@[A-Za-z0-9~][\w.~-]*/)?[A-Za-z0-9~][\w.~-]*)@(?P<version>v?\d[\w.+-]*)", re.ASCII),
    "pypi": re.compile(
        r"(?P<name>[A-Za-z0-9][\w.-]*)(?:\[[\w.,-]*\])?\s*(?:===?|@)\s*(?P<version>v?\d[\w.+!-]*)", re.ASCII
    ),
    "image": re.compile(
        r"(?P<name>[a-z0-9][a-z0-9.-]*(?::\d+)?(?:/[a-z0-9][\w.-]*)*):(?P<version>v?\d[\w.-]*)(?P<digest>@sha256:\w+)?",
        re.ASCII,
    ),
}
_TAG = re.compile(r"(?P<v>v?)(?P<numbers>\d+(?:\.\d+)*)(?P<rest>.*)", re.DOTALL | re.ASCII)
_EXACT = re.compile(r"v?\d[\w.+!-]{0,100}", re.ASCII)
_AVAILABLE = re.compile(r"^Available versions: (.*)$", re.MULTILINE)
_MOST_VERSIONS = 20_000


@dataclass(frozen=True, slots=True)
class PinnedPackage:
    """A package that a command pins, taken apart: its name and version in `spec`."""

    kind: str
    spec: str
    name: str
    version: str
    digest: str = ""

    def at(self, version: str, digest: str = "") -> str:
        """Return the spec of another version, written as this one is."""
        start = len(self.spec) - len(self.digest) - len(self.version)
        return f"{self.spec[:start]}{version}{f'@{digest}' if digest else ''}"


def pinned_package(package: Package) -> PinnedPackage | None:
    """Return a package that is pinned to an exact version, or None."""
    found = _PINNED[package.kind].fullmatch(package.spec) if package.kind in _PINNED else None
    if found is None or Version.read_short(found["version"]) is None:
        return None
    digest = found["digest"] or "" if package.kind == "image" else ""
    return PinnedPackage(package.kind, package.spec, found["name"], found["version"], digest)


def newer_spec(package: PinnedPackage, folder: Path) -> str | None:
    """Return the package at its newest version, or None if it has that already.

    Pre-releases count only if the current version is one. Raise CheckFailed if
    there is one that cannot be offered, or no client for it, and ServerError if the client fails.
    """
    if package.kind == "image":
        return _newer_image(package, folder)
    find = _newest_of_npm if package.kind == "npm" else _newest_of_pypi
    version = find(package, folder)
    return package.at(version) if version else None


def newest(current: str, known: Iterable[str], ceiling: str | None = None) -> str | None:
    """Return the newest of the known versions that is newer than the current one, and not above the ceiling."""
    now = Version.read_short(current)
    most = Version.read_short(ceiling) if ceiling else None
    found: dict[Version, str] = {}
    for text in known:
        version = Version.read_short(text) if _EXACT.fullmatch(text) else None
        if version is None or now is None or not version > now:
            continue
        if (version.final and (most is None or version <= most)) or (not version.final and not now.final):
            found[version] = text
    return found[max(found)] if found else None


def _newest_of_npm(package: PinnedPackage, folder: Path) -> str | None:
    """Return the newest version up to the one that the publisher marks as `latest`, unless that is deprecated."""
    view = ["npm", "view", package.name, "versions", "dist-tags", "--json"]
    found = _json_object(run_client(view, folder), package.name)
    versions, tags = found.get("versions"), found.get("dist-tags")
    known = [versions] if isinstance(versions, str) else versions if isinstance(versions, list) else []
    latest = tags.get("latest") if isinstance(tags, dict) else None
    texts = [each for each in known[-_MOST_VERSIONS:] if isinstance(each, str)]
    version = newest(package.version, texts, latest if isinstance(latest, str) else None)
    if version and (said := run_client(["npm", "view", f"{package.name}@{version}", "deprecated"], folder).strip()):
        raise CheckFailed(f"{package.name}@{version} is deprecated by its publisher: {said[:200]}")
    return version


def _newest_of_pypi(package: PinnedPackage, folder: Path) -> str | None:
    now = Version.read_short(package.version)
    early = ["--pre"] if now and not now.final else []
    out = run_client([*pip_command(), "index", "versions", *early, "--", package.name], folder)
    available = _AVAILABLE.search(out)
    if available is None:
        raise ServerMisbehaved(f"pip lists no versions of {package.name}")
    return newest(package.version, [each.strip() for each in available[1].split(",")[:_MOST_VERSIONS]])


def _newer_image(package: PinnedPackage, folder: Path) -> str | None:
    """Return the image at the newest tag of its form (`1.2.3-slim`), with that one's digest if this one has its own."""
    client = next((name for name in ("crane", "skopeo") if find_executable(name)), None)
    if client is None:
        raise CheckFailed("no client lists the tags of its image; install crane or skopeo")
    if client == "crane":
        tags = run_client(["crane", "ls", package.name], folder).split()
    else:
        listed = _json_object(run_client(["skopeo", "list-tags", f"docker://{package.name}"], folder), package.name)
        tags = [str(each) for each in listed.get("Tags") or []]
    version = newest_tag(package.version, tags)
    if version is None or not package.digest:
        return package.at(version) if version else None
    image = f"{package.name}:{version}"
    ask = ["crane", "digest", image]
    if client == "skopeo":
        ask = ["skopeo", "inspect", "--format", "{{.Digest}}", f"docker://{image}"]
    digest = run_client(ask, folder).strip()
    if not re.fullmatch(r"sha256:[0-9a-f]{64}", digest):
        raise ServerMisbehaved(f"{client} gives no digest of {image}")
    return package.at(version, digest)


def newest_tag(current: str, tags: Iterable[str]) -> str | None:
    """Return the newest tag with as many numbers and the suffix of the current one."""
    now = _TAG.fullmatch(current)
    if now is None:
        return None
    found: dict[tuple[int, ...], str] = {}
    for tag in tags:
        other = _TAG.fullmatch(tag)
        if other is None or (other["v"], other["rest"]) != (now["v"], now["rest"]):
            continue
        numbers = tuple(int(each[:18]) for each in other["numbers"].split("."))
        if len(numbers) == now["numbers"].count(".") + 1:
            found[numbers] = tag
    latest = max(found, default=())
    return found[latest] if latest > tuple(map(int, now["numbers"].split("."))) else None


def _json_object(text: str, name: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise ServerMisbehaved(f"the package client gives no versions of {name}")
    return found
