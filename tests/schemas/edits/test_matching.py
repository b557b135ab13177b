"""Recursive schemas, matched by place regardless of names, and compared."""

import pytest

from govern.schemas.edits.changes import schema_changes
from govern.schemas.edits.matching import align_cycles
from govern.schemas.edits.normal_form import normal_form
from govern.schemas.edits.pointers import value_at
from tests.schemas.edits.made_schemas import TEXT, Schema, an_object, rules, words

NULL: Schema = {"type": "null"}
ITSELF: Schema = {"$ref": "#/$defs/Node"}
MORE: Schema = {"type": "array", "items": ITSELF}
HUE: Schema = {**TEXT, "description": "Hue."}
SHADE: Schema = {**TEXT, "description": "Saturation."}


def tree_of(root: Schema = ITSELF, **properties: Schema) -> Schema:
    return an_object(root=root) | {"$defs": {"Node": an_object("name", name=TEXT, **properties)}}


@pytest.mark.parametrize("way", [MORE, ITSELF, {"anyOf": [ITSELF, NULL]}], ids=["list", "node", "optional"])
@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ({}, {"kids": ...}, ["input-property-added"]),
        ({"kids": ...}, {}, ["input-property-removed"]),
        ({"color": TEXT}, {"kids": ...}, ["input-property-added", "input-property-removed"]),
        ({"color": HUE}, {"color": SHADE, "kids": ...}, ["input-property-added", "parameter-description-changed"]),
        ({"color": HUE, "kids": ...}, {"color": SHADE}, ["input-property-removed", "parameter-description-changed"]),
    ],
    ids=["begins", "ends", "begins-and-loses", "begins-and-reworded", "ends-and-reworded"],
)
def test_a_schema_that_is_recursive_on_one_side_is_compared(way, before, after, found):
    old, new = (
        tree_of(**{name: way if schema is ... else schema for name, schema in side.items()}) for side in (before, after)
    )
    assert sorted(rules("input", old, new)) == found


def test_another_reference_back_hides_nothing():
    old = tree_of(color=TEXT, children=MORE)
    new = tree_of(below={"type": "object", "additionalProperties": ITSELF})
    facts = schema_changes("input", old, new)
    assert [(fact.rule, words(fact)["place"]) for fact in facts if "removed" in fact.rule] == [
        ("input-property-removed", "`root.children`"),
        ("input-property-removed", "`root.color`"),
    ]


def test_a_list_that_may_be_null_now_hides_nothing():
    old, new = tree_of(color=HUE, kids=MORE), tree_of(color=SHADE, kids={"anyOf": [MORE, NULL]})
    assert sorted(rules("input", old, new)) == ["input-type-widened", "parameter-description-changed"]


def test_a_nullable_cycle_is_reported_without_internal_names():
    old, new = tree_of(kid=ITSELF), tree_of(kid={"anyOf": [ITSELF, NULL]})
    (fact,) = schema_changes("input", old, new)
    assert words(fact)["edit"] == "`root.kid`: union another `root` → another `root` or null"


def test_one_definition_that_became_two_is_compared_with_both():
    old = an_object(a=ITSELF, b=ITSELF) | {"$defs": {"Node": an_object(c=TEXT, d=TEXT, kids=MORE)}}
    mine = {"type": "array", "items": {"$ref": "#/$defs/Other"}}
    both = {"Node": an_object(c=TEXT, d=TEXT, kids=MORE), "Other": an_object(c=TEXT, kids=mine)}
    new = an_object(a=ITSELF, b={"$ref": "#/$defs/Other"}) | {"$defs": both}
    (fact,) = schema_changes("input", old, new)
    assert (fact.rule, words(fact)["place"]) == ("input-property-removed", "`b.d`")


@pytest.mark.parametrize("turned", [False, True])
def test_a_cycle_that_is_unfolded_once_is_no_change(turned: bool):
    written = tree_of(kid=an_object("name", name=TEXT, kid=ITSELF))
    old, new = (written, tree_of(kid=ITSELF)) if turned else (tree_of(kid=ITSELF), written)
    assert rules("input", old, new) == ["input-respelled"]


