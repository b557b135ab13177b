"""Measure comparisons of schemas, most of whose work is done by a child process."""

import os
from collections.abc import Callable
from typing import TypeVar

from govern.schemas.budget import _worker

Found = TypeVar("Found")


def processor_seconds(compare: Callable[[], Found]) -> tuple[Found, float]:
    """Return what a comparison finds, and its processor time with all of the child's; Windows counts no child."""
    _worker().stop()
    begun = os.times()
    found = compare()
    # The time of a child counts once it has ended.
    _worker().stop()
    return found, sum(os.times()[:4]) - sum(begun[:4])
