from dataclasses import replace

from govern.economics.advice import Advice
from govern.report.html.advice import advice_section
from govern.report.html.catalogue import Catalogue
from tests.lockfile.building import lock_of, locked
from tests.report.html.pages import Reading, contents_of
from tests.report.html.test_catalogue import ADD


def output(*advice: Advice) -> Reading:
    contents = contents_of(lock_of(locked("maths", ADD)))
    summary = replace(contents.bill.summary, advice=advice)
    contents = replace(contents, bill=replace(contents.bill, summary=summary))
    return Reading(advice_section(contents, Catalogue(contents)))


def test_equal_advice_is_listed_once() -> None:
    same = [Advice("x", "Do it", 1, (f"maths/t{at}",), "Please.") for at in range(50)]
    reading = output(*same, Advice("y", "Other", 2, ("maths/add",), "Thanks."))
    assert reading.texts("summary") == ["Do it50", "Other1"]
    first, second = reading.texts("li")
    assert first.startswith("Please. maths/t0, maths/t1, ")
    assert first.endswith(", 10 more")
    assert second == "Thanks. maths/add"
    assert reading.values("href") == ["#i-0"]


def test_advice_beyond_the_limit_is_counted() -> None:
    rows = output(*(Advice("x", "Do it", 1, ("maths",), f"Number {at}.") for at in range(130))).texts("li")
    assert len(rows) == 101
    assert rows[-1] == "and 30 more; `govern cost --verbose` shows all"


def test_no_advice() -> None:
    assert output().texts("p") == ["No advice."]
