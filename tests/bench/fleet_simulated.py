"""A simulated fleet: real captures, replayed by one HTTP process with many hosts and by stdio processes."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from tests.bench.many_tools import CATALOGS

MEMBER = Path(__file__).parent / "servers" / "member.py"
ENDPOINTS = Path(__file__).parents[1] / "endpoints" / "fleet.py"
HOSTS = 240
HOSTILE = ("junk", "endless", "huge", "torn")
# Of a hundred servers: one family, stdio, slow, refusing, silent, hostile, and fresh for an hour; the rest is plain.
SHARES = {"family": 10, "stdio": 12, "slow": 5, "refusing": 2, "silent": 1, "hostile": 2, "stateless": 10}


@dataclass
class Simulated:
    """The servers by name: how each behaves, and the captures of its versions, of which `at` is the current one."""

    folder: Path
    kinds: dict[str, str] = field(default_factory=dict)
    versions: dict[str, list[Path]] = field(default_factory=dict)
    at: dict[str, int] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)

    def file(self, name: str) -> Path:
        """Return the file with what a server lists now."""
        return self.versions[name][self.at[name]]

    def capture(self, name: str) -> dict[str, Any]:
        """Return what a server lists now."""
        found: dict[str, Any] = json.loads(self.file(name).read_text(encoding="utf-8"))
        return found

    def write_members(self) -> Path:
        """Write the HTTP servers as the endpoints read them, and the file that each stdio server lists."""
        path, nothing = self.folder / "members.json", self.folder / "nothing.json"
        # A server that is gone has no list of tools any more.
        nothing.write_text("{}", encoding="utf-8")
        members = {}
        for number, (name, kind) in enumerate(self.kinds.items()):
            if kind == "stdio":
                shutil.copy(self.file(name), self.folder / f"{name}.json")
                continue
            behaviour = HOSTILE[number % len(HOSTILE)] if kind == "hostile" else kind
            known = behaviour if behaviour in (*HOSTILE, "slow", "silent", "stateless") else "plain"
            wait = {"slow": 1.0, "stateless": 3600.0}.get(kind, 0.0)
            members[name] = (str(nothing if name in self.gone else self.file(name)), known, wait)
        path.write_text(json.dumps(members), encoding="utf-8")
        return path

    def write_inventory(self, port: int) -> Path:
        """Write the inventory, in which each HTTP server is on one of many hosts."""
        path = self.folder / "fleet.jsonl"
        rows = [self._row(number, name, port) for number, name in enumerate(self.kinds)]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return path

    def _row(self, number: int, name: str, port: int) -> dict[str, Any]:
        kind = self.kinds[name]
        if kind == "stdio":
            command = [sys.executable, "-I", "-S", str(MEMBER), str(self.folder / f"{name}.json")]
            return {"name": name, "command": command, "trusted": True}
        port = 9 if kind == "refusing" else port
        row = {"name": name, "trusted": True, "url": f"http://127.0.0.{2 + number % HOSTS}:{port}/{name}"}
        return row | ({"timeout": 2.0} if kind == "silent" else {})

    def change(self) -> set[str]:
        """Let a seventh of the servers, and the whole family, list their next version, and some disappear.

        Return the names of those that can be seen to change.
        """
        moved = set()
        for number, name in enumerate(self.kinds):
            answers = self.kinds[name] in ("plain", "slow", "stdio", "family")
            if answers and (number % 7 == 0 or self.kinds[name] == "family"):
                before = self.capture(name)
                self.at[name] = min(self.at[name] + 1, len(self.versions[name]) - 1)
                if before != self.capture(name):
                    moved.add(name)
            elif self.kinds[name] == "plain" and number % 50 == 1:
                self.gone.add(name)
        return moved


def simulate(folder: Path, servers: int) -> Simulated:
    """Return a fleet of this many servers."""
    histories = list(_histories(folder))
    family = next(files for files in histories if len(files) > 1 and files[0].read_bytes() != files[1].read_bytes())
    fleet = Simulated(folder)
    kinds = [kind for kind, share in SHARES.items() for _ in range(share)]
    # Spread over the fleet: 37 and 100 have no common divisor.
    spread = [(kinds + ["plain"] * (100 - len(kinds)))[at * 37 % 100] for at in range(100)]
    for number, (kind, versions) in enumerate(islice(zip(cycle(spread), cycle(histories), strict=False), servers)):
        name = f"s{number:05}"
        fleet.kinds[name], fleet.at[name] = kind, 0
        fleet.versions[name] = family if kind == "family" else versions
    return fleet


def _histories(folder: Path) -> Iterator[list[Path]]:
    """Write the tools of each real server, version by version, and yield the files."""
    for server in sorted(CATALOGS.iterdir()):
        files = []
        for path in sorted(server.glob("*.json")):
            if tools := json.loads(path.read_text(encoding="utf-8")).get("tools"):
                file = folder / f"{server.name}-{path.stem}.tools.json"
                file.write_text(json.dumps({"tools": tools}), encoding="utf-8")
                files.append(file)
        if files:
            yield files


@contextmanager
def running(fleet: Simulated) -> Iterator["Endpoints"]:
    """Run the HTTP servers in one process until the block ends."""
    command = [sys.executable, "-m", "tests.endpoints.fleet", str(fleet.write_members()), str(HOSTS)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield Endpoints(process, int(process.stdout.readline()))
    finally:
        process.kill()
        process.wait()


@dataclass
class Endpoints:
    """The process of the HTTP servers, and its port."""

    process: "subprocess.Popen[str]"
    port: int

    def update(self, fleet: Simulated) -> None:
        """Let all servers list what they list now."""
        members = fleet.write_members()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{members}\n")
        self.process.stdin.flush()
        self.process.stdout.readline()
