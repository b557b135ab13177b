import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.report.html.treemap import Box, squarified

FRAME = Box(10, 20, 1000, 440)
sizes = st.lists(st.integers(0, 100_000), max_size=60).map(lambda each: sorted(each, reverse=True))


@given(sizes)
def test_areas_are_proportional_and_fill_the_frame(numbers: list[int]) -> None:
    boxes = squarified(numbers, FRAME)
    assert len(boxes) == len(numbers)
    total = sum(numbers)
    for number, box in zip(numbers, boxes, strict=True):
        if total:
            assert box.area == pytest.approx(FRAME.area * number / total, rel=1e-6, abs=1e-6)
        assert box.x >= FRAME.x - 1e-6
        assert box.y >= FRAME.y - 1e-6
        assert box.x + box.width <= FRAME.x + FRAME.width + 1e-6
        assert box.y + box.height <= FRAME.y + FRAME.height + 1e-6


@given(sizes)
def test_boxes_do_not_overlap(numbers: list[int]) -> None:
    boxes = [box for box in squarified(numbers, FRAME) if box.area]
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
            down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
            assert across < 1e-6 or down < 1e-6


def test_equal_numbers_are_nearly_squares() -> None:
    boxes = squarified([1.0] * 30, FRAME)
    assert all(0.5 < box.width / box.height < 2 for box in boxes)


def test_no_numbers() -> None:
    assert squarified([], FRAME) == []
    assert [box.area for box in squarified([0, 0], FRAME)] == [0, 0]
