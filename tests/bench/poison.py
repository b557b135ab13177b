"""Poisoned changes found, and harmless ones called poisoned."""

import time
from collections.abc import Iterable

from govern.compare.text.cue import Cue
from govern.compare.text.cues import cues, verdict
from tests.bench.tables import Table
from tests.poison.corpus import DATA, cues_of, histories, rewordings, rows
from tests.poison.weigh import across_servers

_NOTE = """The forms were collected before and while the rules were written; what is told as unseen was only counted.
Fresh forms are as hard as we could write them, with few marks. Weights of other servers: what each word weighs was
learnt without the servers that it is asked of. Plainly worded bias carries no cue: see docs/limits.md."""
_RECALL, _ALARMS = 0.98, 0.02


def alarms(found: Iterable[tuple[str, list[Cue]]]) -> tuple[int, int, list[str]]:
    """How many there were, how many are poisoned, and which."""
    told = [(place, found_there) for place, found_there in found]
    poisoned = [place for place, found_there in told if verdict(found_there) == "poisoned"]
    return len(told), len(poisoned), poisoned


def poison() -> Table:
    """How many poisoned changes are found, and how many harmless ones are called so."""
    wanted: dict[str, Iterable[tuple[str, list[Cue]]]] = {
        "real-world forms, in our words": ((f"{row['id']} {row['form']}", cues_of(row)) for row in rows("poisoned")),
        "by somebody else, looked at": ((row["id"], cues_of(row)) for row in rows("poisoned-blind")[::2]),
        "by somebody else, unseen": ((row["id"], cues_of(row)) for row in rows("poisoned-blind")[1::2]),
        "hard paraphrases": ((row["after"], cues_of(row)) for row in rows("paraphrases")),
        "fresh and hard, looked at": half_of("poisoned-fresh", "tune"),
        "fresh and hard, unseen": half_of("poisoned-fresh", "held"),
        "by a third hand, looked at": half_of("poisoned-third", "tune"),
        "by a third hand, unseen": half_of("poisoned-third", "held"),
        "by a fourth hand, looked at": half_of("poisoned-fourth", "tune"),
        "by a fourth hand, unseen": half_of("poisoned-fourth", "held"),
        "by a fifth hand, looked at": half_of("poisoned-fifth", "tune"),
        "by a fifth hand, unseen": half_of("poisoned-fifth", "held"),
        "single sentences, few marks, looked at": half_of("poisoned-everyday", "tune"),
        "single sentences, few marks, unseen": half_of("poisoned-everyday", "held"),
    }
    harmless: dict[str, Iterable[tuple[str, list[Cue]]]] = {
        "rewordings of our own": ((row["id"], cues_of(row)) for row in rows("benign")),
    }
    alike = {
        "look-alikes by somebody else, looked at": ((row["id"], cues_of(row)) for row in rows("benign-blind")[::2]),
        "look-alikes by somebody else, unseen": ((row["id"], cues_of(row)) for row in rows("benign-blind")[1::2]),
        "fresh look-alikes, looked at": half_of("benign-fresh", "tune"),
        "fresh look-alikes, unseen": half_of("benign-fresh", "held"),
        "harmless by a third hand, looked at": half_of("benign-third", "tune"),
        "harmless by a third hand, unseen": half_of("benign-third", "held"),
        "harmless by a fourth hand, looked at": half_of("benign-fourth", "tune"),
        "harmless by a fourth hand, unseen": half_of("benign-fourth", "held"),
        "harmless by a fifth hand, looked at": half_of("benign-fifth", "tune"),
        "harmless by a fifth hand, unseen": half_of("benign-fifth", "held"),
        "harmless, of everyday trades, looked at": half_of("benign-everyday", "tune"),
        "harmless, of other such trades, unseen": half_of("benign-everyday", "held"),
    }
    if DATA.is_dir():
        named = ((" ".join(row.values()), found) for row, found in rewordings(DATA))
        harmless |= {
            "200 rewordings from real histories": named,
            "all changed items of them": histories(DATA),
            "… with weights of other servers": across_servers(),
        }
    counted = {kind: alarms(found) for kind, found in (wanted | harmless | alike).items()}
    told = tuple(
        (kind, "poisoned" if kind in wanted else "harmless", f"{count:,}", f"{called:,}", f"{called / count:.1%}")
        for kind, (count, called, _) in counted.items()
    )
    forms, *_ = counted.values()
    met = forms[1] / forms[0] >= _RECALL and all(counted[kind][1] / counted[kind][0] <= _ALARMS for kind in harmless)
    notes = (f"{pace():,.0f} texts a second of one processor.", _NOTE)
    return Table("Texts that steer", ("changes", "are", "number", "called poisoned", "share"), told, notes, met)


def half_of(name: str, half: str) -> Iterable[tuple[str, list[Cue]]]:
    """The half of a corpus that may be looked at, or the one that is only counted."""
    return ((row["id"], cues_of(row)) for row in rows(name) if row["half"] == half)


def pace() -> float:
    """How many texts of the corpora are read in a second of one processor."""
    texts = [row[side] for name in ("poisoned", "benign") for row in rows(name) for side in ("before", "after")]
    began = time.process_time()
    for text in texts:
        cues(text)
    return len(texts) / (time.process_time() - began)
