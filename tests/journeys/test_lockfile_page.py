"""The digest vectors of docs/lockfile.md match the code, and a reimplementation from the page alone."""

import json
import re
from hashlib import sha256
from pathlib import Path

import pytest

from govern.contract.digests import digest, item_digest, part_digests
from govern.contract.json_text import canonical, decode
from govern.contract.surface import TOOL, Item
from govern.lockfile.lock_server import Measures

PAGE = (Path(__file__).parents[2] / "docs" / "lockfile.md").read_text(encoding="utf-8")


def block(name: str) -> str:
    found = re.search(rf"```json {name}\n(.*?)\n```", PAGE, re.DOTALL)
    assert found
    return found[1]


@pytest.mark.parametrize("line", block("vectors").splitlines())
def test_each_vector(line: str) -> None:
    vector = json.loads(line)
    value = decode(vector["json"])
    assert canonical(value).decode() == vector["canonical"]
    assert digest(value) == vector["digest"] == "sha256:" + sha256(vector["canonical"].encode()).hexdigest()


def test_the_tool() -> None:
    example = json.loads(block("item"))
    item = Item(TOOL, example["tool"])
    (numbers,) = Measures().begin([item])()
    assert numbers.as_json() == example["economics"]
    parts = part_digests(item) | {"economics": digest(numbers.as_json())}
    assert parts == example["parts"]
    assert item_digest(parts) == example["digest"]


def test_the_tool_by_hand() -> None:
    """With the standard library alone, as in another language: sort sets and keys, no white space."""
    example = json.loads(block("item"))
    schema = example["tool"]["inputSchema"]
    schema["required"].sort()
    schema["properties"]["order"]["enum"].sort()
    text = json.dumps(schema, sort_keys=True, separators=(",", ":"))
    assert example["parts"]["input"] == "sha256:" + sha256(text.encode()).hexdigest()
    whole = json.dumps(example["parts"], sort_keys=True, separators=(",", ":"))
    assert example["digest"] == "sha256:" + sha256(whole.encode()).hexdigest()
