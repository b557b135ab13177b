import asyncio
from itertools import pairwise

import pytest

from govern.errors import ServerTimedOut, ServerUnreachable
from govern.scanning.batch import LONGEST_PAUSE, HostGate, Hosts


async def _starts(gate: HostGate, count: int) -> list[float]:
    loop, starts = asyncio.get_running_loop(), []

    async def one() -> None:
        async with gate.turn():
            starts.append(loop.time())

    await asyncio.gather(*(one() for _ in range(count)))
    return starts


def test_turns_of_a_host_are_spaced() -> None:
    starts = asyncio.run(_starts(Hosts(4, 20).gate("h"), 6))
    assert all(later - sooner >= 0.039 for sooner, later in pairwise(starts))


def test_each_host_has_a_gate_of_its_own() -> None:
    hosts = Hosts(1, 1)
    assert hosts.gate("a") is hosts.gate("a")
    assert hosts.gate("a") is not hosts.gate("b")


@pytest.mark.parametrize(("asked", "waited"), [(5.0, 5.0), (0.0, 0.8), (10_000.0, LONGEST_PAUSE)])
def test_a_host_that_is_overloaded_gets_a_pause(asked: float, waited: float) -> None:
    async def pause() -> float:
        gate, error = HostGate(1, 0), ServerUnreachable("busy")
        error.retry_after = asked
        gate.note(error)
        return gate._next - asyncio.get_running_loop().time()

    assert waited - 0.1 <= asyncio.run(pause()) <= max(waited, 1.3)


def test_a_host_whose_servers_time_out_one_after_the_other_is_given_up() -> None:
    async def given_up() -> list[bool]:
        gate, seen = HostGate(1, 0), []
        for error in [*[ServerTimedOut("late")] * 9, None, *[ServerTimedOut("late")] * 10]:
            gate.note(error)
            seen.append(gate.gave_up)
        return seen

    assert asyncio.run(given_up()) == [False] * 19 + [True]


def test_a_server_that_is_not_there_says_nothing_about_its_host() -> None:
    async def given_up() -> bool:
        gate = HostGate(1, 0)
        for _ in range(100):
            gate.note(ServerUnreachable("HTTP 404"))
        return gate.gave_up

    assert not asyncio.run(given_up())
