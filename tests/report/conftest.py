"""Fixtures for reports."""

import pytest

from tests.desk import Desk
from tests.report.hostile import HOSTILE_NAMES


@pytest.fixture
def hostile(desk: Desk) -> Desk:
    """Return a desk with a tool for each hostile name, all of them in its description, and every budget exceeded."""
    message = "\n".join(HOSTILE_NAMES)
    tools = [{"name": name, "description": message, "inputSchema": {"description": message}} for name in HOSTILE_NAMES]
    desk.catalogs(s=tools, more="[policy.budget]\nserver-tokens = 1\ntool-tokens = 1\n")
    desk.ok("lock")
    return desk
