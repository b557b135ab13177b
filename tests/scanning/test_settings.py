from pathlib import Path

import pytest

from govern.errors import UsageError
from govern.scanning.settings import read_opt_out

LIST = """
# Asked us to stop.
example.com        # and all below it
*.internal
io.github.someone/*
Exact-Name
"""


@pytest.mark.parametrize(
    ("name", "host", "entry"),
    [
        ("a", "example.com", "example.com"),
        ("a", "mcp.Example.com", "example.com"),
        ("a", "notexample.com", None),
        ("a", "db.internal", "*.internal"),
        ("io.github.someone/thing", None, "io.github.someone/*"),
        ("io.github.someone:thing", None, "io.github.someone/*"),
        ("exact-name", "other.org", "exact-name"),
        ("example.com/thing", "other.org", None),
        ("a", None, None),
    ],
)
def test_an_entry_is_a_host_a_name_or_a_pattern(name: str, host: str | None, entry: str | None, tmp_path: Path) -> None:
    (tmp_path / "opt-out.txt").write_text(LIST, encoding="utf-8")
    assert read_opt_out(tmp_path / "opt-out.txt").entry_for(name, host) == entry


def test_a_list_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        read_opt_out(tmp_path / "missing.txt")
