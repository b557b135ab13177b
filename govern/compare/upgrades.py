"""Find out whether two sources of a server differ only in versions of its packages and harmless launcher options."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

from govern.contract.launchers import Package, launch_of, script_commands, wrapped_command
from govern.contract.version import Version

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from govern.contract.launchers import Launch, Launcher

_FLOATING, _RANGE, _EXACT = range(3)
_SPECS = {
    "npm": re.compile(r"(?P<name>(?:npm:)?(?:@[^/@\s]+/)?[^@/\s:]+)(?:@(?P<version>.+))?"),
    "pypi": re.compile(r"(?P<name>[\w.-]+(?:\[[^\]]*\])?)\s*(?:(?:@\s*|(?=[=<>~!]))(?P<version>.+))?"),
    "image": re.compile(
        r"(?P<name>(?:[^/@\s]+/)*[^/@:\s]+)(?::(?P<tag>[\w.-]+))?(?:@(?P<digest>sha256:[0-9a-f]{64}))?"
    ),
    "module": re.compile(r"(?P<name>(?:npm|jsr):/?(?:@[^/@\s]+/)?[^@/\s]+)(?:@(?P<version>[^/]+))?(?P<path>/.*)?"),
}
_RANGED = re.compile(r"[\^~<>=! ]*v?\d[\w.*+!-]*(?:[ ,|]+[\^~<>=! ]*v?\d[\w.*+!-]*)*")
_LIMIT = re.compile(r"([\^~<>=! ]*)(v?\d[\w.*+!-]*)")
_ANY_NUMBER = re.compile(r"(?:\.[xX*])+$")
_TAG = re.compile(r"[A-Za-z][\w.-]*|\*")
# A shell may expand any other character.
_PLAIN_SCRIPT = re.compile(r"[\w@+:,./ =~^&|;-]*")
_OPTIONS = "launcher options "
_DOWNGRADED = "downgraded: "
_DIGEST_SHOWN = len("sha256:") + 12


def upgrade(old: str, new: str) -> str | None:
    """Describe what differs between two sources, such as `server 1.2.3 → 1.2.4`.

    Return None if the new source may run another package, from another place, in another way or at a version that is
    less pinned.
    """
    try:
        before, after = shlex.split(old), shlex.split(new)
    except ValueError:
        return None
    return "; ".join(dict.fromkeys(_command_differences(before, after) or ())) or None


def has_downgrade(differences: str) -> bool:
    """Return whether one of the differences between two sources is an older version."""
    return any(each.startswith(_DOWNGRADED) for each in differences.split("; "))


def runs_the_same(old: str, new: str) -> bool:
    """Return whether two sources are equal except for harmless launcher options."""
    found = upgrade(old, new)
    return old == new or (found is not None and all(each.startswith(_OPTIONS) for each in found.split("; ")))


def _command_differences(old: Sequence[str], new: Sequence[str]) -> list[str] | None:
    if old == new:
        return []
    if not (old and new):
        return None
    was, now = wrapped_command([*old]), wrapped_command([*new])
    if was is None and now is None:
        before, after = launch_of([*old]), launch_of([*new])
        return _launch_differences(before, after) if before and after else None
    if isinstance(was, list) and isinstance(now, list):
        same_wrapper = old[: len(old) - len(was)] == new[: len(new) - len(now)]
        return _command_differences(was, now) if same_wrapper else None
    if isinstance(was, str) and isinstance(now, str):
        same_shell = [word for word in old if word != was] == [word for word in new if word != now]
        return _script_differences(was, now) if same_shell else None
    return None


def _script_differences(old: str, new: str) -> list[str] | None:
    if not (_PLAIN_SCRIPT.fullmatch(old) and _PLAIN_SCRIPT.fullmatch(new)):
        return None
    before, after = script_commands(old), script_commands(new)
    if len(before) != len(after):
        return None
    return _joined(_command_differences(*pair) for pair in zip(before, after, strict=True))


def _launch_differences(old: Launch, new: Launch) -> list[str] | None:
    if (old.prefix, old.command, old.rest) != (new.prefix, new.command, new.rest):
        return None
    options, harmless = (tuple(_options(side, harmless=which) for side in (old, new)) for which in (False, True))
    counts = [(len(side.main), len(side.extra)) for side in (old, new)]
    if options[0] != options[1] or counts[0] != counts[1]:
        return None
    pairs = zip((*old.main, *old.extra), (*new.main, *new.extra), strict=True)
    found = _joined(_version_difference(new.launcher, *pair) for pair in pairs)
    if found is None or harmless[0] == harmless[1]:
        return found
    return [*found, _OPTIONS + " → ".join(" ".join(side) or "none" for side in harmless)]


def _joined(found: Iterable[list[str] | None]) -> list[str] | None:
    """Return all differences, or None if one is None."""
    whole: list[str] = []
    for each in found:
        if each is None:
            return None
        whole += each
    return whole


def _options(launch: Launch, *, harmless: bool) -> list[str]:
    return [
        f"{flag}={value}" if value else flag
        for flag, value in launch.options
        if _is_harmless(launch.launcher, flag) is harmless
    ]


def _is_harmless(launcher: Launcher, flag: str) -> bool:
    """Return whether an option, or each letter of a cluster such as `-it`, is harmless."""
    letters = "" if flag.startswith("--") else flag[1:]
    return flag in launcher.harmless or (letters != "" and all(f"-{each}" in launcher.harmless for each in letters))


def _version_difference(launcher: Launcher, old: str, new: str) -> list[str] | None:
    """Return how the version of one package differs, or None if it is another package or less pinned."""
    if old == new:
        return []
    before, after = (_split(launcher, spec) for spec in (old, new))
    if before is None or after is None or before[0] != after[0]:
        return None
    (name, was, pinned), (_, now, pins) = before, after
    if pins < max(pinned, _RANGE):
        return None
    return [f"{_DOWNGRADED if _is_older(launcher, now, was) else ''}{name} {was} → {now}"]


def _is_older(launcher: Launcher, version: str, than: str) -> bool:
    """Return whether a version, or a limit of a range, is older; words such as `latest` are not compared."""
    sides = (_limits(each.partition("@")[0]) for each in (version, than))
    for one, other in zip(*sides, strict=True):
        if one and other:
            # The words after the numbers of a tag name a variant such as `-alpine`, no pre-release.
            pair = (replace(each, pre=()) if launcher.kind == "image" else each for each in (one, other))
            if next(pair) < next(pair):
                return True
    return False


def _limits(version: str) -> tuple[Version | None, Version | None]:
    """Return the lower and the upper limit of a version or a range, None for one that is not given."""
    lower: list[Version] = []
    upper: list[Version] = []
    for operator, number in _LIMIT.findall(version) if _RANGED.fullmatch(version) else ():
        limit = Version.read_short(_ANY_NUMBER.sub("", number))
        if limit and "!" not in operator:
            (upper if "<" in operator else lower).append(limit)
    return min(lower, default=None), max(upper, default=None)


def _split(launcher: Launcher, spec: str) -> tuple[str, str, int] | None:
    """Return the name, version and pinning of a package, or None if it does not come from a registry by name."""
    found = _SPECS[launcher.kind].fullmatch(spec)
    if found is None:
        return None
    if launcher.kind == "image":
        return _split_image(found["name"], found["tag"], found["digest"])
    name, version = found["name"], (found["version"] or "").strip()
    if launcher.kind == "module":
        name += found["path"] or ""
    if _RANGED.fullmatch(version):
        pinned = not Package("", launcher.kind, spec).unpinned
        return name, version.lstrip("= "), _EXACT if pinned else _RANGE
    return (name, version or "unpinned", _FLOATING) if not version or _TAG.fullmatch(version) else None


def _split_image(name: str, tag: str | None, digest: str | None) -> tuple[str, str, int]:
    if digest:
        shown = f"{digest[:_DIGEST_SHOWN]}…"
        return name, f"{tag}@{shown}" if tag else shown, _EXACT
    return name, tag or "unpinned", _RANGE if tag and _RANGED.fullmatch(tag) else _FLOATING
