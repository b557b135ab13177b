"""Properties of the whole path: from servers to the lock and back."""

import json
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings

from govern.commands.cost import CostRequest, cost
from govern.commands.lock import LockRequest, lock
from govern.commands.show import show
from govern.commands.verify import verify
from govern.contract.json_text import canonical
from govern.contract.surface import Surface
from govern.lockfile.comparison import merge
from govern.lockfile.outcome import LockOutcome, movements
from govern.lockfile.store import load
from govern.lockfile.text import render
from govern.report.documents import json_text
from govern.report.documents.lock import show_document
from govern.report.terminal.page import Page
from govern.report.terminal.show import show_report
from tests.lockfile.building import surfaces

LOCK = Path("capability.lock")
several = settings(max_examples=25)


@contextmanager
def somewhere() -> Iterator[None]:
    """Create an empty directory for each example, which a fixture cannot do."""
    with TemporaryDirectory() as folder, chdir(folder):
        yield


def capture(surface: Surface) -> dict[str, Any]:
    """Return the surface as a saved capture."""
    parts: dict[str, list[Any]] = {"tools": [], "prompts": [], "resources": [], "resourceTemplates": []}
    for item in surface.items:
        parts[item.kind.listed_as].append(item.raw)
    return {"initialize": surface.handshake, **parts}


def locked(servers: Mapping[str, Surface], *, check: bool = False) -> LockOutcome:
    """Return the lock of servers with these surfaces."""
    for name, surface in servers.items():
        Path(f"{name}.json").write_text(json.dumps(capture(surface)), "utf-8")
    Path("govern.toml").write_text("".join(f'[servers.{name}]\ncatalog = "{name}.json"\n' for name in servers), "utf-8")
    return lock(LockRequest(check=check, accept_empty=frozenset(servers)), {})


@several
@given(surfaces, surfaces)
def test_a_lock_verifies_and_is_stable(one: Surface, other: Surface) -> None:
    with somewhere():
        servers = {"one": one, "other": other}
        assert locked(servers).wrote
        before = LOCK.read_bytes()
        assert render(verify(None, None).lock).encode() == before
        assert not locked(servers, check=True).stale
        assert not locked(servers).wrote
        assert not locked(dict(reversed(servers.items()))).wrote
        assert LOCK.read_bytes() == before


@several
@given(surfaces, surfaces)
def test_check_is_stale_exactly_when_the_lock_would_be_written(old: Surface, new: Surface) -> None:
    with somewhere():
        before = locked({"s": old}).lock
        checked = locked({"s": new}, check=True)
        assert load(LOCK) == before
        assert checked.stale == locked({"s": new}).wrote == (before.digest != checked.lock.digest)
        assert checked.stale == bool(movements(before.server("s"), checked.lock.server("s")))
        assert load(LOCK) == checked.lock


@several
@given(surfaces)
def test_show_contains_every_text(surface: Surface) -> None:
    with somewhere():
        locked({"s": surface})
        document = json.loads(json_text(show_document(show("s", None, None))))
        (server,) = document["servers"]
        message = sorted(canonical([item.kind.name, item.raw]) for item in surface.items)
        assert sorted(canonical([item["kind"], item["definition"]]) for item in server["items"]) == message
        keys = [item["name"] for item in server["items"]]
        for key in keys:
            chosen = show(f"s/{key}", None, None)
            assert len(chosen.items) == keys.count(key)
            assert show_report(chosen, Page()).splitlines()[0]


@several
@given(surfaces, surfaces)
def test_total_cost_is_the_sum_of_the_lock(one: Surface, other: Surface) -> None:
    with somewhere():
        held = locked({"one": one, "other": other}).lock
        tokens = [tool.numbers.tokens for server in held.servers for tool in server.tools if tool.numbers]
        bill = cost(CostRequest()).bill
        assert sorted(each.tokens for each in bill.tools) == sorted(tokens)
        assert bill.summary.whole.definition_tokens == sum(tokens)
        assert sum(server.definition_tokens for server in bill.summary.servers) == sum(tokens)


@several
@given(surfaces, surfaces, surfaces)
def test_branches_that_lock_different_servers_merge_into_a_lock_of_both(
    base: Surface, ours: Surface, theirs: Surface
) -> None:
    with somewhere():
        first = locked({"base": base}).lock
        left = locked({"base": base, "ours": ours}).lock
        right = locked({"base": base, "theirs": theirs}).lock
        merged = merge(first, left, right)
        assert merged.conflicts == ()
        assert merged.lock == locked({"base": base, "ours": ours, "theirs": theirs}).lock
        assert merge(first, right, left) == merged
