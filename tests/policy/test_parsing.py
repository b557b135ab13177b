import json
import re
import tomllib
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ConfigDict, TypeAdapter, ValidationError

from govern.policy.parsing import dotted, parse_settings
from govern.policy.settings import Settings, toml_key


def strict(kind):
    """Make pydantic read the classes of the settings as strictly as govern does."""
    for field in fields(kind):
        for each in (field.type, *get_args(field.type)):
            if is_dataclass(each):
                strict(each)
    kind.__pydantic_config__ = ConfigDict(extra="forbid", strict=True, alias_generator=toml_key)
    return kind


KEYS = st.sampled_from(
    [
        "servers",
        "policy",
        "jobs",
        "command",
        "env",
        "url",
        "timeout",
        "limits",
        "pages",
        "guards",
        "t",
        "limit",
        "max_bytes",
        "profiles",
        "normalize",
        "severity",
        "reason",
        "approvals",
        "approvers",
        "budget",
        "growth-percent",
        "risk",
        "low",
        "preset",
        "fail-on",
        "client",
        "oauth",
        "client-id",
        "x",
    ]
)
LEAVES = st.one_of(
    st.booleans(),
    st.integers(0, 9),
    st.just(1.5),
    st.sampled_from(["", "safe", "strict", "auto"]),
    st.lists(st.just("a")),
)
DOCUMENTS = st.dictionaries(
    KEYS, st.recursive(LEAVES, lambda inner: st.dictionaries(KEYS, inner, max_size=3) | st.lists(inner), max_leaves=8)
)

REFERENCE = TypeAdapter(strict(Settings))


def a_server(values):
    return {"servers": {"s": values}}


def near_misses():
    """Generate valid documents with one invalid value, of a type that is easily accepted."""
    fields = st.fixed_dictionaries(
        {},
        optional={
            "command": LEAVES,
            "env": st.dictionaries(KEYS, LEAVES, max_size=2) | LEAVES,
            "timeout": LEAVES,
            "transport": LEAVES,
            "client": st.dictionaries(KEYS, LEAVES, max_size=2) | LEAVES,
            "normalize": st.dictionaries(KEYS, LEAVES, max_size=2),
            "limits": st.dictionaries(st.sampled_from(["bytes", "pages"]), LEAVES),
            "guards": st.dictionaries(
                KEYS, st.dictionaries(st.sampled_from(["limit", "max_bytes"]), LEAVES), max_size=1
            ),
            "oauth": st.dictionaries(st.sampled_from(["client-id", "scope", "client_id"]), LEAVES),
        },
    )
    given = LEAVES | st.dictionaries(st.sampled_from(["severity", "reason", "x"]), LEAVES, max_size=3)
    tables = st.dictionaries(KEYS, given | st.dictionaries(KEYS, given, max_size=2), max_size=2)
    severities = st.builds(lambda table: {"policy": {"severity": table}}, tables)
    return (
        severities
        | st.builds(a_server, fields)
        | st.builds(lambda table: {"policy": table}, st.dictionaries(KEYS, LEAVES))
    )


@given(st.one_of(DOCUMENTS, near_misses()))
def test_settings_are_accepted_exactly_if_pydantic_accepts_them(document):
    parsed = parse_settings(document)
    try:
        # As JSON: in strict mode pydantic accepts an object for a class, but no dict.
        expected = REFERENCE.validate_json(json.dumps(document))
    except ValidationError as error:
        assert isinstance(parsed, list)
        places = [".".join(str(part) for part in each["loc"]) for each in error.errors()]
        assert len({problem.path for problem in parsed}) == len(parsed) <= len(places)
        assert all(problem.message for problem in parsed)
    else:
        assert parsed == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("policy.presett = 'strict'", "policy.presett: unknown key; did you mean preset?"),
        ("policy.preset = 'strct'", "policy.preset: should be strict | balanced | compatible; did you mean strict?"),
        ("jobs = true", "jobs: should be a whole number"),
        ("servers.s.args = 'a b'", 'servers.s.args: should be a list: ["a", "b"]'),
        ("servers.s.timeout = '3'", "servers.s.timeout: should be a number"),
        ("servers.s.oauth = { client-id = 3 }", "servers.s.oauth.client-id: should be a string; put it in quotes"),
        ("servers.s.oauth = 3", "servers.s.oauth: should be a table"),
        ("policy.severity.tool-added = 'sfe'", "should be safe | risky | breaking or a table; did you mean safe?"),
        ("policy.signatures.approvals = 1", "approvals: should be true or false or safe | risky | breaking"),
        ("policy.results = [1]", "policy.results[0]: should be a string; put it in quotes"),
    ],
)
def test_a_type_error_names_the_key_and_the_type(text, message):
    found = parse_settings(tomllib.loads(text))
    assert isinstance(found, list)
    [problem] = found
    assert message in f"{dotted(problem.path)}: {problem.message}"


def test_a_date_without_quotes_is_a_string():
    settings = parse_settings(tomllib.loads("servers.s.protocol = 2025-11-25"))
    assert isinstance(settings, Settings)
    assert settings.servers["s"].protocol == "2025-11-25"


def test_the_page_has_a_row_with_a_meaning_for_every_key(repository: Path) -> None:
    table = (repository / "docs/config.md").read_text("utf-8").partition("\n## ")[0]
    rows = [re.split(r" (?<!\\)\| ", row.strip("| ")) for row in table.splitlines() if row.startswith("| `")]
    keys = [row[0].strip("`") for row in rows]
    assert len(keys) == len(set(keys))
    assert {
        "servers.<name>.command",
        "servers.<name>.oauth.client-id",
        "servers.<name>.guards.<name>.max_bytes",
        "servers.<name>.profiles.<name>.args",
        "servers.<name>.limits.depth",
        "policy.fail-on",
        "policy.approvals.approvers",
        "policy.budget.growth-percent",
        "policy.risk.high",
        "jobs",
    } <= set(keys)
    assert all(len(row[-1]) > 10 for row in rows)


@pytest.mark.parametrize(
    "row",
    [
        "| `servers.<name>.timeout` | number | `60` |",
        "| `policy.fail-on` | `safe` \\| `risky` \\| `breaking` \\| `never` |  |",
        "| `servers.<name>.normalize` | table |  |",
        "| `servers.<name>.command` | list of text or text |  |",
    ],
)
def test_the_page_shows_types_and_defaults(row: str, repository: Path) -> None:
    assert row in (repository / "docs/config.md").read_text("utf-8")
