"""Select the changes that `govern diff` shows, by server, tool or rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.policy.approvals import matches_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from govern.facts.change import Change


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeFilter:
    """Patterns with `*`: a change fits if one of each kind matches it. Without patterns of a kind, anything fits."""

    servers: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.servers or self.tools or self.rules)

    def __str__(self) -> str:
        kinds = (("--server", self.servers), ("--tool", self.tools), ("--rule", self.rules))
        return " ".join(f"{flag} {pattern}" for flag, patterns in kinds for pattern in patterns)

    @property
    def arguments(self) -> str:
        """Return the options as they are typed in a shell, each after a space."""
        from shlex import quote

        kinds = (("--server", self.servers), ("--tool", self.tools), ("--rule", self.rules))
        return "".join(f" {flag} {quote(pattern)}" for flag, patterns in kinds for pattern in patterns)

    def fits(self, change: Change) -> bool:
        """Return whether a change is shown; a renamed or moved tool fits by either name."""
        server, name = change.became or (change.server, change.name)
        return (
            _fits(self.servers, (change.server, server))
            and _fits(self.tools, (change.name, name))
            and _fits(self.rules, (change.rule,))
        )

    def chosen_servers(self, names: Iterable[str]) -> list[str]:
        """Return the servers that fit."""
        return [name for name in names if _fits(self.servers, (name,))]


EVERYTHING = ChangeFilter()


def _fits(patterns: Sequence[str], names: Sequence[str]) -> bool:
    return not patterns or any(matches_pattern(pattern, name) for pattern in patterns for name in names)


def unmatched(patterns: Iterable[str], names: Iterable[str]) -> str | None:
    """Return the first pattern that matches none of the names, which is a misspelling."""
    known = [*names]
    return next((each for each in patterns if not any(matches_pattern(each, name) for name in known)), None)
