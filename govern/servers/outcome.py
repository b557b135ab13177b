"""What becomes of looking at one server: its surface as it may be written down, or an error that may be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.errors import (
    ContractInvalid,
    GovernError,
    ServerError,
    ServerMisbehaved,
    ServerTimedOut,
    ServerUnreachable,
    SurfaceTooLarge,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.surface import Surface
    from govern.policy.target import Target

# Names and values of a server stand in errors; none of them makes one a page.
_LONGEST_TEXT = 5_000
_KINDS = (ServerUnreachable, ServerTimedOut, ServerMisbehaved, SurfaceTooLarge)


def folded(surface: Surface, target: Target) -> Surface:
    """The surface without secrets, and with what is never twice the same written as configured."""
    from govern.servers.folds import fold

    return fold(surface, target)


def failed(target: Target, error: BaseException) -> ServerError:
    """Any failure as one about this server, named and without secrets."""
    known = _as_snapshot_error(error)

    def shown(text: str) -> str:
        redacted = target.secrets.redact(text)
        return redacted if len(redacted) <= _LONGEST_TEXT else f"{redacted[:_LONGEST_TEXT]}…"

    return type(known)(
        shown(known.message),
        where=shown(f"{target.name}: {known.where}" if known.where else target.name),
        hint=shown(known.hint),
        evidence=shown(known.evidence),
    )


def first_of(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The one of many that tells most: an error of ours before any other."""
    leaves = list(_leaves(group))
    return next((leaf for leaf in leaves if isinstance(leaf, GovernError)), leaves[0])


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _leaves(inner)
    else:
        yield error


def _as_snapshot_error(error: BaseException) -> ServerError:
    if isinstance(error, ServerError):
        kind = next((kind for kind in _KINDS if isinstance(error, kind)), ServerError)
        return kind(error.message, where=error.where, hint=error.hint, evidence=error.evidence)
    if isinstance(error, ContractInvalid):
        return ServerMisbehaved(error.message, where=error.where, hint=error.hint)
    if isinstance(error, GovernError):
        return ServerError(error.message, where=error.where, hint=error.hint)
    return ServerError(
        f"looking at it failed in a way we did not foresee: {type(error).__name__}: {error}",
        hint="Please report this as a bug of govern.",
    )
