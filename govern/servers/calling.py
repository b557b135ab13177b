"""Call tools of one server one after the other, and measure each call."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from govern.errors import ServerTimedOut
from govern.servers.capture import Interrupted, capture_error
from govern.servers.connections import cancel_on_signal, connected
from govern.servers.session import ErrorResponse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.contract.surface import Surface
    from govern.policy.target import Target
    from govern.servers.messages import Message
    from govern.servers.session import Session


@dataclass(frozen=True, slots=True)
class TimedAnswer:
    """The result of a call and how long it took; `error` is the reason of a call that failed."""

    result: Message
    seconds: float
    error: str = ""


def call_in_turn(target: Target, tool: str, calls: Sequence[Message]) -> tuple[Surface, list[TimedAnswer]]:
    """Return what a server lists, and its answer to each call of one tool."""
    return asyncio.run(_call_in_turn(target, tool, calls))


async def _call_in_turn(target: Target, tool: str, calls: Sequence[Message]) -> tuple[Surface, list[TimedAnswer]]:
    with cancel_on_signal() as signals:
        try:
            async with connected(target) as (session, surface):
                return surface, [await _timed(session, target, tool, arguments) for arguments in calls]
        except asyncio.CancelledError:
            if signals:
                raise Interrupted(signals[0]) from None
            raise


async def _timed(session: Session, target: Target, tool: str, arguments: Message) -> TimedAnswer:
    """Return the answer to one call; raise an error if the server does not answer in time."""
    started = perf_counter()
    try:
        async with asyncio.timeout(target.timeout):
            result, error = await session.call(tool, arguments), ""
    except ErrorResponse as refused:
        result, error = {}, refused.message
    except TimeoutError:
        late = ServerTimedOut(f"{tool} did not answer within {target.timeout:g} s")
        raise capture_error(target, late) from None
    return TimedAnswer(result, perf_counter() - started, error)
