"""Versions by semver 2.0.0, and the tags that name them."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.contract.version import Version

# From semver.org, and what comes before and after.
IN_ORDER = (
    "0.9.9", "1.0.0-0", "1.0.0-1", "1.0.0-2", "1.0.0-10", "1.0.0--", "1.0.0-alpha", "1.0.0-alpha.1",
    "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.1", "1.9.0",
    "1.10.0", "2.0.0-x", "2.0.0", "10.0.0",
)  # fmt: skip


def read(text: str) -> Version:
    version = Version.read(text)
    assert version is not None
    return version


def test_precedence() -> None:
    versions = [read(text) for text in IN_ORDER]
    shuffled = [versions[at * 7 % len(versions)] for at in range(len(versions))]
    assert sorted(shuffled) == versions
    assert all(before < after and after > before and before != after for before, after in pairwise(versions))


def test_a_version_is_written_as_it_is_read() -> None:
    for text in (*IN_ORDER, "1.0.0+build.5", "1.0.0-rc.1+exp.sha-5114f85"):
        assert str(read(text)) == text
        assert read(f"v{text}") == read(text)


def test_builds_are_told_apart_and_of_one_precedence_otherwise() -> None:
    assert read("1.0.0") < read("1.0.0+a") < read("1.0.0+b") < read("1.0.1")


def test_only_a_version_without_words_is_final() -> None:
    assert read("1.0.0+build").final
    assert not read("1.0.0-rc.1").final


@pytest.mark.parametrize(
    ("python", "semver"), [("1.2.0rc1", "1.2.0-rc.1"), ("1.2.0a2", "1.2.0-a.2"), ("v1.2.0b10", "1.2.0-b.10")]
)
def test_a_pre_release_as_python_writes_it(python: str, semver: str) -> None:
    assert read(python) == read(semver)


@pytest.mark.parametrize(
    "text",
    ["", "v1", "1.2", "1.2.3.4", "1.2.3-", "1.2.3+", "1.2.3-a..b", "1.2.3 ", "1.2.3\n", "\u0661.\u0662.\u0663",
     "x1.2.3", "-1.2.3", "9" * 19 + ".0.0", "1.2.3-é"],
)  # fmt: skip
def test_what_is_no_version(text: str) -> None:
    assert Version.read(text) is None


@pytest.mark.parametrize(
    ("tag", "series", "version"),
    [
        ("v1.2.3", "", "1.2.3"),
        ("1.2.3", "", "1.2.3"),
        ("1.2.3-name-2.0.0", "", "1.2.3-name-2.0.0"),
        ("name-v1.2.3", "name", "1.2.3"),
        ("name-1.2.3-rc.1", "name", "1.2.3-rc.1"),
        ("name@1.2.3", "name", "1.2.3"),
        ("@scope/name@1.2.3", "@scope/name", "1.2.3"),
        ("name/v1.2.3", "name", "1.2.3"),
        ("name_2-v1.2.3", "name_2", "1.2.3"),
    ],
)
def test_a_tag_names_a_series_and_a_version(tag: str, series: str, version: str) -> None:
    assert Version.in_tag(tag) == (series, read(version))


@pytest.mark.parametrize(
    "tag", ["latest", "v1", "v1.2", "nightly-2026-01-01", "name-v1", "release", "-v1.2.3", "", "vv1.2.3"]
)
def test_other_tags_name_none(tag: str) -> None:
    assert Version.in_tag(tag) is None


@given(st.text(max_size=40), st.text("0123456789.-+vab@/", max_size=60))
def test_any_text_is_read_or_not(name: str, rest: str) -> None:
    found = Version.in_tag(name + rest)
    if found:
        assert Version.read(str(found[1])) == found[1]


def test_a_number_of_thousands_of_digits() -> None:
    assert read(f"1.0.0-{'9' * 5_000}") > read("1.0.0-1")
