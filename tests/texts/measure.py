"""The share of edits that the text detectors find, and that they flag wrongly."""

import random
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

from govern.texts import score
from govern.texts.cues import added_cues
from govern.texts.score import suspects
from tests.texts.corpus import Edit, Upgrade, seen, unseen

FEWEST_CHANGED, DRAWN, STARTS = 5, 5, 15


def hides(edit: Edit) -> bool:
    """Return whether the edit is reported as text-hidden."""
    return any(cue.hides for cue in added_cues(edit.old, edit.new))


def steers(edit: Edit) -> bool:
    """Return whether the edit is reported as text-steers-model."""
    return suspicion(edit) > 0


def suspicion(edit: Edit) -> float:
    """Return the score of the edit's most suspicious sentence."""
    return max((each.score for each in suspects(edit.old, edit.new)), default=-1_000.0)


def share(edits: Iterable[Edit]) -> float:
    """Return the share of edits that are reported as either."""
    flagged = [steers(edit) or hides(edit) for edit in edits]
    return sum(flagged) / len(flagged)


def ranked_first(upgrades: Iterable[Upgrade]) -> tuple[int, int]:
    """Return how often a poisoned edit ranks first among the changes of a real upgrade, and the number of tries."""
    draw, poison, first = random.Random(1), unseen("poisoned"), []
    for upgrade in upgrades:
        if len(upgrade.edits) >= FEWEST_CHANGED:
            others = max(map(suspicion, upgrade.edits))
            first += [hides(edit) or suspicion(edit) > others for edit in draw.sample(poison, DRAWN)]
    return sum(first), len(first)


@contextmanager
def weighing_by(weights: dict[str, float]) -> Iterator[None]:
    """Use these weights in place of the shipped ones."""
    with patch.object(score, "_weights", lambda: weights):
        yield


def texts_a_second() -> float:
    """Return how many texts of the labelled edits one processor reads in a second."""
    edits = [*seen("poisoned"), *seen("benign")]
    texts = [(pointer, text) for edit in edits for pointer, text in edit.new if " " in text]
    began = time.process_time()
    for text in texts:
        added_cues([], [text])
        suspects([], [text])
    return len(texts) / (time.process_time() - began)


def milliseconds_to_load() -> float:
    """Return the shortest time that a fresh interpreter takes to load the model beside json and re."""
    code = (
        "import time, govern.texts.cues, govern.texts.score as score\n"
        "began = time.perf_counter(); score._weights(); print(time.perf_counter() - began)"
    )
    output = [subprocess.run([sys.executable, "-c", code], capture_output=True, check=True) for _ in range(STARTS)]
    return 1000 * min(float(each.stdout) for each in output)
