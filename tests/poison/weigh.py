"""Learns what each word weighs: `python -m tests.poison.weigh` writes govern/compare/text/weights.py.

Logistic regression over the words and concepts of single sentences. Of a poisoned passage only the heaviest sentence
has to weigh much, so which one that is is asked again after each round. Harmless are the sentences of what real servers
say (the shared data) and of our own look-alikes. What is kept for measuring (`held` halves, even blind rows) is not
looked at.
"""

import json
import math
import random
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Any

from govern.compare.text.concepts import tokens_of
from govern.compare.text.cue import Cue
from govern.compare.text.folding import fold
from govern.compare.text.places import texts_in
from govern.compare.text.reading import sentences
from govern.compare.text.weighing import CONCEPT, JOINED, features
from tests.poison.corpus import DATA, HERE, added, histories, rows
from tests.poison.weighing_by import weighing_by

Weights = dict[str, float]
Found = tuple[str, ...]
Sentences = list[Found]
WEIGHTS = HERE.parents[1] / "govern" / "compare" / "text" / "weights.py"
_FOLDS = 6
_ROUNDS, _EPOCHS, _PACE, _PULL, _LEAST, _WORTH = 3, 16, 0.4, 2e-5, 0.2, 0.42
# How often a word must be said to weigh anything, and how often what is two together.
_RAREST, _RAREST_PAIR = 3, 6
# How exactly a weight is written down, in hundredths.
_STEP = 4
_WIDTH = 110
_HEAD = '''"""What each word weighs. Written by `python -m tests.poison.weigh`, which learns it."""

'''
# How often an example counts: poison is rare beside what servers say, and look-alikes are worth more than both.
_POISON, _ALIKE = 4, 5


def read(text: str) -> Sentences:
    """What stands in each sentence of a text."""
    plain = fold(text).text
    return [tuple(sorted(found)) for each in sentences(plain, tokens_of(plain)) if (found := features(each))]


def poisoned() -> list[Sentences]:
    """Passages that steer."""
    told = [*rows("poisoned"), *rows("paraphrases"), *rows("poisoned-blind")[::2], *tuned("poisoned")]
    passages = [" \n\n".join(added(row)) for row in told]
    passages += (HERE / "orders.txt").read_text(encoding="utf-8").splitlines()
    return [found for passage in passages if (found := read(passage))]


def look_alikes() -> Sentences:
    """Sentences of our own that do not steer."""
    told = [*rows("benign"), *rows("benign-blind")[::2], *tuned("benign")]
    passages = [" \n\n".join(added(row)) for row in told]
    passages += (HERE / "docs.txt").read_text(encoding="utf-8").splitlines()
    return [found for passage in passages for found in read(passage)]


def tuned(kind: str) -> list[dict[str, Any]]:
    """The halves of the corpora that may be looked at."""
    names = (f"{kind}-{hand}" for hand in ("fresh", "third", "fourth", "fifth", "everyday"))
    return [row for name in names for row in rows(name) if row["half"] == "tune"]


def said_by_servers(but: AbstractSet[str] = frozenset()) -> Sentences:
    """Each sentence that real servers say, once; nothing of some of them."""
    texts = {text: None for name, text in _server_texts() if name not in but and " " in text}
    return list(dict.fromkeys(found for text in texts for found in read(text)))


def _server_texts() -> Iterator[tuple[str, str]]:
    for server in sorted((DATA / "catalogs").iterdir()):
        for path in sorted(server.glob("*.json")):
            captured = json.loads(path.read_text(encoding="utf-8"))
            for tool in captured.get("tools") or []:
                yield from ((server.name, text) for _, text in texts_in(tool))
    snapshot = json.loads((DATA / "mcpproxy" / "livemcptool_snapshot" / "tools.json").read_text(encoding="utf-8"))
    for tool in snapshot["tools"]:
        yield from ((f"live/{tool['server']}", text) for _, text in texts_in(tool))


