"""Poisoned changes found, and harmless ones called poisoned: `python -m tests.bench.poison`."""

import os
import time
from collections.abc import Iterable
from pathlib import Path

from govern.compare.text.cue import Cue
from govern.compare.text.cues import cues, verdict
from tests.poison.corpus import cues_of, histories, rewordings, rows

DATA = Path(os.environ.get("GOVERN_DATA", Path(__file__).parents[3] / "shared" / "data"))


def alarms(found: Iterable[tuple[str, list[Cue]]]) -> tuple[int, int, list[str]]:
    """How many there were, how many are poisoned, and which."""
    told = [(place, found_there) for place, found_there in found]
    poisoned = [place for place, found_there in told if verdict(found_there) == "poisoned"]
    return len(told), len(poisoned), poisoned


def main() -> None:
    """Print the figures, each with what was missed or wrongly called."""
    kinds: dict[str, Iterable[tuple[str, list[Cue]]]] = {
        "poisoned changes found": ((f"{row['id']} {row['form']}", cues_of(row)) for row in rows("poisoned")),
        "paraphrases found": ((row["after"], cues_of(row)) for row in rows("paraphrases")),
        "own rewordings called poisoned": ((row["id"], cues_of(row)) for row in rows("benign")),
    }
    if DATA.is_dir():
        named = ((" ".join(row.values()), found) for row, found in rewordings(DATA))
        kinds |= {"real rewordings called poisoned": named, "changed tools called poisoned": histories(DATA)}
    for kind, found in kinds.items():
        count, called, which = alarms(found)
        print(f"{kind}: {called} of {count} ({called / count:.1%})")
        for place in which if "called" in kind else ():
            print(f"    {place}")
    print(f"texts read in a second: {pace():,.0f}")


def pace() -> float:
    """How many texts of the corpora are read in a second of one processor."""
    texts = [row[side] for name in ("poisoned", "benign") for row in rows(name) for side in ("before", "after")]
    began = time.process_time()
    for text in texts:
        cues(text)
    return len(texts) / (time.process_time() - began)


if __name__ == "__main__":
    main()
