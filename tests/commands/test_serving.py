import json
from pathlib import Path

import pytest

from govern.commands.serve import ServedProject, release
from govern.errors import GovernError, LockfileInvalid, LockfileMissing, UsageError
from govern.policy.config import load_config
from govern.servers.lists import read_catalog
from tests.desk import Desk

FIND = {"name": "find", "description": "Find a book.", "inputSchema": {"type": "object"}}
OTHER = FIND | {"description": "Find any book, and lend it."}


@pytest.fixture
def served(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ServedProject:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    desk.catalogs(books=[FIND])
    desk.ok("lock")
    return project(desk)


def project(desk: Desk) -> ServedProject:
    return ServedProject(load_config(None, desk.folder), desk.lock_path, (), {})


def is_refused(served: ServedProject) -> bool:
    judgement = served.enforcement().judge("books", read_catalog(served.targets[0]))
    return judgement.refusal("tool", "find") is not None


def test_an_approval_counts_at_once_and_a_broken_file_changes_nothing(desk: Desk, served: ServedProject) -> None:
    assert not is_refused(served)
    desk.write("books.json", json.dumps({"tools": [OTHER]}))
    assert is_refused(served)
    changes = desk.govern("diff", "--live", "--format", "json").document["changes"]
    desk.ok("approve", "--live", *(each["id"] for each in changes), "--reason", "read it", "--by", "ana")
    assert not is_refused(served)
    desk.write("capability.approvals.toml", "[[approval]]\nchange =")
    assert not is_refused(served)
    assert "capability.approvals.toml" in served.problem
    desk.write("capability.approvals.toml", "")
    assert is_refused(served)
    assert not served.problem


def test_a_server_that_flaps_is_refused_until_it_is_released(desk: Desk, served: ServedProject) -> None:
    for turn in range(4):
        desk.write("books.json", json.dumps({"tools": [FIND if turn % 2 else OTHER]}))
        is_refused(served)
    refusal = served.enforcement().judge("books", read_catalog(served.targets[0])).refusal("tool", "find")
    assert refusal is not None
    assert "govern serve release books" in refusal.message
    config = load_config(None, desk.folder)
    assert release(config, desk.lock_path, "books")
    assert not is_refused(served)
    with pytest.raises(UsageError, match="no server 'bok' in"):
        release(config, desk.lock_path, "bok")


@pytest.mark.parametrize(("config", "error", "hint"), [
    ('[servers.other]\ncatalog = "books.json"\n', LockfileMissing, "govern lock other"),
    ('[servers.books]\ncatalog = "books.json"\n[policy.signatures]\nlock = 1\n', LockfileInvalid, "govern sign"),
])  # fmt: skip
def test_what_is_not_locked_or_not_signed_as_required_is_not_served(
    desk: Desk, served: ServedProject, config: str, error: type[GovernError], hint: str
) -> None:
    assert served.targets
    desk.write("govern.toml", config)
    with pytest.raises(error) as raised:
        project(desk)
    assert raised.value.hint == hint
