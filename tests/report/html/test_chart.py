import re

from govern.report.html.chart import history_section
from govern.report.html.contents import LockCommit
from tests.lockfile.building import lock_of
from tests.report.hostile import ATTACKS
from tests.report.html.pages import Reading, contents_of, step


def drawn(*steps: LockCommit, earlier: int = 0) -> str:
    return history_section(contents_of(lock_of(), steps=steps, earlier=earlier))


def heights(html: str, layer: int) -> list[float]:
    """Return the height of the upper edge of an area at each commit."""
    found = re.search(rf'<path d="M([^"]*)Z" class="layer-{layer}">', html)
    assert found
    points = [tuple(map(float, point.split())) for point in found[1].split("L")]
    upper = points[: len(points) // 2]
    return [220 - y for _, y in upper[::2]]


def test_areas_are_stacked_tokens() -> None:
    html = drawn(step(1, {"a": 100, "b": 50}), step(2, {"a": 200}), step(3, {"a": 300, "b": 100}))
    assert heights(html, 0) == [55, 110, 165]
    assert heights(html, 1) == [82.5, 110, 220]
    assert Reading(html).texts("text", class_="name") == ["a", "b"]


def test_bars_are_changes() -> None:
    html = drawn(step(1, {"a": 1}), step(2, {"a": 1}, BREAKING=2, SAFE=2), step(3, {"a": 1}, RISKY=1))
    bars = re.findall(r'height="([\d.]+)" class="bar (\w+)"', html)
    assert bars == [("35.0", "breaking"), ("35.0", "safe"), ("17.5", "risky")]
    assert "4 changes" in Reading(html).texts("text")


def test_the_table_has_the_same_numbers_newest_first() -> None:
    reading = Reading(drawn(step(1, {"a": 10}, tags=("v1",)), step(2, {"a": 20, "b": 5}, BREAKING=1)))
    assert [row.split("Commit")[0][-10:] for row in reading.texts("tr")[1:]] == ["2026-03-01", "2026-02-01"]
    assert reading.texts("td", class_="number")[:5] == ["25", "2", "1", "0", "0"]
    assert reading.texts("span", class_="tags") == [" v1"]


def test_growth_and_omitted_commits() -> None:
    message = Reading(drawn(step(1, {"a": 10}), step(2, {"a": 25}, SAFE=1), earlier=1_300)).texts("p")[0]
    assert message == (
        "2 commits changed the lock from 2026-02-01 to 2026-03-01: +15 tokens (+150%), 1 change of the contract. "
        "1,300 earlier commits are left out."
    )


def test_small_servers_share_an_area() -> None:
    tokens = {f"s{at}": 100 - at for at in range(10)}
    html = drawn(step(1, tokens), step(2, tokens))
    assert Reading(html).texts("text", class_="name") == ["s0", "s1", "s2", "s3", "s4", "others"]
    assert "layer-6" not in html
    assert heights(html, 5) == [220, 220]


def test_a_server_named_others() -> None:
    html = drawn(step(1, {"others": 100, "a": 100}), step(2, {"others": 100, "a": 100}))
    assert heights(html, 1) == [220, 220]


def test_a_commit_with_an_unreadable_lock() -> None:
    html = drawn(step(1, {"a": 10}), step(2, {}, problem="not TOML"), step(3, {"a": 10}))
    assert heights(html, 0) == [220, 0, 220]
    assert "not TOML" in html


def test_one_commit_with_an_empty_lock() -> None:
    assert "<path" in drawn(step(1, {"a": 10}))
    assert Reading(drawn(step(1, {}))).texts("p")[0].startswith("1 commit changed the lock")


def test_the_reason_for_a_missing_history() -> None:
    assert Reading(history_section(contents_of(lock_of(), why_no_history="No git."))).texts("p") == ["No git."]


def test_hostile_subjects_and_names() -> None:
    for attack in ATTACKS:
        first = step(1, {attack: 10}, tags=(attack,))
        hostile = LockCommit("c" * 40, first.when, attack, (attack,), tokens={attack: 10})
        reading = Reading(drawn(hostile, hostile))
        assert not reading.tags & {"script", "img", "a", "b"}
        assert not {key for _, has, _ in reading.found for key in has if key.startswith("on")}
