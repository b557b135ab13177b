"""Which property became which, as a reader would say."""

from typing import Any

import pytest

from govern.schemas.edits.properties import match_renames

NONE: frozenset[str] = frozenset()


def said(**texts: str) -> dict[str, Any]:
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
def test_names_that_are_one(was: str, name: str) -> None:
    assert match_renames(said(**{was: ""}), said(**{name: ""}), (NONE, NONE)) == {was: name}


@pytest.mark.parametrize(
    ("was", "name"), [("min_price", "max_price"), ("include_links", "include_facets"), ("title", "owner")]
)
def test_names_that_are_two(was: str, name: str) -> None:
    assert match_renames(said(**{was: ""}), said(**{name: ""}), (NONE, NONE)) == {}


def test_texts_that_each_speak_of_their_own_name_tell_them_apart() -> None:
    old, new = said(include_links="Include commit links"), said(include_facets="Include facets in the results")
    assert match_renames(old, new, (NONE, NONE)) == {}


def test_texts_that_say_the_same_join_names_that_do_not() -> None:
    text = "Exact target element reference from the page snapshot"
    assert match_renames(said(ref=text), said(target=text), (NONE, NONE)) == {"ref": "target"}


def test_the_nearer_of_two_names_is_taken() -> None:
    assert match_renames(said(sheet_name=""), said(name="", sheet=""), (NONE, NONE)) == {"sheet_name": "sheet"}


def test_names_alike_in_style_come_first_whatever_their_schemas() -> None:
    old, new = {"page_size": {"type": "number"}}, {"pageSize": {"type": "integer"}, "page_sizes": {"type": "number"}}
    assert match_renames(old, new, (NONE, NONE)) == {"page_size": "pageSize"}
