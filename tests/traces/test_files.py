"""Recordings on disk are read whole, in bounded memory, plain or gzip."""

import gzip
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.errors import UsageError
from govern.traces import files
from govern.traces.files import batches, recordings, whole
from tests.traces.recorder import lines, read_files

CALL = {"tool": "look", "arguments": {}}


@given(st.lists(st.binary(max_size=40).map(lambda line: line.replace(b"\n", b"")), max_size=30), st.integers(1, 60))
def test_lines_do_not_depend_on_chunks(written: list[bytes], chunk: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "_CHUNK", chunk)
        found = [line for batch in batches(BytesIO(b"\n".join(written)), 1_000) for line in batch]
    content = b"\n".join(written)
    # A last line without anything in it is none.
    assert found == (content.removesuffix(b"\n").split(b"\n") if content else [])


@given(st.lists(st.integers(0, 90), max_size=12), st.integers(1, 50))
def test_a_too_long_line_is_reported_and_the_next_is_read(lengths: list[int], chunk: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "_CHUNK", chunk)
        content = b"".join(b"x" * length + b"\n" for length in lengths)
        found = [line for batch in batches(BytesIO(content), 50) for line in batch]
    assert [None if line is None else len(line) for line in found] == [
        length if length <= 50 else None for length in lengths
    ]


def test_long_lines_are_not_kept_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    path.write_bytes(lines(CALL, b'{"tool": "' + b"x" * 3_000_000 + b'"}', CALL))
    kept, notes = read_files([path], longest=100_000)
    assert len(kept.calls) == 2
    assert notes.named == [(f"{path}:2", "longer than 100,000 bytes")]


def test_folders_are_searched_for_recordings(tmp_path: Path) -> None:
    for name in ("b.jsonl", "a.json", "deep/er/c.ndjson.gz", "d.log", "e.png", ".hidden.jsonl", ".git/f.json", "g.gz"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    named = [path.relative_to(tmp_path).as_posix() for path in recordings([tmp_path])]
    assert named == ["a.json", "b.jsonl", "d.log", "deep/er/c.ndjson.gz"]
    assert recordings([tmp_path / "e.png", tmp_path / "e.png"]) == [tmp_path / "e.png"]


def test_a_missing_file_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="recording not found"):
        recordings([tmp_path / "none"])


def test_gzip_is_detected_by_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "trace"
    path.write_bytes(gzip.compress(lines(CALL, CALL)))
    kept, notes = read_files([path])
    assert (len(kept.calls), notes.lines, notes.bad) == (2, 2, 0)


@pytest.mark.parametrize(
    "spoil", [lambda packed: packed[:-20], lambda packed: packed[:40] + b"\0" * 40], ids=["cut off", "overwritten"]
)
def test_a_truncated_archive_is_reported_and_read_as_far_as_possible(tmp_path: Path, spoil) -> None:
    path = tmp_path / "trace.gz"
    path.write_bytes(spoil(gzip.compress(lines(*([CALL] * 2_000)))))
    _, notes = read_files([path])
    assert notes.bad == 1
    assert "breaks off" in notes.named[0][1]


def test_a_whole_document_has_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"x" * 100)
    assert whole(path, 99) is None
    assert whole(path, 100) == b"x" * 100
