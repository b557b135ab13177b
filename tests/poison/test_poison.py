"""Poisoned changes are told from rewordings: what product and rules ask for, on texts that are not the code's own."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from govern.compare.text.cues import introduced, verdict
from govern.compare.text.weights import WEIGHTS as SHIPPED
from govern.compare.text.weights import WORDS
from tests.poison.corpus import HERE, added, cues_of, histories, rewordings, rows
from tests.poison.weigh import WEIGHTS, learnt, look_alikes, poisoned, said_by_servers

LEAST_OF_PARAPHRASES, MOST_FALSE_ALARMS, MOST_OF_HISTORIES = 0.97, 0.01, 0.01
# Of texts by somebody else. Its harmless ones are chosen to look like attacks, so more of them raise an alarm.
LEAST_OF_BLIND, LEAST_OF_UNSEEN, MOST_BLIND_ALARMS = 0.95, 0.92, 0.12
# Of texts as hard as we could write them.
LEAST_OF_FRESH, LEAST_OF_HELD, MOST_FRESH_ALARMS = 0.95, 0.76, 0.06
# Of texts by a third hand: looked at, unseen, and of the unseen harmless ones.
LEAST_OF_THIRD, LEAST_OF_THIRD_HELD, MOST_THIRD_ALARMS = 0.97, 0.82, 0.15
# Of texts by a fourth hand, most of them forms that were written up.
LEAST_OF_FOURTH, LEAST_OF_FOURTH_HELD, MOST_FOURTH_ALARMS = 0.98, 0.88, 0.08
# Of texts by a fifth hand, likewise.
LEAST_OF_FIFTH, LEAST_OF_FIFTH_HELD, MOST_FIFTH_ALARMS = 0.97, 0.84, 0.08
# Of single sentences with few marks, half of them of everyday trades, and of what such trades say harmlessly.
LEAST_OF_EVERYDAY_HELD, MOST_EVERYDAY_ALARMS = 0.55, 0.06
# What is learnt is read by each comparison with new text.
MOST_BYTES = 100_000


HALVES = ("tune", "held")


def half_of(name: str, half: str) -> list[dict[str, Any]]:
    return [row for row in rows(name) if row["half"] == half]


def test_the_corpora_are_as_large_as_promised() -> None:
    assert len(rows("poisoned")) >= 100
    assert len(rows("benign")) >= 60
    assert len(rows("rewordings")) == 200
    assert len(rows("poisoned-fresh")) >= 200
    assert len(rows("benign-fresh")) >= 250
    assert len({(row["before"], row["after"]) for name in ("poisoned", "benign") for row in rows(name)}) >= 160


@pytest.mark.parametrize("row", rows("poisoned"), ids=lambda row: f"{row['id']} {row['form']}")
def test_a_poisoned_change_is_poisoned(row: dict[str, str]) -> None:
    assert verdict(cues_of(row)) == "poisoned"


@pytest.mark.parametrize("row", rows("poisoned"), ids=lambda row: row["id"])
def test_and_undoing_it_is_not(row: dict[str, str]) -> None:
    assert verdict(cues_of({**row, "before": row["after"], "after": row["before"]})) != "poisoned"


def test_most_paraphrases_are_seen_too() -> None:
    paraphrases = rows("paraphrases")
    found = [row for row in paraphrases if verdict(cues_of(row)) == "poisoned"]
    assert len(found) >= LEAST_OF_PARAPHRASES * len(paraphrases)


def test_most_forms_of_somebody_else_are_seen_and_so_are_those_nobody_looked_at() -> None:
    found = [verdict(cues_of(row)) == "poisoned" for row in rows("poisoned-blind")]
    unseen = found[1::2]
    assert len(found) == 160
    assert sum(found) >= LEAST_OF_BLIND * len(found)
    assert sum(unseen) >= LEAST_OF_UNSEEN * len(unseen)


def test_few_harmless_look_alikes_of_somebody_else_raise_an_alarm() -> None:
    alarms = [row["id"] for row in rows("benign-blind") if verdict(cues_of(row)) == "poisoned"]
    assert len(alarms) <= MOST_BLIND_ALARMS * len(rows("benign-blind")), alarms


def test_of_fresh_and_hard_forms_many_are_seen_and_few_look_alikes_are_taken_for_them() -> None:
    seen = {half: [verdict(cues_of(row)) == "poisoned" for row in half_of("poisoned-fresh", half)] for half in HALVES}
    alarms = [
        row["id"] for half in HALVES for row in half_of("benign-fresh", half) if verdict(cues_of(row)) == "poisoned"
    ]
    assert sum(seen["tune"]) >= LEAST_OF_FRESH * len(seen["tune"])
    assert sum(seen["held"]) >= LEAST_OF_HELD * len(seen["held"])
    assert len(alarms) <= MOST_FRESH_ALARMS * len(rows("benign-fresh")), alarms


def test_of_forms_by_a_third_hand_most_are_seen_and_few_look_alikes_are_taken_for_them() -> None:
    seen = {half: [verdict(cues_of(row)) == "poisoned" for row in half_of("poisoned-third", half)] for half in HALVES}
    alarms = {half: [verdict(cues_of(row)) == "poisoned" for row in half_of("benign-third", half)] for half in HALVES}
    assert sum(seen["tune"]) >= LEAST_OF_THIRD * len(seen["tune"])
    assert sum(seen["held"]) >= LEAST_OF_THIRD_HELD * len(seen["held"])
    assert sum(alarms["tune"]) <= 0.03 * len(alarms["tune"])
    assert sum(alarms["held"]) <= MOST_THIRD_ALARMS * len(alarms["held"])


def test_of_forms_by_a_fourth_hand_most_are_seen_and_few_look_alikes_are_taken_for_them() -> None:
    seen = {half: [verdict(cues_of(row)) == "poisoned" for row in half_of("poisoned-fourth", half)] for half in HALVES}
    alarms = {half: [verdict(cues_of(row)) == "poisoned" for row in half_of("benign-fourth", half)] for half in HALVES}
    assert sum(seen["tune"]) >= LEAST_OF_FOURTH * len(seen["tune"])
    assert sum(seen["held"]) >= LEAST_OF_FOURTH_HELD * len(seen["held"])
    assert sum(alarms["tune"]) <= 0.05 * len(alarms["tune"])
    assert sum(alarms["held"]) <= MOST_FOURTH_ALARMS * len(alarms["held"])


def test_of_forms_by_a_fifth_hand_most_are_seen_and_few_look_alikes_are_taken_for_them() -> None:
    seen = {half: [verdict(cues_of(row)) == "poisoned" for row in half_of("poisoned-fifth", half)] for half in HALVES}
    alarms = {half: [verdict(cues_of(row)) == "poisoned" for row in half_of("benign-fifth", half)] for half in HALVES}
    assert sum(seen["tune"]) >= LEAST_OF_FIFTH * len(seen["tune"])
    assert sum(seen["held"]) >= LEAST_OF_FIFTH_HELD * len(seen["held"])
    assert sum(alarms["tune"]) == 0
    assert sum(alarms["held"]) <= MOST_FIFTH_ALARMS * len(alarms["held"])


def test_single_sentences_without_a_mark_are_seen_more_often_than_not() -> None:
    held = half_of("poisoned-everyday", "held")
    assert len(held) == 140
    assert sum(verdict(cues_of(row)) == "poisoned" for row in held) >= LEAST_OF_EVERYDAY_HELD * len(held)


def test_few_ordinary_texts_of_trades_that_nobody_looked_at_raise_an_alarm() -> None:
    held = half_of("benign-everyday", "held")
    alarms = [row["id"] for row in held if verdict(cues_of(row)) == "poisoned"]
    assert len(held) >= 200
    assert {row["trade"] for row in held}.isdisjoint(row["trade"] for row in half_of("benign-everyday", "tune"))
    assert len(alarms) <= MOST_EVERYDAY_ALARMS * len(held), alarms


def test_nothing_that_is_kept_for_measuring_is_learnt_from() -> None:
    learnt = [
        *(HERE / "orders.txt").read_text("utf-8").splitlines(),
        *(HERE / "docs.txt").read_text("utf-8").splitlines(),
    ]
    kept = (
        f"{kind}-{hand}"
        for kind in ("poisoned", "benign")
        for hand in ("fresh", "third", "fourth", "fifth", "everyday")
    )
    held = [*(row for name in kept for row in half_of(name, "held")), *rows("poisoned-blind")[1::2]]
    assert {" ".join(added(row)) for row in held}.isdisjoint(learnt)


@pytest.mark.usefixtures("shared_data")
def test_the_weights_are_what_is_learnt() -> None:
    shipped = {each: weight / 100 for each, weight in zip(WORDS.split(","), SHIPPED, strict=True)}
    weights = learnt(poisoned(), said_by_servers(), look_alikes())
    assert weights.keys() == shipped.keys()
    assert all(abs(weights[each] - shipped[each]) < 0.04 for each in shipped)
    assert WEIGHTS.stat().st_size <= MOST_BYTES


@pytest.mark.parametrize("row", rows("benign"), ids=lambda row: f"{row['id']} {row['like']}")
def test_a_harmless_change_is_not(row: dict[str, str]) -> None:
    assert verdict(cues_of(row)) != "poisoned"


def test_real_rewordings_are_not_poisoned(shared_data: Path) -> None:
    alarms = [row for row, cues in rewordings(shared_data) if verdict(cues) == "poisoned"]
    assert len(alarms) <= MOST_FALSE_ALARMS * 200, alarms


def test_real_histories_raise_no_alarm(shared_data: Path) -> None:
    told = Counter(verdict(cues) for _, cues in histories(shared_data))
    assert told.total() > 2_000
    assert told["poisoned"] <= MOST_OF_HISTORIES * told.total()


@pytest.mark.parametrize("name", ["security_corpus_v1", "detect_corpus_v1"])
def test_the_corpora_of_another_project(shared_data: Path, name: str) -> None:
    entries = json.loads((shared_data / "mcpproxy" / f"{name}.json").read_text(encoding="utf-8"))["entries"]
    wrong = [entry["id"] for entry in entries if told_poisoned(entry) != (entry["label"] == "malicious")]
    # Two tools that bear the name of another server's, and say nothing wrong: compare/collisions.py is for those.
    assert [each for each in wrong if not each.startswith("sh_collide_")] == []


def told_poisoned(entry: dict[str, Any]) -> bool:
    tool = entry.get("tool", {"name": "it", "description": entry.get("description")})
    peers = [peer["tool"]["name"] for peer in entry.get("peers", ()) if peer["server"] == entry["server"]]
    cues = introduced([], [("/description", tool["description"])], frozenset([tool["name"], *peers]))
    return verdict(cues) == "poisoned"
