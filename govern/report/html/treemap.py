"""Rectangles with given areas, laid out as close to squares as possible."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Box(NamedTuple):
    """A rectangle, in the units of its frame."""

    x: float
    y: float
    width: float
    height: float

    @property
    def area(self) -> float:
        """Return its area."""
        return self.width * self.height


def squarified(sizes: Sequence[float], frame: Box) -> list[Box]:
    """Return a box for each size, filling the frame; closest to squares if the sizes are in descending order.

    Boxes are laid in rows along the shorter side of the remaining frame. A row takes the next size as long as its worst
    box does not become longer.
    """
    boxes: list[Box] = []
    total = sum(sizes)
    scale = frame.area / total if total else 0
    areas = [size * scale for size in sizes]
    at = 0
    while at < len(areas):
        side = min(frame.width, frame.height)
        end, filled = at + 1, areas[at]
        while end < len(areas) and _worse(areas[at], areas[end - 1], filled, side) >= _worse(
            areas[at], areas[end], filled + areas[end], side
        ):
            filled += areas[end]
            end += 1
        row, frame = _laid(areas[at:end], filled, frame)
        boxes += row
        at = end
    return boxes


def _worse(largest: float, smallest: float, filled: float, side: float) -> float:
    """Return the aspect ratio of the longest box in a row, which is its largest or its smallest."""
    if not smallest:
        return float("inf")
    square = (side / filled) ** 2 if filled else 0
    return max(largest * square, 1 / (smallest * square) if square else float("inf"))


def _laid(row: Sequence[float], filled: float, frame: Box) -> tuple[list[Box], Box]:
    """Return the boxes of a row along the shorter side, and the remaining frame."""
    upright = frame.width >= frame.height
    side = frame.height if upright else frame.width
    depth = filled / side if side else 0
    boxes = []
    along = 0.0
    for area in row:
        length = area / depth if depth else 0
        boxes.append(
            Box(frame.x, frame.y + along, depth, length) if upright else Box(frame.x + along, frame.y, length, depth)
        )
        along += length
    left = (
        Box(frame.x + depth, frame.y, max(0, frame.width - depth), frame.height)
        if upright
        else Box(frame.x, frame.y + depth, frame.width, max(0, frame.height - depth))
    )
    return boxes, left
