"""Read recordings, plain or gzip, in bounded memory, detecting the format of each line by itself."""

from __future__ import annotations

import gzip
import os
import re
import zlib
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import orjson

from govern.errors import UsageError
from govern.files import open_regular, path_exists
from govern.traces.call import FAILED, Guess, is_failure, is_pending, json_behind
from govern.traces.chat import Chat, Gemini, is_gemini
from govern.traces.recording import RunFacts, TraceFormat
from govern.traces.rpc import Context, Messages
from govern.traces.spans import Spans, has_runs, is_otlp, otlp_spans, runs_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from govern.traces.call import Reader, Take

# The most bytes of one line, or of one document over several lines.
LONGEST = 64 * 1024 * 1024
_CHUNK = 256 * 1024
_GZIP = b"\x1f\x8b"
_SUFFIXES = frozenset({".json", ".jsonl", ".ndjson", ".log", ".txt"})
BREAKS = (EOFError, OSError, zlib.error)


def recordings(paths: Sequence[Path]) -> list[Path]:
    """Return the files, and from folders all files that look like recordings, by name. Each is read once."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(each for each in path.rglob("*") if _looks_like_one(each, path))
        elif path_exists(path):
            found.append(path)
        else:
            raise UsageError("recording not found", where=str(path), hint="name a file or a folder of recordings")
    once: dict[Path, Path] = {}
    for path in found:
        once.setdefault(Path(os.path.abspath(path)), path)  # noqa: PTH100 - a link of another name is another recording
    return [*once.values()]


def _looks_like_one(path: Path, folder: Path) -> bool:
    name = path.relative_to(folder)
    suffix = Path(path.stem).suffix if path.suffix == ".gz" else path.suffix
    return suffix in _SUFFIXES and not any(part.startswith(".") for part in name.parts) and path.is_file()


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a file and yield its bytes, unpacked if it is gzip; raise UsageError if it cannot be opened."""
    try:
        file = open_regular(path)
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror}", where=str(path)) from None
    with file:
        packed = file.read(len(_GZIP)) == _GZIP
        file.seek(0)
        yield gzip.GzipFile(fileobj=file) if packed else file  # type: ignore[misc]


def batches(stream: BinaryIO, longest: int = LONGEST) -> Iterator[list[bytes | None]]:
    """Yield all lines in order, many at a time; None stands for a line that is too long."""
    held: list[bytes] = []
    size = 0
    while chunk := stream.read(_CHUNK):
        lines: list[bytes | None] = [*chunk.split(b"\n")]
        last = len(lines) - 1
        if last:
            lines[0] = _joined(held, size + len(lines[0] or b""), lines[0], longest)
            held, size, chunk = [], 0, lines.pop() or b""
            yield lines
        size += len(chunk)
        if size <= longest:
            held.append(chunk)
        else:
            held.clear()
    if size:
        yield [_joined(held, size, b"", longest)]


def _joined(held: Iterable[bytes], size: int, end: bytes | None, longest: int) -> bytes | None:
    return None if size > longest or end is None else b"".join((*held, end))


def whole(path: Path, longest: int = LONGEST) -> bytes | None:
    """Return the content of a file, or None if it is too large or broken off."""
    with opened(path) as stream:
        try:
            content = stream.read(longest + 1)
        except BREAKS:
            return None
    return content if len(content) <= longest else None


_MOST_NAMED = 20
_BOM = b"\xef\xbb\xbf"
_BRACKETED = re.compile(r"\[([\w.@ -]+)\]")
_LEVELS = frozenset({"debug", "error", "info", "notice", "trace", "warn", "warning"})
_TOWARDS = re.compile(r"from (client|server)|(-->|<--|->|<-|→|←)")


@dataclass(slots=True)
class Notes:
    """Counts of files and lines, and the places of the first lines that could not be read."""

    files: int = 0
    lines: int = 0
    bad: int = 0
    unknown: int = 0
    named: list[tuple[str, str]] = field(default_factory=list)

    def add_unreadable(self, where: str, why: str) -> None:
        """Count a line, or the rest of a file, that cannot be read."""
        self.bad += 1
        if len(self.named) < _MOST_NAMED:
            self.named.append((where, why))


