"""The vocabularies are the published ones, whole, and nothing is fetched for them."""

import gzip
import os
import subprocess
import sys
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from govern.economics import encoding
from govern.economics.encoding import ENCODINGS, load
from govern.errors import InvalidInput, UsageError

SHIPPED = Path(encoding.__file__).parent / "vocabulary"
PUBLISHED = {
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
}


@pytest.mark.parametrize("name", ENCODINGS)
def test_what_ships_is_the_published_text(name: str) -> None:
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


def test_another_encoding_is_refused_with_the_ones_there_are() -> None:
    with pytest.raises(UsageError, match=r"no encoding 'p50k_base'\nChoose one of cl100k_base, o200k_base"):
        load("p50k_base")


@pytest.mark.parametrize(
    ("content", "reason"),
    [(None, "No such file"), (b"no gzip", "incorrect header"), (gzip.compress(b"IQ== 0\n", mtime=0), "its sha256 is")],
)
def test_a_damaged_vocabulary_is_a_clear_error(
    content: Any, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if content is not None:
        (tmp_path / "cl100k_base.tiktoken.gz").write_bytes(content)
    monkeypatch.setattr(encoding, "_VOCABULARY", tmp_path)
    with pytest.raises(InvalidInput, match=reason) as refused:
        encoding._load.__wrapped__("cl100k_base")
    assert refused.value.where == str(tmp_path / "cl100k_base.tiktoken.gz")
    assert refused.value.hint


def test_it_works_without_a_network_and_leaves_tiktokens_cache_alone(tmp_path: Path) -> None:
    program = (
        "import socket\n"
        "def refuse(*_): raise SystemExit('a socket was opened')\n"
        "socket.socket.connect = refuse\n"
        "from govern.economics.encoding import load\n"
        "print(len(load('o200k_base').encode_ordinary('hello world')))\n"
    )
    env = os.environ | {"TIKTOKEN_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[2])}
    run = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=False)
    assert (run.stdout, run.returncode) == ("2\n", 0), run.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_room_opens_without_the_tokenizer(repository: Path) -> None:
    program = "import sys, govern.economics.summary; print('tiktoken' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], cwd=repository, capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"
