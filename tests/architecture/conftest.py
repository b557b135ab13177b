import ast
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def not_ours(repository: Path) -> set[str]:
    """Return the names of files that git and our tools keep beside the project's own."""
    ignored = (repository / ".gitignore").read_text(encoding="utf-8").splitlines()
    return {".git"} | {line.strip("/") for line in ignored if line and not line.startswith("#")}


@pytest.fixture(scope="session")
def files(repository: Path, not_ours: set[str]) -> list[Path]:
    """Return every file of the project, relative to its root."""
    everything = (path.relative_to(repository) for path in repository.rglob("*") if path.is_file())
    return sorted(path for path in everything if not_ours.isdisjoint(path.parts))


@pytest.fixture(scope="session")
def trees(repository: Path) -> dict[Path, ast.Module]:
    """Return the syntax tree of every file of govern/."""
    return {path: ast.parse(path.read_bytes()) for path in (repository / "govern").rglob("*.py")}
