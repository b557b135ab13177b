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
# What the library's authors change: a smaller page, another name for a tool.
CHANGES = {"le=20": "le=10", "def withdraw_book": "def discard_book"}
BEFORE = [
    ("See all that the server promises, and write it down.", "govern lock", 0),
    ("Read what was locked, as the person who reviews it.", "govern show library/search_books", 0),
    ("Know what it costs to have these tools in a model's context.", "govern cost", 0),
]
AFTER = [
    ("What does that mean for callers? It breaks some, and says which call it breaks.", "govern diff --live", 1),
    ("One breaking change explained.", "govern explain input-bound-tightened", 0),
    (
        "Both are meant: approve them, with a reason.",
        "govern approve --live --server library --reason 'agreed' --by ana",
        0,
    ),
    ("Now it may pass.", "govern diff --live", 0),
    ("The new promise is locked, and every digest of it holds.", "govern lock", 0),
    ("", "govern verify", 0),
]


def main() -> int:
    """Type each command and show its answer; stop at one that ends otherwise than it should."""
    with tempfile.TemporaryDirectory(prefix="govern-demo-") as directory:
        library = Path(shutil.copy(LIBRARY, directory))
        Path(directory, "govern.toml").write_text(CONFIG, encoding="utf-8")
        say(f"In {directory}: library.py, an MCP server, and govern.toml:")
        print(CONFIG, end="", flush=True)
        if code := typed_all(BEFORE, directory):
            return code
        text = library.read_text(encoding="utf-8")
        for old, new in CHANGES.items():
            say(f"The server changes: `{old}` becomes `{new}`.")
            text = text.replace(old, new)
        library.write_text(text, encoding="utf-8")
        return typed_all(AFTER, directory)


def typed_all(steps: list[tuple[str, str, int]], directory: str) -> int:
    """Each command in turn; 0 where all ended as they should."""
    for why, command, expected in steps:
        if why:
            say(why)
        print(f"$ {command}", flush=True)
        code = typed(command, directory)
        if code:
            print(f"exit {code}")
        if code != expected:
            return code or 1
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
