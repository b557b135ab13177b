"""The results of recorded calls."""

import json
from typing import Any

import pytest

from govern.traces.call import FAILED, Client, Guess
from govern.traces.contract import Contract
from govern.traces.judge import Judge
from govern.traces.outcome import Tally
from tests.traces.recorder import TEXT, judged, lock, replay_of, the_only, tool

LOOK = tool("look", {"query": TEXT, "limit": {"type": "integer", "maximum": 20}}, "query")
TIGHT = tool("look", {"query": TEXT, "limit": {"type": "integer", "maximum": 10}}, "query")
FINE: dict[str, Any] = {"query": "owls"}
MANY = {"query": "owls", "limit": 15}


def counts(tally: Tally) -> dict[str, int]:
    return {name: value for name in Tally.__slots__ if (value := getattr(tally, name))}


def test_a_call_that_worked_and_is_invalid_now_breaks() -> None:
    only = the_only(judged([LOOK], [TIGHT], ("look", FINE), ("look", MANY), ("look", MANY)))
    assert counts(only.tally) == {"calls": 3, "refused": 2, "broken": 2}
    (reason,) = only.reasons
    assert (reason.kind, reason.message) == ("refused", "`limit` is greater than the maximum of 10")
    assert (reason.pointer, reason.calls) == ("/inputSchema/properties/limit/maximum", 2)
    assert [example.values for example in reason.examples] == [(("query", "text of 4"), ("limit", "number"))] * 2


def test_a_call_that_failed_when_recorded_cannot_break() -> None:
    only = the_only(judged([LOOK], [TIGHT], ("look", MANY, FAILED), ("look", FINE, FAILED)))
    assert counts(only.tally) == {"calls": 2, "failed": 2}


def test_a_call_that_the_old_contract_refuses_did_not_work() -> None:
    only = the_only(judged([LOOK], [TIGHT], ("look", {"limit": 5}), ("look", {"query": 5, "limit": 15})))
    assert counts(only.tally) == {"calls": 2, "already": 2}


def test_a_call_that_works_only_now_is_fine() -> None:
    assert counts(the_only(judged([TIGHT], [LOOK], ("look", MANY))).tally) == {"calls": 1}


def test_without_an_old_contract_every_invalid_call_counts() -> None:
    court = Judge(Contract(lock(s=[TIGHT])))
    only = the_only(replay_of(court, ("look", FINE), ("look", MANY), ("look", {})))
    assert counts(only.tally) == {"calls": 3, "refused": 2, "broken": 2}


@pytest.mark.parametrize("arguments", ["nonsense", "[]", "3", [], 4, "null"])
def test_arguments_are_objects(arguments: Any) -> None:
    court = Judge(Contract(lock(s=[{"name": "look", "inputSchema": {}}])))
    only = the_only(replay_of(court, ("look", arguments)))
    assert counts(only.tally) == {"calls": 1, "refused": 1, "broken": 1}
    assert only.reasons[0].message == '`arguments` is not of type "object"'


def test_arguments_as_text_are_read_once() -> None:
    text = json.dumps(MANY)
    only = the_only(judged([LOOK], [TIGHT], *[("look", json.dumps(FINE))] * 3, *[("look", text)] * 2, ("look", "")))
    # What is sent without arguments at all lacks the query.
    assert counts(only.tally) == {"calls": 6, "refused": 2, "already": 1, "broken": 2}


def test_arguments_that_were_not_recorded() -> None:
    only = the_only(judged([LOOK], [TIGHT], ("look", None)))
    assert counts(only.tally) == {"calls": 1, "unrecorded": 1}
    assert counts(the_only(judged([LOOK], [], ("look", None))).tally) == {"calls": 1, "unknown": 1, "broken": 1}


def test_a_removed_tool_breaks_every_call() -> None:
    only = the_only(
        judged([LOOK, tool("feed")], [tool("feed")], ("look", MANY), ("look", {"odd": 1}), ("look", FINE, FAILED))
    )
    assert counts(only.tally) == {"calls": 3, "failed": 1, "unknown": 2, "broken": 2}
    assert only.reasons[0].kind == "unknown tool"


