"""Changes of an item's hints."""

import pytest

from govern.compare.sides import changes
from govern.lockfile.comparison import view
from govern.rules.finding import judge
from tests.lockfile.building import lock_of, locked

SIZE = "anthropic/maxResultSizeChars"
PLAIN = {"name": "get_weather", "description": "Returns the weather of a city."}
SMALL, LARGE = {**PLAIN, "_meta": {SIZE: 1000}}, {**PLAIN, "_meta": {SIZE: 2000}}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (SMALL, LARGE, "maxResultSizeChars: 1000 → 2000"),
        (SMALL, PLAIN, "maxResultSizeChars: 1000 → not set"),
        (PLAIN, SMALL, "maxResultSizeChars: not set → 1000"),
    ],
    ids=["raised", "removed", "added"],
)
def test_a_size_hint_shows_both_sides(old: dict[str, object], new: dict[str, object], message: str) -> None:
    (change,) = changes(view(lock_of(locked("s", old))), view(lock_of(locked("s", new))))
    assert judge(change, lambda _: None, ("-", "-")).message == message
