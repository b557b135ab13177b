"""What can go wrong, as one tree.

GovernError                  message, where, hint; knows its exit code
├── InvalidInput        (2)  the words, the config or a file are not usable
│   ├── UsageError           flags and arguments that do not fit together
│   ├── PolicyInvalid        govern.toml or an approvals file
│   │   └── ConfigMissing    there is no govern.toml where one is needed
│   ├── LockfileMissing      there is no lock where one is needed
│   ├── LockfileInvalid      a lock that does not hold what it says
│   ├── LockfileTooNew       a lock of a later govern
│   └── ContractInvalid      a value that has no canonical form
├── ServerError       (3)  a server could not be seen
│   ├── ServerUnreachable    it does not start, answer or let us in
│   ├── ServerTimedOut       it answers too late
│   ├── ServerMisbehaved     what it says is no MCP, or contradicts itself
│   └── SurfaceTooLarge      it says more than the limits allow
└── JudgeFailed       (3)    the command of policy.text.judge fails or gives an invalid answer
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterable


class Exit(IntEnum):
    """The exit codes, frozen; when several hold, the largest."""

    OK = 0
    FAILED = 1
    INVALID = 2
    UNREACHABLE = 3


EXIT_MEANINGS = {
    Exit.OK: "done or allowed",
    Exit.FAILED: "the gate says no: unapproved change, stale lock, broken budget, failed eval",
    Exit.INVALID: "asked wrongly: usage, config, an invalid lock",
    Exit.UNREACHABLE: "could not see: a server that does not start, times out or misbehaves",
}


class GovernError(Exception):
    """An expected failure: what happened, where, and what to do about it."""

    exit_code: ClassVar[Exit] = Exit.INVALID

    def __init__(self, message: str, *, where: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        hint = f"\n{self.hint}" if self.hint else ""
        return f"{place}{self.message}{hint}"


class InvalidInput(GovernError):
    """The command cannot begin with what it was given."""


class UsageError(InvalidInput):
    """Flags and arguments that do not fit together."""


class PolicyInvalid(InvalidInput):
    """A file that people own says something we cannot take."""


class ConfigMissing(PolicyInvalid):
    """There is no govern.toml where one is needed."""


class LockfileMissing(InvalidInput):
    """There is no lock where one is needed."""


class LockfileInvalid(InvalidInput):
    """A lock that does not hold what it says."""


class LockfileTooNew(InvalidInput):
    """A lock written by a later govern."""


class ContractInvalid(InvalidInput):
    """A value that has no canonical form."""


class ServerError(GovernError):
    """A server could not be seen; `evidence` holds its last words (the end of its stderr, and what else it printed)."""

    exit_code = Exit.UNREACHABLE

    def __init__(self, message: str, *, where: str = "", hint: str = "", evidence: str = "") -> None:
        super().__init__(message, where=where, hint=hint)
        self.evidence = evidence


class ServerUnreachable(ServerError):
    """It does not start, does not answer or does not let us in."""


class ServerTimedOut(ServerError):
    """It answers too late."""


class ServerMisbehaved(ServerError):
    """What it says is no MCP, or contradicts itself."""


class SurfaceTooLarge(ServerError):
    """It says more than the limits allow; `limit` is the one that could be raised, where one could be."""

    def __init__(self, message: str, *, where: str = "", hint: str = "", evidence: str = "", limit: str = "") -> None:
        raise_it = f"Raise `{limit}` under this server's limits in govern.toml if that is meant." if limit else ""
        super().__init__(message, where=where, hint=hint or raise_it, evidence=evidence)


class JudgeFailed(GovernError):
    """The command of policy.text.judge fails, takes too long or gives an invalid answer."""

    exit_code = Exit.UNREACHABLE


def closest(name: str, known: Iterable[str], likeness: float = 0.6) -> str | None:
    """What somebody who named something that is not there may have meant."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(name, list(known), 1, likeness)), None)


def did_you_mean(name: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """The same as the end of an error's sentence."""
    close = closest(name, known, likeness)
    return f"; did you mean {close}?" if close else ""
