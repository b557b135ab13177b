"""Laws of the table of rules."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from govern.compare.clients import list_rows, tool_rows
from govern.contract.surface import KINDS
from govern.report.terminal.page import Page
from govern.report.terminal.show import explain_report
from govern.rules import costs, hints, items, reach, schemas, servers, texts
from govern.rules.finding import judge
from govern.rules.rule import RULES, Rule, Severity
from tests.rules.firing import changes_of, firing

ROOMS = (servers, items, texts, hints, schemas, reach, costs)
ROWS: list[Rule] = [rule for room in ROOMS for rule in room.RULES]
# What comes with anything that a definition holds: other words and fields cost other tokens.
ALWAYS = {"definition-cost-moved"}
# Rules whose own example cannot be without another one, and why.
_LONGER = "a definition costs more by what it says"
_LANES = "the lanes do not hide one another: the text was reworded too"
_REACH = "what clients refuse is told beside what the change means to those who read it"
_BOUNDED = "what an answer costs is what its schema bounds"
COMPANIONS: dict[str, tuple[set[str], str]] = {
    "definition-cost-moved": ({"tool-description-changed"}, _LONGER),
    "server-tokens-grew": ({"tool-description-changed"}, _LONGER),
    "lock-tokens-grew": ({"server-added", "tool-added"}, "a lock grows by what is added"),
    "definition-grew": ({"tool-description-changed"}, _LONGER),
    "definition-over-budget": ({"tool-description-changed"}, _LONGER),
    "text-hidden": ({"tool-description-changed", "text-steers-model"}, _LANES),
    "text-steers-model": ({"tool-description-changed", "text-cue-added"}, _LANES),
    "text-cue-added": ({"tool-description-changed"}, _LANES),
    "server-capability-of-another-era": ({"server-protocol-raised"}, "the era is told by the protocol's version"),
    "tool-undiscoverable": ({"tool-description-changed"}, "a tool is lost by what its text no longer says"),
    "tool-name-collides": ({"tool-added"}, "a name collides when its tool comes"),
    "input-schema-added": ({"reach-restored"}, _REACH),
    "input-schema-emptied": ({"reach-input-root"}, _REACH),
    "input-schema-removed": ({"reach-input-root"}, _REACH),
    "reach-input-root": ({"input-respelled"}, _REACH),
    "reach-output-root": ({"output-schema-added"}, _REACH),
    "reach-output-compile": ({"output-pattern-changed"}, _REACH),
    "reach-field-type": ({"unclassified"}, _REACH),
    "reach-root-union": ({"input-respelled"}, _REACH),
    "reach-tool-name": ({"tool-added"}, _REACH),
    "reach-property-name": ({"input-property-added"}, _REACH),
    "reach-array-items": ({"input-respelled"}, _REACH),
    "reach-strict-schema": ({"input-opened-undocumented"}, _REACH),
    "reach-restored": ({"input-respelled"}, _REACH),
    "answers-declared": ({"size-hint-lowered"}, _BOUNDED),
    "answers-undeclared": ({"size-hint-raised"}, _BOUNDED),
    "answers-bounded": ({"output-bound-tightened", "risk-eased"}, _BOUNDED),
    "answers-unbounded": ({"output-bound-loosened"}, _BOUNDED),
    "risk-eased": ({"output-bound-tightened"}, _BOUNDED),
    "risk-escalated": ({"output-bound-loosened"}, _BOUNDED),
    "risk-estimate-raised": ({"output-property-added"}, _BOUNDED),
}


def test_ids_are_unique() -> None:
    assert len(ROWS) == len({rule.id for rule in ROWS}) == len(RULES)


def test_the_table_keeps_the_order_of_its_modules() -> None:
    assert [*RULES.values()] == ROWS


def test_an_id_is_kebab_case() -> None:
    assert [rule.id for rule in ROWS if not re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.id)] == []


def test_a_row_is_complete() -> None:
    for rule in ROWS:
        assert all(text.strip() == text != "" for text in (rule.title, rule.message, rule.why, rule.remedy)), rule.id
        assert re.match("[A-Z`]", rule.title), rule.id
        assert not rule.title.endswith("."), rule.id
        assert not rule.message.endswith("."), rule.id
        assert rule.why.endswith("."), rule.id
        assert rule.remedy.endswith("."), rule.id
        assert rule.example.kind in {*KINDS, "server", "policy"}, rule.id
        assert re.fullmatch(r"\d+\.\d+\.\d+", rule.since), rule.id


def test_a_rule_that_is_not_safe_has_something_to_do() -> None:
    idle = [rule for rule in ROWS if rule.remedy == "Nothing to do."]
    assert [rule.id for rule in idle if rule.severity is not Severity.SAFE] == []


def test_the_example_triggers_its_rule_and_no_other() -> None:
    for rule in ROWS:
        companions, _ = COMPANIONS.get(rule.id, (set(), ""))
        fired = firing(rule.example)
        assert rule.id in fired
        assert fired - {rule.id} - companions - ALWAYS == set(), rule.id


def test_an_unchanged_example_triggers_nothing() -> None:
    for rule in ROWS:
        for side in (rule.example.before, rule.example.after):
            assert firing(replace(rule.example, before=side, after=side)) == set(), rule.id


def test_companions_are_still_needed() -> None:
    idle = {name: found - firing(RULES[name].example) for name, (found, _) in COMPANIONS.items()}
    assert {name: companions for name, companions in idle.items() if companions} == {}


def test_a_rule_has_a_mirror_or_a_reason_for_none() -> None:
    assert [rule.id for rule in ROWS if bool(rule.mirror) == bool(rule.unmirrored)] == []


def test_a_mirror_mirrors_back_or_is_shared() -> None:
    for rule in ROWS:
        if rule.mirror:
            back = RULES[rule.mirror].mirror
            assert back is not None, rule.id
            assert RULES[back].mirror == rule.mirror, rule.id


def test_the_reversed_example_triggers_the_mirror() -> None:
    for rule in ROWS:
        if rule.mirror:
            example = rule.example
            assert rule.mirror in firing(replace(example, before=example.after, after=example.before)), rule.id


def test_a_rule_that_others_mirror_has_a_mirror() -> None:
    mirrored = {rule.mirror for rule in ROWS}
    assert [rule.id for rule in ROWS if rule.unmirrored and rule.id in mirrored] == []


def test_a_message_can_be_filled_in() -> None:
    for rule in ROWS:
        found = [change for change in changes_of(rule.example) if change.rule == rule.id]
        messages = [judge(change, lambda _: None, ("-", "-")).message for change in found]
        assert messages, rule.id
        assert all(message and "Absent" not in message for message in messages), (rule.id, messages)


def test_only_suspicious_texts_and_weaker_config_cannot_be_waived() -> None:
    assert [rule.id for rule in ROWS if not rule.waivable] == [
        "policy-weakened", "policy-approval-weakened", "server-launch-changed", "text-hidden", "text-steers-model",
    ]  # fmt: skip


@pytest.fixture(scope="module")
def page(repository: Path) -> str:
    """Return docs/rules.md, which another test compares with the table of rules."""
    return (repository / "docs/rules.md").read_text(encoding="utf-8")


def test_the_page_explains_every_rule(page: str) -> None:
    headings = re.findall(r"^## (.*)$", page, re.MULTILINE)
    assert headings == [*(rule.id for rule in ROWS), "Tool lists that SDKs reject", "Clients that policy can name"]
    links = re.findall(r"\]\(#([^)]*)\)", page)
    assert set(links) <= set(headings)


def test_the_page_names_every_client_and_every_source(page: str) -> None:
    assert [row for row in list_rows() if f"[{row}]({row.source})" not in page] == []
    assert [row.name for row in tool_rows().values() if f"| `{row.name}` | {row.client}," not in page] == []


def test_the_terminal_explains_every_rule_within_its_width() -> None:
    listed = explain_report(RULES, Page())
    for rule in ROWS:
        for width in (40, 80):
            text = explain_report(rule, Page(width=width))
            assert rule.why.split()[0] in text, rule.id
            assert rule.severity.value in text, rule.id
        assert rule.id in listed
