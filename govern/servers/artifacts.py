"""Find the package that a launcher such as `npx` really started, in the processes and package caches of this machine.

No network is used, and a package that is not found is no error.
"""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from govern.contract.launchers import packages
from govern.files import MAX_GENERATED_FILE, MAX_USER_FILE, MEGABYTE, read_bytes
from govern.servers.spawning import find_executable, server_environment

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import PurePath
    from zipfile import ZipInfo

    import psutil

    from govern.contract.launchers import Package
    from govern.policy.target import Command

_INSPECTING = 5.0
_MOST_FILES, _MOST_BYTES = 20_000, 256 * MEGABYTE
# What a launcher starts has a few processes, and names few files.
_MOST_PROCESSES, _MOST_WORDS = 64, 200
_NPM_NAME = re.compile(r"(?:npm:)?((?:@[^/@\s]+/)?[^@/\s]+)(?:@.*)?")
_PYPI_NAME = re.compile(r"([\w.-]+)(?:\[[^\]]*\])?")
# Both come from files that the package may have written.
_VERSION = re.compile(r"[\w.!+-]+", re.ASCII)
_INTEGRITY = re.compile(r"[\w-]+-[A-Za-z0-9+/]+={0,2}", re.ASCII)
_IMAGE_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_WHEEL_VERSION = re.compile(r"^Version: *(\S+)", re.MULTILINE)
_WHEEL_TAG = re.compile(r"^Tag: (.+)$", re.MULTILINE)
# The other files beside a wheel's code are written by whatever installs it, or by the version of its build tool.
_ENTRY_POINTS = "entry_points.txt"


@dataclass(frozen=True, slots=True)
class Artifact:
    """A package as it ran on this machine.

    `spec` is how the command names it, `pinned` how a command names this version alone. `integrity` identifies the
    content of `package`, which is a name with a version, if the command always starts that version.
    """

    spec: str
    package: str
    pinned: str
    integrity: str | None = None

    @property
    def line(self) -> str | None:
        """Return the `integrity` line of the lock, if the integrity is known."""
        return f"{self.package} {self.integrity}" if self.integrity else None


def find_artifact(pid: int, command: Command) -> Artifact | None:
    """Return the package that runs in a process or in one that it started; None if it is not known."""
    package = next(packages(command.argv), None)
    if package is None or package.kind not in ("npm", "pypi", "image"):
        return None
    if package.kind == "image":
        return _image(package, command)
    import psutil

    try:
        paths = _started_paths(psutil.Process(pid))
        return _npm(package, paths) if package.kind == "npm" else _pypi(package, paths)
    except Exception:  # noqa: BLE001 - the package may have written anything into these files
        return None


def _started_paths(process: psutil.Process) -> list[Path]:
    """Return the files that the command lines of a process and its descendants name, those started last first.

    The files of a process in a sandbox are found below its root folder in /proc.
    """
    found = []
    for each in [*reversed([process, *process.children(recursive=True)])][:_MOST_PROCESSES]:
        root = _root_folder(each.pid)
        paths = [Path(word) for word in each.cmdline()[:_MOST_WORDS] if word]
        files = [root / path.relative_to("/") if root else path for path in paths if path.is_absolute()]
        found += [file for file in files if file.exists()]
    return found


def _root_folder(pid: int) -> Path | None:
    """Return the root folder of a process in a sandbox, or None if it is that of every process."""
    root = Path(f"/proc/{pid}/root")
    try:
        return None if sys.platform != "linux" or root.samefile("/") else root
    except OSError:
        return None


def _resolved(path: Path) -> Path:
    """Return the path without symbolic links; in a sandbox only the last one is followed, which /proc allows."""
    if not path.is_relative_to("/proc"):
        return path.resolve()
    return Path(os.path.normpath(path.parent / path.readlink())) if path.is_symlink() else path


def _npm(package: Package, paths: list[Path]) -> Artifact | None:
    if not (named := _NPM_NAME.fullmatch(package.spec)):
        return None
    name = named[1]
    for folder in (parent for path in paths for parent in _resolved(path).parents):
        if not folder.as_posix().endswith(f"node_modules/{name}"):
            continue
        version = json.loads(read_bytes(folder / "package.json", MAX_USER_FILE))["version"]
        modules = folder.parents[name.count("/")]
        return _artifact(package, name, "@", version, _npm_integrity(modules, name, version))
    return None


def _npm_integrity(modules: Path, name: str, version: str) -> str | None:
    """Return the `dist.integrity` that npm verified when it installed the package."""
    try:
        installed = json.loads(read_bytes(modules / ".package-lock.json", MAX_GENERATED_FILE))
    except OSError:
        return None
    entry = installed["packages"][f"node_modules/{name}"]
    return entry.get("integrity") if entry["version"] == version else None


def _pypi(package: Package, paths: list[Path]) -> Artifact | None:
    if not (named := _PYPI_NAME.match(package.spec)):
        return None
    for prefix in dict.fromkeys(path.parent.parent for path in paths):
        for folder in (*prefix.glob("lib/python*/site-packages"), *prefix.glob("Lib/site-packages")):
            if info := _wheel_folder(folder, named[1]):
                return _artifact(package, named[0], "==", _wheel_version(info), _wheel_integrity(info))
    return None


