"""The one fixture of these tests."""

import uuid
from collections.abc import Iterator

import pytest

from tests.hostile.looking import Looker


@pytest.fixture
def look() -> Iterator[Looker]:
    """Looks at hostile servers, and finds out whether anything of them is left."""
    looker = Looker(uuid.uuid4().hex)
    yield looker
    left = looker.survivors()
    for process in left:
        process.kill()
    assert not left
