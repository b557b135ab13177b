"""Requests and answers of Gemini's API."""

from pathlib import Path
from typing import Any

from tests.traces.recorder import read


def turn(role: str, *parts: dict[str, Any]) -> dict[str, Any]:
    return {"role": role, "parts": [*parts]}


def called(name: str = "look", **arguments: Any) -> dict[str, Any]:
    return {"functionCall": {"name": name, "args": arguments}}


def answered(response: Any, name: str = "look") -> dict[str, Any]:
    return {"functionResponse": {"name": name, "response": response}}


QUESTION = turn("user", {"text": "owls?"})


def test_answers_belong_to_calls_by_name_and_order(tmp_path: Path) -> None:
    calls = turn("model", called(n=1), called("find", n=2), called(n=3))
    answers = turn("user", answered({"n": "a"}), answered({"n": "b"}), answered({"n": "c"}, "find"))
    kept = read(tmp_path, {"contents": [QUESTION, calls, answers]})
    assert [call[1:] for call in kept.calls] == [
        ("look", {"n": 1}, {"n": "a"}), ("look", {"n": 3}, {"n": "b"}), ("find", {"n": 2}, {"n": "c"}),
    ]  # fmt: skip


def test_answers_belong_to_calls_by_id_where_there_is_one(tmp_path: Path) -> None:
    one, two = (turn("model", {"functionCall": {"id": name, "name": "look", "args": {"n": name}}}) for name in "ab")
    answers = [
        turn("user", {"functionResponse": {"id": name, "name": "look", "response": {"n": name}}}) for name in "ba"
    ]
    kept = read(tmp_path, {"contents": [QUESTION, one, two, *answers]})
    assert [call[2:] for call in kept.calls] == [({"n": "b"}, {"n": "b"}), ({"n": "a"}, {"n": "a"})]


def test_conversations_that_begin_differently_are_different(tmp_path: Path) -> None:
    other = turn("user", {"text": "more owls?"})
    lines = [{"contents": [question, turn("model", called(n=1))]} for question in (QUESTION, other, QUESTION)]
    assert len(read(tmp_path, *lines).calls) == 2


def test_one_call_made_twice_in_a_conversation(tmp_path: Path) -> None:
    again = [turn("model", called(n=1)), turn("user", answered({"n": 1}))]
    kept = read(tmp_path, {"contents": [QUESTION, *again, *again]})
    assert [call[3] for call in kept.calls] == [{"n": 1}, {"n": 1}]


def test_a_request_and_its_answer_on_separate_lines(tmp_path: Path) -> None:
    answer = turn("model", {"text": "hm", "thought": True}, called(n=1) | {"thoughtSignature": "c2ln"})
    kept = read(
        tmp_path,
        {"contents": [QUESTION]},
        {"candidates": [{"content": answer}]},
        {"contents": [QUESTION, turn("model", called(n=1)), turn("user", answered({"result": {"owls": 2}}))]},
    )
    assert kept.calls == [(None, "look", {"n": 1}, {"owls": 2})]


def test_odd_values_do_no_harm(tmp_path: Path) -> None:
    deep: Any = {"candidates": []}
    for _ in range(30):
        deep = {"response": deep}
    odd = [
        deep, {"contents": 3}, {"contents": [3, {"parts": 4}]}, {"contents": "owls?"}, {"candidates": [3]},
        {"candidates": [{"content": []}]}, {"contents": [turn("model", {"functionCall": 3})]},
        {"contents": [turn("model", {"functionCall": {"name": 7}})]}, {"contents": [turn("user", answered(3))]},
        {"contents": [turn("user", {"functionResponse": {"name": "look", "id": ["x"]}})]},
    ]  # fmt: skip
    assert read(tmp_path, *odd).calls == []


def test_calls_without_answers_are_bounded(tmp_path: Path) -> None:
    kept = read(
        tmp_path, *(turn("model", called(f"look{at}")) for at in range(1_500)), turn("user", answered({}, "look9"))
    )
    assert len(kept.calls) == 1_500