def test_a_name_removed_at_the_second_level_is_reported_there():
    old = tree_of(color=TEXT, kid=ITSELF)
    new = tree_of(color=TEXT, kid=an_object("name", name=TEXT, kid=ITSELF))
    (fact,) = schema_changes("input", old, new)
    assert (fact.rule, words(fact)["place"]) == ("input-property-removed", "`root.kid.color`")


def test_a_wider_cycle_may_be_narrower_where_it_is_negated():
    def made(color: Schema) -> Schema:
        negated = {"not": {"required": ["w"], "properties": {"w": MORE}}}
        return tree_of(color=color, kids=MORE) | {"properties": {"root": ITSELF, "w": {}}} | negated

    assert rules("input", made(TEXT), made({})) != ["input-type-widened"]


def test_a_reference_to_itself_alone_terminates():
    empty = an_object(root=ITSELF) | {"$defs": {"Node": ITSELF}}
    assert rules("input", empty, an_object(root=TEXT)) == ["input-type-narrowed"]


def test_normal_forms_without_cycles_are_unchanged():
    old, new = normal_form(an_object(a=TEXT)), normal_form(an_object(b=TEXT))
    assert align_cycles(old, new) == (old, new)


def crossing(begin: str, **lost: Schema) -> Schema:
    """Return a book of pages, each with its book, as a model that begins at either of the two."""
    back: Schema = {"$ref": f"#/$defs/{begin}"}
    pages: Schema = {"type": "array", "items": back if begin == "page" else an_object(text=TEXT, book=back)}
    book = an_object(name=TEXT, pages=pages, **lost)
    page = an_object(text=TEXT, book=book if begin == "page" else back)
    first = an_object(name=TEXT, pages={"type": "array", "items": page}, **lost)
    return {**an_object(root=first), "$defs": {begin: page if begin == "page" else book}}


@pytest.mark.parametrize("position", ["input", "output"])
@pytest.mark.parametrize("begins", [("book", "page"), ("page", "book")])
def test_cycles_that_begin_elsewhere_are_equivalent(position, begins):
    old, new = map(crossing, begins)
    assert rules(position, old, new) == [f"{position}-respelled"]


@pytest.mark.parametrize("begins", [("book", "page"), ("page", "book")])
@pytest.mark.parametrize("position", ["input", "output"])
def test_a_name_removed_where_cycles_begin_elsewhere_is_reported(position, begins):
    old, new = crossing(begins[0], color=TEXT), crossing(begins[1])
    assert {fact.rule for fact in schema_changes(position, old, new)} == {f"{position}-property-removed"}


@pytest.mark.parametrize("begins", [("book", "page"), ("page", "book")])
def test_a_text_changed_where_cycles_begin_elsewhere_is_reported_at_the_text(begins):
    old, new = crossing(begins[0], color=HUE), crossing(begins[1], color=SHADE)
    found = [fact for fact in schema_changes("input", old, new) if fact.rule != "input-respelled"]
    assert {(fact.rule, value_at(new, fact.pointer)) for fact in found} == {
        ("parameter-description-changed", SHADE["description"])
    }


def model(name: str, inlined: dict[str, list[str]], names: str = "abcdef") -> Schema:
    """Return a model in which every type refers to every other, some of them inlined."""
    ways = {
        other: model(other, {**inlined, name: []}, names)
        if other in inlined.get(name, ())
        else {"$ref": f"#/$defs/{other}"}
        for other in names
    }
    return an_object(**{f"of_{name}": TEXT}, **ways)


def models(**inlined: list[str]) -> Schema:
    return {**an_object(root=model("a", inlined)), "$defs": {name: model(name, inlined) for name in "abcdef"}}


def test_many_cycles_that_begin_elsewhere_stay_small():
    old, new = models(a=["b"], b=["c"], d=["e"]), models(b=["d", "e"], c=["a"], e=["f"], f=["c"])
    forms = normal_form(old), normal_form(new)
    assert sum(len(repr(form.tree)) for form in align_cycles(*forms)) < 4 * sum(len(repr(form.tree)) for form in forms)
    assert rules("input", old, new) == ["input-respelled"]
