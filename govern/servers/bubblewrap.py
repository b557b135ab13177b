"""Put a command into bubblewrap: system folders read-only, a private home, no other process, and limits.

A normal user needs one bubblewrap. Root needs two: Linux limits the number of processes only for other users, so the
first one shows the files, which only root may be able to read, and the second one runs as `nobody`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from govern.contract.launchers import packages
from govern.errors import ServerNotStarted
from govern.files import MEGABYTE
from govern.policy.environment import names_certificates, sandbox_variables
from govern.policy.target import Command
from govern.programs import find_program
from govern.servers.installed import is_below, program_folders, without_shims
from govern.servers.seccomp import filter_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

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
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
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
    visible = [*map(Path, _SYSTEM), Path("/etc"), *shown]
    given = {name: value for name, value in sandbox_variables(environ).items() if _NAME.fullmatch(name)}
    kept = {name: value for name, value in given.items() if value[:1] != "/" or is_below(Path(value), visible)}
    path = without_shims(environ.get("PATH", ""))
    folders = [folder for folder in path.split(":") if is_below(Path(folder), visible)]
    return {**kept, **_PRIVATE, "PATH": ":".join(folders), **command.env}


def _to_show(command: Command, read: Sequence[Path], environ: Mapping[str, str]) -> list[Path]:
    """Return what the server may read beside the system: its program, certificates, and the user's choice."""
    named = [Path(value) for name, value in sandbox_variables(environ).items() if names_certificates(name)]
    certificates = [path for path in named if path.is_absolute() and path.exists()]
    system = [*map(Path, _SYSTEM), *(Path("/etc", name) for name in _ETC.split())]
    wanted = sorted({*read, *program_folders(command, read, environ), *certificates})
    return [path for path in wanted if not is_below(path, [*system, *(set(wanted) - {path})])]


def _system(*, network: bool) -> list[str]:
    """Return the arguments that make the system readable."""
    words: list[str] = []
    for folder in map(Path, _SYSTEM):
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
