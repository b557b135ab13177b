from dataclasses import replace

from govern.economics.budgets import BrokenBudget
from govern.report.html.catalogue import Catalogue
from govern.report.html.contents import Contents
from govern.report.html.overview import overview_section
from govern.verdict import Verdict
from tests.lockfile.building import lock_of, locked
from tests.report.hostile import ATTACKS, hostile_verdict
from tests.report.html.pages import Reading, contents_of
from tests.report.html.test_catalogue import ADD
from tests.report.test_diff_of_locks import SEARCH
from tests.report.verdicts import rich


def overview_of(contents: Contents) -> str:
    return overview_section(contents, Catalogue(contents))


def test_the_verdict_and_the_next_step() -> None:
    reading = Reading(overview_of(contents_of(lock_of(locked("maths", ADD)), verdict=rich())))
    assert reading.texts("p", class_="state") == ["✕Unapproved"]
    assert reading.texts("code") == ["govern approve"]
    assert "3 of 8 changes from capability.lock at HEAD to capability.lock need approval" in reading.texts("p")
    assert reading.texts("span", class_="counts") == ["✕4 BREAKING▲1 RISKY✓3 SAFE"]


def test_figures_and_their_changes() -> None:
    old, new = lock_of(locked("maths", ADD)), lock_of(locked("maths", ADD, SEARCH))
    contents = contents_of(new, old, verdict=Verdict("a", "b", ()))
    reading = Reading(overview_of(contents))
    tokens = [each.tokens for each in contents.bill.tools]
    values = dict(zip(reading.texts("dt"), reading.texts("dd", class_="value"), strict=True))
    assert values["Tokens on every call"] == f"{sum(tokens)}"
    assert values["Tools"] == "2"
    more = reading.texts("dd", class_="more")
    assert f"+{tokens[0]} since the old lock ({tokens[0] / tokens[1]:+.1%})" in more
    assert reading.texts("p", class_="state") == ["✓Unchanged"]


def test_figures_without_a_verdict() -> None:
    reading = Reading(overview_of(contents_of(lock_of(locked("maths", ADD)), why_no_verdict="No git.")))
    assert reading.texts("p") == ["No git."]
    assert "Changes" not in reading.texts("dt")
    assert "Tools" in reading.texts("dt")


def test_exceeded_budgets() -> None:
    contents = contents_of(lock_of(locked("maths", ADD)))
    broken = BrokenBudget("tool-tokens", "maths", "add", 900, 100)
    contents = replace(contents, bill=replace(contents.bill, broken=(broken,)))
    assert Reading(overview_of(contents)).texts("li") == ["maths/add: 900 tokens; tool-tokens allows 100"]


def test_hostile_verdicts() -> None:
    for attack in ATTACKS:
        reading = Reading(overview_of(contents_of(lock_of(), verdict=hostile_verdict(attack))))
        assert not reading.tags & {"script", "img", "a", "b"}
