from dataclasses import replace

from govern.facts.change import Witness
from govern.report.html.change import change_markup, rule_markup
from tests.report.hostile import EVIL, hostile_verdict, whatever_is_said
from tests.report.html.pages import Reading
from tests.report.verdicts import BOUND, LIMIT, finding, passing, rich, waiting

OURS = {
    "article", "footer", "button", "p", "span", "strong", "code", "a", "div", "figure",
    "figcaption", "pre", "blockquote", "del", "ins", "bdi", "mark", "ul", "li",
}  # fmt: skip
REQUIRED, BOUNDED, REWORDED, REMOVED, STEERS, LOWERED, *_ = rich().decided


def test_severity_message_rule_and_id() -> None:
    reading = Reading(change_markup(REQUIRED))
    (article,) = (has for tag, has, _ in reading.found if tag == "article")
    change = REQUIRED.finding.change
    assert article == {"id": change.id, "class": "change breaking waiting"}
    assert reading.texts("strong") == ["`owner` is required now"]
    assert reading.texts("a", href=f"#{change.id}") == [change.id]
    assert reading.texts("span", class_="waits") == ["…needs approval"]
    assert reading.texts("button", popovertarget=f"rule-{change.rule}") == [change.rule]
    assert reading.texts("footer")[0].endswith("/inputSchema/required")


def test_a_rule_has_reason_and_remedy() -> None:
    reading = Reading(rule_markup(REQUIRED.finding.rule))
    assert reading.values("id") == ["rule-test-required-added"]
    assert reading.texts("dd") == [
        "Whoever left it out is refused.",
        "Keep it optional.",
        "govern explain test-required-added",
    ]


def test_a_witness_is_a_call() -> None:
    reading = Reading(change_markup(REQUIRED))
    assert reading.texts("figcaption") == ["Example call"]
    assert reading.texts("pre") == ['search_issues({\n  "query": "is:open"\n})']
    assert reading.texts("p", class_="fate") == ["→ accepted before, rejected now: 'owner' is a required property"]


def test_a_witness_of_an_answer_is_not_a_call() -> None:
    witness = Witness({"id": 1}, "old", "new", "documented", "1 is not of type 'string'")
    decided = waiting(
        finding(
            "output-type-changed",
            "/outputSchema/properties/id/type",
            "string",
            "integer",
            place="`id`",
            witness=witness,
        )
    )
    assert Reading(change_markup(decided)).texts("pre") == ['{\n  "id": 1\n}']


def test_values_before_and_after() -> None:
    reading = Reading(change_markup(BOUNDED))
    assert reading.texts("code", class_="place") == ["limit: maximum"]
    assert reading.texts("del") == ["100"]
    assert reading.texts("ins") == ["50"]
    assert reading.texts("li")[-1] == "by ana@example.com: callers moved in #412, until 2027-01-31"
    assert "needs 2 approvals, has 1 (ana@example.com)" in reading.texts("p", class_="names")[0]


def test_an_added_value_has_no_before() -> None:
    reading = Reading(change_markup(waiting(finding(BOUND, LIMIT, after=5))))
    assert (reading.texts("del"), reading.texts("ins")) == ([], ["5"])


def test_approval_statuses() -> None:
    assert "waiver by bo: texts are reviewed weekly, until 2027-01-01" in Reading(change_markup(REWORDED)).texts("li")
    assert Reading(change_markup(REMOVED)).texts("span", class_="passes") == ["✓approved"]
    assert Reading(change_markup(passing(finding("tool-added")))).texts("span", class_="passes") == [
        "✓no approval needed"
    ]


def test_a_severity_set_by_policy() -> None:
    html = change_markup(LOWERED)
    assert "RISKY → SAFE by policy: our client speaks both" in html
    assert 'class="change safe"' in html


def test_a_suspicious_text_has_its_cues() -> None:
    assert "do not tell the user" in Reading(change_markup(STEERS)).texts("strong")[0]


@whatever_is_said(40)
def test_hostile_texts_are_not_markup(text: str) -> None:
    for decided in hostile_verdict(text).decided:
        reading = Reading(change_markup(replace(decided)))
        assert reading.tags <= OURS
        assert all(href.startswith("#c-") for href in reading.values("href"))
        for _, has, _ in reading.found:
            assert has.keys() <= {
                "type",
                "popovertarget",
                "id",
                "class",
                "href",
                "dir",
                "aria-hidden",
                "aria-label",
                "role",
                "tabindex",
            }
            assert EVIL not in "".join(value or "" for value in has.values())
