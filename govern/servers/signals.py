"""Signals, while an event loop runs: told to whoever asks for them, and given back as they were."""

from __future__ import annotations

import asyncio
import signal
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_ENDING = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


@contextmanager
def told_of_signals(tell: Callable[[int], None]) -> Iterator[None]:
    """Let `tell` hear of each signal that would end us, instead of what usually happens."""
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in _ours()}
    for number in before:
        try:
            loop.add_signal_handler(number, tell, number)
        except NotImplementedError:  # On Windows, whose loop is woken by signals all the same.
            signal.signal(number, lambda number, _: loop.call_soon_threadsafe(tell, number))
    try:
        yield
    finally:
        for number, handler in before.items():
            with suppress(NotImplementedError):
                loop.remove_signal_handler(number)
            signal.signal(number, handler)


def _ours() -> list[signal.Signals]:
    """Only the main thread can handle any, and who ignores one, as under nohup, means it."""
    if threading.current_thread() is not threading.main_thread():
        return []
    known = [number for number in signal.Signals if number.name in _ENDING]
    return [number for number in known if signal.getsignal(number) is not signal.SIG_IGN]
