"""Tokens of definitions are exact, and the vocabularies are the published ones."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from govern.contract.surface import Item
from govern.economics import tokens as module
from govern.economics.tokens import (
    ENCODINGS,
    SEAM,
    Split,
    TokenCounter,
    _definition_pieces,
    count_tokens,
    definition,
    load,
    split,
)
from govern.errors import InvalidInput, UsageError
from tests.economics.tools import ODD_SCHEMAS, nested, tool, tools_in

SHIPPED = Path(module.__file__).parent / "vocabulary"
PUBLISHED = {
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
}


@pytest.mark.parametrize("name", ENCODINGS)
def test_the_shipped_vocabulary_is_the_published_one(name: str) -> None:
    assert sha256(gzip.decompress((SHIPPED / f"{name}.tiktoken.gz").read_bytes())).hexdigest() == PUBLISHED[name]


@pytest.mark.parametrize("name", ENCODINGS)
def test_text_is_cut_and_ranked_as_tiktoken_itself_does(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    openai_public: Any = import_module("tiktoken_ext.openai_public")
    monkeypatch.setattr(openai_public, "load_tiktoken_bpe", lambda *_, **__: {})
    ours = load(name)
    assert ours._pat_str == getattr(openai_public, name)()["pat_str"]
    lines = gzip.decompress((SHIPPED / f"{name}.tiktoken.gz").read_bytes()).splitlines()
    assert [int(line.split()[1]) for line in lines] == list(ours._mergeable_ranks.values())


def test_special_tokens_are_ordinary_text() -> None:
    tokens = load("cl100k_base").encode_ordinary("<|endoftext|>")
    assert len(tokens) > 1
    assert load("cl100k_base").decode(tokens) == "<|endoftext|>"


def test_an_unknown_encoding_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match=r"unknown encoding 'p50k_base'\nchoose one of cl100k_base, o200k_base"):
        load("p50k_base")


@pytest.mark.parametrize(
    ("content", "reason"),
    [(None, "No such file"), (b"no gzip", "incorrect header"), (gzip.compress(b"IQ== 0\n", mtime=0), "sha256 ")],
)
def test_a_damaged_vocabulary_is_a_clear_error(
    content: Any, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if content is not None:
        (tmp_path / "cl100k_base.tiktoken.gz").write_bytes(content)
    monkeypatch.setattr(module, "_VOCABULARY", tmp_path)
    with pytest.raises(InvalidInput, match=reason) as refused:
        module._load.__wrapped__("cl100k_base")
    assert refused.value.where == str(tmp_path / "cl100k_base.tiktoken.gz")
    assert refused.value.hint


def test_it_works_without_a_network_and_leaves_tiktokens_cache_alone(tmp_path: Path) -> None:
    program = (
        "import socket\n"
        "def refuse(*_): raise SystemExit('a socket was opened')\n"
        "socket.socket.connect = refuse\n"
        "from govern.economics.tokens import load\n"
        "print(len(load('o200k_base').encode_ordinary('hello world')))\n"
    )
    env = os.environ | {"TIKTOKEN_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[2])}
    run = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=False)
    assert (run.stdout, run.returncode) == ("2\n", 0), run.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_package_imports_without_the_tokenizer(repository: Path) -> None:
    program = "import sys, govern.economics.bill; print('tiktoken' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], cwd=repository, capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


def test_the_text_is_name_description_and_canonical_schema() -> None:
    schema = {"type": "object", "properties": {"ü": {"maximum": 5.0}}}
    assert definition(tool(description="Finds.", inputSchema=schema)) == (
        'search_issues\nFinds.\n{"properties":{"ü":{"maximum":5}},"type":"object"}'
    )


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({}, "search_issues\n"),
        ({"description": None}, "search_issues\n"),
        ({"description": "Finds."}, "search_issues\nFinds."),
        ({"inputSchema": True}, "search_issues\n\ntrue"),
        ({"description": "x\ud800y"}, "search_issues\nx\\ud800y"),
        ({"inputSchema": {"title": "\udfff"}}, 'search_issues\n\n{"title":"\\udfff"}'),
    ],
)
def test_incomplete_tools_have_a_definition(fields: Any, text: str) -> None:
    item = tool(**fields)
    assert definition(item) == text
    assert TokenCounter("cl100k_base").begin([item])() == [len(load("cl100k_base").encode_ordinary(text))]


@pytest.mark.parametrize("encoding", ["cl100k", "o200k"])
@pytest.mark.parametrize("corpus", ["corpus_v1", "corpus_v2"])
@pytest.mark.parametrize("text", ["nd", "full"])
def test_known_answers(encoding: str, corpus: str, text: str, shared_data: Path) -> None:
    expected = json.loads((shared_data / "mcpproxy/expected/token_counts.json").read_text(encoding="utf-8"))[corpus]
    listed = tools_in(shared_data / f"mcpproxy/{corpus}.tools.json")
    items = [
        tool(each["tool"], description=each["description"])
        if text == "nd" or "schema" not in each
        else tool(each["tool"], description=each["description"], inputSchema=each["schema"])
        for each in listed
    ]
    counts = TokenCounter(f"{encoding}_base").begin(items)()
    assert sum(counts) == expected["totals"][encoding][text]
    assert dict(zip((each["tool_id"] for each in listed), counts, strict=True)) == {
        name: numbers[encoding][text] for name, numbers in expected["tools"].items()
    }


def test_the_two_totals_that_the_design_names(shared_data: Path) -> None:
    expected = json.loads((shared_data / "mcpproxy/expected/token_counts.json").read_text(encoding="utf-8"))
    assert expected["corpus_v1"]["totals"]["cl100k"]["nd"] == 1_730
    assert expected["corpus_v2"]["totals"]["cl100k"]["full"] == 4_386


@settings(deadline=None)
@given(
    st.text(max_size=20) | st.sampled_from(["", " ", "\n", ". \r\n", "\t\n ", "!\n\n"]),
    st.text(max_size=40) | st.sampled_from(["", " ", "\n", ".\n\n ", "x)\r\n/"]),
    st.sampled_from([True, None, 0, -1, "", "\n", " x", [], {}, [1], {"type": "object"}, {"": ""}]),
    st.sampled_from(["cl100k_base", "o200k_base"]),
)
def test_the_halves_have_the_tokens_of_the_whole(name: str, description: str, schema: Any, encoding: str) -> None:
    item = tool(name, description=description, inputSchema=schema)
    assert TokenCounter(encoding).begin([item])() == [len(load(encoding).encode_ordinary(definition(item)))]


@pytest.mark.parametrize("end", range(len(SEAM) + 1))
def test_texts_like_the_seam_do_not_change_other_counts(end: int) -> None:
    tools = [tool(description=f"x{SEAM[:end]}"), tool(name=SEAM[end:]), tool(description="Finds.")]
    alone = [len(load("cl100k_base").encode_ordinary(definition(item))) for item in tools]
    assert TokenCounter("cl100k_base").begin(tools)() == alone


def test_real_tools_count_as_tiktoken_counts_them(shared_data: Path) -> None:
    captures = sorted((shared_data / "catalogs").glob("*/*.json"))[::25]
    items = [tool(**raw) for path in captures for raw in tools_in(path)]
    encode = load("cl100k_base").encode_ordinary
    assert TokenCounter("cl100k_base").begin(items)() == [len(encode(definition(item))) for item in items]


def test_no_tools_no_tokens() -> None:
    assert TokenCounter("cl100k_base").begin([])() == []


def tokens(text: str) -> int:
    return len(load("cl100k_base").encode_ordinary(text))


def total(item: Item, encoding: str) -> int:
    parts = split(item, encoding)
    return parts.name + parts.description + parts.parameters + parts.structure


def test_the_parts_of_a_small_tool() -> None:
    item = tool(
        "find",
        title="Find things",
        description="Finds what you name.",
        inputSchema={"properties": {"query": {"description": "What to look for", "type": "string"}}},
    )
    assert split(item, "cl100k_base") == Split(
        name=tokens("find\n"),
        title=tokens("Find things"),
        description=tokens("Finds what you name.\n"),
        parameters=tokens("What to look for"),
        structure=tokens('{"properties":{"query":{"description":"') + tokens('","type":"string"}}}'),
    )


def pieces(item: Item) -> list[tuple[str, bytes]]:
    """Return the pieces of a definition, each with its part."""
    parts, ends = zip(*_definition_pieces(item), strict=True)
    text = definition(item).encode()
    assert ends[-1] == len(text)
    return [(part, text[begin:end]) for part, begin, end in zip(parts, (0, *ends), ends, strict=False)]


def test_a_property_named_description_is_structure_and_its_title_is_text() -> None:
    item = tool("t", inputSchema={"properties": {"description": {"title": "About"}, "title": {"type": "string"}}})
    assert [piece for part, piece in pieces(item) if part == "parameters"] == [b"About"]


def test_data_holds_no_texts_for_readers() -> None:
    item = tool("t", inputSchema={"default": {"description": "data"}, "enum": [{"title": "data"}]})
    assert split(item, "cl100k_base").parameters == 0


def test_a_tool_without_anything_but_a_name() -> None:
    assert split(tool("t"), "cl100k_base") == Split(
        name=tokens("t\n"), title=0, description=0, parameters=0, structure=0
    )


@settings(deadline=None)
@given(
    st.text(max_size=12), st.none() | st.text(max_size=30), ODD_SCHEMAS, st.sampled_from(["cl100k_base", "o200k_base"])
)
def test_the_parts_sum_to_the_definition(name: str, description: str | None, schema: Any, encoding: str) -> None:
    item = tool(name, description=description, inputSchema=schema)
    assert b"".join(piece for _, piece in pieces(item)).decode() == definition(item)
    assert total(item, encoding) == TokenCounter(encoding).begin([item])()[0]


def test_the_parts_of_real_tools_sum_up(shared_data: Path) -> None:
    captures = sorted((shared_data / "catalogs").glob("*/*.json"))[::40]
    items = [tool(**raw) for path in captures for raw in tools_in(path)]
    assert [total(item, "cl100k_base") for item in items] == TokenCounter("cl100k_base").begin(items)()


@pytest.mark.parametrize(
    "spaces", [" " * 1_000_000, "\t" * 250_001 + "x" + "\u3000" * 100_000, (" " * 99_999 + "x") * 10]
)
def test_any_white_space_is_counted_quickly(spaces: str) -> None:
    items = [tool("t", description=f"a{spaces}b"), tool("u", description="Finds.")]
    began = time.process_time()
    counted = TokenCounter("cl100k_base").begin(items)()
    assert counted == [total(item, "cl100k_base") for item in items]
    assert counted == [count_tokens(definition(item), "cl100k_base") for item in items]
    assert time.process_time() - began < 20


def test_depth_that_limits_allow() -> None:
    item = tool("t", inputSchema=nested(128))
    assert total(item, "cl100k_base") == TokenCounter("cl100k_base").begin([item])()[0]


def test_several_threads_may_begin_at_once() -> None:
    counter, items = TokenCounter("o200k_base"), [tool(description=f"Look {number}.") for number in range(400)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            counted = [numbers() for numbers in pool.map(lambda item: counter.begin([item]), items)]
    finally:
        sys.setswitchinterval(interval)
    assert counted == [TokenCounter("o200k_base").begin([item])() for item in items]
