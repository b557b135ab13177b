"""Renamed properties and their new names."""

from typing import Any

import pytest

from govern.schemas.edits.properties import match_renames

NONE: frozenset[str] = frozenset()


def described(**texts: str) -> dict[str, Any]:
    """Return properties with these descriptions, none where the text is empty."""
    return {name: {"type": "string", **({"description": text} if text else {})} for name, text in texts.items()}


@pytest.mark.parametrize(
    ("was", "name"),
    [
        ("page_size", "pageSize"),
        ("sheet_name", "sheet"),
        ("context", "ctx"),
        ("annotate", "annotated"),
        ("file", "filePath"),
    ],
)
def test_similar_names_are_a_rename(was: str, name: str) -> None:
    assert match_renames(described(**{was: ""}), described(**{name: ""}), (NONE, NONE)) == {was: name}


@pytest.mark.parametrize(
    ("was", "name"), [("min_price", "max_price"), ("include_links", "include_facets"), ("title", "owner")]
)
def test_names_that_differ_in_a_word_are_no_rename(was: str, name: str) -> None:
    assert match_renames(described(**{was: ""}), described(**{name: ""}), (NONE, NONE)) == {}


def test_descriptions_of_different_things_are_no_rename() -> None:
    old, new = (
        described(include_links="Include commit links"),
        described(include_facets="Include facets in the results"),
    )
    assert match_renames(old, new, (NONE, NONE)) == {}


def test_equal_descriptions_are_a_rename_whatever_the_names() -> None:
    text = "Exact target element reference from the page snapshot"
    assert match_renames(described(ref=text), described(target=text), (NONE, NONE)) == {"ref": "target"}


def test_the_more_similar_of_two_names_comes_first() -> None:
    assert match_renames(described(sheet_name=""), described(name="", sheet=""), (NONE, NONE)) == {
        "sheet_name": "sheet"
    }


def test_names_that_differ_in_style_come_first_whatever_their_schemas() -> None:
    old, new = {"page_size": {"type": "number"}}, {"pageSize": {"type": "integer"}, "page_sizes": {"type": "number"}}
    assert match_renames(old, new, (NONE, NONE)) == {"page_size": "pageSize"}


def test_the_more_similar_description_comes_before_the_more_similar_name() -> None:
    text = "How many rows to return at most"
    added = described(limits="How many rows are to be returned at most", maximum=text)
    assert match_renames(described(limit=text), added, (NONE, NONE)) == {"limit": "maximum"}


def test_of_equally_similar_names_the_one_that_is_required_alike_comes_first() -> None:
    required = frozenset({"limita"}), frozenset({"limitc"})
    assert match_renames(described(limita=""), described(limitb="", limitc=""), required) == {"limita": "limitc"}


def test_of_equal_candidates_the_first_in_the_alphabet_is_taken() -> None:
    assert match_renames(described(limita=""), described(limitc="", limitb=""), (NONE, NONE)) == {"limita": "limitb"}
    assert match_renames(described(limitb="", limita=""), described(limitc=""), (NONE, NONE)) == {"limita": "limitc"}


def test_of_names_that_differ_in_style_the_first_in_the_alphabet_is_taken() -> None:
    removed = described(page_size="")
    assert match_renames(removed, described(PageSize="", pageSize=""), (NONE, NONE)) == {"page_size": "PageSize"}
    removed = described(pagesize="", page_size="")
    assert match_renames(removed, described(pageSize=""), (NONE, NONE)) == {"page_size": "pageSize"}
