"""Poisoned edits that are found, and harmless ones that are flagged."""

from dataclasses import replace
from functools import partial

from govern.texts import score
from tests.bench.tables import Table
from tests.texts.corpus import DATA, HANDS, Edit, edit, half, rows, unseen, upgrades
from tests.texts.measure import hides, milliseconds_to_load, ranked_first, share, steers, texts_a_second, weighing_by

_NOTE = """Unseen: neither trained on nor looked at. Changed tools and ranks: consecutive versions in the shared data,
each server scored by weights learnt without it. Found or flagged: as `text-hidden` or `text-steers-model`."""


def texts() -> Table:
    """Measure the share of unseen poisoned texts found, and of harmless texts flagged."""
    poison, alike = share(unseen("poisoned")), share(unseen("benign"))
    shown = [
        ("poisoned edits, unseen", *_counted(unseen("poisoned")), "≥ 70%"),
        *((f"… by hand “{hand}”", *_counted(_held("poisoned", hand)), "") for hand in ("blind", *HANDS)),
        ("look-alikes, unseen", *_counted(unseen("benign")), "≤ 5%"),
        *((f"… by hand “{hand}”", *_counted(_held("benign", hand)), "") for hand in ("blind", *HANDS)),
    ]
    met = poison >= 0.70 and alike <= 0.05
    if DATA.is_dir():
        tools, flagged, hidden, first, drawn = _across_servers()
        shown += [
            ("changed tools of real upgrades", f"{tools:,}", f"{flagged / tools:.1%}", "≤ 2.5%"),
            ("… reported as hiding something", f"{tools:,}", f"{hidden / tools:.1%}", "0%"),
            ("poisoned edit ranked first in an upgrade", f"{drawn:,}", f"{first / drawn:.1%}", "≥ 85%"),
        ]
        met &= flagged <= 0.025 * tools and not hidden and first >= 0.85 * drawn
    pace, load, size = texts_a_second(), milliseconds_to_load(), score.MODEL.stat().st_size
    met &= pace >= 4_000 and load <= 15 and size <= 400_000
    notes = (f"{pace:,.0f} texts a second; {load:.1f} ms to load; {size:,} bytes of weights.", _NOTE)
    return Table("Texts that steer", ("edits", "number", "found or flagged", "bound"), tuple(shown), notes, met)


def _held(kind: str, hand: str) -> list[Edit]:
    return [edit(row) for row in (rows(f"{kind}-blind")[1::2] if hand == "blind" else half(f"{kind}-{hand}", "held"))]


def _counted(edits: list[Edit]) -> tuple[str, str]:
    return f"{len(edits):,}", f"{share(edits):.1%}"


def _across_servers() -> tuple[int, int, int, int, int]:
    """Yield each server with weights trained without it, and the threshold of the shipped ones."""
    from tests.texts import train  # it imports scikit-learn

    read, everything = list(upgrades()), train.examples()
    shift = score._weights()[""] - train.learn(everything)[""]
    sums = [0, 0, 0, 0, 0]
    for fold in range(train.FOLDS):
        others = train.examples(partial(train.outside, fold)).real
        weights = train.learn(replace(everything, real=others))
        weights[""] += shift
        mine = [upgrade for upgrade in read if train.in_fold(upgrade.server, fold)]
        tools = [edit for upgrade in mine for edit in upgrade.edits]
        with weighing_by(weights):
            counted = (len(tools), sum(map(steers, tools)), sum(map(hides, tools)), *ranked_first(mine))
        sums = [total + count for total, count in zip(sums, counted, strict=True)]
    return sums[0], sums[1], sums[2], sums[3], sums[4]
