import asyncio
from collections.abc import AsyncIterator

import pytest

from govern.errors import SurfaceTooLarge
from govern.servers.sse import ServerSentEvent, parse_events


async def in_pieces(data: bytes, size: int) -> AsyncIterator[bytes]:
    for start in range(0, len(data), size):
        yield data[start : start + size]


def read(data: bytes, size: int = 1 << 20, limit: int = 1 << 20) -> list[ServerSentEvent]:
    async def collect() -> list[ServerSentEvent]:
        return [event async for event in parse_events(in_pieces(data, size), limit)]

    return asyncio.run(collect())


STREAM = b": hello\n\nid: 1\nevent: endpoint\ndata: /m\n\ndata: {\ndata:  }\ndata\n\nretry: 5\n\ndata: 2\n\n"
EVENTS = [ServerSentEvent("endpoint", b"/m"), ServerSentEvent("message", b"{\n }\n"), ServerSentEvent("message", b"2")]


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_reads_events_however_they_are_cut_and_whatever_ends_lines(line_end: bytes, size: int) -> None:
    assert read(STREAM.replace(b"\n", line_end), size) == EVENTS


def test_a_mark_at_the_start_is_no_part_of_a_field() -> None:
    assert read(b"\xef\xbb\xbfdata: 1\n\n") == [ServerSentEvent("message", b"1")]


def test_what_is_cut_off_is_dropped() -> None:
    assert read(b"data: 1\n\ndata: 2\n") == [ServerSentEvent("message", b"1")]


def test_no_line_separator_but_the_three_splits_a_line() -> None:
    text = "data: a\u2028b\x0bc\x85\n\n"
    assert read(text.encode()) == [ServerSentEvent("message", "a\u2028b\x0bc\x85".encode())]


@pytest.mark.parametrize("flood", [b"data: " + b"x" * 200, b"data: xxxx\n" * 50, b":" + b"x" * 200])
def test_an_event_beyond_the_limit_is_not_kept(flood: bytes) -> None:
    with pytest.raises(SurfaceTooLarge, match="100 bytes"):
        read(flood, size=10, limit=100)
