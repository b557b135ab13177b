"""Whole processes: the start of govern, and locking of servers that are processes themselves."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.figures import Figure
from tests.bench.measuring import govern, seconds, seconds_in, side_by_side
from tests.bench.peers import PEERS, OutOfReachError, Peer, tiny

_HERE = Path(__file__).parent
_SDK_SERVER = [sys.executable, str(_HERE / "servers" / "sdk.py")]
_MANY, _JOBS = 50, 8


def version(repeats: int) -> list[Figure]:
    """Measure the start of the program."""
    ours, theirs = side_by_side(
        lambda: seconds(govern("--version")), lambda: seconds([sys.executable, "-c", "pass"]), repeats
    )
    return [Figure("`govern --version`", "`python -c pass`", ours, theirs, bound=4)]


def hook(repeats: int) -> list[Figure]:
    """Measure a hook that lets a call pass, by a lock of 200 tools and one that was used before."""
    tools = [
        {"name": f"tool_{at}", "description": "Looks. " * 40, "inputSchema": {
            "type": "object", "properties": {f"p{each}": {"type": "string"} for each in range(8)}}}
        for at in range(200)
    ]  # fmt: skip
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "s.json").write_text(json.dumps({"tools": tools}), encoding="utf-8")
        (folder / "govern.toml").write_text('[servers.s]\ncatalog = "s.json"\n', encoding="utf-8")
        seconds_in(folder, govern("lock", "--quiet"))
        call = json.dumps({"tool_name": "mcp__s__tool_99", "tool_input": {"p1": "x"}, "cwd": name}).encode()
        asked = partial(seconds_in, folder, govern("hook", "claude-code"), call, XDG_STATE_HOME=name)
        asked()
        ours, theirs = side_by_side(asked, lambda: seconds([sys.executable, "-c", "pass"]), repeats)
    return [Figure("`govern hook`, a call that passes, 200 locked tools", "`python -c pass`", ours, theirs, bound=5)]


def lock_one(repeats: int) -> list[Figure]:
    """Measure one tiny server, against each other program."""
    return [_against(peer, repeats) for peer in PEERS]


def check_one(repeats: int) -> list[Figure]:
    """Measure checking the same server unchanged, against locking it."""
    with _config(tiny(), 1) as unchanged, _config(tiny(), 1) as fresh:
        seconds_in(unchanged, govern("lock", "--quiet"))
        ours, theirs = side_by_side(
            lambda: seconds_in(unchanged, govern("lock", "--check", "--quiet")), _locking(fresh), repeats
        )
    return [
        Figure("`govern lock --check`, one stdio server unchanged", "`govern lock` of it anew", ours, theirs, bound=1)
    ]


def lock_fifty(repeats: int) -> list[Figure]:
    """Measure fifty tiny servers, against the SDK."""
    return [_fifty("raw", tiny(), repeats)]


def lock_fifty_sdk(repeats: int) -> list[Figure]:
    """Measure fifty servers of the SDK, whose own start takes most of the time."""
    return [_fifty("SDK", _SDK_SERVER, repeats)]


def _against(peer: Peer, repeats: int) -> Figure:
    what, against = "`govern lock`, one stdio server of 4 tools", f"{peer.package} {peer.version}"
    try:
        peer.install()
    except OutOfReachError as error:
        return Figure(what, against, note=str(error))
    whole = peer.reads_every_page()
    with _config(tiny(), 1) as folder:
        ours, theirs = side_by_side(_locking(folder), peer.seconds, repeats)
    note = "reads every page" if whole else "reads the first page only, so there is no bound"
    return Figure(what, against, ours, theirs, bound=1 if whole else None, note=note)


def _fifty(kind: str, server: list[str], repeats: int) -> Figure:
    bare: list[str | Path] = [sys.executable, _HERE / "bare_sdk.py", str(_MANY), str(_JOBS), *server]
    # Pinned, so that each side reads each server once; else a first lock reads servers of both eras in both.
    with _config(server, _MANY, 'protocol = "2025-11-25"\n') as folder:
        ours, theirs = side_by_side(_locking(folder), lambda: seconds_in(folder, bare), repeats)
    return Figure(
        f"`govern lock`, {_MANY} {kind} stdio servers, `protocol` pinned",
        f"bare SDK script, {_JOBS} at a time too",
        ours,
        theirs,
        bound=1.15,
    )


@contextmanager
def _config(server: list[str], count: int, more: str = "") -> Iterator[Path]:
    """Create a directory with a govern.toml that names this server a number of times."""
    with TemporaryDirectory() as name:
        tables = (f"[servers.s{at:02}]\ncommand = {json.dumps(server)}\n{more}" for at in range(count))
        Path(name, "govern.toml").write_text(f"jobs = {_JOBS}\n" + "\n".join(tables), encoding="utf-8")
        yield Path(name)


def _locking(folder: Path) -> Callable[[], float]:
    """Return a function that locks the servers of the directory's config for the first time."""

    def measure() -> float:
        (folder / "capability.lock").unlink(missing_ok=True)
        return seconds_in(folder, govern("lock", "--quiet"))

    return measure
