"""Versions by semver 2.0.0, and the tags that name them."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.version import Version as Pythons

from govern.contract.version import Version, looks_like_version

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


def test_a_version_round_trips() -> None:
    for text in (*IN_ORDER, "1.0.0+build.5", "1.0.0-rc.1+exp.sha-5114f85"):
        assert str(read(text)) == text
        assert read(f"v{text}") == read(text)


def test_versions_that_differ_in_build_are_not_equal() -> None:
    assert read("1.0.0") < read("1.0.0+a") < read("1.0.0+b") < read("1.0.1")


def test_a_pre_release_is_not_final() -> None:
    assert read("1.0.0+build").final
    assert not read("1.0.0-rc.1").final


@pytest.mark.parametrize(
    ("python", "semver"), [("1.2.0rc1", "1.2.0-rc.1"), ("1.2.0a2", "1.2.0-a.2"), ("v1.2.0b10", "1.2.0-b.10")]
)
def test_python_pre_releases_are_read_as_semver(python: str, semver: str) -> None:
    assert read(python) == read(semver)


@pytest.mark.parametrize(
    "text",
    ["", "v1", "1.2", "1.2.3-", "1.2.3+", "1.2.3-a..b", "1.2.3 ", "1.2.3\n", "\u0661.\u0662.\u0663",
     "x1.2.3", "-1.2.3", "9" * 19 + ".0.0", "1.2.3-é"],
)  # fmt: skip
def test_invalid_versions(text: str) -> None:
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
        ("lib2.0-v1.0.0", "lib2.0", "1.0.0"),
        ("v1.2", "", "1.2.0"),
        ("v1", "", "1.0.0"),
        ("V1.2.3", "", "1.2.3"),
        ("2025.04", "", "2025.4.0"),
        ("1.2.3.4", "", "1.2.3.4"),
        ("v1.2.3.0", "", "1.2.3"),
        ("v1.2-rc.1", "", "1.2.0-rc.1"),
        ("v2-beta", "", "2.0.0-beta"),
        ("v1.2.0RC1", "", "1.2.0-rc.1"),
        ("1!1.2", "", "1!1.2.0"),
        ("v1.2.3.post1", "", "1.2.3.post1"),
        ("1.2.3rc1.post2.dev3", "", "1.2.3rc1.post2.dev3"),
        ("v1.2.dev4", "", "1.2.0.dev4"),
        ("release/1.2.3", "", "1.2.3"),
        ("release-1.2", "", "1.2.0"),
        ("Release/v1.2.3", "", "1.2.3"),
        ("releases/v1", "", "1.0.0"),
        ("version1.2.3", "", "1.2.3"),
        ("ver-1.2.3", "", "1.2.3"),
        ("name-v1", "name", "1.0.0"),
        ("name1.2.3", "name", "1.2.3"),
        ("name/1.2.3.4", "name", "1.2.3.4"),
        ("name.v1.2", "name", "1.2.0"),
        ("backup-2025.04.01", "backup", "2025.4.1"),
    ],
)
def test_a_tag_names_a_series_and_a_version(tag: str, series: str, version: str) -> None:
    assert Version.in_tag(tag) == (series, read(version))


@pytest.mark.parametrize("tag", ["latest", "nightly-2026-01-01", "release", "", "1", "name-1", "dev1", "20250401", "v"])
def test_other_tags_name_no_version(tag: str) -> None:
    assert Version.in_tag(tag) is None
    assert not looks_like_version(tag)


@pytest.mark.parametrize(
    "tag", ["-v1.2.3", "v1.2.x", "v1..2", "1.2.3.", "v1.2.3_é", "v1.2.3-", "name-v1x.2", "v" + "9" * 19]
)
def test_tags_that_only_look_like_versions(tag: str) -> None:
    assert Version.in_tag(tag) is None
    assert looks_like_version(tag)


PARTS = (
    ["", "1!"],
    ["1", "1.0", "1.2", "1.2.0.0", "1.2.3.4"],
    ["", "a1", "b", "rc2", ".alpha3"],
    ["", ".post", "post2"],
    ["", ".dev3"],
)


@given(st.lists(st.tuples(*map(st.sampled_from, PARTS)).map("".join), min_size=2, max_size=8))
def test_python_versions_sort_like_packaging(texts: list[str]) -> None:
    known = [(version, Pythons(text)) for text in texts if (version := Version.read_short(text))]
    assert len(known) == len(texts)
    for (ours, theirs), (other, others) in combinations(known, 2):
        assert (ours < other, ours == other) == (theirs < others, theirs == others)
        assert str(Pythons(str(ours))) == str(Pythons(str(Version.read(str(ours)))))


PYTHONS_IN_ORDER = (
    "1.0.dev0", "1.0.dev1", "1.0a1.dev1", "1.0a1", "1.0a1.post1.dev2", "1.0a1.post1", "1.0b2", "1.0rc1", "1.0",
    "1.0.post1.dev1", "1.0.post1", "1.0.0.1", "1.1", "1!0.1",
)  # fmt: skip


def test_pythons_order() -> None:
    versions = [Version.read_short(text) for text in PYTHONS_IN_ORDER]
    assert all(before < after for before, after in pairwise(filter(None, versions)))
    assert list(PYTHONS_IN_ORDER) == sorted(PYTHONS_IN_ORDER, key=Pythons)
    assert [version.final for version in versions if version].count(True) == 5


@given(st.text(max_size=40), st.text("0123456789.-+vab@/", max_size=60))
def test_any_text_is_read_without_an_error(name: str, rest: str) -> None:
    found = Version.in_tag(name + rest)
    if found:
        assert Version.read(str(found[1])) == found[1]


def test_numbers_of_thousands_of_digits_are_accepted() -> None:
    assert read(f"1.0.0-{'9' * 5_000}") > read("1.0.0-1")
