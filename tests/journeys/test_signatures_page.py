"""The vector of docs/signatures.md, and its tables, match the code."""

import json
import re
from pathlib import Path
from typing import get_args

from govern.signing.statement import PREDICATES, pae
from govern.signing.verification import ProblemKind

PAGE = (Path(__file__).parents[2] / "docs" / "signatures.md").read_text(encoding="utf-8")


def test_the_vector() -> None:
    found = re.search(r"```json pae\n(.*?)\n```", PAGE, re.DOTALL)
    assert found
    vector = json.loads(found[1])
    assert pae(vector["payloadType"], vector["payload"].encode()) == vector["pae"].encode()


def test_every_reason_is_explained() -> None:
    output = {word for row in re.findall(r"(?m)^\| ([a-z ,]+) \| ", PAGE) for word in row.split(", ")}
    assert output == {*get_args(ProblemKind)}


def test_every_kind_of_statement_is_described() -> None:
    described = set(re.findall(r"(?m)^\| `([a-z_]+/v1)`(?:, behind `[^`]+`)? \|", PAGE))
    assert described == {"/".join(each.split("/")[-2:]) for each in PREDICATES.values()}
