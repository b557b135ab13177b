"""What govern does, shown on the example library in a directory of its own: `make demo`."""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

LIBRARY = Path(__file__).with_name("library.py")
CONFIG = '[servers.library]\ncommand = ["python", "library.py"]\n'
# Nothing of whoever runs it: no name, no hooks, no signed commits.
GIT = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
GIT |= {f"GIT_{who}_{what}": "ana@example.com" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
Step = tuple[str, str, int]
FIRST: list[Step] = [
    ("See all that the server promises, and write it down.", "govern lock", 0),
    ("Read what was locked, as the person who reviews it.", "govern show library/search_books", 0),
    ("Know what it costs to have these tools in a model's context.", "govern cost", 0),
    ("Commit it, and release.", "git init --quiet .", 0),
    ("", "git add govern.toml library.py capability.lock", 0),
    ("", "git commit --quiet --message 'Lock our server.'", 0),
    ("", "git tag v1.0.0", 0),
]
# What the library's authors change: a smaller page, another name for a tool.
CHANGES = {"le=20": "le=10", "def withdraw_book": "def discard_book"}
CHANGED: list[Step] = [
    ("What does that mean for callers? It breaks some, and says which call it breaks.", "govern diff --live", 1),
    ("Both are meant: lock them, and approve them with a reason.", "govern lock", 0),
    ("", "govern approve --server library --reason 'callers moved with us' --by ana@example.com", 0),
    ("May it be released? Not as what it says it is.", "govern gate", 1),
]
VERSION = {'version="1.0.0"': 'version="2.0.0"'}
RELEASED: list[Step] = [("", "govern lock --quiet", 0), ("", "govern gate --quiet", 0)]


def main() -> int:
    """Type each command and show its answer; stop at one that ends otherwise than it should."""
    with tempfile.TemporaryDirectory(prefix="govern-demo-") as directory:
        library = Path(shutil.copy(LIBRARY, directory))
        Path(directory, "govern.toml").write_text(CONFIG, encoding="utf-8")
        say(f"In {directory}: library.py, an MCP server, and govern.toml:")
        print(CONFIG, end="", flush=True)
        code = typed_all(FIRST, directory)
        for changes, steps in ((CHANGES, CHANGED), (VERSION, RELEASED)):
            if not code:
                change(library, changes)
                code = typed_all(steps, directory)
        return code


def change(library: Path, changes: dict[str, str]) -> None:
    """Edit the server as its authors would."""
    text = library.read_text(encoding="utf-8")
    for old, new in changes.items():
        say(f"The server changes: `{old}` becomes `{new}`.")
        text = text.replace(old, new)
    library.write_text(text, encoding="utf-8")


def typed_all(steps: Sequence[Step], directory: str) -> int:
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
        where = "" if program == "git" else f" beside {sys.executable}; `make demo` installs it"
        sys.exit(f"{program} is not installed{where}.")
    environ = {**os.environ, **GIT, "PATH": path}
    return subprocess.run([found, *words], cwd=directory, env=environ, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
