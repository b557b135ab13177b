"""Numbers that a form describes."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor, gcd, isinf, lcm
from operator import eq, ge, gt, le, lt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Json = Any


_EXACT = 2**53  # from here on not every whole number is a float
_BOUNDS: dict[str, Callable[[Any, Any], bool]] = {
    "const": eq,
    "exclusiveMaximum": lt,
    "exclusiveMinimum": gt,
    "maximum": le,
    "minimum": ge,
}


def sample_numbers(form: dict[str, Json], *, whole: bool) -> Iterator[int | float]:
    """Draw sample_numbers: the bounds and what lies beside them, then zero and its neighbours."""
    steps = [exact(form["multipleOf"])] if "multipleOf" in form else []
    steps += [
        exact(part["multipleOf"]) for part in form.get("allOf", []) if isinstance(part, dict) and "multipleOf" in part
    ]
    step = _common(steps, whole=whole)
    low = _bound(form, "minimum", "exclusiveMinimum")
    high = _bound(form, "maximum", "exclusiveMaximum")
    for anchor in dict.fromkeys((Fraction(0), low, high)):
        if anchor is not None:
            for near in _beside(anchor, step):
                if (low is None or near >= low) and (high is None or near <= high):
                    yield to_json_number(near)
    if low is not None and high is not None and step is None and not whole:
        yield to_json_number((low + high) / 2)


def exact(number: Json) -> Fraction:
    """Read a JSON number as what its digits say."""
    return Fraction(Decimal(repr(number)) if isinstance(number, float) else number)


def to_json_number(number: Fraction) -> int | float:
    """Write a number as JSON does; a large one as a float if that is the same number."""
    if number.denominator == 1 and (abs(number) <= _EXACT or not _is_float(number)):
        return int(number)
    return float(number)


def _is_float(number: Fraction) -> bool:
    try:
        return exact(float(number)) == number
    except OverflowError:
        return False


def numeric_keywords(schema: Json) -> Iterator[tuple[str, float]]:
    """Yield every number that a schema compares with, wherever it stands."""
    if isinstance(schema, dict):
        for keyword, value in schema.items():
            if keyword in (*_BOUNDS, "multipleOf") and _is_number(value):
                yield keyword, value
            elif keyword == "enum" and isinstance(value, list):
                yield from (("const", each) for each in value if _is_number(each))
    for held in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from numeric_keywords(held)


def rounding_doubt(instance: Json, words: frozenset[tuple[str, float]]) -> int:
    """Tell how far validators may disagree since some compute with floats and others with digits.

    0: not at all, 1: in the multiples of a fraction, where many take care, 2: in numbers beyond 2^53 beside fractions.
    """
    if isinstance(instance, list | dict):
        held = instance.values() if isinstance(instance, dict) else instance
        return max((rounding_doubt(each, words) for each in held), default=0)
    if not _is_number(instance) or all(_is_read_alike(instance, *word) for word in words):
        return 0
    return 2 if abs(instance) > _EXACT else 1


def _is_read_alike(number: float, keyword: str, value: float) -> bool:
    if isinstance(number, int) and isinstance(value, int):
        return True
    try:
        if keyword in _BOUNDS:
            fits = _BOUNDS[keyword]
            exactly = fits(exact(number), exact(value))
            return exactly == fits(float(number), float(value)) == fits(number, value)
        is_multiple = (exact(number) / exact(value)).denominator == 1
        quotient = float(number) / float(value)
        by_float = float(number) % float(value) == 0
        return by_float == is_multiple and (isinf(quotient) or quotient.is_integer() == is_multiple)
    except (ArithmeticError, ValueError):
        return False


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _bound(form: dict[str, Json], *keywords: str) -> Fraction | None:
    for keyword in keywords:
        if isinstance(form.get(keyword), int | float | Decimal):
            return exact(form[keyword])
    return None


def _common(steps: list[Fraction], *, whole: bool) -> Fraction | None:
    held: Fraction | None = Fraction(1) if whole else None
    for step in steps:
        held = step if held is None else _least_common(held, step)
    return held


def _least_common(left: Fraction, right: Fraction) -> Fraction:
    return Fraction(lcm(left.numerator, right.numerator), gcd(left.denominator, right.denominator))


def _beside(anchor: Fraction, step: Fraction | None) -> Iterator[Fraction]:
    if abs(anchor) > _EXACT and (step is None or step <= abs(anchor)):
        # Far enough for a float to tell them apart.
        yield from (_whole(anchor * 2, step), _whole(anchor / 2, step))
    if step is None:
        yield from (anchor, anchor + 1, anchor - 1, anchor + Fraction(1, 2), anchor - Fraction(1, 2))
        return
    below, above = floor(anchor / step), ceil(anchor / step)
    yield from (step * count for count in dict.fromkeys((below, above, above + 1, below - 1, above + 2, below - 2)))
    yield from (step * count for count in dict.fromkeys((above + 3, above + 5, above + 7)))


def _whole(number: Fraction, step: Fraction | None) -> Fraction:
    return number if step is None else step * floor(number / step)