class Recordings:
    """Reads all recordings of one run, call by call; `at` is called with each file.

    `facts` are what the recordings state about the run in lines of their own.
    """

    def __init__(self, take: Take, form: TraceFormat = TraceFormat.AUTO, longest: int = LONGEST) -> None:
        self.notes = Notes()
        self.facts = RunFacts()
        self._take = take
        self._form = form
        self._longest = longest
        self._seen: dict[str, int] = {}

    def read(self, paths: Sequence[Path], at: Callable[[str], None]) -> None:
        """Read every file as far as possible."""
        for path in paths:
            at(str(path))
            self.notes.files += 1
            lines = _FileReaders(self._take, self._form, self._seen, self.facts)
            if not self._document(path, lines):
                self._lines(path, lines)
            lines.end()

    def _document(self, path: Path, lines: _FileReaders) -> bool:
        """Read a file that is one JSON document over several lines, and return whether it is one."""
        with opened(path) as stream:
            try:
                first = _first_line(next(batches(stream, self._longest), []))
            except BREAKS:
                return False
        if not first.startswith((b"{", b"[")) or _loaded(first) is not _NOT_JSON:
            return False
        content = whole(path, self._longest)
        value = _NOT_JSON if content is None else _loaded(content.removeprefix(_BOM))
        if value is _NOT_JSON:
            return False
        self.notes.lines += 1
        self.notes.unknown += not lines.feed(value, 1)
        return True

    def _lines(self, path: Path, lines: _FileReaders) -> None:
        feed, unknown, number = lines.feed, 0, 0
        with opened(path) as stream:
            try:
                for batch in batches(stream, self._longest):
                    for value in _values(batch):
                        number += 1
                        if value.__class__ is _Odd:
                            self._odd(path, number, value, lines)
                        elif not feed(value, number):
                            unknown += 1
            except BREAKS as error:
                self.notes.add_unreadable(f"{path}:{number}", f"the file breaks off after this line: {error}")
        self.notes.lines += number
        self.notes.unknown += unknown

    def _odd(self, path: Path, number: int, odd: _Odd, lines: _FileReaders) -> None:
        """Handle a line that is not valid JSON: empty, too long, JSON after other text, or broken."""
        where, line = f"{path}:{number}", odd.line
        if line is None:
            self.notes.add_unreadable(where, f"longer than {self._longest:,} bytes")
        elif line.startswith(_BOM) and (value := _loaded(line.removeprefix(_BOM))) is not _NOT_JSON:
            self.notes.unknown += not lines.feed(value, number)
        elif line.strip() and not lines.read_after_prefix(line, number):
            self.notes.add_unreadable(where, f"not valid JSON: {odd.why}")


@dataclass(frozen=True, slots=True)
class _Odd:
    """Stands for a line that is not valid JSON, with the reason."""

    line: bytes | None
    why: str


def _values(batch: list[bytes | None]) -> list[Any]:
    """Return the values of lines, parsed at once where all are valid."""
    try:
        return [*map(orjson.loads, batch)]  # type: ignore[arg-type] # what is too long to be held is refused too
    except orjson.JSONDecodeError:
        return [*map(_value_or_odd, batch)]


def _value_or_odd(line: bytes | None) -> Any:
    try:
        return orjson.loads(line)  # type: ignore[arg-type] # as above
    except orjson.JSONDecodeError as error:
        return _Odd(line, str(error).partition(": line")[0])


