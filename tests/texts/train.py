"""Learn the weights of govern/texts/score.py: `python -m tests.texts.train` writes govern/texts/steering.json.

Logistic regression over the grams of single sentences. Sentences that steer come from the labelled files, harmless ones
from the labelled files and from real servers (the shared data). Of a poisoned passage only the sentences that carry the
attack are to score high, so a first fit chooses them. The halves marked unseen are not read. The threshold is set by
cross-validation over edits and servers, and becomes the zero of the score.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from math import floor, sqrt
from zlib import crc32

# So that sums are made in the same order on every machine.
os.environ["OMP_NUM_THREADS"] = "1"

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from govern.texts import score
from govern.texts.score import grams, sentences
from tests.texts.corpus import Edit, added, lines, seen, server_texts, upgrades

Words = tuple[str, ...]
Weights = dict[str, float]

GRAMS, RAREST = 20_000, 4
POISON_COUNTS, LOOK_ALIKE_COUNTS, STRENGTH = 3.0, 4.0, 5.0
# Each fold lacks a quarter of the examples, so more look-alikes pass there than with all of them.
MOST_CHANGED_TOOLS, MOST_LOOK_ALIKES = 0.025, 0.055
FOLDS = 4


@dataclass(frozen=True)
class Examples:
    """Poisoned passages, harmless look-alikes and the sentences of real servers."""

    passages: list[list[Words]]
    look_alikes: list[Words]
    real: list[Words]


def examples(part: Callable[[str], bool] = lambda _: True) -> Examples:
    """Return everything that training may read and that belongs to this part by its name."""
    passages = [added(edit) for edit in seen("poisoned") if part(edit.name)]
    passages += [_words([text]) for text in lines("orders.txt") if part(text)]
    look_alikes = [words for edit in seen("benign") if part(edit.name) for words in added(edit)]
    look_alikes += _words(text for text in lines("docs.txt") if part(text))
    real = _words(dict.fromkeys(text for server, text in server_texts() if part(server)))
    return Examples([passage for passage in passages if passage], [*dict.fromkeys(look_alikes)], [*dict.fromkeys(real)])


def learn(read: Examples) -> Weights:
    """Fit twice: once to choose the grams and the sentences that carry an attack, once for good."""
    everything = [words for passage in read.passages for words in passage]
    seen_in = Counter(gram for words in (*everything, *read.look_alikes) for gram in grams(words))
    candidates = sorted(gram for gram, count in seen_in.items() if count >= RAREST)
    first = _fit(candidates, everything, read)
    often = seen_in + Counter(gram for words in read.real for gram in grams(words))
    worth = {gram: abs(first[gram]) * sqrt(min(often[gram], 50)) for gram in candidates}
    kept = sorted(sorted(candidates, key=lambda gram: (-worth[gram], gram))[:GRAMS])
    carrying = [words for passage in read.passages for words in _carriers(first, passage)]
    return _fit(kept, carrying, read)


def scored(weights: Weights, edit: Edit) -> float:
    """Return the score of an edit's most suspicious sentence."""
    return max((_score(weights, words) for words in added(edit)), default=-np.inf)


def threshold() -> float:
    """Return the score that only an allowed share of unseen tools and look-alikes reaches."""
    tools, look_alikes = [], []
    for fold in range(FOLDS):
        weights = learn(examples(partial(outside, fold)))
        tools += [scored(weights, edit) for each in upgrades() if in_fold(each.server, fold) for edit in each.edits]
        look_alikes += [scored(weights, edit) for edit in seen("benign") if in_fold(edit.name, fold)]
    return max(_quantile(tools, MOST_CHANGED_TOOLS), _quantile(look_alikes, MOST_LOOK_ALIKES))


def write(weights: Weights) -> None:
    """Write the weights, rounded, in the order of their grams."""
    output = {gram: round(weight, 2) for gram, weight in sorted(weights.items())}
    text = json.dumps({gram: weight for gram, weight in output.items() if weight}, ensure_ascii=False, indent=0)
    score.MODEL.write_text(text.replace(": ", ":") + "\n", encoding="utf-8", newline="\n")


def _fit(vocabulary: list[str], steering: list[Words], read: Examples) -> Weights:
    column = {gram: at for at, gram in enumerate(vocabulary)}
    output = [*steering, *read.look_alikes, *read.real]
    labels = np.r_[np.ones(len(steering)), np.zeros(len(output) - len(steering))]
    counts = [(POISON_COUNTS, len(steering)), (LOOK_ALIKE_COUNTS, len(read.look_alikes)), (1.0, len(read.real))]
    model = LogisticRegression(C=STRENGTH, solver="liblinear", random_state=0, max_iter=300)
    model.fit(_matrix(column, output), labels, np.concatenate([np.full(size, count) for count, size in counts]))
    return {"": float(model.intercept_[0]), **{gram: float(model.coef_[0][at]) for gram, at in column.items()}}


def _matrix(column: dict[str, int], output: list[Words]) -> csr_matrix:
    rows = [sorted(column[gram] for gram in grams(words) if gram in column) for words in output]
    values = np.concatenate([np.full(len(row), 1 / sqrt(len(row) or 1)) for row in rows])
    return csr_matrix(
        (values, np.concatenate(rows).astype(int), np.cumsum([0, *map(len, rows)])), (len(output), len(column))
    )


def _carriers(weights: Weights, passage: list[Words]) -> Iterator[Words]:
    found = [_score(weights, words) for words in passage]
    return (words for words, value in zip(passage, found, strict=True) if value > 1 or value == max(found))


def _score(weights: Weights, words: Words) -> float:
    found = [weights[gram] for gram in grams(words) if gram in weights]
    return weights[""] + sum(found) / sqrt(len(found) or 1)


def _words(texts: Iterable[str]) -> list[Words]:
    return [sentence.words for text in texts for sentence in sentences(text)]


def outside(fold: int, name: str) -> bool:
    """Return whether training may read an example or server of this name when this fold is left out."""
    return not in_fold(name, fold)


def in_fold(name: str, fold: int) -> bool:
    """Return whether an example or server of this name is left out of this fold's training."""
    return crc32(name.encode()) % FOLDS == fold


def _quantile(values: list[float], share: float) -> float:
    return sorted(values, reverse=True)[floor(len(values) * share)]


def main() -> None:
    """Train on everything that may be read, and write the weights."""
    weights = learn(examples())
    weights[""] -= threshold()
    write(weights)
    print(f"{len(weights):,} weights in {score.MODEL.name}, {score.MODEL.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
