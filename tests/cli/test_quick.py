"""The quick reading of words is typer's, wherever it reads at all."""

import inspect
import shlex
from typing import Any

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st

from govern.cli.explained import _declared
from govern.cli.quick import read
from govern.cli.verbs import VERBS, verb

PLAIN = [
    "diff",
    "diff a.lock",
    "diff a.lock b.lock --format json -o out.json",
    "diff --live --fail-on=never -v",
    "diff --format=sarif --format json",
    "approve c-1 c-2 --reason why --until 2027-01-31",
    "approve --server s* --tool t --rule=r -m x --by me",
    "lock one two --check --jobs 3",
    "lock --accept-empty a --accept-empty b --lock x/y.lock",
    "show server/tool --json",
    "cost a b --window 200000 --prices p.toml",
    "explain input-required-added",
    "verify x.lock",
    "init",
]
LEFT_TO_TYPER = [
    "diff --help",
    "diff a b c",
    "diff --formt json",
    "diff --format yaml",
    "diff --format",
    "diff -fjson",
    "diff --live=yes",
    "diff --output --quiet",
    "diff -- --live",
    "diff -",
    "lock --jobs 0",
    "lock --jobs many",
    "approve --until tomorrow",
    "init now",
]


def by_typer(name: str, words: list[str]) -> dict[str, Any] | None:
    read_as: dict[str, Any] = {}

    def spy(**values: Any) -> int:
        read_as.update(values)
        return 0

    spy.__annotations__ = verb(name).__annotations__
    spy.__signature__ = inspect.signature(verb(name))  # type: ignore[attr-defined]
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.callback()(lambda: None)
    app.command(name)(_declared(spy))
    try:
        app([name, *words], standalone_mode=False)
    except Exception:  # noqa: BLE001 - typer has moved the classes of its errors between its versions
        return None
    return read_as


def with_defaults(name: str, values: dict[str, Any]) -> dict[str, Any]:
    parameters = inspect.signature(verb(name)).parameters.values()
    return {each.name: each.default for each in parameters} | values


@pytest.mark.parametrize("line", PLAIN)
def test_what_is_plain_is_read_as_typer_reads_it(line: str) -> None:
    name, *words = shlex.split(line)
    values = read(verb(name), words)
    assert values is not None
    assert with_defaults(name, values) == by_typer(name, words)


@pytest.mark.parametrize("line", LEFT_TO_TYPER)
def test_what_is_not_plain_is_left_to_typer(line: str) -> None:
    name, *words = shlex.split(line)
    assert read(verb(name), words) is None


WORDS = st.sampled_from(
    shlex.split(
        "a b.lock '' - -- --live --json --format json --format=json -f -o -v -vq 3 --jobs --jobs=2 --check --until "
        "2027-01-31 --reason -m --lock --no --server --tool=x"
    )
)


@given(st.sampled_from(sorted(VERBS)), st.lists(WORDS, max_size=6))
def test_it_never_reads_what_typer_reads_otherwise(name: str, words: list[str]) -> None:
    values = read(verb(name), words)
    if values is not None:
        assert with_defaults(name, values) == by_typer(name, words)