class _FileReaders:
    """The readers of one file, by format."""

    def __init__(self, take: Take, form: TraceFormat, seen: dict[str, int], facts: RunFacts) -> None:
        self._take = take
        self._facts = facts
        self._messages = Messages(take)
        self._spans = Spans(take, otlp_spans)
        self._runs = Spans(take, runs_in)
        self._chat = Chat(take, seen)
        self._gemini = Gemini(take)
        self._readers: dict[TraceFormat, Reader] = {
            TraceFormat.MCP: self._messages,
            TraceFormat.OTLP: self._spans,
            TraceFormat.OPENAI: self._chat,
            TraceFormat.ANTHROPIC: self._chat,
            TraceFormat.CLAUDE_CODE: self._chat,
            TraceFormat.BEDROCK: self._chat,
            TraceFormat.AI_SDK: self._chat,
            TraceFormat.PYDANTIC_AI: self._chat,
            TraceFormat.GEMINI: self._gemini,
            TraceFormat.OPENAI_AGENTS: self._runs,
            TraceFormat.LANGSMITH: self._runs,
            TraceFormat.LANGFUSE: self._runs,
        }
        self._reads_messages = form in (TraceFormat.AUTO, TraceFormat.MCP)
        in_lines = form is TraceFormat.LINES
        self._other: Callable[[Any, int], bool] = self._or_fact(self._read_list) if in_lines else self._detect
        forced = self._readers.get(form)
        self.feed: Callable[[Any, int], bool] = self._or_fact(_feed_of(forced)) if forced else self._read_value

    def end(self) -> None:
        """End the file and add the calls that were never answered."""
        for reader in self._readers.values():
            reader.end()

    def read_after_prefix(self, line: bytes, number: int) -> bool:
        """Read an MCP message after a time stamp in a text log, and return whether there is one."""
        found = json_behind(line) if self._reads_messages and b'"jsonrpc"' in line else None
        if not found or found[1].__class__ is not dict:
            return False
        before, value = found
        names = [name for name in _BRACKETED.findall(before) if name.lower() not in _LEVELS]
        towards = _TOWARDS.search(before)
        server = Guess(names[-1]) if names else None
        context = Context((server,), server, towards[0] if towards else "")
        return self._messages.message(value, number, context) or self._messages.wrapped(value, number, context)

    def _read_value(self, value: Any, number: int) -> bool:
        """Read a value; records of govern's own format are tried first, since they are the most frequent."""
        if value.__class__ is not dict or "tool" not in value or value["tool"].__class__ is not str:
            return self._other(value, number)
        server, result = value.get("server"), value.get("result")
        if "jsonrpc" in value or (server.__class__ is not str and server is not None):
            return self._other(value, number)
        if result is not None and is_failure(result):
            result = FAILED
        elif is_pending(result):
            result = None
        if "error" in value and value["error"] not in _NO_ERROR:
            result = FAILED
        self._take(server, value["tool"], value.get("arguments", _NO_ARGUMENTS), result, number)
        return True

    def _detect(self, value: Any, number: int) -> bool:
        if value.__class__ is not dict:
            return self._read_list(value, number)
        if "jsonrpc" in value:
            return self._messages.message(value, number)
        if self._is_no_call(value):
            return True
        if "role" in value or "messages" in value:
            return (self._gemini if "parts" in value and is_gemini(value) else self._chat).read(value, number)
        for is_of_format, reader in ((is_otlp, self._spans), (has_runs, self._runs), (is_gemini, self._gemini)):
            if is_of_format(value):
                return reader.read(value, number)
        return self._messages.wrapped(value, number) or self._chat.read(value, number)

    def _or_fact(self, read: Callable[[Any, int], bool]) -> Callable[[Any, int], bool]:
        return lambda value, number: self._is_no_call(value) or read(value, number)

    def _is_no_call(self, value: Any) -> bool:
        """Return whether a line states a fact, or is a line of our own audit log about something else than a call."""
        return self._facts.take(value) or (value.__class__ is dict and value.get("format") == _AUDIT)

    def _read_list(self, value: Any, number: int) -> bool:
        """Read a list of records and return whether any was read."""
        return (
            value.__class__ is list
            and sum(self._read_value(each, number) for each in value if each.__class__ is dict) > 0
        )


def _feed_of(reader: Reader) -> Callable[[Any, int], bool]:
    """Return a function that passes the objects of a value to one reader."""
    return lambda value, number: sum(reader.read(each, number) for each in _objects(value)) > 0


def _objects(value: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the value if it is an object, or the objects in a list of any depth."""
    pending = [value]
    while pending:
        each = pending.pop()
        if each.__class__ is dict:
            yield each
        elif each.__class__ is list:
            pending.extend(reversed(each))


_NOT_JSON = object()
_NO_ARGUMENTS: dict[str, Any] = {}
_NO_ERROR = (None, False, "")
_AUDIT = "govern.audit/1"


def _first_line(batch: list[bytes | None]) -> bytes:
    stripped = (line.removeprefix(_BOM).lstrip() if line else b"" for line in batch)
    return next(filter(None, stripped), b"")


def _loaded(content: bytes) -> Any:
    try:
        return orjson.loads(content)
    except orjson.JSONDecodeError:
        return _NOT_JSON
