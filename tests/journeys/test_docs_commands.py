"""Run every command in README and docs, so that none becomes outdated.

Each document is one journey in a new folder that contains our example servers as `library.py` and `weather.py`:

- ```console: lines that begin with `$ ` are run in order, in one folder. The lines after a command are its output: each
  must appear in the real output, in this order; `…` matches anything. The exit code must be 0, or 1 for a command that
  ends in `# exit 1`.
- ```sh: the same without `$ ` and without output, for blocks that people copy as a whole.
- ```toml file=govern.toml (any language): the block is written to that file before the commands that follow.
- `<!-- not run: reason -->` on the line before a ```console or ```sh block: it is skipped, for this reason.

Other names for shell blocks (bash, shell, …) and indented blocks are errors, so that none is skipped by mistake.

README runs as typed, each command in its own shell. In the other documents `govern` runs in this process if its command
line needs no shell, and there it starts a server of the same code only once. `python` is a fork of an interpreter that
has imported the SDK, which takes most of the time of a server.
"""

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from govern.cli.program import run
from govern.errors import ServerError
from govern.policy.target import Target
from govern.servers import connections
from govern.servers.capture import Capture
from tests.forking import forked

REPOSITORY = Path(__file__).resolve().parents[2]
# Loading the installed plugins takes most of the time of docs/pytest.md.
ONLY_OURS = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "govern.pytest_plugin"}
PAGES = [REPOSITORY / "README.md", REPOSITORY / "CONTRIBUTING.md", *sorted((REPOSITORY / "docs").rglob("*.md"))]
DOCUMENTS = [page for page in PAGES if re.search("```|~~~", page.read_text(encoding="utf-8"))]
BLOCK = re.compile(r"(?ms)(?:<!-- not run: (?P<reason>.+?) -->\n+)?^```(?P<info>[^`\n]*)\n(?P<body>.*?)^```$")
HIDDEN = re.compile(r"(?m)^[ \t>]+(```|~~~)|^~~~")
EXPECTED_EXIT = re.compile(r"\s+# exit (\d)$")
# Anything else needs a shell, and `govern watch` handles signals.
PLAIN = re.compile(r"govern (?!watch)[^|&;<>$`\\\\*?~()]*")
CAPTURE_LIVE = connections.capture_live
CAPTURES: dict[str, Capture] = {}
SHELLS = {"bash", "shell", "zsh", "fish", "powershell", "shell-session", "bat", "cmd"}


@dataclass
class Typed:
    """A command as the document shows it."""

    command: str
    exit_code: int = 0
    answer: list[str] = field(default_factory=list)


@dataclass
class Written:
    """A file that the document shows."""

    name: str
    content: str


def steps(document: str) -> list[Typed | Written]:
    """Return the actions of a reader of the document, in order."""
    if hidden := HIDDEN.search(document):
        raise ValueError(f"begin a block with ``` at the margin, not {hidden[0]!r}, so that it is run")
    done: list[Typed | Written] = []
    for block in BLOCK.finditer(document):
        language, _, option = block["info"].strip().partition(" ")
        if language in SHELLS:
            raise ValueError(f"write ```console or ```sh instead of ```{language}, so that it is run")
        if option.startswith("file="):
            done.append(Written(option.removeprefix("file="), block["body"]))
        elif language in {"console", "sh"} and not block["reason"]:
            done += typed(block["body"].replace("\\\n", " "), prompt="$ " if language == "console" else "")
    return done


def typed(body: str, prompt: str) -> list[Typed]:
    """Return the commands of one block; the lines after a prompted command are its expected output."""
    commands: list[Typed] = []
    for line in body.splitlines():
        if line.startswith(prompt) and line.strip() and not line.startswith("#"):
            command = EXPECTED_EXIT.sub("", line.removeprefix(prompt))
            found = EXPECTED_EXIT.search(line)
            commands.append(Typed(command, int(found[1]) if found else 0))
        elif commands and prompt and line.strip(" …"):
            commands[-1].answer.append(line)
    return commands


def missing(answer: list[str], printed: str) -> str | None:
    """Return the first expected line that was not printed after those before it."""
    lines = iter(line.strip() for line in printed.splitlines())
    for shown in answer:
        pattern = re.compile(".*".join(map(re.escape, shown.strip().split("…"))))
        if not any(pattern.fullmatch(line) for line in lines):
            return shown
    return None


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """Create a directory with two servers."""
    desk = tmp_path / "project"
    desk.mkdir()
    for example in ("library.py", "weather.py"):
        shutil.copy(REPOSITORY / "examples" / example, desk)
    return desk


@pytest.fixture(scope="module")
def programs() -> Iterator[str]:
    """Return the folder of a `python` that starts quickly."""
    with forked("python") as folder:
        yield str(folder)


