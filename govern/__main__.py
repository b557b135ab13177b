"""The way in: `govern`, `govern-mcp` and `python -m govern`."""

from __future__ import annotations

import gc
import os
import signal
import sys


def main() -> None:
    """Answer `--version` at once; everything else, such as a stream that takes nothing, is the doorway's."""
    if sys.argv[1:] in (["--version"], ["-V"]) and _said_version():
        return
    # Python notices Ctrl-C between two steps of its own, which may be seconds apart; the system ends us at once. What
    # has to clean up first handles it.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    # A run is short and makes few cycles; looking for them would take a tenth of a large lock's time.
    gc.disable()
    from govern.cli.program import run

    try:
        run()
    except SystemExit as ended:
        if not isinstance(ended.code, int):
            raise
        # All is closed and flushed; to take a large lock apart, object by object, would be the interpreter's last act.
        os._exit(ended.code)


def _said_version() -> bool:
    from govern import __version__

    if sys.stdout is None:
        return False
    try:
        sys.stdout.write(f"govern {__version__}\n")
        sys.stdout.flush()
    except OSError:
        return False
    return True


if __name__ == "__main__":
    main()
