"""Which commits of a history were approved as one."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.gate.spans import best_partition

Spans = Sequence[tuple[int, int]]


def partition(last: int, waiting: dict[tuple[int, int], int]) -> list[tuple[int, int]]:
    spans = [span for span in waiting if span[1] - span[0] > 1]
    return best_partition(last, spans, lambda span: waiting.get(span, 1))


@pytest.mark.parametrize(
    ("waiting", "steps"),
    [
        ({}, [(0, 1), (1, 2), (2, 3), (3, 4)]),
        ({(1, 3): 0}, [(0, 1), (1, 3), (3, 4)]),
        ({(1, 3): 2}, [(0, 1), (1, 2), (2, 3), (3, 4)]),
        ({(1, 3): 3}, [(0, 1), (1, 2), (2, 3), (3, 4)]),
        ({(1, 3): 0, (1, 2): 0, (2, 3): 0}, [(0, 1), (1, 2), (2, 3), (3, 4)]),
        ({(0, 2): 0, (1, 3): 0, (2, 4): 0}, [(0, 2), (2, 4)]),
        ({(0, 2): 0, (1, 4): 0}, [(0, 1), (1, 4)]),
        ({(0, 4): 0, (1, 3): 0}, [(0, 4)]),
    ],
)
def test_the_fewest_findings_wait_and_then_the_smallest_steps(
    waiting: dict[tuple[int, int], int], steps: list[tuple[int, int]]
) -> None:
    assert partition(4, waiting) == steps


@given(
    st.integers(0, 8),
    st.dictionaries(st.tuples(st.integers(0, 8), st.integers(0, 8)), st.integers(0, 3), max_size=10),
)
def test_every_commit_is_in_exactly_one_step(last: int, some: dict[tuple[int, int], int]) -> None:
    waiting = {span: cost for span, cost in some.items() if span[0] < span[1] <= last}
    found = partition(last, waiting)
    assert all(before[1] == after[0] for before, after in pairwise(found))
    assert (found[0][0], found[-1][1]) == (0, last) if last else found == []
    singles = [(at, at + 1) for at in range(last)]
    assert sum(waiting.get(span, 1) for span in found) <= sum(waiting.get(span, 1) for span in singles)
