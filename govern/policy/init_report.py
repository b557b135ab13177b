"""What `govern init` found and wrote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from govern.policy.clients import Unreadable
    from govern.policy.discovery import Found, Skipped


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable that an added server reads: who reads it, whether it was a secret inline, whether it is set now."""

    name: str
    servers: tuple[str, ...]
    was_inline: bool
    is_set: bool


@dataclass(frozen=True, slots=True)
class InitReport:
    """What was found and what came of it."""

    found: tuple[Found, ...]
    added: tuple[str, ...]
    kept: tuple[str, ...]
    skipped: tuple[Skipped, ...]
    placeholders: tuple[Variable, ...]
    unreadable: tuple[Unreadable, ...]
    path: Path
    wrote: bool
