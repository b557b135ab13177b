"""The quick parser agrees with typer on every command line that it accepts."""

import inspect
import shlex
from typing import Any

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st

from govern.cli.program import COMMANDS, GROUPS, command
from govern.cli.quick import parse
from govern.cli.typer_app import with_typer_options

PLAIN = [
    "diff",
    "diff a.lock",
    "diff a.lock b.lock --format json -o out.json",
    "diff --live --fail-on=never -v",
    "diff --format=sarif --format json",
    "diff --server a --server=b* --tool t --rule r --show-approved",
    "approve c-1 c-2 --reason why --until 2027-01-31",
    "approve --server s* --tool t --rule=r -m x --by me",
    "lock one two --check --jobs 3",
    "lock --accept-empty a --accept-empty b --lock x/y.lock",
    "show server/tool --json",
    "cost a b --window 200000 --prices p.toml",
    "explain input-required-added",
    "verify x.lock",
    "init",
    "show -c x/y.toml",
    "show --config .",
    "help diff",
    "fleet merge a b --store c --json",
    "fleet scan a.jsonl --store c --encoding o200k_base",
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
    "fleet merge --store",
    "fleet scan a.jsonl --encoding r50k_base",
]


def name_and_words(line: str) -> tuple[str, list[str]]:
    words = shlex.split(line)
    length = 2 if words[0] in GROUPS else 1
    return " ".join(words[:length]), words[length:]


def by_typer(name: str, words: list[str]) -> dict[str, Any] | None:
    read_as: dict[str, Any] = {}

    def spy(**values: Any) -> int:
        read_as.update(values)
        return 0

    spy.__annotations__ = command(name).__annotations__
    spy.__signature__ = inspect.signature(command(name))  # type: ignore[attr-defined]
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.callback()(lambda: None)
    app.command(name)(with_typer_options(spy))
    try:
        app([name, *words], standalone_mode=False)
    except Exception:  # noqa: BLE001 - typer has moved the classes of its errors between its versions
        return None
    return read_as


def with_defaults(name: str, values: dict[str, Any]) -> dict[str, Any]:
    parameters = inspect.signature(command(name)).parameters.values()
    return {each.name: each.default for each in parameters} | values


@pytest.mark.parametrize("line", PLAIN)
def test_a_plain_line_is_parsed_as_by_typer(line: str) -> None:
    name, words = name_and_words(line)
    values = parse(command(name), words)
    assert values is not None
    assert with_defaults(name, values) == by_typer(name, words)


@pytest.mark.parametrize("line", LEFT_TO_TYPER)
def test_any_other_line_is_left_to_typer(line: str) -> None:
    name, words = name_and_words(line)
    assert parse(command(name), words) is None


WORDS = st.sampled_from(
    shlex.split(
        "a b.lock '' - -- --live --json --format json --format=json -f -o -v -vq 3 --jobs --jobs=2 --check --until "
        "2027-01-31 --reason -m --lock --no --server --tool=x"
    )
)


@given(st.sampled_from(sorted(COMMANDS)), st.lists(WORDS, max_size=6))
def test_no_line_is_parsed_differently_from_typer(name: str, words: list[str]) -> None:
    values = parse(command(name), words)
    if values is not None:
        assert with_defaults(name, values) == by_typer(name, words)