def test_a_tool_of_neither_side_never_worked() -> None:
    both = [LOOK]
    replayed = judged(both, both, ("gone", {}))
    assert counts(the_only(replayed).tally) == {"calls": 1, "already": 1}
    assert counts(the_only(replay_of(Judge(Contract(lock(s=both))), ("gone", {}))).tally) == {
        "calls": 1, "unknown": 1, "broken": 1,
    }  # fmt: skip


def test_unknown_names_are_counted_and_do_not_fail() -> None:
    court = Judge(Contract(lock(s=[LOOK], t=[LOOK])))
    replay_of(court, ("Bash", {}), ("Bash", {}), ("look", MANY), server=None)
    replay_of(court, ("look", MANY), server="elsewhere")
    replay_of(court, ("odd", {}), server=Guess("hm"))
    replayed = replay_of(court, ("Read", {}), server=Client())
    assert replayed.tools == ()
    assert [(each.server, each.tool, each.why, each.calls) for each in replayed.outsiders] == [
        ("", "look", "ambiguous", 1), ("", "Bash", "not ours", 2), ("", "Read", "not ours", 1),
        ("elsewhere", "look", "not ours", 1), ("hm", "odd", "not ours", 1),
    ]  # fmt: skip
    assert replayed.outside == 6


def test_several_names_of_one_tool_are_one_tool() -> None:
    court = Judge(Contract(lock(s=[LOOK])))
    for server, name in ((None, "look"), (None, "mcp__s__look"), ("s", "look"), (Guess(), "look")):
        court.take(server, name, FINE, None, 1)
    assert counts(the_only(court.outcome()).tally) == {"calls": 4}


def test_the_recording_knew_the_old_names() -> None:
    """A bare name that only a server of OLD had means its tool, also if NEW has the name."""
    old, new = lock(s=[LOOK], t=[tool("feed")]), lock(s=[], t=[tool("feed"), tool("look", {"other": TEXT}, "other")])
    court = Judge(Contract(new), Contract(old))
    only = the_only(replay_of(court, ("look", FINE), server=None))
    assert (only.server, counts(only.tally)) == ("s", {"calls": 1, "unknown": 1, "broken": 1})


def test_a_removed_argument_loses_its_effect() -> None:
    old = tool("wipe", {"path": TEXT, "dry_run": {"type": "boolean"}}, "path")
    only = the_only(
        judged(
            [old],
            [tool("wipe", {"path": TEXT}, "path")],
            ("wipe", {"path": "x", "dry_run": True}),
            ("wipe", {"path": "x"}),
        )
    )
    assert counts(only.tally) == {"calls": 2, "ignored": 1, "broken": 1}
    assert only.reasons[0].message == "`dry_run` is now ignored"


def test_a_removed_argument_behind_a_reference() -> None:
    def nested(properties: dict[str, Any]) -> dict[str, Any]:
        defs = {"Filter": {"type": "object", "properties": properties}}
        schema = {
            "type": "object",
            "properties": {"filters": {"type": "array", "items": {"$ref": "#/$defs/Filter"}}},
            "$defs": defs,
        }
        return {"name": "look", "inputSchema": schema}

    old, new = nested({"year": {"type": "integer"}, "genre": TEXT}), nested({"genre": TEXT})
    calls = [{"filters": [{"genre": "x"}]}, {"filters": [{"genre": "x"}, {"year": 1900}]}, {}, {"filters": []}]
    assert counts(the_only(judged([old], [new], *(("look", each) for each in calls))).tally) == {
        "calls": 4, "ignored": 1, "broken": 1,
    }  # fmt: skip


BOOK: dict[str, Any] = {
    "type": "object",
    "properties": {"title": TEXT, "year": {"type": "integer"}},
    "required": ["title"],
}


def answering(schema: Any) -> dict[str, Any]:
    return tool("look", {}) | ({"outputSchema": schema} if schema is not None else {})


