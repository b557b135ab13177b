"""The scaffold of a rule."""

import json
import shutil
from pathlib import Path

import pytest

from tests.rules.new import FILES, OTHERWISE, add_rule


@pytest.fixture
def copy(repository: Path, tmp_path: Path) -> Path:
    """Return a folder with copies of the files that the scaffold changes."""
    for folder in ("govern/facts", "govern/rules", "tests/pairs"):
        shutil.copytree(repository / folder, tmp_path / folder)
    return tmp_path


@pytest.mark.parametrize(("word", "files"), [*FILES.items(), ("annotation", OTHERWISE)])
def test_a_constant_a_row_and_a_pair_are_added(copy: Path, word: str, files: tuple[str, str]) -> None:
    ids, rows = copy / "govern/facts/rule_ids.py", copy / "govern/rules" / f"{files[0]}.py"
    pairs = copy / "tests/pairs" / f"{files[1]}.json"
    rows_before, pairs_before = rows.read_text("utf-8"), pairs.read_text("utf-8")
    assert add_rule(f"{word}-just-added", copy) == [ids, rows, pairs]
    section = ids.read_text("utf-8").partition(f"(rules/{files[0]}.py)\n")[2].partition("\n\n")[0]
    constant = f"{word.upper()}_JUST_ADDED"
    assert section.rstrip().endswith(f'{constant} = "{word}-just-added"')
    compile(rows.read_text("utf-8"), rows, "exec")
    added = rows.read_text("utf-8").replace(rows_before.rpartition("\n)")[0], "")
    assert added.lstrip().startswith((f"Rule(ids.{constant}, ", f'SchemaRule({{"{word}": ids.{constant}}}, '))
    assert json.loads(pairs.read_text("utf-8"))[:-1] == json.loads(pairs_before)
    assert json.loads(pairs.read_text("utf-8"))[-1].keys() <= json.loads(pairs_before)[-1].keys()
    assert pairs.read_text("utf-8").startswith(pairs_before.rstrip().removesuffix("]").rstrip())


@pytest.mark.parametrize("rule_id", ["Tool-Gone", "tool_gone", "gone", "tool-", "tool-removed", ""])
def test_an_invalid_or_existing_id_is_refused(copy: Path, rule_id: str) -> None:
    with pytest.raises(ValueError, match=r"is not a valid id|exists already"):
        add_rule(rule_id, copy)
