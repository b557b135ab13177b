"""A child of govern.worker that harms its own process like a hostile schema."""

import ctypes
import os
import sys
import time
from typing import Any

from govern.worker import serve

MEGABYTES = 100
KEPT: list[bytearray] = []


def main() -> None:
    serve(answer)


def answer(question: Any) -> Any:
    match question:
        case "pid":
            return os.getpid()
        case "crash":
            return ctypes.string_at(0)
        case "spin":
            while True:
                pass
        case "sleep":
            time.sleep(60)
        case "allocate":
            try:
                return len(bytearray(10 * MEGABYTES * 1_000_000))
            except MemoryError:
                return "out of memory"
        case "keep":
            KEPT.append(bytearray(MEGABYTES * 600_000))
        case "print":
            print("no answer")
            print("neither", file=sys.stderr)
    return question