@pytest.mark.parametrize(
    "answer",
    [
        {"structuredContent": {"title": "Emma", "year": "1815"}},
        {"title": "Emma", "year": "1815"},
        '{"title": "Emma", "year": "1815"}',
        {"content": [{"type": "text", "text": '{"title": "Emma", "year": "1815"}'}]},
        [{"type": "text", "text": '{"title": "Emma", "year": "1815"}'}],
        json.dumps({"content": [], "structuredContent": {"title": "Emma", "year": "1815"}}),
    ],
)
def test_invalid_answers_are_found_in_every_form(answer: Any) -> None:
    loose = {**BOOK, "properties": {"title": TEXT, "year": TEXT}}
    only = the_only(judged([answering(loose)], [answering(BOOK)], ("look", {}, answer)))
    assert counts(only.tally) == {"calls": 1, "answers": 1, "unfit": 1, "broken": 1}
    assert only.reasons[0].kind == "answer"
    assert "1815" not in str(only)


@pytest.mark.parametrize(
    "answer",
    [None, "two books", "{", '{"other": 1}', {"content": [{"type": "image"}]}, {"structuredContent": None},
     {"content": [{"type": "text", "text": "{}"}, {"type": "text", "text": "{}"}]}],
)  # fmt: skip
def test_unstructured_answers_are_not_judged(answer: Any) -> None:
    only = the_only(
        judged([answering(BOOK)], [answering({**BOOK, "required": ["title", "year"]})], ("look", {}, answer))
    )
    assert counts(only.tally) == {"calls": 1}


def test_narrower_answers_break_nothing() -> None:
    """The new schema is narrower than the recorded answers: every change is SAFE."""
    more = {**BOOK, "required": ["title", "year"]}
    only = the_only(judged([answering(BOOK)], [answering(more)], ("look", {}, {"title": "Emma"})))
    assert counts(only.tally) == {"calls": 1, "answers": 1, "unfit": 1, "narrowed": 1}


def test_answers_that_were_always_invalid_do_not_count() -> None:
    only = the_only(
        judged([answering(BOOK)], [answering({**BOOK, "required": ["year"]})], ("look", {}, {"structuredContent": {}}))
    )
    assert counts(only.tally) == {"calls": 1, "answers": 1}


def test_a_removed_property_of_an_answer() -> None:
    less = {"type": "object", "properties": {"title": TEXT}, "required": ["title"]}
    answers = [{"title": "Emma", "year": 1815}, {"title": "Emma"}]
    only = the_only(judged([answering(BOOK)], [answering(less)], *(("look", {}, each) for each in answers)))
    assert counts(only.tally) == {"calls": 2, "answers": 2, "unfit": 1, "broken": 1}
    assert only.reasons[0].message == "`year` is no longer returned"


def test_without_an_old_contract_invalid_answers_break_nothing() -> None:
    court = Judge(Contract(lock(s=[answering(BOOK)])))
    assert counts(the_only(replay_of(court, ("look", {}, {"structuredContent": {"title": 1}}))).tally) == {
        "calls": 1, "answers": 1, "unfit": 1,
    }  # fmt: skip


def test_a_call_that_fails_twice_is_one_call() -> None:
    old = tool("look", {"a": TEXT}) | {"outputSchema": {"type": "object", "properties": {"n": TEXT}}}
    new = tool("look", {"a": {"type": "integer"}}) | {
        "outputSchema": {"type": "object", "properties": {"n": {"type": "integer"}}}
    }
    only = the_only(judged([old], [new], ("look", {"a": "x"}, {"n": "x"})))
    assert counts(only.tally) == {"calls": 1, "refused": 1, "answers": 1, "unfit": 1, "broken": 1}


def unreadable(**more: Any) -> dict[str, Any]:
    return {
        "name": "look",
        "inputSchema": {"type": "object", "properties": {"a": {"$ref": "https://example.com/x"}}, **more},
    }


