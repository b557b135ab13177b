"""Other programs that lock MCP servers, each in a separate environment that is kept for the next run."""

import json
import os
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.measuring import seconds, seconds_in

_CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "govern-bench"
_TINY = Path(__file__).parent / "servers" / "tiny.py"
_NAMES = ("find_berths", "list_ships", "read_tides", "reserve_pilot")
_INSTALL = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")


class OutOfReachError(Exception):
    """This program cannot be installed or run here."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A program on the package index, and the command with which it locks a stdio server."""

    package: str
    version: str
    program: str
    lock: tuple[str, ...]

    def seconds(self) -> float:
        """Return the seconds for a first lock of the tiny server."""
        return seconds(self._command(), _config())

    def reads_every_page(self) -> bool:
        """Return whether its lock contains the items on later pages of a list."""
        with TemporaryDirectory() as folder:
            for name, text in _config("paged").items():
                Path(folder, name).write_text(text, encoding="utf-8")
            seconds_in(Path(folder), self._command("paged"))
            written = Path(folder, "L").read_text(encoding="utf-8")
        return all(name in written for name in _NAMES)

    def install(self) -> None:
        """Install it into the cache unless it is there."""
        place = self._place()
        if (place / "complete").is_file():
            return
        venv.create(place, clear=True, with_pip=True, symlinks=os.name != "nt")
        wanted = f"{self.package}=={self.version}"
        done = subprocess.run(
            [_bin(place) / "python", *_INSTALL, wanted], capture_output=True, text=True, check=False, timeout=600
        )
        if done.returncode:
            last_line = done.stderr.strip().rpartition("\n")[2]
            raise OutOfReachError(f"pip could not install {wanted}: {last_line}")
        (place / "complete").touch()

    @property
    def python(self) -> Path:
        """Return the interpreter of its environment."""
        return _bin(self._place()) / "python"

    def _place(self) -> Path:
        return _CACHE / f"{self.package}-{self.version}-py{sys.version_info.major}.{sys.version_info.minor}"

    def _command(self, *arguments: str) -> list[str | Path]:
        server = tiny(*arguments)
        words = [word for part in self.lock for word in (server if part == "SERVER" else [part])]
        return [_bin(self._place()) / self.program, *words]


def tiny(*arguments: str) -> list[str]:
    """Return the command of the tiny server."""
    return [sys.executable, str(_TINY), *arguments]


def _config(*arguments: str) -> dict[str, str]:
    """Write the config that some programs need."""
    command, *rest = tiny(*arguments)
    return {"mcp.json": json.dumps({"mcpServers": {"tiny": {"command": command, "args": rest}}})}


def _bin(place: Path) -> Path:
    return place / ("Scripts" if os.name == "nt" else "bin")


PEERS = (
    Peer("mcp-diff", "0.1.0", "mcp-diff", ("snapshot", "-o", "L", "SERVER")),
    Peer("mcpdrift", "0.1.0", "mcpdrift", ("snapshot", "--config", "mcp.json", "--out", "L")),
    Peer("mcp-warden-cli", "2.2.0", "mcp-warden", ("pin", "--lock", "L", "SERVER")),
    Peer("mcp-contract", "0.6.0", "mcp-contract", ("snapshot", "--quiet", "-f", "L", "--", "SERVER")),
)
