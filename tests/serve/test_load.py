import asyncio
import os

import pytest

from tests.bench.http_load import Load
from tests.bench.serving import gateway, killing, locked_puppets

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the gateway is stopped by a signal")


def test_calls_of_many_sessions_are_neither_lost_nor_crossed_while_servers_are_killed() -> None:
    """The benchmark `serve-load` does the same with 200 sessions, 50 servers and 20,000 calls."""
    with locked_puppets(4) as folder, gateway(folder) as (port, process):
        load = Load(port, sessions=20, servers=4)
        asyncio.run(load.run(100))
        assert (load.equal, load.refused, load.wrong) == (100, 0, 0)
        faulty = Load(port, sessions=20, servers=4)
        asyncio.run(killing(faulty, process, 100))
        assert faulty.equal + faulty.refused == 100
        assert faulty.wrong == 0
