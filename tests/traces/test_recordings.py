"""Recordings as the exporters of agent libraries, tracing services and model APIs write them.

All record one story: two searches, a loan that failed, and a loan. Those of Pydantic AI 2.68, the AI SDK 6 and 7, the
OpenAI Agents SDK 0.24, LangSmith 0.14, Langfuse 5.0 (OTLP) and OpenInference 0.1 were written by the libraries and cut
to the fields of interest; the others follow the documentation that docs/replay.md names.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from govern.traces.contract import Contract
from govern.traces.judge import Judge
from govern.traces.reading import Recordings
from govern.traces.recording import TraceFormat
from tests.traces.recorder import TEXT, lock, read_files, tool

RECORDINGS = sorted((Path(__file__).parent / "recordings").iterdir())
# The exporters of JavaScript have no larger integers.
BIG = {True: 2**53 - 1, False: 2**53 + 1}
NUMBER = {"type": "integer", "minimum": 2**53 - 1}
NEW = [
    tool("search_books", {"query": TEXT, "shelf": {"type": "integer", "minimum": 2**53 - 1}}, "query", "shelf"),
    tool("borrow_book", {"isbn": TEXT}, "isbn"),
]
OLD = [tool("search_books", {"query": TEXT, "shelf": NUMBER}, "query"), NEW[1]]
# The format that reads a recording, by the first word of its name; OTLP is in the name.
FORMATS = {"ai": TraceFormat.AI_SDK, "pydantic": TraceFormat.PYDANTIC_AI, "openai": TraceFormat.OPENAI_AGENTS,
           "phoenix": TraceFormat.OTLP}  # fmt: skip
# One format of each reader.
FAMILY = {each: each for each in (TraceFormat.MCP, TraceFormat.OTLP, TraceFormat.GEMINI)}
FAMILY |= dict.fromkeys((TraceFormat.OPENAI_AGENTS, TraceFormat.LANGSMITH, TraceFormat.LANGFUSE), TraceFormat.LANGFUSE)
FAMILY |= dict.fromkeys((TraceFormat.OPENAI, TraceFormat.ANTHROPIC, TraceFormat.BEDROCK, TraceFormat.AI_SDK,
                         TraceFormat.PYDANTIC_AI), TraceFormat.OPENAI)  # fmt: skip
# OpenInference records the only argument of a LangChain tool without its name.
WITHOUT_NAMES = ("openinference", "phoenix")
# The Agents SDK does not record that an MCP server answered with an error.
WITHOUT_FAILURES = ("openai-agents",)


def format_of(path: Path) -> TraceFormat:
    word = path.stem.partition("-")[0]
    return TraceFormat.OTLP if "otlp" in path.stem else FORMATS.get(word) or TraceFormat(word)


def by_name(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", RECORDINGS, ids=by_name)
def test_the_calls_of_a_recording(path: Path) -> None:
    kept, notes = read_files([path])
    calls = sorted(kept.calls, key=lambda call: kept.calls.index(call) if "batch" not in path.stem else call[1] == "b")
    given = [call[2] for call in sorted(calls, key=lambda call: call[1] == "borrow_book")]
    shelf: Any = BIG["ai-sdk" in path.stem]
    shelf = str(shelf) if path.stem == "langfuse-otlp" else shelf
    expected: list[Any] = [{"query": "owls", "shelf": shelf}, {"query": "larks"}, {"isbn": "x"}, {"isbn": "978"}]
    if path.stem.startswith(WITHOUT_NAMES):
        expected[1:] = [None] * 3
    assert given == expected
    assert notes.bad == 0
    tools = sorted(call[1].removeprefix("library__") for call in kept.calls)
    assert tools == ["borrow_book", "borrow_book", "search_books", "search_books"]


@pytest.mark.parametrize("path", RECORDINGS, ids=by_name)
def test_the_answers_of_a_recording(path: Path) -> None:
    kept, _ = read_files([path])
    answers = [call[3] for call in sorted(kept.calls, key=lambda call: call[1].endswith("borrow_book"))]
    if not path.stem.startswith(WITHOUT_FAILURES):
        assert answers[2] == "failed"
    assert [answer != "failed" for answer in answers[:2] + answers[3:]] == [True] * 3
    if path.stem != "anthropic-batch":
        assert "owls" in json.dumps(answers[0])
    assert "lent" in json.dumps(answers[3])


@pytest.mark.parametrize("path", RECORDINGS, ids=by_name)
def test_a_recording_is_read_as_its_format_and_no_other(path: Path) -> None:
    form = format_of(path)
    assert sorted(map(str, read_files([path], form=form)[0].calls)) == sorted(map(str, read_files([path])[0].calls))
    # Langfuse's generations hold chat completions, whose calls are also observed as tools.
    also = {TraceFormat.OPENAI} if form is TraceFormat.LANGFUSE else set[TraceFormat]()
    for other in FAMILY:
        if FAMILY[other] not in {FAMILY[form], *also}:
            assert read_files([path], form=other)[0].calls == []


@pytest.mark.parametrize("path", RECORDINGS, ids=by_name)
def test_a_recording_is_replayed(path: Path) -> None:
    """The new contract requires the shelf, which the second search did not name."""
    court = Judge(Contract(lock(library=NEW)), Contract(lock(library=OLD)))
    Recordings(court.take).read([path], court.at)
    total = court.outcome().total
    assert total.calls == 4
    assert total.broken == (0 if path.stem.startswith(WITHOUT_NAMES) else 1)
    assert total.failed == (0 if path.stem.startswith(WITHOUT_FAILURES) else 1)
    # Langfuse's SDK for Python records such integers as text.
    assert total.already == (1 if path.stem == "langfuse-otlp" else 0)


@pytest.mark.parametrize("path", RECORDINGS, ids=by_name)
def test_recordings_that_were_cut_off_are_read_as_far_as_possible(path: Path, tmp_path: Path) -> None:
    content = path.read_bytes()
    cut = tmp_path / path.name
    for share in range(1, 10):
        cut.write_bytes(content[: len(content) * share // 10])
        kept, notes = read_files([cut])
        assert len(kept.calls) <= 4
        assert kept.calls or notes.bad or notes.unknown or notes.lines


@pytest.mark.parametrize("path", RECORDINGS, ids=by_name)
def test_any_value_in_place_of_any_other(path: Path, tmp_path: Path) -> None:
    lines = (
        [json.loads(path.read_bytes())]
        if path.suffix == ".json"
        else [*map(json.loads, path.read_text("utf-8").splitlines())]
    )
    deep: Any = "x"
    for _ in range(300):
        deep = [deep]
    odd = [None, 0, "", "x", [], {}, [None], {"type": 3}, [{"a": deep}]]
    for at, spoiled in enumerate(_spoiled(lines, odd)):
        if at % 7 == 0:
            (tmp_path / "trace.json").write_text(json.dumps(spoiled), encoding="utf-8")
            court = Judge(Contract(lock(library=NEW)))
            Recordings(court.take).read([tmp_path / "trace.json"], court.at)
            assert court.outcome().total.calls <= 12


def _spoiled(value: Any, odd: list[Any]) -> list[Any]:
    """Return copies of a value, in each of which another part is replaced."""
    found: list[Any] = []
    places = [*value.items()] if isinstance(value, dict) else [*enumerate(value)] if isinstance(value, list) else []
    for number, (key, inner) in enumerate(places):
        for each in [odd[number % len(odd)], *_spoiled(inner, odd)]:
            copy = value.copy()
            copy[key] = each
            found.append(copy)
    return found
