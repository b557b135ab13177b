"""Launchers that fetch what they start: whether the command says which version, so that a lock can hold it still."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.policy.launcher_table import FRONTS, GLOBALS, LAUNCHERS, SHELLS, WINDOWS_SHELLS
from govern.policy.target import Command, Target

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.policy.launcher_table import Launcher

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
    """What a launcher fetches: `spec` as it is spelled, in the way of its `kind` (npm, pypi, image, module)."""

    launcher: str
    kind: str
    spec: str

    @property
    def moving(self) -> str | None:
        """Why it may be another version the next time, or None where it is held still."""
        return _JUDGES[self.kind](self.launcher, self.spec)


def unpinned(started: Target | Sequence[str]) -> str | None:
    """Why the next start may bring another version, or None where the command holds it still."""
    if isinstance(started, Target):
        reason = unpinned(started.how.argv) if isinstance(started.how, Command) else None
        return started.secrets.redact(reason) if reason else None
    return next((reason for package in packages(started) if (reason := package.moving)), None)


def packages(command: Sequence[str]) -> Iterator[Package]:
    """What a command fetches before it starts it, wherever in it a launcher stands."""
    words = list(command)
    while words:
        if (behind := _behind_front(words)) is None:
            yield from _launched(words)
            return
        if isinstance(behind, str):
            yield from _in_script(behind)
            return
        words = behind


def _behind_front(words: list[str]) -> list[str] | str | None:
    """What a shell (a script) or a front such as `env` (a command) starts; None where this is the program itself."""
    program = _name(words[0])
    if _ASSIGNMENT.fullmatch(words[0]):
        return words[1:]
    if program in SHELLS:
        at = next((at for at, word in enumerate(words[1:], 1) if re.fullmatch(r"-[a-z]*c", word)), None)
        return words[at + 1] if at and at + 1 < len(words) else []
    if program in WINDOWS_SHELLS:
        at = next((at for at, word in enumerate(words[1:], 1) if word.lower() in ("/c", "/k", "-command", "-c")), None)
        return (words[at + 1] if at + 2 == len(words) else words[at + 1 :]) if at else []
    if program in FRONTS:
        return _after_flags(program, words)
    return None


def _after_flags(program: str, words: list[str]) -> list[str]:
    rest = _skip_flags(words[1:], FRONTS[program])
    if program == "timeout":
        rest = _skip_flags(rest[1:], frozenset())
    while rest and rest[0] in ("exec", "--"):
        rest = _skip_flags(rest[1:], frozenset())
    return rest


def _in_script(script: str) -> Iterator[Package]:
    """Those of every command of a script."""
    for command in _SEPARATORS.split(script):
        try:
            words = shlex.split(command, comments=True)
        except ValueError:
            words = command.split()
        yield from packages(words)


def _launched(words: list[str]) -> Iterator[Package]:
    program, rest = _name(words[0]), words[1:]
    if program in GLOBALS:
        rest = _skip_flags(rest, GLOBALS[program])
    spelled = [program, *rest]
    for launcher in LAUNCHERS:
        if tuple(spelled[: len(launcher.words)]) == launcher.words:
            for package in _fetched(launcher, spelled[len(launcher.words) :]):
                yield Package(" ".join(launcher.words), launcher.kind, package)
            return


def _fetched(launcher: Launcher, words: list[str]) -> list[str]:
    """The value of the launcher's package flags, or else its first word that is no flag; and what it adds to that."""
    named: list[str] = []
    extra: list[str] = []
    first = ""
    at = 0
    while at < len(words) and not first:
        flag, _, value = words[at].partition("=")
        if not flag.startswith("-"):
            first = words[at]
        elif flag == "--":
            first = words[at + 1] if at + 1 < len(words) else ""
            break
        elif _takes_next(launcher, words[at]):
            at += 1
            value = words[at] if at < len(words) else ""
        if flag in launcher.package:
            named.append(value)
        elif flag in launcher.extra:
            extra += value.split(",")
        at += 1
    main = named or ([] if launcher.only_extra or not first else [first])
    return [package for package in (*main, *extra) if package]


def _takes_next(launcher: Launcher, flag: str) -> bool:
    """Whether a flag, or a cluster of one-letter flags such as `-itv`, takes the next word as its value."""
    if len(flag) > len("-x") and not flag[1:-1].strip(launcher.switches):
        flag = f"-{flag[-1]}"
    return flag in launcher.package | launcher.extra | launcher.valued


def _skip_flags(words: list[str], valued: frozenset[str]) -> list[str]:
    at = 0
    while at < len(words) and words[at].startswith("-") and words[at] != "--":
        at += 2 if words[at] in valued else 1
    return words[at:]


def _name(word: str) -> str:
    return re.sub(r"\.(?:exe|cmd|bat|ps1)$", "", re.split(r"[\\/]", word)[-1].lower())


def _elsewhere(launcher: str, package: str) -> str | None:
    if _COMMIT.search(package):
        return None
    return f"{launcher} fetches {package} without a full commit; add its 40 hexadecimal digits"


def _npm(launcher: str, package: str) -> str | None:
    if _FROM_ELSEWHERE.search(package):
        return _elsewhere(launcher, package)
    if _NPM_EXACT.fullmatch(package) or _LOCAL.match(package):
        return None
    name, _, version = package[1:].partition("@")
    return _moving(launcher, package[:1] + name, version, "@1.2.3")


def _pypi(launcher: str, package: str) -> str | None:
    if _FROM_ELSEWHERE.search(package):
        return _elsewhere(launcher, package)
    if _PYPI_EXACT.fullmatch(package) or _LOCAL.match(package) or "://" in package:
        return None
    found = re.match(r"([\w.-]+(?:\[[^\]]*\])?)\s*@?\s*(.*)", package)
    name, version = (found[1], found[2]) if found else (package, "")
    return _moving(launcher, name, version, "==1.2.3")


def _moving(launcher: str, name: str, version: str, example: str) -> str:
    if not version:
        return f"{launcher} starts whatever version of {name} is the newest; add one, such as {name}{example}"
    return f"{launcher} starts a version of {name} that moves ({version}); name an exact one, such as {name}{example}"


def _image(launcher: str, image: str) -> str | None:
    if _DIGEST.search(image):
        return None
    _, colon, tag = image.rpartition("/")[2].partition(":")
    if colon and tag != "latest":
        return f"{launcher} starts {image}, and a tag can be moved to another image; add its digest: @sha256:…"
    return f"{launcher} starts whatever image {image} is the newest; add its digest: @sha256:…"


def _module(launcher: str, module: str) -> str | None:
    if not module.startswith(("npm:", "jsr:")):
        return None
    if _JSR_EXACT.fullmatch(module):
        return None
    found = re.match(r"\w+:/?(?:@[^/@]+/)?[^/@]*", module)
    name = found[0] if found else module
    return f"{launcher} starts a version of {module} that moves; name an exact one, such as {name}@1.2.3"


_JUDGES = {"npm": _npm, "pypi": _pypi, "image": _image, "module": _module}
