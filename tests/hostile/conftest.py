"""The fixture of these tests."""

import uuid
from collections.abc import Iterator

import pytest

from tests.hostile.looking import Looker


@pytest.fixture
def look() -> Iterator[Looker]:
    """Capture hostile servers, and check that no process of them is left."""
    looker = Looker(uuid.uuid4().hex)
    yield looker
    left = looker.survivors()
    for process in left:
        process.kill()
    assert not left
