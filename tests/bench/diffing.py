"""Comparisons of large locks, in this process."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.bench.figures import Figure
from tests.bench.large import TOOLS, absent, large
from tests.bench.many_tools import CATALOGS
from tests.bench.measuring import govern, seconds_in, side_by_side, timed

_BEFORE = "import os; from datetime import date; from govern.commands.diff import DiffRequest, diff; old = {old!r}"
_DIFF = "diff(DiffRequest(old=old, new=str(path)), {}, date(2026, 1, 1))"
_HASH = "import hashlib; old = Path({old!r})"
_HASHED = "[hashlib.sha256(each.read_bytes()).digest() for each in (old, path)]"
_PARSE = "import tomli; texts = [each.read_text(encoding='utf-8') for each in (Path({old!r}), path)]"
_PARSED = "[tomli.loads(text) for text in texts]"
_EVERY = 100
Change = Callable[[dict[str, Any]], None]


def diff_equal(repeats: int, tools: int = TOOLS) -> list[Figure]:
    """Measure two equal locks."""
    return _compared("two equal locks of {:,} tools", "reading and hashing both", _HASH, _HASHED, 1.3, repeats, tools)


def diff_changed(repeats: int, tools: int = TOOLS) -> list[Figure]:
    """Measure two locks in which every hundredth tool is reworded."""
    what = "two locks of {:,} tools, 1% of them changed"
    return _compared(what, "parsing both with tomli", _PARSE, _PARSED, 1.5, repeats, tools, changed=True)


def diff_cold(repeats: int, tools: int = 200) -> list[Figure]:
    """Measure the whole program on equal locks, on reworded texts, and on changed schemas.

    What is reworded needs the reader of texts; what takes another parameter needs the schema engine, whose library
    alone takes nearly twice as long to import as Python takes to start.
    """
    cases: list[tuple[str, Change | None, tuple[str, ...], float | None]] = [
        ("equal", None, ("--quiet",), 10),
        ("1 % of them changed", _reworded, ("--quiet",), 10),
        ("1 % of them changed, and all of it shown", _reworded, (), None),
        ("1 % of them with another parameter", _widened, ("--quiet",), None),
    ]
    return [
        _cold(f"{tools:,} tools, {what}", change, flags, bound, repeats, tools) for what, change, flags, bound in cases
    ]


def _cold(
    what: str, change: Change | None, flags: tuple[str, ...], bound: float | None, repeats: int, tools: int
) -> Figure:
    what, against = f"`govern diff` of two locks of {what}", "`python -c pass`"
    if not CATALOGS.is_dir():
        return Figure(what, against, note=absent())
    with large(tools) as folder:
        seconds_in(folder, govern("lock", "--quiet"))
        old = folder / "old.lock"
        old.write_bytes((folder / "capability.lock").read_bytes())
        if change:
            _change(folder, change)
            seconds_in(folder, govern("lock", "--quiet"))
        command = govern("diff", "old.lock", "capability.lock", "--fail-on", "never", *flags)
        nothing = [sys.executable, "-c", "pass"]
        measured = side_by_side(lambda: seconds_in(folder, command), lambda: seconds_in(folder, nothing), repeats)
    return Figure(what, against, *measured, bound=bound)


def _compared(
    what: str,
    against: str,
    before: str,
    yardstick: str,
    bound: float,
    repeats: int,
    tools: int,
    *,
    changed: bool = False,
) -> list[Figure]:
    what = f"diff of {what.format(tools)}, in process"
    if not CATALOGS.is_dir():
        return [Figure(what, against, note=absent())]
    with large(tools) as folder:
        seconds_in(folder, govern("lock", "--quiet"))
        new, old = folder / "capability.lock", folder / "old.lock"
        old.write_bytes(new.read_bytes())
        if changed:
            _change(folder, _reworded)
            seconds_in(folder, govern("lock", "--quiet"))
        ours = _BEFORE.format(old=str(old))
        theirs = before.format(old=str(old))
        measured = side_by_side(lambda: timed(new, ours, _DIFF), lambda: timed(new, theirs, yardstick), repeats)
    return [Figure(what, against, *measured, bound=bound)]


def _change(folder: Path, change: Change) -> None:
    """Change every hundredth tool of the catalogs."""
    for path in sorted(folder.glob("[0-9]*.json")):
        catalog = json.loads(path.read_text(encoding="utf-8"))
        for tool in catalog["tools"][::_EVERY]:
            change(tool)
        path.write_text(json.dumps(catalog), encoding="utf-8")


def _reworded(tool: dict[str, Any]) -> None:
    tool["description"] = f"Newly worded. {tool.get('description', '')}"


def _widened(tool: dict[str, Any]) -> None:
    tool["inputSchema"].setdefault("properties", {})["newly_added"] = {"type": "string"}
