"""What a size hint says in a message, where it comes and where it goes."""

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
        (SMALL, LARGE, "its answers may hold 2000 characters, and could hold 1000 before"),
        (SMALL, PLAIN, "its answers may hold any number of characters, and could hold 1000 before"),
        (PLAIN, SMALL, "its answers may hold 1000 characters, and could hold any number before"),
    ],
    ids=["raised", "gone", "come"],
)
def test_without_a_size_hint_any_number_is_allowed(
    old: dict[str, object], new: dict[str, object], message: str
) -> None:
    (change,) = changes(view(lock_of(locked("s", old))), view(lock_of(locked("s", new))))
    assert judge(change, lambda _: None, ("-", "-")).message == message
