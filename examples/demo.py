"""What govern does, shown on the example library in a directory of its own: `make demo`."""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

LIBRARY = Path(__file__).with_name("library.py")
CONFIG = '[servers.library]\ncommand = ["python", "library.py"]\n'
STEPS = [
    ("See all that the server promises, and write it down.", "govern lock"),
    ("Read what was locked, as the person who reviews it.", "govern show library/search_books"),
    ("Know what it costs to have these tools in a model's context.", "govern cost"),
    ("Recompute every digest of the lock.", "govern verify"),
    ("Has the server changed since? In CI, this fails when it has.", "govern lock --check"),
]


def main() -> int:
    """Type each command and show its answer; stop at one that fails."""
    with tempfile.TemporaryDirectory(prefix="govern-demo-") as directory:
        shutil.copy(LIBRARY, directory)
        Path(directory, "govern.toml").write_text(CONFIG, encoding="utf-8")
        say(f"In {directory}: library.py, an MCP server, and govern.toml:")
        print(CONFIG, end="", flush=True)
        for why, command in STEPS:
            say(why)
            print(f"$ {command}", flush=True)
            if code := typed(command, directory):
                print(f"exit {code}")
                return code
    return 0


def say(words: str) -> None:
    """A line of the narrator's."""
    print(f"\n# {words}", flush=True)


def typed(command: str, directory: str) -> int:
    """Run it as a shell in which this Python's scripts are found first would."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    program, *words = shlex.split(command)
    found = shutil.which(program, path=path)
    if found is None:
        sys.exit(f"{program} is not installed beside {sys.executable}; `make demo` installs it.")
    return subprocess.run([found, *words], cwd=directory, env={**os.environ, "PATH": path}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
