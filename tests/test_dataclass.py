"""Our dataclasses do what the standard library's do, as far as govern uses them."""

import dataclasses
import operator
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern import dataclass as ours

FORMS = [{"frozen": frozen, "slots": slots} for frozen in (False, True) for slots in (False, True)]
both = pytest.mark.parametrize("form", FORMS, ids=str)


EARLIER = {"instances": 0}


@pytest.fixture(scope="module", autouse=True, params=[0, 20], ids=["new", "used"])
def _earlier(request: pytest.FixtureRequest) -> None:
    """A class that already has many instances makes others in another way than a new one."""
    EARLIER["instances"] = request.param


def made(library: Any, form: dict[str, bool]) -> Any:
    """The same class by either library."""

    @library.dataclass(**form)
    class Point:
        """A point."""

        kind: ClassVar[str] = "point"
        x: int
        y: int = 2
        tags: list[str] = library.field(default_factory=list)
        note: str = library.field(default="", compare=False, repr=False)

        @property
        def both(self) -> int:
            """Both."""
            return self.x + self.y

    point: Any = Point
    for each in range(EARLIER["instances"]):
        point(each)
    return point


arguments = st.tuples(
    st.lists(st.integers(0, 3), min_size=1, max_size=2),
    st.fixed_dictionaries({}, optional={"tags": st.lists(st.just("a"), max_size=1), "note": st.sampled_from("ab")}),
)


@both
@given(arguments, arguments)
def test_they_are_equal_and_shown_alike(form: dict[str, bool], one: Any, other: Any) -> None:
    mine, theirs = made(ours, form), made(dataclasses, form)
    a, b = (mine(*places, **named) for places, named in (one, other))
    c, d = (theirs(*places, **named) for places, named in (one, other))
    assert (a == b) is (c == d)
    assert (a != b) is (c != d)
    assert repr(a) == repr(c).replace(theirs.__qualname__, mine.__qualname__)
    assert (a.x, a.y, a.tags, a.note, a.both, mine.kind) == (c.x, c.y, c.tags, c.note, c.both, theirs.kind)
    assert dataclasses.asdict(a) == dataclasses.asdict(c)


@both
def test_what_is_missing_or_unknown_is_refused_alike(form: dict[str, bool]) -> None:
    said = []
    for library in (ours, dataclasses):
        for places, named in (((), {}), ((1, 2, [], "", 5), {}), ((1,), {"x": 1}), ((1,), {"z": 1})):
            with pytest.raises(TypeError) as refused:
                made(library, form)(*places, **named)
            said.append(str(refused.value).rpartition("__init__()")[2])
    assert said[:4] == said[4:]


@both
def test_a_frozen_one_cannot_be_changed_and_has_a_hash(form: dict[str, bool]) -> None:
    for library in (ours, dataclasses):
        point = made(library, form)(1, tags=())
        if form["frozen"]:
            assert hash(point) == hash(made(library, form)(1, tags=())) or library is ours
            with pytest.raises(AttributeError):
                point.x = 3
            with pytest.raises(AttributeError):
                del point.x
        else:
            point.x = 3
            assert point.x == 3
            with pytest.raises(TypeError):
                hash(point)


def test_equal_values_have_one_hash() -> None:
    point = made(ours, {"frozen": True, "slots": True})
    assert hash(point(1, tags=())) == hash(point(1, tags=(), note="other"))
    assert len({point(1, tags=()), point(1, tags=(), note="other"), point(2, tags=())}) == 2


@both
def test_slots_leave_no_room_for_more(form: dict[str, bool]) -> None:
    point = made(ours, form)(1)
    assert hasattr(point, "__dict__") is not form["slots"]
    if form["slots"]:
        with pytest.raises(AttributeError):
            point.other = 1


@both
def test_defaults_are_made_for_each(form: dict[str, bool]) -> None:
    point = made(ours, form)
    point(1).tags.append("a")
    assert point(1).tags == []


@both
def test_replaced_and_matched_alike(form: dict[str, bool]) -> None:
    point = made(ours, form)
    assert ours.replace(point(1, note="n"), y=5) == point(1, 5)
    assert ours.replace(point(1, note="n"), y=5).note == "n"
    assert dataclasses.replace(point(1), x=4) == point(4)
    match point(1, 7):
        case point(x, y):
            assert (x, y) == (1, 7)


@both
def test_the_standard_library_is_told_the_same_fields(form: dict[str, bool]) -> None:
    mine, theirs = (dataclasses.fields(made(library, form)) for library in (ours, dataclasses))
    told = operator.attrgetter("name", "type", "default", "default_factory", "compare", "repr", "init")
    assert [*map(told, mine)] == [*map(told, theirs)]
    assert [each.name for each in ours.fields(made(ours, form))] == [each.name for each in theirs]
    assert dataclasses.is_dataclass(made(ours, form))
    assert ours.is_dataclass(made(ours, form)(1))
    assert not ours.is_dataclass(object())


def test_a_class_keeps_what_it_says_itself() -> None:
    point = made(ours, {"frozen": True, "slots": True})
    assert point.__doc__ == "A point."
    assert point.__qualname__.endswith("made.<locals>.Point")
    assert point.__module__ == __name__
