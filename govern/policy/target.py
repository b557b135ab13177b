"""One configured server, resolved: everything that is needed to look at it, and what must never be written down."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from govern.policy.settings import Limits

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from govern.policy.settings import Transport


@dataclass(frozen=True, slots=True)
class Command:
    """A child process that speaks over its stdin and stdout."""

    argv: tuple[str, ...]
    cwd: Path
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClientCredentials:
    """OAuth without a person: the client's own credentials."""

    client_id: str
    client_secret: str
    scope: str | None = None
    issuer: str | None = None


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A server behind a URL."""

    url: str
    transport: Transport = "auto"
    headers: Mapping[str, str] = field(default_factory=dict)
    oauth: ClientCredentials | None = None


@dataclass(frozen=True, slots=True)
class InProcess:
    """A server object that is imported: `module:object`, found from `root`; or `given`, by a program that holds it."""

    reference: str
    root: Path
    given: object = None


@dataclass(frozen=True, slots=True)
class Catalog:
    """A saved capture."""

    path: Path


@dataclass(frozen=True, slots=True)
class Secrets:
    """Values that came out of `${NAME}`, look secret or were issued, each with what may stand in its place."""

    shown_as: dict[str, str] = field(default_factory=dict)
    # Those that the server chose and that read as a sentence: a surface must not be able to hide one in this way.
    sentences: set[str] = field(default_factory=set)

    def redact(self, text: str) -> str:
        """The text with each such value replaced, longest first."""
        if not self.shown_as:
            return text
        values = sorted(self.shown_as, key=len, reverse=True)
        return re.sub("|".join(map(re.escape, values)), lambda found: self.shown_as[found[0]], text)


@dataclass(frozen=True, slots=True)
class Fold:
    """A place that is never twice the same: what the pattern finds is written as `<name>`."""

    name: str
    pattern: str


@dataclass(frozen=True, slots=True)
class Target:
    """A server to look at; `source` is what the lock says of where it is from: placeholders unresolved, no secret."""

    name: str
    source: str
    how: Command | Endpoint | InProcess | Catalog
    protocol: str | None = None
    client: Mapping[str, Any] = field(default_factory=dict)
    timeout: float = 60.0
    retries: int = 2
    limits: Limits = field(default_factory=Limits)
    normalize: Mapping[str, bool | str] = field(default_factory=dict)
    folds: tuple[Fold, ...] = ()
    set_order: bool = False
    secrets: Secrets = field(default_factory=Secrets)
