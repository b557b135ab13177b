"""`govern changelog` for a long history of a lock, against git showing the same history."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from govern.contract.surface import TOOL, Item, Surface
from govern.lockfile.document import Lock, LockedServer
from govern.lockfile.integrity import digest_of_lock
from govern.lockfile.lock_server import Measures, Origin, lock_server
from govern.lockfile.text import render
from tests.bench.figures import Figure
from tests.bench.measuring import govern, seconds_in, side_by_side

COMMITS, TOOLS, _SERVERS, _EVERY = 500, 200, 4, 10
_AGAINST = "`git log -p` of the lock"


def changelog(repeats: int, commits: int = COMMITS, tools: int = TOOLS) -> list[Figure]:
    """Measure it release by release, and commit by commit."""
    with repository(commits, tools) as folder:

        def shown() -> float:
            return seconds_in(folder, ["git", "log", "-p", "--", "capability.lock"])

        def output(*words: str) -> float:
            return seconds_in(folder, govern("changelog", "--format", "json", *words))

        releases = side_by_side(output, shown, repeats)
        each = side_by_side(lambda: output("--each-commit"), shown, repeats)
    what = f"{commits:,} commits of a lock of {tools:,} tools"
    return [
        Figure(f"`govern changelog`, {commits // _EVERY:,} releases in {what}", _AGAINST, *releases, bound=6),
        Figure(f"`govern changelog --each-commit`, {what}", _AGAINST, *each, bound=10),
    ]


@contextmanager
def repository(commits: int, tools: int) -> Iterator[Path]:
    """Create a repository in which each commit changes two tools, and every tenth is a release."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for words in (["init", "--quiet", "--initial-branch=main"], ["config", "core.autocrlf", "false"]):
            subprocess.run(["git", *words], cwd=folder, check=True)
        stream = b"".join(_stream(commits, tools))
        subprocess.run(["git", "fast-import", "--quiet"], cwd=folder, input=stream, check=True)
        subprocess.run(["git", "reset", "--quiet", "--hard"], cwd=folder, check=True)
        yield folder


def _stream(commits: int, tools: int) -> Iterator[bytes]:
    per_server = tools // _SERVERS
    held = {f"s{at}": [_tool(number) for number in range(per_server)] for at in range(_SERVERS)}
    locked = {name: _locked(name, listed) for name, listed in held.items()}
    for commit in range(1, commits + 1):
        name, at = f"s{commit % _SERVERS}", commit % per_server
        held[name][at] = _tool(at, f"Reworded {commit} times. ")
        required = {"type": "object", "properties": {f"p{commit}": {"type": "string"}}, "required": [f"p{commit}"]}
        held[name][-at - 1] = _tool(per_server - at - 1) | {"inputSchema": required}
        locked[name] = _locked(name, held[name])
        lock = Lock().with_servers(locked)
        text = render(replace(lock, digest=digest_of_lock(lock))).encode()
        who = f"committer Ana <ana@example.com> {1_700_000_000 + 3_600 * commit} +0000\ndata 1\nx\n"
        yield f"commit refs/heads/main\nmark :{commit}\n{who}M 644 inline capability.lock\ndata {len(text)}\n".encode()
        yield text + b"\n"
        if commit % _EVERY == 0:
            yield f"reset refs/tags/v1.{commit // _EVERY}.0\nfrom :{commit}\n\n".encode()


def _tool(number: int, words: str = "") -> dict[str, Any]:
    fields = {f"field_{at}": {"type": "string", "description": f"Field {at} of tool {number}."} for at in range(6)}
    return {
        "name": f"tool_{number}",
        "description": f"{words}Does what tool {number} does, to whatever its fields name, and says what came of it.",
        "inputSchema": {"type": "object", "properties": fields, "required": ["field_0"]},
        "outputSchema": {"type": "object", "properties": {"answer": {"type": "string", "maxLength": 100 + number}}},
    }


def _locked(name: str, tools: list[dict[str, Any]]) -> LockedServer:
    return lock_server(Origin(name, "catalog"), Surface({}, tuple(Item(TOOL, tool) for tool in tools)), Measures())
