"""Every rule id is a literal constant, emitted somewhere and judged by one row."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from govern.facts import rule_ids
from govern.rules.rule import RULES

EMITTING = {"compare", "facts", "lockfile", "policy", "schemas", "selection"}
CONSTANTS = {name: value for name, value in vars(rule_ids).items() if name.isupper() and name != "TYPE_CHECKING"}
# Pairs whose ids do not have the same name for inputs and outputs.
NAMED_APART = {"COMBINED", "ONLY_UNDOCUMENTED", "DESCRIPTION_CHANGED", "DESCRIPTION_RESPELLED"}


Nodes = dict[Path, list[ast.AST]]


def used_names(modules: Nodes, repository: Path, *rooms: str) -> set[str]:
    """Return the constants of rule_ids that these rooms use: `ids.NAME`, or NAME where it is imported by name."""
    within = [nodes for path, nodes in modules.items() if path.relative_to(repository / "govern").parts[0] in rooms]
    return {name for nodes in within for name in _used_names(nodes)}


def _used_names(nodes: list[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "ids":
            yield node.attr
        elif isinstance(node, ast.ImportFrom) and node.module == "govern.facts.rule_ids":
            yield from (alias.name for alias in node.names if alias.name.isupper())


@pytest.fixture(scope="module")
def modules(repository: Path) -> Nodes:
    """Return the syntax of every module of govern except the one that defines the ids."""
    paths = [path for path in (repository / "govern").rglob("*.py") if path.name != "rule_ids.py"]
    return {path: list(ast.walk(ast.parse(path.read_text("utf-8")))) for path in paths}


def named_ids(name: str) -> dict[str, str]:
    """Return the ids that a constant holds, by the ids that its name stands for."""
    value, words = CONSTANTS[name], name.lower().replace("_", "-")
    if isinstance(value, str):
        return {words: value}
    if isinstance(value, dict):
        return {f"{position_or_kind}-{words}": each for position_or_kind, each in value.items()}
    return {f"{words}-changed": value[0], f"{words}-respelled": value[1]}


def test_each_id_has_one_constant_and_one_row():
    assert sorted(each for name in CONSTANTS for each in named_ids(name).values()) == sorted(RULES)


def test_each_constant_is_named_for_its_ids():
    assert {name for name in CONSTANTS if any(words != held for words, held in named_ids(name).items())} == NAMED_APART


def test_each_id_is_a_literal(repository: Path):
    tree = ast.parse((repository / "govern/facts/rule_ids.py").read_text("utf-8"))
    literals = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    assert [literals.count(rule) for rule in RULES] == [1] * len(RULES)


def test_each_constant_is_used_by_a_row_and_by_an_emitter(modules: Nodes, repository: Path):
    assert used_names(modules, repository, "rules") == CONSTANTS.keys()
    assert used_names(modules, repository, *EMITTING) == CONSTANTS.keys()


def test_no_other_module_spells_an_id(modules: Nodes):
    spelled = {
        (path.name, node.value)
        for path, nodes in modules.items()
        for node in nodes
        if isinstance(node, ast.Constant) and node.value in RULES
    }
    assert not spelled
