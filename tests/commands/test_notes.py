from pathlib import Path

from govern.commands.notes import server_notes
from govern.contract.surface import Surface
from govern.policy.target import Catalog, Command, Secrets, Target
from govern.servers.capture import Capture


def test_the_note_on_an_unpinned_command_has_no_secret(tmp_path: Path) -> None:
    how = Command(("npx", "hushhush"), tmp_path)
    target = Target("a", "npx ${P}", how, secrets=Secrets({"hushhush": "${P}"}))
    [note] = server_notes(Capture(target, Surface({}, (), {})))
    assert "${P}" in note.message
    assert "hushhush" not in note.message


def test_a_catalog_has_no_note_on_its_version(tmp_path: Path) -> None:
    assert list(server_notes(Capture(Target("b", "c.json", Catalog(tmp_path)), Surface({}, (), {})))) == []
