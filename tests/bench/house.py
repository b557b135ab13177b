"""Sizes and docstrings of govern/, as docs/benchmarks.md lists them before and after a reshaping."""

import ast
import json
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.bench.measuring import govern, seconds_in
from tests.bench.tables import Table

PACKAGE = Path(__file__).parents[2] / "govern"
QUESTION = re.compile(r"(What|Who|Whose|Where|Whether|How|Which|Why|When)\b")
_IMPORTED = """
import os, sys
os._exit = sys.exit
sys.argv = ["govern", "diff", "a.lock", "b.lock", "--fail-on", "never", "--quiet"]
from govern.__main__ import main
try:
    main()
except SystemExit:
    pass
print(sum(name.partition(".")[0] == "govern" for name in sys.modules))
"""
# Measured in the same way at commit 26ab5be, before the rooms were reshaped.
_BEFORE = {
    "files": "471",
    "lines": "48,205",
    "lines of a file, median": "88",
    "modules of ours that a diff imports": "95",
    "docstrings": "2,809",
    "… that begin with a question word": "25.3%",
    "… that begin with “The same”": "26",
    "class names of two modules": "24",
    "names of private functions in more than three files": "60",
}
_AIMS = {"files": "330", "lines": "40,000", "… that begin with a question word": "3%"}


def house() -> Table:
    """Count files, lines, docstrings and names."""
    now = measured()
    rows = tuple((what, _BEFORE[what], now[what], _AIMS.get(what, "")) for what in _BEFORE)
    return Table("House", ("govern/", "before", "now", "aim"), rows)


def measured() -> dict[str, str]:
    """Return each figure by its name."""
    paths = sorted(PACKAGE.rglob("*.py"))
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    trees = {path: ast.parse(text) for path, text in texts.items()}
    lengths = [len(text.splitlines()) for text in texts.values()]
    docs = [doc for tree in trees.values() for doc in docstrings(tree)]
    questions = sum(bool(QUESTION.match(doc)) for doc in docs)
    return {
        "files": f"{len(paths):,}",
        "lines": f"{sum(lengths):,}",
        "lines of a file, median": f"{statistics.median(lengths):.0f}",
        "modules of ours that a diff imports": str(_imported_by_a_diff()),
        "docstrings": f"{len(docs):,}",
        "… that begin with a question word": f"{questions / len(docs):.1%}",
        "… that begin with “The same”": str(sum(doc.startswith("The same") for doc in docs)),
        "class names of two modules": str(len(shared_classes(list(trees.values())))),
        "names of private functions in more than three files": str(len(frequent_functions(list(trees.values())))),
    }


def docstrings(tree: ast.Module) -> list[str]:
    """Return all docstrings of a module."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found = (ast.get_docstring(node) for node in ast.walk(tree) if isinstance(node, documented))
    return [doc for doc in found if doc]


def shared_classes(trees: list[ast.Module]) -> set[str]:
    """Return the class names that two modules define."""
    defined = [{node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)} for tree in trees]
    return {name for names in defined for name in names if sum(name in other for other in defined) > 1}


def frequent_functions(trees: list[ast.Module], most: int = 3) -> set[str]:
    """Return the names of private functions that more than `most` modules define."""
    defined = [
        {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)} for tree in trees
    ]
    private = {name for names in defined for name in names if name.startswith("_")}
    return {name for name in private if sum(name in names for names in defined) > most}


def _imported_by_a_diff() -> int:
    """Count the modules of govern that a diff of two small locks imports, of which a description changed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "govern.toml").write_text('[servers.s]\ncatalog = "s.json"\n', encoding="utf-8")
        for text, lock in (("Looks.", "a.lock"), ("Looks closely.", "b.lock")):
            tool = {"name": "look", "description": text, "inputSchema": {"type": "object"}}
            (folder / "s.json").write_text(json.dumps({"tools": [tool]}), encoding="utf-8")
            seconds_in(folder, govern("lock", "--quiet", "--lock", lock))
        done = subprocess.run(
            [sys.executable, "-c", _IMPORTED], cwd=folder, capture_output=True, text=True, check=True, timeout=60
        )
    return int(done.stdout.split()[-1])
