"""Large JSON texts, parsed in a process of their own, so that one server's answer never stops the event loop."""

from __future__ import annotations

import marshal
import os
import sys
from typing import TYPE_CHECKING

from govern.contract import json_text
from govern.errors import ContractInvalid, ServerError

if TYPE_CHECKING:
    import subprocess

    from govern.contract.json_type import Json


async def decode_in_worker(data: bytes) -> Json:
    """Decode as `json_text.decode` does, in a worker process that is killed when the caller is cancelled."""
    # The worker imports this module too, and does without.
    import asyncio

    worker = _started()
    try:
        return await asyncio.to_thread(_exchange, worker, data)
    finally:
        worker.kill()


def main() -> None:
    """Decode standard input and write the value, or the reason why it has none, to standard output."""
    value, refusal = None, None
    try:
        value = json_text.decode(sys.stdin.buffer.read())
    except ContractInvalid as error:
        refusal = error.message, error.where
    with os.fdopen(1, "wb") as pipe:
        marshal.dump((value, refusal), pipe)


def _started() -> subprocess.Popen[bytes]:
    import subprocess

    from govern.servers.process_group import SPAWN_OPTIONS
    from govern.servers.spawning import own_interpreter

    pipe, command = subprocess.PIPE, own_interpreter(__name__)
    try:
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, **SPAWN_OPTIONS)  # noqa: S603
    except OSError as error:
        raise ServerError(f"govern could not start a process to read an answer: {error.strerror}") from None


def _exchange(worker: subprocess.Popen[bytes], data: bytes) -> Json:
    with worker:
        reply, _ = worker.communicate(data)
    if worker.returncode != 0:
        raise ServerError(f"the process that reads an answer of {len(data)} bytes ended with {worker.returncode}")
    value, refusal = marshal.loads(reply)  # noqa: S302 - written by our own worker
    if refusal:
        raise ContractInvalid(refusal[0], where=refusal[1])
    return value  # type: ignore[no-any-return]
