import ast
import re
from collections.abc import Iterator
from pathlib import Path

LINK = re.compile(r"\]\((?!\w+:)([^)\s]+)\)")


def test_the_map_names_the_rooms_that_exist(repository: Path) -> None:
    """docs/architecture.md lists the rooms; each line begins with the room's name."""
    text = (repository / "docs" / "architecture.md").read_text(encoding="utf-8")
    drawn = set(re.findall(r"^  ([a-z_]+(?:/|\.py)) ", text, re.MULTILINE))
    house = [path for path in (repository / "govern").iterdir() if path.name != "__pycache__"]
    exists = {
        f"{path.name}/" if path.is_dir() else path.name
        for path in house
        if (path / "__init__.py").is_file() or path.suffix == ".py"
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


def test_messages_name_pages_of_the_documentation_by_urls_that_exist(
    repository: Path, trees: dict[Path, ast.Module]
) -> None:
    nodes = [node for path, tree in trees.items() if path.name != "errors.py" for node in ast.walk(tree)]
    docstrings = {node.value for node in nodes if isinstance(node, ast.Expr)}
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and node not in docstrings]
    assert not [text for text in texts if isinstance(text, str) and "docs/" in text]
    calls = [node for node in nodes if isinstance(node, ast.Call) and ast.unparse(node.func) == "docs_url"]
    for page, _, heading in (ast.literal_eval(node.args[0]).partition("#") for node in calls):
        text = (repository / "docs" / page).read_text(encoding="utf-8")
        headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        assert not heading or heading in (each.lower().replace(" ", "-") for each in headings), (page, heading)
    assert len(calls) >= 5


def test_links_between_pages_lead_to_files_and_headings(repository: Path) -> None:
    """A heading's anchor is its text in lower case, without punctuation and with hyphens for spaces."""
    pages = [*repository.glob("*.md"), *repository.glob("docs/**/*.md")]
    texts = {page.resolve(): page.read_text(encoding="utf-8") for page in pages}
    anchors = {
        page: {
            re.sub(r"[^\w -]", "", re.sub(r"\]\([^)]*\)", "", heading).lower()).replace(" ", "-")
            for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        }
        for page, text in texts.items()
    }
    links = [(page, *link.partition("#")[::2]) for page, text in texts.items() for link in LINK.findall(text)]
    assert len(links) > 300
    for page, file, anchor in links:
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), (page.name, file)
        assert not anchor or target not in anchors or anchor in anchors[target], (page.name, file, anchor)


def rows_of_recipes(repository: Path) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the paths and the names of each row of the tables in CONTRIBUTING.md."""
    text = (repository / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for files, change in re.findall(r"^\| (`.*?) \| (.*) \|$", text, re.MULTILINE):
        yield re.findall(r"`([^`]+)`", files), re.findall(r"`([A-Za-z_]\w*)`", change)


def test_each_recipe_names_files_and_code_that_exist(repository: Path) -> None:
    rows = [*rows_of_recipes(repository)]
    assert len(rows) >= 25
    for paths, names in rows:
        files = [file for path in paths if "NAME" not in path for file in repository.glob(path)]
        assert files or any("NAME" in path for path in paths), paths
        source = "".join(file.read_text(encoding="utf-8") for file in files if file.is_file())
        assert not source or [name for name in names if not re.search(rf"\b{name}\b", source)] == [], paths
