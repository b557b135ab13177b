"""Names and docstrings of govern/ in the plain English of docs/contributing; ruff's D401 holds the imperative mood."""

import ast
from pathlib import Path

import pytest

from tests.bench.house import QUESTION, docstrings, frequent_functions, shared_classes

MOST_QUESTIONS = 0.03
MOST_FILES = 3


@pytest.fixture(scope="module")
def trees(repository: Path) -> list[ast.Module]:
    return [ast.parse(path.read_bytes()) for path in (repository / "govern").rglob("*.py")]


def test_few_docstrings_begin_like_a_question(trees: list[ast.Module]) -> None:
    docs = [doc for tree in trees for doc in docstrings(tree)]
    questions = [doc for doc in docs if QUESTION.match(doc)]
    assert len(questions) <= MOST_QUESTIONS * len(docs), questions[:20]


def test_no_docstring_begins_with_the_same(trees: list[ast.Module]) -> None:
    assert not [doc for tree in trees for doc in docstrings(tree) if doc.startswith("The same")]


def test_each_class_name_stands_for_one_class(trees: list[ast.Module]) -> None:
    assert not shared_classes(trees)


def test_few_files_share_the_name_of_a_private_function(trees: list[ast.Module]) -> None:
    assert not frequent_functions(trees, MOST_FILES)
