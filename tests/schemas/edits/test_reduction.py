import pytest

from govern.schemas.edits.reduction import requiring
from tests.schemas.edits.made_schemas import TEXT, Schema, an_object


@pytest.mark.parametrize(
    ("node", "left"),
    [
        (an_object("a", a=TEXT, b=TEXT), an_object("a", a=TEXT)),
        (an_object("a", a=an_object(b=TEXT)), an_object("a", a=an_object())),
        ({**an_object("a", a=TEXT, b=TEXT), "minProperties": 2}, ...),
        ({"required": ["a"]}, ...),
        (TEXT, ...),
    ],
    ids=["optional", "below", "another keyword", "not declared", "no object"],
)
def test_optional_properties_are_left_out_unless_another_keyword_may_need_them(node: Schema, left: Schema):
    assert requiring(node, ()) == (node if left is ... else left)
