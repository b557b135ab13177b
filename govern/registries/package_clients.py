"""Ask the user's own package clients, which know their registries: npm and pip as processes, without a shell."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import zlib
from base64 import b64encode
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile

from govern.errors import CheckFailed, ServerTimedOut, ServerUnreachable
from govern.policy.environment import inherited_variables
from govern.policy.redaction import replace_secrets
from govern.servers.artifacts import wheel_file_integrity
from govern.servers.spawning import find_executable

if TYPE_CHECKING:
    from collections.abc import Sequence

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
