from govern.lockfile.document import Lock
from govern.report.html.catalogue import Catalogue
from govern.report.html.servers import servers_table
from tests.lockfile.building import lock_of, locked
from tests.report.html.pages import Reading, contents_of
from tests.report.html.test_catalogue import ADD
from tests.report.test_diff_of_locks import NARROWER, SEARCH, verdict_of


def rows_of(new: Lock, old: Lock | None = None) -> list[list[str]]:
    """Return the texts of the cells of each row, with the head first."""
    contents = contents_of(new, old, verdict=verdict_of(old, new) if old else None)
    reading = Reading("".join(map(str, servers_table(contents, Catalogue(contents)))))
    cells = [(tag, "".join(message)) for tag, _, message in reading.found if tag in ("tr", "th", "td")]
    rows: list[list[str]] = []
    for tag, message in cells:
        if tag == "tr":
            rows.append([])
        else:
            rows[-1].append(message)
    return rows


def test_servers_with_unapproved_changes_come_first() -> None:
    old = lock_of(locked("maths", ADD), locked("same", ADD), locked("tracker", SEARCH), locked("gone", ADD))
    new = lock_of(locked("maths", ADD, SEARCH), locked("same", ADD), locked("tracker", NARROWER), locked("new", ADD))
    head, *rows = rows_of(new, old)
    assert head == ["server", "changes", "unapproved", "tokens", "growth", "tools", "risk"]
    by_name = {row[0]: row[1:] for row in rows}
    unapproved = [int(row[2]) for row in rows]
    assert unapproved == sorted(unapproved, reverse=True)
    assert rows[-1][0] == "same"
    assert by_name["same"][:2] == ["", "0"]
    assert by_name["same"][3:5] == ["0", "1"]
    assert by_name["gone"][2:] == ["0", by_name["gone"][3], "0", ""]
    assert by_name["gone"][3].endswith("(-100%)")
    assert by_name["new"][3].endswith("(new)")
    assert int(by_name["maths"][2]) > int(by_name["same"][2])
    assert by_name["maths"][3].startswith(f"+{int(by_name['maths'][2]) - int(by_name['same'][2])} ")


def test_without_a_verdict_there_are_no_changes() -> None:
    head, *_ = rows_of(lock_of(locked("maths", ADD)))
    assert head[:3] == ["server", "tokens", "tools"]
    assert rows_of(lock_of()) == []