def _wheel_folder(packages: Path, name: str) -> Path | None:
    """Return the folder that describes the installed wheel of this name."""
    wanted = _normalized(name)
    return next(
        (each for each in packages.glob("*.dist-info") if _normalized(each.name.partition("-")[0]) == wanted), None
    )


def _normalized(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _wheel_version(info: Path) -> str:
    found = _WHEEL_VERSION.search(_read_part(info / "METADATA"))
    return found[1] if found else ""


def _read_part(path: Path) -> str:
    """Return the text of a file, which may be a pipe, a device or endless: importlib.metadata would read these."""
    return read_bytes(path, MAX_USER_FILE).decode()


def _wheel_integrity(info: Path) -> str | None:
    """Return a digest of the files that a wheel installed, or None if other platforms install another wheel."""
    tags = _WHEEL_TAG.findall(_read_part(info / "WHEEL"))
    rows = csv.reader(_read_part(info / "RECORD").splitlines())
    named = [PurePosixPath(row[0]) for row in rows if row]
    files = {file.as_posix(): info.parent / file for file in named if _is_of_the_wheel(file)}
    if not files or not tags or not all(tag.endswith("-none-any") for tag in tags):
        return None
    if len(files) > _MOST_FILES or sum(path.stat().st_size for path in files.values()) > _MOST_BYTES:
        return None
    return integrity_of_files({name: sha256(read_bytes(path, _MOST_BYTES)).hexdigest() for name, path in files.items()})


def integrity_of_files(digests: Mapping[str, str]) -> str:
    """Return the integrity of files with these SHA-256 digests."""
    lines = sorted(f"{name} {digest}\n" for name, digest in digests.items())
    return f"files-sha256-{b64encode(sha256(''.join(lines).encode()).digest()).decode()}"


def wheel_file_integrity(wheel: Path) -> str | None:
    """Return the integrity that a wheel will have once it is installed, or None if other platforms install another."""
    with ZipFile(wheel) as archive:
        files = [each for each in archive.infolist() if not each.is_dir()]
        # Others unpack a small piece as a whole, whatever its size.
        if any(each.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for each in files):
            return None
        described = next((each for each in files if each.filename.endswith(".dist-info/WHEEL")), None)
        if described is None or len(files) > _MOST_FILES or sum(each.file_size for each in files) > _MOST_BYTES:
            return None
        tags = _WHEEL_TAG.findall(_unpacked(archive, described).decode("utf-8", "replace"))
        # Files of `.data` folders are installed elsewhere.
        has_data = any(each.filename.partition("/")[0].endswith(".data") for each in files)
        if not tags or any(not tag.strip().endswith("-none-any") for tag in tags) or has_data:
            return None
        kept = [each for each in files if _is_of_the_wheel(PurePosixPath(each.filename))]
        return integrity_of_files({each.filename: sha256(_unpacked(archive, each)).hexdigest() for each in kept})


def _unpacked(archive: ZipFile, entry: ZipInfo) -> bytes:
    """Return the content of a file, of which no more is unpacked than the size that was checked."""
    with archive.open(entry) as file:
        return file.read(entry.file_size)


def _is_of_the_wheel(file: PurePath) -> bool:
    described = file.parts[0].endswith(".dist-info") and file.name != _ENTRY_POINTS
    elsewhere = file.is_absolute() or ".." in file.parts
    return not elsewhere and not described and file.suffix != ".pyc"


def _image(package: Package, command: Command) -> Artifact | None:
    """Return the image that a tag stands for on this machine, as Docker or Podman knows it."""
    env = server_environment(command)
    program = find_executable(package.launcher.partition(" ")[0], env)
    if program is None or package.spec.startswith("-"):
        return None
    asked = (program, "image", "inspect", "--format", "{{json .RepoDigests}}", package.spec)
    try:
        done = subprocess.run(  # noqa: S603 - no shell, and the program is on PATH
            asked, env=env, stdin=subprocess.DEVNULL, capture_output=True, timeout=_INSPECTING, check=True
        )
        digests = json.loads(done.stdout) or []
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    repository, colon, tag = _split_tag(package.spec)
    for repo, _, digest in (str(each).partition("@") for each in digests):
        if _IMAGE_DIGEST.fullmatch(digest) and (repo == repository or repo.endswith(f"/{repository}")):
            known = digest if colon and tag != "latest" and "@" not in package.spec else None
            return Artifact(package.spec, package.spec, f"{repository}@{digest}", known)
    return None


def _split_tag(image: str) -> tuple[str, str, str]:
    folder, slash, name = image.partition("@")[0].rpartition("/")
    name, colon, tag = name.partition(":")
    return f"{folder}{slash}{name}", colon, tag


def _artifact(package: Package, name: str, sign: str, version: str, integrity: str | None) -> Artifact | None:
    if not _VERSION.fullmatch(version):
        return None
    pinned = f"{name}{sign}{version}"
    known = integrity if integrity and not package.unpinned and _INTEGRITY.fullmatch(integrity) else None
    return Artifact(package.spec, pinned, pinned, known)
