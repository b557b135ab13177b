"""Names and docstrings of govern/ in the plain English of docs/contributing; ruff's D401 holds the imperative mood."""

import ast
from pathlib import Path

from tests.bench.house import QUESTION, docstrings, frequent_functions, shared_classes

MOST_QUESTIONS = 0.03
MOST_FILES = 3


def test_docstrings_begin_neither_like_a_question_nor_with_the_same(trees: dict[Path, ast.Module]) -> None:
    docs = [doc for tree in trees.values() for doc in docstrings(tree)]
    questions = [doc for doc in docs if QUESTION.match(doc)]
    assert len(questions) <= MOST_QUESTIONS * len(docs), questions[:20]
    assert not [doc for doc in docs if doc.startswith("The same")]


def test_each_class_name_stands_for_one_class(trees: dict[Path, ast.Module]) -> None:
    assert not shared_classes(list(trees.values()))


def test_few_files_share_the_name_of_a_private_function(trees: dict[Path, ast.Module]) -> None:
    assert not frequent_functions(list(trees.values()), MOST_FILES)
