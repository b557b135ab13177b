import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

# A new name here is a decision about the house: most things belong in a room that exists.
ROOT = {
    ".ci",
    ".gitattributes",
    ".github",
    ".gitignore",
    ".pre-commit-hooks.yaml",  # where pre-commit looks for hooks
    "CHANGELOG.md",
    "CONTRIBUTING.md",  # where GitHub looks for it
    "LICENSE",
    "Makefile",
    "README.md",
    "action.yml",  # where GitHub looks for an action
    "capability.lock",
    "docs",
    "examples",
    "govern",
    "pyproject.toml",
    "tests",
}
# Names that are used outside of govern/.
FOR_OTHERS = {
    "document_types",  # .ci/docs.py writes their schemas
    "meanings",  # .ci/docs.py writes docs/rules.md with it
    "client_sources",  # .ci/docs.py links the page of each client in docs/clients.md
    "aggregate_profiles",  # docs/profile.md shows it
    "static_profile",  # docs/profile.md shows it
    "eval",  # program.py calls each command by its name
    "help",  # likewise
    "sql",  # likewise
    "govern",  # the fixture of pytest_plugin.py
    "pytest_addoption",  # pytest calls it
    "pytest_terminal_summary",  # pytest calls it
}
LONGEST_FILE = 400
LONGEST_FUNCTION = 40
# In halves, so that this file does not name them either.
REGISTRY_HOSTS = [
    "py" + "pi.org",
    "python" + "hosted.org",
    "npm" + "js.com",
    "npm" + "js.org",
    "deb" + "ian.org",
    "yarn" + "pkg.com",
    "crates" + ".io",
]


def test_nothing_else_stands_at_the_root(repository: Path, not_ours: set[str]) -> None:
    found = {path.name for path in repository.iterdir()} - not_ours
    assert not found - ROOT


def test_no_file_names_the_host_of_a_package_registry(repository: Path, files: list[Path]) -> None:
    host = re.compile("|".join(map(re.escape, REGISTRY_HOSTS)).encode(), re.IGNORECASE)
    assert not [str(path) for path in files if host.search((repository / path).read_bytes())]


def test_files_can_be_read_at_one_sitting(repository: Path) -> None:
    sources = set((repository / "govern").rglob("*.py"))
    lengths = {str(path): len(path.read_text(encoding="utf-8").splitlines()) for path in sources}
    assert not {path: length for path, length in lengths.items() if length > LONGEST_FILE}


def test_bodies_of_functions_can_be_seen_at_one_glance(trees: dict[Path, ast.Module]) -> None:
    assert not [name for name, length in functions(trees) if length > LONGEST_FUNCTION]


def test_nothing_stands_there_that_is_not_named(trees: dict[Path, ast.Module]) -> None:
    defined = {name for tree in trees.values() for name in definitions(tree) if not name.startswith("__")}
    assert defined - {name for tree in trees.values() for name in mentions(tree)} == FOR_OTHERS


@pytest.mark.parametrize("vague", ["utils", "helpers", "common", "base", "manager", "misc"])
def test_no_room_is_for_things_without_a_room(vague: str, files: list[Path]) -> None:
    assert not [str(path) for path in files if path.parts[0] == "govern" and vague in {*path.parts, path.stem}]


def test_only_the_doorway_prints_and_exits(repository: Path, trees: dict[Path, ast.Module]) -> None:
    doorways = {"cli", "__main__.py"}
    insiders = [path for path in trees if doorways.isdisjoint(path.relative_to(repository).parts)]
    assert not [f"{path}:{line} {what}" for path in insiders for line, what in doorway_words(trees[path])]


def test_texts_are_written_with_the_same_line_ends_on_every_system(trees: dict[Path, ast.Module]) -> None:
    """What Windows would write, ssh-keygen does not read as a signature."""
    lines = [line for path in trees for line in path.read_text("utf-8").splitlines() if ".write_text(" in line]
    assert lines
    assert not [line for line in lines if "newline=" not in line]


def definitions(tree: ast.Module) -> Iterator[str]:
    """Return the names of the functions, classes and values that a module defines."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        for target in getattr(node, "targets", [getattr(node, "target", None)]):
            yield from (part.id for part in ast.walk(target or ast.Pass()) if isinstance(part, ast.Name))


def mentions(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names)


def functions(trees: dict[Path, ast.Module]) -> Iterator[tuple[str, int]]:
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{path}:{node.lineno} {node.name}", (node.end_lineno or 0) - node.body[0].lineno + 1


def doorway_words(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Return the places where a file prints, writes to the terminal or ends the process by itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if re.fullmatch(r"print|exit|(sys|os)\._?exit|sys\.std(out|err)(\.buffer)?\.write", called):
                yield node.lineno, called
        if isinstance(node, ast.Raise) and node.exc and ast.unparse(node.exc).startswith("SystemExit"):
            yield node.lineno, ast.unparse(node)
