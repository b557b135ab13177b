"""The newer packages of a configured server, and the edits of govern.toml that start them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.contract.launchers import packages
from govern.errors import CheckFailed, GovernError
from govern.registries.newer_versions import newer_spec, pinned_package
from govern.report.upgrades import Upgrade

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from govern.policy.config import Config
    from govern.policy.problems import KeyPath
    from govern.policy.server_settings import Server


@dataclass(frozen=True, slots=True)
class NewerPackages:
    """A server with newer versions of its packages; `edits` are values of the config by their keys."""

    name: str
    edits: Mapping[KeyPath, str]
    old: tuple[str, ...]
    new: tuple[str, ...]


def newer_packages(name: str, config: Config) -> NewerPackages | Upgrade:
    """Return the newer packages of a server, or why there are none. Its package client is asked."""
    specs: dict[str, str] = {}
    reasons: list[str] = []
    edits: dict[KeyPath, str] = {}
    for words in _commands(name, config.settings.servers[name]):
        for package in packages([word for _, word in words]):
            if package.extra:
                continue
            pinned = pinned_package(package)
            if pinned is None:
                reasons.append(_why_not(package.spec, package.unpinned))
                continue
            try:
                newer = specs.get(pinned.spec) or newer_spec(pinned, config.root) or pinned.spec
            except CheckFailed as error:
                return Upgrade(name, "skipped", (pinned.spec,), reason=error.message)
            except GovernError as error:
                return Upgrade(name, "failed", (pinned.spec,), reason=" ".join(error.message.split()))
            specs[pinned.spec] = newer
            edits |= _edits(words, pinned.spec, newer)
    changed = {old: new for old, new in specs.items() if old != new}
    if changed and edits:
        return NewerPackages(name, edits, tuple(changed), tuple(changed.values()))
    if specs:
        return Upgrade(name, "current", tuple(specs))
    return Upgrade(name, "skipped", reason=next(iter(reasons), "it starts no package"))


def _commands(name: str, server: Server) -> Iterator[list[tuple[KeyPath, str]]]:
    """Yield the commands of a server and of its profiles, as words with the keys that lead to them."""
    yield [(("servers", name, *keys), word) for keys, word in server.placed_words]
    for called, profile in server.profiles.items():
        if profile.command is None:
            continue
        above: KeyPath = ("servers", name, "profiles", called)
        command = [profile.command] if isinstance(profile.command, str) else profile.command
        keys = [("command",)] if isinstance(profile.command, str) else [("command", at) for at in range(len(command))]
        arguments = [((*above, "args", at), word) for at, word in enumerate(profile.args)]
        yield [*(((*above, *key), word) for key, word in zip(keys, command, strict=True)), *arguments]


def _edits(words: Sequence[tuple[KeyPath, str]], old: str, new: str) -> dict[KeyPath, str]:
    """Return the words that name a package, also in an option or a script, with the newer one."""
    if old == new:
        return {}
    spec = re.compile(rf"(?<![\w@/.-]){re.escape(old)}(?![\w.@/-])")
    return {keys: spec.sub(lambda _: new, word) for keys, word in words if spec.search(word)}


def _why_not(spec: str, unpinned: str | None) -> str:
    return unpinned or f"{spec} is not pinned to a version that can be compared"
