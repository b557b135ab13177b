import re
from pathlib import Path


def test_the_map_names_the_rooms_that_exist(repository: Path) -> None:
    """docs/architecture.md lists the rooms; each line begins with the room's name."""
    text = (repository / "docs" / "architecture.md").read_text(encoding="utf-8")
    drawn = set(re.findall(r"^  ([a-z_]+(?:/|\.py)) ", text, re.MULTILINE))
    house = [path for path in (repository / "govern").iterdir() if path.name != "__pycache__"]
    exists = {
        f"{path.name}/" if path.is_dir() else path.name for path in house if path.is_dir() or path.suffix == ".py"
    }
    assert drawn == exists


def test_decisions_are_numbered_without_a_gap_and_say_why(repository: Path) -> None:
    records = sorted((repository / "docs" / "decisions").glob("[0-9]*.md"))
    assert [record.name[:4] for record in records] == [f"{number:04}" for number in range(len(records))]
    for record in records[1:]:
        headings = re.findall(r"^## (.*)$", record.read_text(encoding="utf-8"), re.MULTILINE)
        assert headings == ["Context", "Decision", "Consequences"], record.name


def test_the_changelog_has_the_version(repository: Path) -> None:
    from govern import __version__

    assert f"\n## {__version__}" in (repository / "CHANGELOG.md").read_text(encoding="utf-8")


def test_each_promise_of_the_security_page_names_a_test_that_exists(repository: Path) -> None:
    page = repository / "docs" / "security.md"
    rows = re.findall(r"^\| (.*) \| (\[test_.*) \|$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) >= 30
    for promise, proofs in rows:
        for link, names in re.findall(r"\[test_\w+\]\(([^)]+)\)([^;]*)", proofs):
            tests = (page.parent / link).read_text(encoding="utf-8")
            assert all(f"def {name}(" in tests for name in re.findall(r"`(test_\w+)`", names)), promise
