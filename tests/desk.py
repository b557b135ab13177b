"""A user's directory with a config, servers that behave as a test configures, and `govern` run in it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from govern.cli.program import run
from govern.lockfile.document import Lock
from govern.lockfile.store import load

REPOSITORY = Path(__file__).resolve().parent.parent
# Fills a desk as a function does, and returns it; the fixture `prepared`.
Prepared = Callable[[Callable[["Desk"], None]], "Desk"]
SAYING = [sys.executable, "-I", "-S", str(REPOSITORY / "tests" / "endpoints" / "saying.py")]


def in_days(number: int) -> date:
    """Return the date this many days from today."""
    return datetime.now().astimezone().date() + timedelta(days=number)


@dataclass(frozen=True)
class Answer:
    """The result of one command."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)


@dataclass
class Desk:
    """The directory in which `govern` is run."""

    folder: Path
    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]

    @property
    def lock_path(self) -> Path:
        return self.folder / "capability.lock"

    @property
    def lock(self) -> Lock:
        return load(self.lock_path)

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def say(self, server: str, *tools: dict[str, Any], **fields: Any) -> None:
        """Let a server list these tools from now on, with the other options of saying.py."""
        # A server that starts at this moment reads the old file or the new one.
        new = self.write(f"{server}.json.new", json.dumps({"tools": tools} | fields))
        new.replace(self.folder / f"{server}.json")

    def config(self, *servers: str, more: str = "") -> None:
        """Write a govern.toml with these servers; `more` is appended."""
        tables = [f"[servers.{name}]\ncommand = {json.dumps([*SAYING, f'{name}.json'])}\n" for name in servers]
        self.write("govern.toml", "".join(tables) + more)

    def catalogs(self, *, more: str = "", **tools: list[dict[str, Any]]) -> None:
        """Write a govern.toml with saved catalogs of these tools."""
        for name, listed in tools.items():
            self.write(f"{name}.json", json.dumps({"tools": listed}))
        tables = [f'[servers.{name}]\ncatalog = "{name}.json"\n' for name in tools]
        self.write("govern.toml", "".join(tables) + more)

    def govern(self, *words: str) -> Answer:
        """Run the program in this process, since starting another one takes most of a short run."""
        self.monkeypatch.setattr(sys, "argv", ["govern", *words])
        self.capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            run()
        out, err = self.capsys.readouterr()
        return Answer(int(ended.value.code or 0), out, err)

    def ok(self, *words: str) -> Answer:
        """Run the program, which must exit with 0."""
        answer = self.govern(*words)
        assert answer.code == 0, answer
        return answer

    def started(self, *words: str, **how: Any) -> "subprocess.Popen[str]":
        """Start the program as a separate process."""
        surroundings = {"PYTHONPATH": str(REPOSITORY), "PYTHONIOENCODING": "utf-8"}
        how["env"] = os.environ | surroundings | how.get("env", {})
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        command = [sys.executable, "-m", "govern", *words]
        return subprocess.Popen(command, cwd=self.folder, encoding="utf-8", **(pipes | how))

    def typed(self, *words: str, **how: Any) -> Answer:
        """Run the program as a separate process, and return its result."""
        with self.started(*words, **how) as process:
            out, err = process.communicate(timeout=30)
        return Answer(process.returncode, out, err)

    def git(self, *words: str, code: int = 0, env: dict[str, str] | None = None) -> str:
        """Run git in the directory, independent of the machine's settings; it must exit with `code`."""
        settings = {
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            **{f"GIT_{who}_{what}": "ana@example.com" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
        }
        command = ["git", "-c", "maintenance.auto=false", *words]
        surroundings = os.environ | settings | (env or {})
        done = subprocess.run(command, cwd=self.folder, env=surroundings, capture_output=True, text=True, check=False)
        assert done.returncode == code, done
        return done.stdout + done.stderr

    def commit(self, message: str = "x") -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)
