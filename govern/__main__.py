"""The entry point of `govern`, `govern-mcp` and `python -m govern`."""

from __future__ import annotations

import gc
import os
import signal
import sys


def main() -> None:
    """Answer `--version` without further imports, and pass everything else to the command line."""
    if sys.argv[1:] in (["--version"], ["-V"]) and _print_version():
        return
    if sys.argv[1:2] == ["hook"] and _allow_quickly(sys.argv[2:]):
        os._exit(0)
    # Python handles Ctrl-C only between two of its own steps, which may be seconds apart; the default action ends the
    # process at once. Code that has to clean up sets a handler.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    # A run is short and makes few reference cycles; collecting them takes a tenth of the time of a large lock.
    gc.disable()
    from govern.cli.program import run

    try:
        run()
    except SystemExit as ended:
        if not isinstance(ended.code, int):
            raise
        # Everything is closed and flushed. This skips freeing a large lock object by object.
        os._exit(ended.code)


def _print_version() -> bool:
    from govern import __version__

    if sys.stdout is None:
        return False
    try:
        sys.stdout.write(f"govern {__version__}\n")
        sys.stdout.flush()
    except OSError:
        return False
    return True


def _allow_quickly(words: list[str]) -> bool:
    """Answer a hook whose call is certainly allowed, without importing the command line; else leave stdin as it was."""
    from govern.serve.hook import allowed_quickly

    if len(words) != 1 or sys.stdin is None or sys.stdout is None:
        return False
    content = sys.stdin.buffer.read()
    allowed = allowed_quickly(words[0], content, os.environ)
    if allowed is None:
        from io import BytesIO, TextIOWrapper

        sys.stdin = TextIOWrapper(BytesIO(content), encoding="utf-8")
        return False
    sys.stdout.write(allowed)
    sys.stdout.flush()
    return True


if __name__ == "__main__":
    main()