def test_calls_of_an_unreadable_schema_are_unjudged() -> None:
    only = the_only(judged([LOOK], [unreadable()], ("look", FINE)))
    assert counts(only.tally) == {"calls": 1, "unjudged": 1}
    same = the_only(judged([unreadable()], [unreadable()], ("look", FINE)))
    assert counts(same.tally) == {"calls": 1}


def test_invalid_parts_of_a_schema_are_ignored() -> None:
    broken = tool("look", {"query": {"type": "string", "minLength": "two"}}, "query")
    only = the_only(replay_of(Judge(Contract(lock(s=[broken]))), ("look", FINE), ("look", {"query": 3})))
    assert counts(only.tally) == {"calls": 2, "refused": 1, "broken": 1}


def test_older_drafts_keep_their_meaning() -> None:
    schema = {"$schema": "http://json-schema.org/draft-04/schema#", "type": "object",
              "properties": {"n": {"minimum": 1, "exclusiveMinimum": True}}}  # fmt: skip
    only = the_only(
        replay_of(
            Judge(Contract(lock(s=[{"name": "look", "inputSchema": schema}]))), ("look", {"n": 1}), ("look", {"n": 2})
        )
    )
    assert only.tally.refused == 1


def test_the_first_of_several_tools_with_one_name_counts() -> None:
    orders = ([LOOK, TIGHT], [TIGHT, LOOK])
    one, other = (the_only(replay_of(Judge(Contract(lock(s=tools))), ("look", MANY))).tally for tools in orders)
    assert one == other


def test_no_value_and_no_undeclared_name_is_shown() -> None:
    secret = "sk-live-0123456789abcdef"  # made up
    old = tool("look", {"query": TEXT, "level": {"enum": ["low", "high"]}, "headers": {"type": "object"}})
    new = tool("look", {
        "query": {"type": "string", "maxLength": 3, "pattern": "^[a-z]+$"}, "level": {"enum": ["low"]},
        "headers": {"type": "object", "propertyNames": {"maxLength": 4}, "additionalProperties": False},
    }) | {}  # fmt: skip
    new["inputSchema"]["additionalProperties"] = False
    calls = [{"query": secret, "level": "high", "headers": {secret: secret}, secret: 1}]
    replayed = judged([old], [new], *(("look", each) for each in calls))
    assert the_only(replayed).tally.refused == 1
    assert secret not in repr(replayed)
    assert any("a name that is not declared is not accepted" in each.message for each in the_only(replayed).reasons)


def test_reasons_and_names_are_bounded() -> None:
    wide = tool("look", {f"p{at}": TEXT for at in range(400)})
    court = Judge(Contract(lock(s=[wide])))
    replayed = replay_of(court, *(("look", {f"p{at}": at}) for at in range(400)))
    assert len(the_only(replayed).reasons) <= 201
    assert sum(each.calls for each in the_only(replayed).reasons) == 400
    many = replay_of(court, *((f"x{at}", {}) for at in range(60_000)), server=None)
    assert len(many.outsiders) <= 50_001
    assert many.outside == 60_000


def forms(*properties: dict[str, Any]) -> Any:
    return {"name": "look", "inputSchema": {"type": "object", "anyOf": [{"properties": each} for each in properties]}}


@pytest.mark.parametrize("name", ["user", "anyOf"])
def test_a_name_that_one_form_had_is_ignored_where_no_other_form_has_it(name: str) -> None:
    old, new = forms({"team": TEXT}, {name: TEXT}), forms({"team": TEXT})
    only = the_only(judged([old], [new], ("look", {name: "ann"}), ("look", {"team": "a"}), ("look", {})))
    assert counts(only.tally) == {"calls": 3, "ignored": 1, "broken": 1}


def test_a_name_that_another_form_still_has_is_not_ignored_there() -> None:
    team = {"team": {"enum": ["a"]}}
    old, new = (
        forms({**team, "user": TEXT}, {"board": {"enum": ["b"]}, "user": TEXT}),
        forms({**team, "user": TEXT}, {}),
    )
    only = the_only(judged([old], [new], ("look", {"team": "a", "user": "ann"})))
    assert counts(only.tally) == {"calls": 1}
