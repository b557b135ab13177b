"""Find out which package a command fetches, and whether its version is pinned."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Launcher:
    """The command line of one launcher, as launchers.json describes it.

    A command that begins with `words` starts a package. `valued` are the options that take the next word; `package`
    are those that name the package, in place of the first word that is not an option; `extra` name further packages.
    `switches` are the letters that may precede another one in a cluster such as `-itv`. The `harmless` options do not
    change which code runs or what it may do.
    """

    words: tuple[str, ...]
    kind: str
    valued: frozenset[str] = frozenset()
    package: frozenset[str] = frozenset()
    extra: frozenset[str] = frozenset()
    only_extra: bool = False
    switches: str = ""
    harmless: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class LauncherTable:
    """The content of launchers.json; `wrappers` and `global_options` hold the options that take the next word."""

    launchers: tuple[Launcher, ...]
    shells: frozenset[str]
    windows_shells: frozenset[str]
    wrappers: Mapping[str, frozenset[str]]
    global_options: Mapping[str, frozenset[str]]


@cache
def launcher_table() -> LauncherTable:
    """Return the launchers, shells and wrapper programs that govern recognizes."""
    table = json.loads(Path(__file__).with_name("launchers.json").read_text(encoding="utf-8"))
    options, harmless = (
        {name: frozenset(" ".join(lines).split()) for name, lines in table[key].items()}
        for key in ("options", "harmless")
    )
    launchers = tuple(
        Launcher(
            words=tuple(row["words"].split()),
            kind=row["kind"],
            valued=frozenset[str]().union(*(options[name] for name in row["options"].split())),
            package=frozenset(row.get("package", "").split()),
            extra=frozenset(row.get("extra", "").split()),
            only_extra=row.get("only_extra", False),
            switches=row.get("switches", ""),
            harmless=harmless[row["harmless"]],
        )
        for row in table["launchers"]
    )
    wrappers = {name: frozenset(valued.split()) for name, valued in table["wrappers"].items()}
    global_options = {program: options[name] for program, name in table["global_options"].items()}
    shells, windows_shells = (frozenset(table[key].split()) for key in ("shells", "windows_shells"))
    return LauncherTable(launchers, shells, windows_shells, wrappers, global_options)


_NPM_EXACT = re.compile(r"(?:npm:)?(?:@[^/@\s]+/)?[^@\s/]+@v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?")
_JSR_EXACT = re.compile(r"(?:npm|jsr):/?(?:@[^/@\s]+/)?[^@\s/]+@\d+\.\d+\.\d+(?:[-+][\w.+-]+)?(?:/.*)?")
_PYPI_EXACT = re.compile(r"[\w.-]+(?:\[[^\]]*\])?\s*(?:===?\s*|@\s*)v?(?:\d+!)?\d[\w.+-]*")
_COMMIT = re.compile(r"[@#](?:[0-9a-f]{40}|[0-9a-f]{64})(?:$|[#&?])", re.IGNORECASE)
_FROM_ELSEWHERE = re.compile(r"(?:git\+|git://|github:|gitlab:|bitbucket:|gist:|git@)|\.git(?:$|[@#])")
_DIGEST = re.compile(r"@sha256:[0-9a-f]{64}$")
_LOCAL = re.compile(r"(?:\.{0,2}[/\\]|~[/\\]|[A-Za-z]:[\\/]|file:)|\.{1,2}$|.*\.(?:whl|tgz|tar\.gz)$")
_SEPARATORS = re.compile(r"(&&|\|\||[;|&\n])")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=.*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Package:
    """A package that a launcher fetches; `spec` is in the syntax of its `kind` (npm, pypi, image or module).

    `extra` is a package that is not the server itself, such as one of `--with`.
    """

    launcher: str
    kind: str
    spec: str
    extra: bool = False

    @property
    def unpinned(self) -> str | None:
        """Return why the next start may fetch another version, or None if the version is pinned."""
        return _CHECKS[self.kind](self.launcher, self.spec)


@dataclass(frozen=True, slots=True)
class Launch:
    """A command that starts a package, taken apart.

    `prefix` are the words up to the launcher's options, `options` those that name no package, each with its value, and
    `main` and `extra` the packages. `command` is the first word that is not an option, if it is not the package.
    """

    prefix: tuple[str, ...]
    launcher: Launcher
    options: tuple[tuple[str, str], ...]
    main: tuple[str, ...]
    extra: tuple[str, ...]
    command: str
    rest: tuple[str, ...]


def unpinned_reason(command: Sequence[str]) -> str | None:
    """Return why the next start may run another version, or None if the command pins the version."""
    return next((reason for package in packages(command) if (reason := package.unpinned)), None)


def packages(command: Sequence[str]) -> Iterator[Package]:
    """Yield the packages that a command fetches, also behind wrappers such as `env` and inside shell scripts."""
    words = list(command)
    while words:
        if (inner := wrapped_command(words)) is None:
            yield from _launched_packages(words)
            return
        if isinstance(inner, str):
            yield from _in_script(inner)
            return
        words = inner


def wrapped_command(words: list[str]) -> list[str] | str | None:
    """Return the script that a shell runs, or the command that a wrapper runs; None if there is no wrapper."""
    program, table = _program_name(words[0]), launcher_table()
    if _ASSIGNMENT.fullmatch(words[0]):
        return words[1:]
    if program in table.shells:
        at = next((at for at, word in enumerate(words[1:], 1) if re.fullmatch(r"-[a-z]*c", word)), None)
        return words[at + 1] if at and at + 1 < len(words) else []
    if program in table.windows_shells:
        at = next((at for at, word in enumerate(words[1:], 1) if word.lower() in ("/c", "/k", "-command", "-c")), None)
        return (words[at + 1] if at + 2 == len(words) else words[at + 1 :]) if at else []
    if program in table.wrappers:
        return _after_flags(program, words)
    return None


def _after_flags(program: str, words: list[str]) -> list[str]:
    rest = _skip_flags(words[1:], launcher_table().wrappers[program])
    if program == "timeout":
        rest = _skip_flags(rest[1:], frozenset())
    while rest and rest[0] in ("exec", "--"):
        rest = _skip_flags(rest[1:], frozenset())
    return rest


def _in_script(script: str) -> Iterator[Package]:
    for words in script_commands(script):
        yield from packages(words)


def script_commands(script: str) -> list[list[str]]:
    """Return the words of each command of a script, with the separators between them as commands."""
    found = []
    for command in _SEPARATORS.split(script):
        try:
            found.append(shlex.split(command, comments=True))
        except ValueError:
            found.append(command.split())
    return found


def _launched_packages(words: list[str]) -> Iterator[Package]:
    if launch := launch_of(words):
        name, kind = " ".join(launch.launcher.words), launch.launcher.kind
        yield from (Package(name, kind, spec) for spec in launch.main)
        yield from (Package(name, kind, spec, extra=True) for spec in launch.extra)


def launch_of(words: list[str]) -> Launch | None:
    """Return a command without wrappers taken apart, or None if no known launcher starts it."""
    program, rest, table = _program_name(words[0]), words[1:], launcher_table()
    if program in table.global_options:
        rest = _skip_flags(rest, table.global_options[program])
    spelled = [program, *rest]
    for launcher in table.launchers:
        if tuple(spelled[: len(launcher.words)]) == launcher.words:
            arguments = spelled[len(launcher.words) :]
            return _taken_apart(launcher, tuple(words[: len(words) - len(arguments)]), arguments)
    return None


def _taken_apart(launcher: Launcher, prefix: tuple[str, ...], words: list[str]) -> Launch:
    """Return the launch with the packages that options name, or else the first word that is not an option."""
    options: list[tuple[str, str]] = []
    named: list[str] = []
    extra: list[str] = []
    at = 0
    while at < len(words) and words[at].startswith("-") and words[at] != "--":
        flag, _, value = words[at].partition("=")
        if _takes_next(launcher, words[at]):
            at += 1
            value = words[at] if at < len(words) else ""
        if flag in launcher.package:
            named.append(value)
        elif flag in launcher.extra:
            extra += value.split(",")
        else:
            options.append((flag, value))
        at += 1
    if words[at : at + 1] == ["--"]:
        at += 1
    first, *rest = words[at:] or [""]
    is_package = not (named or launcher.only_extra)
    main = tuple(filter(None, [first] if is_package else named))
    command = "" if is_package else first
    return Launch(
        prefix=prefix,
        launcher=launcher,
        options=tuple(options),
        main=main,
        extra=tuple(filter(None, extra)),
        command=command,
        rest=tuple(rest),
    )


def _takes_next(launcher: Launcher, flag: str) -> bool:
    """Return whether a flag, or a cluster of one-letter flags such as `-itv`, takes the next word as its value."""
    if len(flag) > len("-x") and not flag[1:-1].strip(launcher.switches):
        flag = f"-{flag[-1]}"
    return flag in launcher.package | launcher.extra | launcher.valued


def _skip_flags(words: list[str], valued: frozenset[str]) -> list[str]:
    at = 0
    while at < len(words) and words[at].startswith("-") and words[at] != "--":
        at += 2 if words[at] in valued else 1
    return words[at:]


def _program_name(word: str) -> str:
    return re.sub(r"\.(?:exe|cmd|bat|ps1)$", "", re.split(r"[\\/]", word)[-1].lower())


def _repository(launcher: str, package: str) -> str | None:
    if _COMMIT.search(package):
        return None
    return f"unpinned: {launcher} fetches {package} without a full commit hash; add all 40 digits"


def _npm(launcher: str, package: str) -> str | None:
    if _FROM_ELSEWHERE.search(package):
        return _repository(launcher, package)
    if _NPM_EXACT.fullmatch(package) or _LOCAL.match(package):
        return None
    name, _, version = package[1:].partition("@")
    return _unpinned(launcher, package[:1] + name, version, "@VERSION")


def _pypi(launcher: str, package: str) -> str | None:
    if _FROM_ELSEWHERE.search(package):
        return _repository(launcher, package)
    if _PYPI_EXACT.fullmatch(package) or _LOCAL.match(package) or "://" in package:
        return None
    found = re.match(r"([\w.-]+(?:\[[^\]]*\])?)\s*@?\s*(.*)", package)
    name, version = (found[1], found[2]) if found else (package, "")
    return _unpinned(launcher, name, version, "==VERSION")


def _unpinned(launcher: str, name: str, version: str, pin: str) -> str:
    if not version:
        return f"unpinned: {launcher} runs the latest {name}; pin it: {name}{pin}"
    return f"unpinned: {launcher} runs any {name} that matches {version}; pin it: {name}{pin}"


def _image(launcher: str, image: str) -> str | None:
    if _DIGEST.search(image):
        return None
    _, colon, tag = image.rpartition("/")[2].partition(":")
    if colon and tag != "latest":
        return f"unpinned: {launcher} runs {image}, and its tag can move to another image; add its digest: @sha256:…"
    return f"unpinned: {launcher} runs the latest image {image}; add its digest: @sha256:…"


def _module(launcher: str, module: str) -> str | None:
    if not module.startswith(("npm:", "jsr:")):
        return None
    if _JSR_EXACT.fullmatch(module):
        return None
    found = re.match(r"\w+:/?(?:@[^/@]+/)?[^/@]*", module)
    name = found[0] if found else module
    return f"unpinned: {launcher} runs {module} without an exact version; pin it: {name}@VERSION"


_CHECKS = {"npm": _npm, "pypi": _pypi, "image": _image, "module": _module}
