"""The opt-out list: hosts, names and patterns of servers that are never asked."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from govern.errors import UsageError
from govern.files import MAX_USER_FILE, read_text

if TYPE_CHECKING:
    from pathlib import Path

_WILDCARDS = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class OptOut:
    """Entries in lower case: exact names and hosts, and patterns with `*`, `?` or `[…]`."""

    exact: frozenset[str] = frozenset()
    patterns: tuple[str, ...] = ()

    def entry_for(self, name: str, host: str | None) -> str | None:
        """Return the entry that a server's name or host matches; a host is also listed by the domain above it."""
        # A registry's NAMESPACE/NAME is NAMESPACE:NAME in a fleet.
        names = [name.lower(), name.lower().replace(":", "/")]
        texts = [*names, *([host.lower()] if host else [])]
        labels = host.lower().split(".") if host else []
        for text in (*names, *(".".join(labels[at:]) for at in range(len(labels)))):
            if text in self.exact:
                return text
        return next((each for each in self.patterns if any(fnmatchcase(text, each) for text in texts)), None)


def read_opt_out(path: Path) -> OptOut:
    """Return the entries of a file with one per line; text after `#` is a comment."""
    try:
        lines = read_text(path, MAX_USER_FILE).splitlines()
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror}", where=str(path)) from None
    entries = {entry.lower() for line in lines if (entry := line.partition("#")[0].strip())}
    patterns = {entry for entry in entries if _WILDCARDS & set(entry)}
    return OptOut(frozenset(entries - patterns), tuple(sorted(patterns)))
