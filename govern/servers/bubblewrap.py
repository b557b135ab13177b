"""Put a command into bubblewrap: system folders read-only, a private home, no other process, and limits.

A normal user needs one bubblewrap. Root needs two: Linux limits the number of processes only for other users, so the
first one shows the files, which only root may be able to read, and the second one runs as `nobody`.
"""

from __future__ import annotations

import errno
import os
import platform
import re
import struct
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from govern.contract.launchers import packages
from govern.errors import ServerNotStarted
from govern.files import MEGABYTE
from govern.policy.environment import names_certificates, sandbox_variables
from govern.policy.target import Command
from govern.programs import find_program
from govern.servers.spawning import start_error

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


_TMP, _HOME = Path("/tmp"), Path("/tmp/home")  # noqa: S108 - private ones
_PRIVATE = {"HOME": str(_HOME), "TMPDIR": str(_TMP), "USER": "nobody", "LOGNAME": "nobody"}
_NOBODY = "65534"
# The file descriptor that bubblewrap reads the filter from.
FILTER = "3"
# Of each process, but `nproc`. The virtual size has no limit, because Node.js reserves much more than it uses.
LIMITS = {
    "nproc": 256,
    "data": 2048 * MEGABYTE,
    "cpu": 120,
    "fsize": 512 * MEGABYTE,
    "core": 0,
}
_TMP_SIZE, _SHM_SIZE = 1024 * MEGABYTE, 64 * MEGABYTE
_DEVICES = "--proc /proc --dev /dev"
_AS_ROOT = (
    "--bind /proc /proc --dev-bind /dev /dev --remount-ro / --cap-drop ALL --cap-add CAP_SETUID --cap-add CAP_SETGID "
    "--unshare-pid --die-with-parent --"
)
_TO_NOBODY = f"--reuid {_NOBODY} --regid {_NOBODY} --clear-groups --inh-caps=-all"
SYSTEM = tuple(map(Path, ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"]))
_ETC = (
    "alternatives ca-certificates ca-certificates.conf crypto-policies group ld.so.cache ld.so.conf ld.so.conf.d "
    "localtime mime.types nsswitch.conf os-release passwd pki protocols services ssl timezone"
)
# These may hold private keys, which root could read.
_HIDDEN = ("/etc/ssl/private", "/etc/pki/tls/private")
_ETC_NETWORK = ("gai.conf", "hosts", "resolv.conf")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)


def bubblewrapped(command: Command, read: Sequence[Path], environ: Mapping[str, str], *, root: bool) -> Command:
    """Return the command that runs a command in bubblewrap; `with_filter` has to start it."""
    shown = _to_show(command, read, environ)
    in_tmp = [path for path in shown if is_below(path, [_TMP])]
    network = needs_network(command)
    bwrap = find_tool("bwrap", environ)
    words = [find_tool("choom", environ), "-n", "1000", "--", bwrap, *_system(network=network)]
    words += _bound_with_parents(shown if root else [path for path in shown if path not in in_tmp])
    if root:
        words += [*_AS_ROOT.split(), find_tool("setpriv", environ), *_TO_NOBODY.split(), bwrap, "--bind", "/", "/"]
    # What is read from /tmp has to be shown again above the private one.
    words += [*_walls(network=network), *_bound_with_parents(in_tmp), "--chdir", _folder(command.cwd, read)]
    names, env = _disguised(_variables(command, environ, shown))
    script = "\n".join([*(f'export {name}="${each}"; unset {each}' for name, each in names.items()), 'exec "$@"'])
    argv = (*words, "--", *_limits(environ), "--", "/bin/sh", "-c", script, "sh", *command.argv)
    return Command(argv, Path("/"), env, "none", namespaced=True)


def with_filter(command: Command, *, network: bool, before: str = "") -> tuple[str, ...]:
    """Return the words that start a command in bubblewrap with its filter open, after the shell command `before`."""
    path = filter_path(unix=not network)
    opened = f" {FILTER}<{path}" if path else ""
    return ("/bin/sh", "-c", f'{before}exec "$@"{opened}', "sh", *command.argv)


def needs_network(command: Command) -> bool:
    """Return whether a command may use the network: as its table says, else if it fetches a package."""
    if command.network is not None:
        return command.network
    return any(package.kind != "module" or ":" in package.spec for package in packages(command.argv))


def _variables(command: Command, environ: Mapping[str, str], shown: Sequence[Path]) -> dict[str, str]:
    """Return the server's variables: those that launchers need, a private home, and those of its table.

    A path that does not exist in the sandbox would only mislead a launcher.
    """
    if bad := next((name for name in command.env if not _NAME.fullmatch(name)), None):
        raise ServerNotStarted(f"a sandbox cannot set the variable {bad!r}", hint="rename it in `env`")
    visible = [*SYSTEM, Path("/etc"), *shown]
    given = {name: value for name, value in sandbox_variables(environ).items() if _NAME.fullmatch(name)}
    kept = {name: value for name, value in given.items() if value[:1] != "/" or is_below(Path(value), visible)}
    path = without_shims(environ.get("PATH", ""))
    folders = [folder for folder in path.split(":") if is_below(Path(folder), visible)]
    return {**kept, **_PRIVATE, "PATH": ":".join(folders), **command.env}


def _to_show(command: Command, read: Sequence[Path], environ: Mapping[str, str]) -> list[Path]:
    """Return what the server may read beside the system: its program, certificates, and the user's choice."""
    named = [Path(value) for name, value in sandbox_variables(environ).items() if names_certificates(name)]
    certificates = [path for path in named if path.is_absolute() and path.exists()]
    system = [*SYSTEM, *(Path("/etc", name) for name in _ETC.split())]
    wanted = sorted({*read, *program_folders(command, read, environ), *certificates})
    return [path for path in wanted if not is_below(path, [*system, *(set(wanted) - {path})])]


def _system(*, network: bool) -> list[str]:
    """Return the arguments that make the system readable."""
    words: list[str] = []
    for folder in SYSTEM:
        if folder.is_symlink():
            words += ["--symlink", str(folder.readlink()), str(folder)]
        elif folder.is_dir():
            words += ["--ro-bind", str(folder), str(folder)]
    names = (*_ETC.split(), *(_ETC_NETWORK if network else ()))
    words += ["--dir", "/etc", *_bound(filter(Path.exists, (Path("/etc", name) for name in names)))]
    for folder in filter(Path.exists, map(Path, _HIDDEN)):
        words += ["--tmpfs", str(folder)]
    return [*words, "--dir", str(_TMP)]


def _bound_with_parents(paths: Iterable[Path]) -> list[str]:
    """Return the arguments that make paths readable, and the folders above them passable."""
    words: list[str] = []
    for path in paths:
        for above in reversed(path.parents[:-1]):
            words += ["--dir", str(above)]
        words += _bound([path])
    return words


def _bound(paths: Iterable[Path]) -> list[str]:
    return [word for path in paths for word in ("--ro-bind", str(path), str(path))]


def _walls(*, network: bool) -> list[str]:
    """Return the arguments that separate the process from all others and give it a private home."""
    walls = [*_DEVICES.split(), "--size", str(_SHM_SIZE), "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]  # noqa: S108
    walls += ["--size", str(_TMP_SIZE), "--tmpfs", str(_TMP), "--dir", str(_HOME), "--remount-ro", "/"]
    walls += ["--unshare-all", "--unshare-user", "--disable-userns", "--uid", _NOBODY, "--gid", _NOBODY]
    walls += ["--share-net"] if network else []
    walls += ["--seccomp", FILTER] if filter_path(unix=not network) else []
    return [*walls, "--cap-drop", "ALL", "--hostname", "sandbox", "--die-with-parent", "--new-session"]


def _limits(environ: Mapping[str, str]) -> list[str]:
    """Return the command that limits what follows it; inside, only the processes of the sandbox are counted."""
    if sys.platform == "win32":
        return []
    import resource

    words = [find_tool("prlimit", environ)]
    for name, limit in LIMITS.items():
        _, most = resource.getrlimit(getattr(resource, f"RLIMIT_{name.upper()}"))
        lower = limit if most == resource.RLIM_INFINITY else min(limit, most)
        words.append(f"--{name}={lower}:{lower}")
    return words


def _folder(cwd: Path, read: Sequence[Path]) -> str:
    return str(cwd if cwd.is_dir() and is_below(cwd, list(read)) else _HOME)


def _disguised(variables: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return each variable's disguise by its name, and its value by the disguise.

    The values are no arguments, which other users could read; and a name such as LD_PRELOAD acts only in the sandbox.
    """
    disguises = {name: f"GOVERN_{at}" for at, name in enumerate(variables)}
    return disguises, {disguises[name]: value for name, value in variables.items()}


def find_tool(name: str, environ: Mapping[str, str]) -> str:
    """Return the path of a program that a sandbox is made of."""
    if found := find_program(name, environ):
        return found
    raise ServerNotStarted(f"{name} is not installed", hint="apt install bubblewrap util-linux")


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


_AF_UNIX, _AF_VSOCK = 1, 40
# Namespaces do not separate key rings, and with a shared network not the abstract Unix sockets of the machine. io_uring
# could open sockets past the filter, and the others are a large part of the kernel that no server needs.
# Of each architecture: its number in seccomp, the call `socket`, and the calls that are refused.
_ARCHITECTURES: Mapping[str, tuple[int, int, dict[str, int]]] = {
    "x86_64": (
        0xC000003E,
        41,
        {
            "add_key": 248,
            "request_key": 249,
            "keyctl": 250,
            "perf_event_open": 298,
            "bpf": 321,
            "userfaultfd": 323,
            "io_uring_setup": 425,
        },
    ),
    "aarch64": (
        0xC00000B7,
        198,
        {
            "add_key": 217,
            "request_key": 218,
            "keyctl": 219,
            "perf_event_open": 241,
            "bpf": 280,
            "userfaultfd": 282,
            "io_uring_setup": 425,
        },
    ),
}
# x86-64 has a second table of calls above this number.
_X32 = 0x40000000
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER_AT, _ARCHITECTURE_AT, _FIRST_ARGUMENT_AT = 0, 4, 16
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
Step = tuple[int, int, int, int]


@cache
def filter_path(*, unix: bool) -> str | None:
    """Return a path that the filter can be read from while govern runs; None for an unknown architecture.

    With `unix` a process may open Unix sockets.
    """
    program = filter_program(platform.machine(), unix=unix)
    if program is None or sys.platform != "linux":
        return None
    file = os.memfd_create("seccomp")
    os.write(file, program)
    return f"/proc/{os.getpid()}/fd/{file}"


def filter_program(machine: str, *, unix: bool) -> bytes | None:
    """Return the filter for an architecture, or None if it is not known."""
    if machine not in _ARCHITECTURES:
        return None
    architecture, socket, refused = _ARCHITECTURES[machine]
    steps: list[Step] = [
        (_LOAD, 0, 0, _ARCHITECTURE_AT),
        (_EQUAL, 1, 0, architecture),
        _fail(errno.ENOSYS),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_AT_LEAST, 0, 1, _X32),
        _fail(errno.ENOSYS),
    ]
    for number in refused.values():
        steps += [(_EQUAL, 0, 1, number), _fail(errno.EPERM)]
    families = (_AF_VSOCK,) if unix else (_AF_UNIX, _AF_VSOCK)
    checks: list[Step] = [(_LOAD, 0, 0, _FIRST_ARGUMENT_AT)]
    for family in families:
        checks += [(_EQUAL, 0, 1, family), _fail(errno.EAFNOSUPPORT)]
    steps += [(_EQUAL, 0, len(checks), socket), *checks, (_RETURN, 0, 0, _ALLOW)]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


def _fail(number: int) -> Step:
    return _RETURN, 0, 0, _ERROR | number
