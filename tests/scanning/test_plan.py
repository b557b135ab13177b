from hypothesis import given
from hypothesis import strategies as st

from govern.fleet.inventory import FleetServer
from govern.policy.server_settings import Server
from govern.scanning.plan import LARGEST, SMALLEST, batch_size, plan_queues
from govern.scanning.settings import ScanTask

HOSTS = st.lists(st.one_of(st.none(), st.integers(0, 5)), max_size=60)


def tasks(hosts: list[int | None]) -> list[ScanTask]:
    made = []
    for at, host in enumerate(hosts):
        url = None if host is None else f"https://h{host}/mcp"
        made.append(ScanTask(FleetServer(f"s{at}", Server(url=url), trusted=False, where="", root="")))
    return made


@given(HOSTS, st.integers(1, 20))
def test_every_server_is_in_one_batch_and_no_host_in_two_queues(hosts: list[int | None], size: int) -> None:
    queues = plan_queues(tasks(hosts), size)
    names = [task.name for queue in queues for batch in queue for task in batch]
    assert sorted(names) == sorted(f"s{at}" for at in range(len(hosts)))
    by_queue = [{task.server.host for batch in queue for task in batch} - {None} for queue in queues]
    assert sum(map(len, by_queue)) == len(set().union(*by_queue))


@given(HOSTS, st.integers(1, 20))
def test_batches_are_bounded(hosts: list[int | None], size: int) -> None:
    # A host that fits into a batch is not divided, so a batch may be filled up by one more host.
    assert all(0 < len(batch) < 2 * size for queue in plan_queues(tasks(hosts), size) for batch in queue)


def test_the_longest_queue_is_first() -> None:
    queues = plan_queues(tasks([1] * 30 + [None] * 10), 10)
    assert [sum(map(len, queue)) for queue in queues] == [30, 10]
    assert [len(batch) for batch in queues[0]] == [10, 10, 10]


def test_the_size_of_a_batch_follows_from_the_number_of_servers_and_workers() -> None:
    sizes = [batch_size(servers, 2) for servers in (1, 400, 100_000)]
    assert sizes == [SMALLEST, 50, LARGEST]
