"""A demo of govern on the example library, in a temporary folder: `make demo`."""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

LIBRARY = Path(__file__).with_name("library.py")
AGENTS = Path(__file__).with_name("agents")
CONFIG = '[servers.library]\ncommand = ["python", "library.py"]\n'
# Independent of the user's git config: no name, no hooks, no signed commits.
GIT = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
GIT |= {f"GIT_{who}_{what}": "ana@example.com" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
Step = tuple[str, str, int]
FIRST: list[Step] = [
    ("Connect to the server and write what it offers to capability.lock.", "govern lock", 0),
    ("Show one of the locked tools, as a reviewer sees it.", "govern show library/search_books", 0),
    ("Show how many tokens these tools take in a model's context.", "govern cost", 0),
    ("Does a search find the right tool for what users ask?", "govern bench --golden agents/queries.json", 0),
    (
        "Did an agent choose the right tools? This reads a recorded run.",
        "govern eval agents/agents.yaml --traces agents/lend.jsonl",
        0,
    ),
    ("Commit it, and release.", "git init --quiet .", 0),
    ("", "git add govern.toml library.py capability.lock", 0),
    ("", "git commit --quiet --message 'Lock our server.'", 0),
    ("", "git tag v1.0.0", 0),
]
# The authors of the library make a page smaller and rename a tool.
CHANGES = {"le=20": "le=10", "def withdraw_book": "def discard_book"}
CHANGED: list[Step] = [
    ("What does that break? Each BREAKING change shows a call that worked before.", "govern diff --live", 1),
    ("Both changes are intended: lock them, and approve them with a reason.", "govern lock", 0),
    ("", "govern approve --server library --reason 'callers moved with us' --by ana@example.com", 0),
    ("Is a release allowed? Not with the version that the server declares.", "govern gate", 1),
]
VERSION = {'version="1.0.0"': 'version="2.0.0"'}
RELEASED: list[Step] = [("", "govern lock --quiet", 0), ("", "govern gate --quiet", 0)]


def main() -> int:
    """Run each command and show its output. Stop at one with an unexpected exit code."""
    with tempfile.TemporaryDirectory(prefix="govern-demo-") as directory:
        library = Path(shutil.copy(LIBRARY, directory))
        shutil.copytree(AGENTS, Path(directory, "agents"))
        Path(directory, "govern.toml").write_text(CONFIG, encoding="utf-8")
        say(f"In {directory}: library.py, an MCP server, agents/, a recorded run, and govern.toml:")
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
    """Run the commands in turn. Return 0 if all exit as expected."""
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
    """Print a line of the narrator."""
    print(f"\n# {words}", flush=True)


def typed(command: str, directory: str) -> int:
    """Run a command as a shell would, with this Python's scripts first on PATH."""
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
