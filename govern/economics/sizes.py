"""How many characters a single value takes as JSON, by its declared type and bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from govern.contract.json_text import canonical
from govern.economics.plain import NO_BOUND

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from govern.economics.plain import Plain


class Size(NamedTuple):
    """The characters of a value; `most` is None where nothing bounds it.

    `repeats` is how often one item may come in it, by the longest way through its arrays: None is without limit, and 0
    where there are none.
    """

    least: int
    typical: int
    most: int | None
    repeats: int | None = 0


QUOTES = 2
# What a string without a bound is taken to hold: the length at which ten tokens are ten tokens.
_TEXT = 35
ANYTHING = Size(1, QUOTES + _TEXT, None)
NOTHING = Size(0, 0, 0)
# The longest that programs write: -9223372036854775808, and -2.2250738585072014e-308.
_INTEGER, _NUMBER = Size(1, 6, 20), Size(1, 8, 24)
_EXACT = {"boolean": Size(4, 5, 5), "null": Size(4, 4, 4), "number": _NUMBER}
_FORMATS = {
    "date": (10, 10), "time": (8, 21), "date-time": (20, 35), "uuid": (36, 36), "ipv4": (7, 15), "ipv6": (2, 45),
}  # fmt: skip


def scalar(kind: str, schema: Plain) -> Size:
    """The size of a value of a type that holds no other values."""
    if kind == "string":
        return _string(schema)
    return _integer(schema) if kind == "integer" else _EXACT.get(kind, ANYTHING)


def listed(schema: Plain) -> Size | None:
    """The size of a value that is one of those named, or None where none are."""
    values = schema.keywords.get("enum")
    if "const" in schema.keywords:
        values = [schema.keywords["const"]]
    if not isinstance(values, list) or not values:
        return None
    sizes = [len(canonical(value).decode()) for value in values]
    return Size(min(sizes), max(sizes), max(sizes))


def either(sizes: Sequence[Size]) -> Size:
    """The size of a value that is of one of these."""
    if len(sizes) == 1:
        return sizes[0]
    least, typical, most, repeats = zip(*sizes, strict=True)
    return Size(min(least), max(typical), _largest(most), _largest(repeats))


def together(sizes: Sequence[Size]) -> Size:
    """The size of these one behind the other."""
    least, typical, most, repeats = zip(NOTHING, *sizes, strict=True)
    return Size(_held(sum(least)), _held(sum(typical)), _bounded(most, sum), _largest(repeats))


def repeated(item: Size, least: int, most: int | None) -> Size:
    """The size of so many items with a comma behind each; typical is one of them."""
    if most == 0:
        return NOTHING
    return Size(
        least=_held(least * (item.least + 1)),
        typical=item.typical,
        most=_bounded((most, item.most), lambda sizes: sizes[0] * (sizes[1] + 1)),
        repeats=_bounded((most, item.repeats), lambda times: times[0] * max(times[1], 1)),
    )


def _held(size: int) -> int:
    return min(size, NO_BOUND)


def _bounded(values: Sequence[int | None], combine: Callable[[Sequence[int]], int]) -> int | None:
    """The values combined, or None where one of them, or what comes out, is no bound."""
    if None in values:
        return None
    combined = combine(cast("Sequence[int]", values))
    return combined if combined < NO_BOUND else None


def _largest(values: Sequence[int | None]) -> int | None:
    return None if None in values else max(cast("Sequence[int]", values), default=0)


def _string(schema: Plain) -> Size:
    formatted = _FORMATS.get(str(schema.keywords.get("format")))
    shortest, longest = schema.count("minLength") or 0, schema.count("maxLength")
    if longest is None and formatted:
        shortest, longest = formatted
    if longest is None:
        return Size(QUOTES + shortest, QUOTES + max(shortest, _TEXT), None)
    return Size(QUOTES + min(shortest, longest), QUOTES + longest, QUOTES + longest)


def _integer(schema: Plain) -> Size:
    bounds = [schema.keywords.get(keyword) for keyword in ("minimum", "maximum")]
    if any(isinstance(bound, bool) or not isinstance(bound, int) or abs(bound) >= NO_BOUND for bound in bounds):
        return _INTEGER
    digits = max(len(str(bound)) for bound in bounds)
    return Size(1, digits, digits)