def learnt(passages: list[Sentences], harmless: Sentences, alike: Sentences) -> Weights:
    """The weights, found by descent; the same each time."""
    seen = Counter(each for found in [*harmless, *alike, *(s for p in passages for s in p)] for each in found)
    usual = {each for each, times in seen.items() if times >= (_RAREST_PAIR if _is_pair(each) else _RAREST)}
    told = [(found, 0.0, 1) for found in harmless] + [(found, 0.0, _ALIKE) for found in alike]
    steering = [found for passage in passages for found in passage]
    weights: Weights = {}
    for after in range(_ROUNDS):
        examples = [*told, *((found, 1.0, _POISON) for found in steering)]
        weights = _descent([(tuple(filter(usual.__contains__, found)), aim, times) for found, aim, times in examples])
        steering = [max(passage, key=lambda found: weighed(weights, found)) for passage in passages]
        # What weighs little is left out, and the others learn to do without it.
        usual = {each for each in usual if abs(weights.get(each, 0.0)) >= _WORTH * (after + 1) / (_ROUNDS - 1)}
    return {each: weight for each, weight in sorted(weights.items()) if abs(weight) >= _LEAST or not each}


def _is_pair(each: str) -> bool:
    return JOINED in each or each.count(CONCEPT) > 1


def weighed(weights: Weights, found: Iterable[str]) -> float:
    """What a sentence weighs."""
    return weights.get("", 0.0) + sum(weights.get(each, 0.0) for each in found)


def _descent(examples: list[tuple[Found, float, int]]) -> Weights:
    weights: Weights = {}
    steps: Weights = {}
    order = random.Random(1)
    ends: list[Weights] = []
    for _ in range(_EPOCHS):
        order.shuffle(examples)
        for found, steers, times in examples:
            sure = 1 / (1 + math.exp(-max(-30.0, min(30.0, weighed(weights, found)))))
            pull = (sure - steers) * times
            for each in ("", *found):
                held = weights.get(each, 0.0)
                slope = pull + (_PULL * len(examples) * held / 50 if each else 0.0)
                steps[each] = steps.get(each, 1.0) + slope * slope
                weights[each] = held - _PACE * slope / math.sqrt(steps[each])
        ends.append(dict(weights))
    # Their mean over the later half hangs less on which examples came last.
    later = ends[_EPOCHS // 2 :]
    return {each: sum(end.get(each, 0.0) for end in later) / len(later) for each in weights}


def across_servers() -> Iterator[tuple[str, list[Cue]]]:
    """The histories, each server's with weights that were learnt from the others alone."""
    passages, alike = poisoned(), look_alikes()
    servers = [path.name for path in sorted((DATA / "catalogs").iterdir())]
    for number in range(_FOLDS):
        asked = {name for name in servers if zlib.crc32(name.encode()) % _FOLDS == number}
        with weighing_by(learnt(passages, said_by_servers(asked), alike)):
            yield from list(histories(DATA, asked))


def main() -> None:
    """Learn from everything that may be looked at, and write it down."""
    weights = learnt(poisoned(), said_by_servers(), look_alikes())
    WEIGHTS.write_text(written(weights), encoding="utf-8", newline="\n")
    print(f"{len(weights):,} weights in {WEIGHTS.name}, {WEIGHTS.stat().st_size:,} bytes")


def written(weights: Weights) -> str:
    """What is soonest read: one text of all words, and what each weighs in hundredths, the least first."""
    hundredths = {each: _STEP * round(weight * 100 / _STEP) for each, weight in sorted(weights.items())}
    told = sorted(hundredths, key=hundredths.__getitem__)
    words, numbers = _lines(told), _lines([str(hundredths[each]) for each in told])
    spelled, listed = "\n".join(map(repr, words)), "\n".join(numbers)
    return f"{_HEAD}WORDS = (\n{spelled}\n)\nWEIGHTS = (\n{listed}\n)\n"


def _lines(parts: list[str]) -> list[str]:
    """All parts with commas between them, in lines that can be looked at."""
    lines, last = [""], len(parts) - 1
    for at, part in enumerate(parts):
        if len(lines[-1]) > _WIDTH:
            lines.append("")
        lines[-1] += part + ("," if at < last else "")
    return lines


if __name__ == "__main__":
    main()
