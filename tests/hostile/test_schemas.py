"""Locks with schemas made to crash or stall their comparison."""

import signal
import sys
from time import monotonic, sleep
from typing import Any

import psutil
import pytest

from tests.desk import Desk
from tests.hostile.schemas import hostile_pairs

SOON = 10


def locked(desk: Desk, *pairs: tuple[Any, Any]) -> None:
    """Write two locks of one server, with a tool for each pair of schemas."""
    for side, name in enumerate(("old.lock", "new.lock")):
        tools = [{"name": f"tool-{at}", "inputSchema": pair[side]} for at, pair in enumerate(pairs)]
        desk.catalogs(s=tools)
        desk.ok("lock")
        desk.lock_path.rename(desk.folder / name)


def named(*names: str) -> list[tuple[Any, Any]]:
    groups = sorted({name.partition(":")[0] for name in names})
    found = {name: (old, new) for name, old, new in hostile_pairs(*groups)}
    return [found[name] for name in names]


def test_a_diff_with_hostile_tools_is_risky_and_reports_the_others(desk: Desk) -> None:
    plain: Any = {"type": "object", "properties": {"a": {"type": "string"}}}
    hostile = named(
        "loops: of an if beside unevaluatedProperties",
        "bombs: 40 objects that double",
        "loops: a definition that denies the root",
    )
    locked(desk, *hostile, (plain, {**plain, "required": ["a"]}))
    answer = desk.typed("diff", "old.lock", "new.lock", "--format", "json")
    assert (answer.code, answer.err) == (1, "")
    severities = {"BREAKING": set[str](), "RISKY": set[str](), "SAFE": set[str]()}
    for change in answer.document["changes"]:
        severities[change["severity"]].add(change["name"])
    assert {"tool-0", "tool-1", "tool-2"} <= severities["RISKY"] | severities["BREAKING"]
    assert "tool-3" in severities["BREAKING"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals that could be sent to one process")
def test_a_diff_of_a_hostile_schema_ends_on_a_signal(desk: Desk, number: signal.Signals) -> None:
    locked(desk, *named("enums: 10,000 objects in a property", "choices: 60 dependentSchemas"))
    diff = desk.started("diff", "old.lock", "new.lock")
    until = monotonic() + SOON
    while not (children := psutil.Process(diff.pid).children()) and monotonic() < until:
        sleep(0.005)
    assert children
    diff.send_signal(number)
    begun = monotonic()
    diff.communicate(timeout=SOON)
    assert monotonic() - begun < 1
    assert diff.returncode != 0
    psutil.wait_procs(children, timeout=1)
    assert not any(child.is_running() and child.status() != psutil.STATUS_ZOMBIE for child in children)
