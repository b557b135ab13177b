"""A page with every part of a report."""

from dataclasses import replace

from govern.economics.budgets import BrokenBudget
from govern.report.html.contents import Contents
from tests.lockfile.building import lock_of, locked
from tests.report.html.pages import contents_of, step
from tests.report.html.test_contents import ADD
from tests.report.html.test_cost import LISTS
from tests.report.test_diff_of_locks import NARROWER, SEARCH, verdict_of
from tests.report.verdicts import rich


def rich_contents() -> Contents:
    old = lock_of(locked("maths", ADD), locked("tracker", SEARCH))
    new = lock_of(locked("maths", ADD, LISTS), locked("tracker", NARROWER))
    verdict = rich()
    both = replace(verdict, decided=(*verdict.decided, *verdict_of(old, new).decided), unseen=(("docs", "timed out"),))
    steps = (
        step(1, {"maths": 50}),
        step(2, {"maths": 80, "tracker": 120}, tags=("v1.0.0",), SAFE=3, RISKY=1),
        step(3, {"maths": 90, "tracker": 110}, BREAKING=1),
    )
    contents = contents_of(new, old, verdict=both, steps=steps)
    broken = BrokenBudget("tool-tokens", "tracker", "search", 900, 100)
    return replace(contents, bill=replace(contents.bill, broken=(broken,)))