@pytest.fixture
def surroundings(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a user: govern and this Python first on PATH, and a separate home."""
    scripts = str(Path(sys.executable).parent)
    assert shutil.which("govern", path=scripts), f"govern is not installed in {scripts}; `make test` does that"
    home = tmp_path / "home"
    home.mkdir()
    homes = dict.fromkeys(("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "XDG_CONFIG_HOME"), str(home))
    git = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_AUTHOR_NAME": "Ana", "GIT_AUTHOR_EMAIL": "ana@example.com"}
    git |= {"GIT_COMMITTER_NAME": "Ana", "GIT_COMMITTER_EMAIL": "ana@example.com"}
    path = os.pathsep.join([scripts, os.environ["PATH"]])
    return {**os.environ, **homes, **git, "PATH": path, "COLUMNS": "120", "PYTHONIOENCODING": "utf-8", **ONLY_OURS}


@pytest.mark.skipif(sys.platform == "win32", reason="the documents' commands are a POSIX shell's")
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(REPOSITORY).as_posix())
def test_every_command_of_the_document_does_what_it_shows(
    document: Path, desk: Path, surroundings: dict[str, str], programs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if document.name != "README.md":
        surroundings["PATH"] = os.pathsep.join([programs, surroundings["PATH"]])
    for step in steps(document.read_text(encoding="utf-8")):
        if isinstance(step, Written):
            (desk / step.name).parent.mkdir(parents=True, exist_ok=True)
            (desk / step.name).write_text(step.content, encoding="utf-8")
            continue
        if PLAIN.fullmatch(step.command) and document.name != "README.md":
            code, printed = in_process(step.command, desk, surroundings, monkeypatch)
        else:
            code, printed = in_shell(["sh", "-c", step.command], desk, surroundings)
        assert code == step.exit_code, f"$ {step.command}\n{printed}"
        unseen = missing(step.answer, printed)
        assert unseen is None, f"$ {step.command}\nshows {unseen!r}, which is not in:\n{printed}"


def in_shell(command: list[str], desk: Path, surroundings: dict[str, str]) -> tuple[int, str]:
    """Return the exit code and everything printed by a command in its own process."""
    done = subprocess.run(
        command,
        cwd=desk,
        env=surroundings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=100,
        check=False,
    )
    return done.returncode, done.stdout


def in_process(
    command: str, desk: Path, surroundings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> tuple[int, str]:
    """Return the exit code and everything printed by `govern` with the same words, folder and environment."""
    printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with monkeypatch.context() as patch:
        patch.chdir(desk)
        for name in os.environ.keys() - surroundings.keys():
            patch.delenv(name)
        for name, value in surroundings.items():
            patch.setenv(name, value)
        patch.setattr(sys, "argv", shlex.split(command))
        patch.setattr(sys, "stdout", printed)
        patch.setattr(sys, "stderr", printed)
        patch.setattr(connections, "capture_live", remembered)
        with pytest.raises(SystemExit) as ended:
            run()
    return int(ended.value.code or 0), printed.buffer.getvalue().decode()


def remembered(live: Sequence[Target], jobs: int, report: Any, **how: bool) -> dict[str, Capture | ServerError]:
    """Capture these servers, or return what they listed with the same code and settings in another document."""
    # A capture that was also probed for the stateless protocol serves a command that does not probe.
    how |= {"probe": True}
    keys = {target.name: repr((target, how, _code_of(target))).replace(str(Path.cwd()), "") for target in live}
    found = CAPTURE_LIVE([target for target in live if keys[target.name] not in CAPTURES], jobs, report, **how)
    CAPTURES.update({keys[name]: outcome for name, outcome in found.items() if isinstance(outcome, Capture)})
    known = [target for target in live if target.name not in found]
    return found | {target.name: replace(CAPTURES[keys[target.name]], target=target) for target in known}


def _code_of(target: Target) -> list[bytes]:
    """Return the content of the files that start a server; the documents' servers are single files."""
    return [path.read_bytes() for path in sorted(Path.cwd().glob("*.py")) if path.stem in repr(target.how)]


def test_the_convention_itself() -> None:
    document = """
<!-- not run: it ends the world -->
```console
$ rm -rf /
```
```toml file=govern.toml
[servers.a]
```
```console
$ govern lock \\
    a  # exit 3
a: it …
$ govern verify
```
```sh
# A comment.
govern cost
```
```python
print("no command")
```
"""
    assert steps(document) == [
        Written("govern.toml", "[servers.a]\n"),
        Typed("govern lock      a", 3, ["a: it …"]),
        Typed("govern verify"),
        Typed("govern cost"),
    ]


@pytest.mark.parametrize(
    "document", ["```bash\ngovern lock\n```\n", "1. First\n\n   ```console\n   $ govern lock\n   ```\n"]
)
def test_a_block_that_would_escape_is_refused(document: str) -> None:
    with pytest.raises(ValueError, match="so that it is run"):
        steps(document)


def test_an_answer_must_be_printed_in_its_order() -> None:
    printed = "one\n  two words\nthree\n"
    assert missing(["one", "two …", "three"], printed) is None
    assert missing(["three", "one"], printed) == "one"
    assert missing(["two"], printed) == "two"
