"""The exceptions and exit codes of govern.

GovernError                  message, where, hint, exit code
├── InvalidInput        (2)  invalid usage, config or file
│   ├── UsageError           invalid flags or arguments, or a combination of them
│   ├── PolicyInvalid        invalid govern.toml or approvals file
│   │   └── ConfigMissing    no govern.toml
│   ├── LockfileMissing      no lock
│   ├── LockfileInvalid      invalid lock, or one whose digests do not match
│   ├── LockfileTooNew       lock of a later version of govern
│   └── ContractInvalid      value without a canonical form
├── ServerError         (3)  server unreachable
│   ├── ServerUnreachable    it does not start, answer or grant access
│   │   ├── ServerRedirected it redirects to another origin
│   │   └── ServerNotStarted its config needs a variable or file that is missing
│   │       └── ServerUntrusted  a stranger's, which needs a sandbox or a public address
│   ├── ServerTimedOut       it answers too late
│   ├── ServerMisbehaved     it sends invalid MCP messages
│   │   └── SessionEnded     it forgot the session
│   └── SurfaceTooLarge      it sends more than the limits allow
├── JudgeFailed         (3)  the command of policy.text.judge fails or gives an invalid answer
├── ModelFailed         (3)  the model of an agent cannot be reached or refuses a request
└── CheckFailed         (1)  a condition that a command checks first does not hold
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterable


_MOST_NAMED = 20


class Exit(IntEnum):
    """The exit codes; if several apply, the largest is used."""

    OK = 0
    FAILED = 1
    INVALID = 2
    UNREACHABLE = 3


EXIT_MEANINGS = {
    Exit.OK: "done or allowed",
    Exit.FAILED: "check failed (unapproved change, stale lock, budget exceeded, failed eval)",
    Exit.INVALID: "usage or config error, or an invalid lock",
    Exit.UNREACHABLE: "server unreachable (does not start, times out or misbehaves)",
}


class GovernError(Exception):
    """An expected failure: what failed, where, and what to do next."""

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
    """Invalid usage, config or file."""


class UsageError(InvalidInput):
    """Invalid flags or arguments, or a combination of them."""


class PolicyInvalid(InvalidInput):
    """An invalid govern.toml or approvals file."""


class ConfigMissing(PolicyInvalid):
    """There is no govern.toml, and the command needs one."""


class LockfileMissing(InvalidInput):
    """There is no lock, and the command needs one."""


class LockfileInvalid(InvalidInput):
    """An invalid lock, or one whose digests do not match its content."""


class LockfileTooNew(InvalidInput):
    """A lock written by a later version of govern."""


class ContractInvalid(InvalidInput):
    """A value without a canonical form."""


class ServerError(GovernError):
    """A server is unreachable; `evidence` has the last lines of its stderr and its other output.

    `withheld` are the names of environment variables that it did not get, with those that it most likely needs first.
    `request` is the id of the only request that failed; if it is None, no request can succeed any more.
    `retry_after` is set for a temporary failure: the seconds that the host wants to be left alone, 0 if it names none.
    """

    exit_code = Exit.UNREACHABLE
    withheld: tuple[str, ...] = ()
    request: object = None
    retry_after: float | None = None

    def __init__(self, message: str, *, where: str = "", hint: str = "", evidence: str = "") -> None:
        super().__init__(message, where=where, hint=hint)
        self.evidence = evidence

    @property
    def error_line(self) -> str:
        """Return the line of the output that names the error, or else its last line."""
        return exception_line(self.evidence) or self.evidence.strip().rpartition("\n")[2].strip()


def docs_url(page: str) -> str:
    """Return the address of a page of the documentation, which is not installed with govern."""
    return f"https://github.com/govern-mcp/govern/blob/main/docs/{page}"


def exception_line(output: str) -> str:
    """Return the last line of a program's output that begins with the name of an error, or an empty text.

    Of the many lines that npm begins so, it is the one about the request or the version that failed. Of uv's, it is the
    cause, with its indented lines.
    """
    import re

    npm = r"npm (?:error|ERR!) (?:\d+ .+ - |notarget No )"
    uv = r"[ ╰─▶]*(?:cause: )?Because .*(?:\n +.*)*"
    found = re.findall(rf"(?im)^(?:{uv}|(?:(?:[\w.]*(?:error|exception)|panic|fatal)\b|{npm}).*)", output)
    return " ".join(found[-1].strip(" ╰─▶").removeprefix("cause: ").split()) if found else ""


class ServerUnreachable(ServerError):
    """The server does not start, does not answer or denies access."""


class ServerRedirected(ServerUnreachable):
    """A server redirects to another origin: `goal`."""

    goal: str = ""


class ServerNotStarted(ServerUnreachable):
    """The config of the server needs a variable or a file that the environment does not have."""


class ServerUntrusted(ServerNotStarted):
    """The server is not marked as trusted, and no sandbox works here, or its address is in a private network."""


class ServerTimedOut(ServerError):
    """The server answers too late."""


class ServerMisbehaved(ServerError):
    """The server sends invalid or contradictory MCP messages."""


class SessionEnded(ServerMisbehaved):
    """The server forgot the session; a new one may be opened."""


class SurfaceTooLarge(ServerError):
    """The server sends more than the limits allow; `limit` is the limit that can be raised, if any."""

    def __init__(self, message: str, *, where: str = "", hint: str = "", evidence: str = "", limit: str = "") -> None:
        raise_it = f"if the server is trusted, raise `{limit}` in its limits in govern.toml" if limit else ""
        super().__init__(message, where=where, hint=hint or raise_it, evidence=evidence)
        self.limit = limit


class JudgeFailed(GovernError):
    """The command of policy.text.judge fails, takes too long or gives an invalid answer."""

    exit_code = Exit.UNREACHABLE


class ModelFailed(GovernError):
    """The model of an agent cannot be reached, or refuses a request."""

    exit_code = Exit.UNREACHABLE


class CheckFailed(GovernError):
    """A condition that a command checks before it can give its result does not hold."""

    exit_code = Exit.FAILED


def closest(name: str, known: Iterable[str], likeness: float = 0.6) -> str | None:
    """Return the known name that is closest to an unknown one, or None if none is similar."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(name, list(known), 1, likeness)), None)


def no_such(kind: str, name: str, place: str, known: Iterable[str], *, hint: str = "") -> UsageError:
    """Return the error for a name that `place` does not hold, with the closest known name or a list of them."""
    return UsageError(f"no {kind} {name!r} in {place}{did_you_mean_or_list(name, known)}", hint=hint)


def did_you_mean_or_list(name: str, known: Iterable[str]) -> str:
    """Return the end of an error message: the closest known name, or the known ones if none is similar."""
    known = list(dict.fromkeys(known))
    more = ", …" if len(known) > _MOST_NAMED else ""
    listed = f" (there are: {', '.join(map(repr, known[:_MOST_NAMED]))}{more})" if known else ""
    return did_you_mean(name, known) or listed


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return `; did you mean X?` with the closest known name, or an empty text if none is similar."""
    close = closest(name, known)
    return f"; did you mean {close}?" if close else ""
