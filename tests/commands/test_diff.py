"""`govern diff` asked wrongly."""

import pytest

from tests.desk import Desk


@pytest.mark.parametrize("word", ["foo", "", "NEVER"])
def test_an_unknown_severity_to_fail_on_is_refused(desk: Desk, word: str) -> None:
    answer = desk.govern("diff", "--fail-on", word)
    assert (answer.code, answer.out) == (2, "")
    assert "safe | risky | breaking | never" in answer.err
