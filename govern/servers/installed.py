"""Find the folders that a program on PATH needs to run: its installation, and that of its interpreter."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from govern.errors import ServerNotStarted
from govern.programs import find_program
from govern.servers.spawning import start_error

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from govern.policy.target import Command

SYSTEM = tuple(map(Path, ("/usr", "/bin", "/sbin", "/lib", "/nix/store", "/gnu/store")))
_MOST_HOPS = 8
_SHEBANG = 200


def program_folders(command: Command, read: Sequence[Path], environ: Mapping[str, str]) -> list[Path]:
    """Return the folders that the command's program needs, or raise a ServerError if it may not be started.

    A path in a config can name any file of the user, so it is only taken from PATH, the system or `read`.
    """
    name = command.argv[0]
    environ = {**environ, "PATH": without_shims(environ.get("PATH", ""))}
    if "/" not in name:
        found = find_program(name, environ)
        if found is None:
            raise start_error(command, FileNotFoundError())
        return list(dict.fromkeys(_installations(Path(found), environ)))
    program = command.cwd / name
    on_path = [Path(folder) for folder in environ.get("PATH", "").split(os.pathsep) if folder.startswith("/")]
    own = [Path(sys.prefix), Path(sys.base_prefix)]
    if program.parent in on_path or is_below(program, own):
        return list(dict.fromkeys([*_installations(program, environ), *own]))
    if is_below(program, [*SYSTEM, *read]):
        return [path for path in own if is_below(program.resolve(), [path])]
    raise ServerNotStarted(
        f"the program {name!r} is not on PATH, and a sandbox does not show other files",
        hint=f"let sandboxed servers read its folder: --sandbox-read {program.parent}",
    )


def without_shims(path: str) -> str:
    """Return a PATH without folders of shims, which ask a version manager that the sandbox does not show."""
    return os.pathsep.join(folder for folder in path.split(os.pathsep) if Path(folder).name != "shims")


def is_below(path: Path, folders: Sequence[Path]) -> bool:
    """Return whether a path is one of the folders or lies below one, without `..` in it."""
    return ".." not in path.parts and any(path == folder or folder in path.parents for folder in folders)


def _installations(file: Path, environ: Mapping[str, str], hops: int = _MOST_HOPS) -> Iterator[Path]:
    """Yield the installation of a program, of what it links to, and of the interpreter that it names."""
    yield _installation(file)
    if hops == 0:
        return
    if file.is_symlink():
        yield from _installations(file.parent / file.readlink(), environ, hops - 1)
    elif interpreter := _interpreter(file, environ):
        yield from _installations(Path(interpreter), environ, hops - 1)


def _installation(file: Path) -> Path:
    """Return the closest folder above with `bin` and `lib`, such as a virtual environment; else the file's folder.

    Folders that hold other files of the user are never such a folder.
    """
    home = Path.home()
    shared = {home, *home.parents, home / ".local"}
    absolute = Path(os.path.normpath(file))
    for folder in absolute.parents:
        if folder in shared:
            break
        if (folder / "bin").is_dir() and (folder / "lib").is_dir():
            return folder
    return absolute if absolute.parent in shared else absolute.parent


def _interpreter(file: Path, environ: Mapping[str, str]) -> str | None:
    """Return the interpreter that the first line of a script names."""
    try:
        with file.open("rb") as opened:
            first = opened.readline(_SHEBANG)
    except OSError:
        return None
    words = first[2:].decode("utf-8", "replace").split() if first.startswith(b"#!") else []
    if len(words) > 1 and Path(words[0]).name == "env":
        return find_program(next(word for word in [*words[1:], ""] if not word.startswith("-")), environ)
    return words[0] if words and words[0].startswith("/") else None
