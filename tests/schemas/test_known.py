"""Pairs of schemas with a known truth, by other projects; tests/bench/schemas.py compares all of them."""

from itertools import islice
from pathlib import Path

import pytest

from tests.bench.schemas import PAIRS, Known, corpora, real


@pytest.mark.parametrize("start", range(2))
def test_no_result_contradicts_the_known_truth(shared_data: Path, start: int):
    if not (shared_data / "schema-pairs").is_dir() or not PAIRS.is_dir():
        pytest.skip(f"there are no pairs of schemas at {PAIRS}")
    known: list[Known] = [*islice(corpora(), start, None, 12), *islice(real(), start, None, 12)]
    wrong = []
    for each in known:
        found = each.compared()
        for answer, truth in zip((found.accepts_old, found.accepted_by_old), each.truths, strict=True):
            if truth is not None and answer not in {truth, "unknown"}:
                wrong.append((each.source, each.name, answer, truth))
    assert wrong == []
