"""Servers that do not exit, crash, or leave processes behind."""

import signal
import subprocess
import sys
import time

from tests.hostile.servers.speaking import serve, tool

TOOLS = {"tools/list": {"tools": [tool()]}}
SLEEPER = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"


def deaf() -> None:
    """Ignore the end of stdin and SIGTERM."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    serve(TOOLS)
    time.sleep(600)


def leaves_child_behind() -> None:
    """Exit normally, but leave a child that holds the pipes."""
    subprocess.Popen([sys.executable, "-c", SLEEPER])
    serve(TOOLS)


def dies_and_leaves_pipes_open() -> None:
    subprocess.Popen([sys.executable, "-c", SLEEPER])
    print("gone", file=sys.stderr, flush=True)
    sys.exit(5)


def behind_shell() -> None:
    """Run the server as a grandchild, like `npx` and `uvx`."""
    sys.exit(subprocess.call([sys.executable, "-m", "tests.hostile.servers.lives", "deaf"]))


def hangs_with_child() -> None:
    subprocess.Popen([sys.executable, "-c", SLEEPER])
    time.sleep(600)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
