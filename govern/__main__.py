"""The way in: `govern`, `govern-mcp` and `python -m govern`."""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    """Answer `--version` at once; everything else is the doorway's."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        from govern import __version__

        sys.stdout.write(f"govern {__version__}\n")
        return
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


if __name__ == "__main__":
    main()
