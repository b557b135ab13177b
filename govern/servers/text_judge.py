"""Run an external judge of added sentences: JSON lines on its stdin, one JSON line per sentence from its stdout."""

from __future__ import annotations

import asyncio
import json
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.compare.added_texts import Opinion
from govern.contract.characters import shortened, visible
from govern.errors import JudgeFailed
from govern.policy.target import Secrets
from govern.servers.process import OutputTail
from govern.servers.spawning import SPAWN_OPTIONS, ProcessGroup, find_executable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from govern.compare.added_texts import AddedSentence

_WHERE = "policy.text.judge"
_ANSWER_BYTES, _ANY_ANSWER_BYTES = 4 * 1024, 64 * 1024
_CHUNK = 64 * 1024
_MAX_REASON = 300
_AFTER_KILL = 1.0


def ask_judge(command: Sequence[str], seconds: float, sentences: Sequence[AddedSentence]) -> list[Opinion]:
    """Run the judge in an empty folder and return its opinion of each sentence, in their order.

    The first word of the command is an absolute path. Raise JudgeFailed if the judge does not answer in time, exits
    with an error, or gives an invalid answer.
    """
    ids = [str(number) for number in range(1, len(sentences) + 1)]
    question = b"".join(map(_question_line, ids, sentences))
    limit = _ANY_ANSWER_BYTES + _ANSWER_BYTES * len(sentences)
    with tempfile.TemporaryDirectory(prefix="govern-judge-", ignore_cleanup_errors=True) as folder:
        output = asyncio.run(_run(tuple(command), Path(folder), question, limit, seconds))
    return _opinions(output, ids)


def _question_line(number: str, added: AddedSentence) -> bytes:
    question = {
        "id": number,
        "server": added.server,
        "item": added.item,
        "place": added.pointer,
        "sentence": added.sentence.text,
    }
    return json.dumps(question).encode() + b"\n"


def judge_program(name: str) -> str:
    """Return the absolute path of the judge's program, or raise JudgeFailed if it is not on PATH."""
    if Path(name).is_absolute():
        return name
    found = find_executable(name)
    if found is None:
        raise JudgeFailed(f"{name}: not found on PATH", where=_WHERE)
    return found


async def _run(argv: tuple[str, ...], folder: Path, question: bytes, limit: int, seconds: float) -> bytes:
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
            _, output, _ = await asyncio.gather(
                _write(process, question), _read(process, limit), _collect(process, stderr)
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
        # A flooded pipe is paused, and would be closed only after the loop.
        process._transport.close()  # type: ignore[attr-defined]  # noqa: SLF001 - asyncio offers no other way
        await asyncio.sleep(0)
    if process.returncode:
        raise _failed(f"exited with code {process.returncode}", stderr)
    return output


async def _write(process: asyncio.subprocess.Process, question: bytes) -> None:
    """Write the sentences; a judge may stop reading early."""
    assert process.stdin is not None  # noqa: S101 - it is a pipe
    with suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(question)
        await process.stdin.drain()
        process.stdin.close()


async def _read(process: asyncio.subprocess.Process, limit: int) -> bytes:
    assert process.stdout is not None  # noqa: S101
    output = bytearray()
    while chunk := await process.stdout.read(_CHUNK):
        output += chunk
        if len(output) > limit:
            raise JudgeFailed(f"answered more than {limit:,} bytes", where=_WHERE)
    return bytes(output)


async def _collect(process: asyncio.subprocess.Process, stderr: OutputTail) -> None:
    assert process.stderr is not None  # noqa: S101
    while chunk := await process.stderr.read(_CHUNK):
        stderr.add(chunk)


def _failed(message: str, stderr: OutputTail, hint: str = "") -> JudgeFailed:
    printed = stderr.text()
    more = f"last lines of its output:\n{printed}" if printed else ""
    return JudgeFailed(message, where=_WHERE, hint="\n".join(filter(None, (hint, more))))


def _opinions(output: bytes, ids: Sequence[str]) -> list[Opinion]:
    """Return the opinions in the order of the ids; each id must be answered exactly once."""
    found: dict[str, Opinion] = {}
    for number, line in enumerate(output.splitlines(), 1):
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
    return name, Opinion(float(score), shortened(short, _MAX_REASON))


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def _invalid(number: int, message: str) -> JudgeFailed:
    return JudgeFailed(f"line {number} of its answer: {message}", where=_WHERE)
