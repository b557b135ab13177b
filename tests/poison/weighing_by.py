"""Other weights than those that are shipped, to measure what learning is worth."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from unittest.mock import patch

from govern.compare.text import weighing


@contextmanager
def weighing_by(weights: Mapping[str, float]) -> Iterator[None]:
    """Sentences are weighed by these."""
    hundredfold = {each: weight * 100 for each, weight in weights.items()}
    with patch.object(weighing, "shipped", lambda: hundredfold):
        yield
