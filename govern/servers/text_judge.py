"""Run an outside judge of added sentences: JSON lines on its stdin, one JSON line per sentence from its stdout."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.compare.added_texts import Opinion
from govern.contract.characters import visible
from govern.errors import JudgeFailed
from govern.policy.target import Secrets
from govern.programs import find_program
from govern.servers.process import OutputTail
from govern.servers.spawning import SPAWN_OPTIONS, ProcessGroup

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from govern.compare.added_texts import AddedSentence

_WHERE = "policy.text.judge"
_ANSWER_BYTES, _ANY_ANSWER_BYTES = 4 * 1024, 64 * 1024
_CHUNK = 64 * 1024
_REASON = 300
_AFTER_KILL = 1.0


def ask_judge(command: Sequence[str], seconds: float, sentences: Sequence[AddedSentence]) -> list[Opinion]:
    """Run the judge in an empty folder and return its opinion of each sentence, in their order.

    Raise JudgeFailed where it does not answer in time, exits with an error, or gives an invalid answer.
    """
    ids = [str(number) for number in range(1, len(sentences) + 1)]
    question = b"".join(map(_line, ids, sentences))
    most = _ANY_ANSWER_BYTES + _ANSWER_BYTES * len(sentences)
    with tempfile.TemporaryDirectory(prefix="govern-judge-", ignore_cleanup_errors=True) as folder:
        said = asyncio.run(_run((_program(command[0]), *command[1:]), Path(folder), question, most, seconds))
    return _opinions(said, ids)


def _line(number: str, added: AddedSentence) -> bytes:
    asked = {
        "id": number,
        "server": added.server,
        "item": added.item,
        "place": added.pointer,
        "sentence": added.sentence.text,
    }
    return json.dumps(asked).encode() + b"\n"


def _program(name: str) -> str:
    if Path(name).is_absolute():
        return name
    endings = tuple(os.environ.get("PATHEXT", ".EXE;.BAT;.CMD").split(";")) if sys.platform == "win32" else ("",)
    spelled = sys.platform == "win32" and Path(name).suffix.upper() in map(str.upper, endings)
    found = find_program(name, suffixes=("",) if spelled else endings)
    if found is None:
        raise JudgeFailed(f"{name}: not found on PATH", where=_WHERE)
    return found


async def _run(argv: tuple[str, ...], folder: Path, question: bytes, most: int, seconds: float) -> bytes:
    pipe = asyncio.subprocess.PIPE
    try:
        process = await asyncio.create_subprocess_exec(
            *argv, cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe, **SPAWN_OPTIONS
        )
    except (OSError, ValueError) as error:
        raise JudgeFailed(f"{argv[0]}: could not start: {error}", where=_WHERE) from None
    group, stderr = ProcessGroup(process.pid), OutputTail(Secrets())
    try:
        async with asyncio.timeout(seconds):
            _, said, _ = await asyncio.gather(
                _written(process, question), _heard(process, most), _kept(process, stderr)
            )
            await process.wait()
    except TimeoutError:
        hint = "set policy.text.timeout if it needs more time"
        raise _failed(f"no complete answer within {seconds:g} s", stderr, hint) from None
    finally:
        group.kill()
        with suppress(TimeoutError):
            async with asyncio.timeout(_AFTER_KILL):
                await process.wait()
    if process.returncode:
        raise _failed(f"exited with code {process.returncode}", stderr)
    return said


async def _written(process: asyncio.subprocess.Process, question: bytes) -> None:
    """Write the sentences; a judge that stops reading is judged by what it answers."""
    assert process.stdin is not None  # noqa: S101 - it is a pipe
    with suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(question)
        await process.stdin.drain()
        process.stdin.close()


async def _heard(process: asyncio.subprocess.Process, most: int) -> bytes:
    assert process.stdout is not None  # noqa: S101
    said = bytearray()
    while chunk := await process.stdout.read(_CHUNK):
        said += chunk
        if len(said) > most:
            raise JudgeFailed(f"answered more than {most:,} bytes", where=_WHERE)
    return bytes(said)


async def _kept(process: asyncio.subprocess.Process, stderr: OutputTail) -> None:
    assert process.stderr is not None  # noqa: S101
    while chunk := await process.stderr.read(_CHUNK):
        stderr.add(chunk)


def _failed(message: str, stderr: OutputTail, hint: str = "") -> JudgeFailed:
    printed = stderr.text()
    more = f"last lines of stderr:\n{printed}" if printed else ""
    return JudgeFailed(message, where=_WHERE, hint="\n".join(filter(None, (hint, more))))


def _opinions(said: bytes, ids: Sequence[str]) -> list[Opinion]:
    """Return the opinions in the order of the ids; each id has to be answered once."""
    found: dict[str, Opinion] = {}
    for number, line in enumerate(said.splitlines(), 1):
        if line.strip():
            name, opinion = _opinion(line, number)
            if name in found:
                raise _invalid(number, f"id {name!r} is answered twice")
            found[name] = opinion
    if unknown := sorted(found.keys() - set(ids)):
        raise JudgeFailed(f"answered for an unknown id: {visible(unknown[0])[:40]!r}", where=_WHERE)
    if missing := [name for name in ids if name not in found]:
        raise JudgeFailed(f"no answer for {len(missing):,} of {len(ids):,} sentences", where=_WHERE)
    return [found[name] for name in ids]


def _opinion(line: bytes, number: int) -> tuple[str, Opinion]:
    try:
        answer: Mapping[str, Any] = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise _invalid(number, "not valid JSON") from None
    name = answer.get("id") if isinstance(answer, dict) else None
    if not isinstance(name, str):
        raise _invalid(number, "should be an object with the `id` of a sentence")
    score, reason = answer.get("score"), answer.get("reason")
    if isinstance(score, bool) or not isinstance(score, (int, float)) or not 0 <= score <= 1:
        raise _invalid(number, "`score` should be a number from 0 to 1")
    if not isinstance(reason, str):
        raise _invalid(number, "`reason` should be text")
    short = " ".join(reason.encode("utf-8", "replace").decode().split())
    return name, Opinion(float(score), short if len(short) <= _REASON else f"{short[:_REASON]}…")


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def _invalid(number: int, message: str) -> JudgeFailed:
    return JudgeFailed(f"line {number} of its answer: {message}", where=_WHERE)
