"""Numbers: samples of a form, and the numbers on which validators may disagree."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor, gcd, isinf, lcm
from operator import eq, ge, gt, le, lt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Json = Any

_EXACT = 2**53  # the largest number up to which a float can hold every integer
_BOUNDS: dict[str, Callable[[Any, Any], bool]] = {
    "const": eq,
    "exclusiveMaximum": lt,
    "exclusiveMinimum": gt,
    "maximum": le,
    "minimum": ge,
}


def sample_numbers(form: dict[str, Json], *, whole: bool) -> Iterator[int | float]:
    """Yield numbers at and beside zero and the bounds of a form."""
    parts = (form, *(part for part in form.get("allOf", []) if isinstance(part, dict)))
    step = _common_step([to_fraction(part["multipleOf"]) for part in parts if "multipleOf" in part], whole=whole)
    low = _bound(form, "minimum", "exclusiveMinimum")
    high = _bound(form, "maximum", "exclusiveMaximum")
    for anchor in dict.fromkeys((Fraction(0), low, high)):
        if anchor is not None:
            for near in _numbers_beside(anchor, step):
                if (low is None or near >= low) and (high is None or near <= high):
                    yield to_json_number(near)
    if low is not None and high is not None and step is None and not whole:
        yield to_json_number((low + high) / 2)


def to_fraction(number: Json) -> Fraction:
    """Return the exact value of a JSON number as written in digits."""
    return Fraction(Decimal(repr(number)) if isinstance(number, float) else number)


def to_json_number(number: Fraction) -> int | float:
    """Return a number as JSON; a large one as a float where that is exact, since validators agree on those."""
    if number.denominator == 1 and (abs(number) <= _EXACT or not _is_float(number)):
        return int(number)
    return float(number)


def _is_float(number: Fraction) -> bool:
    try:
        return to_fraction(float(number)) == number
    except OverflowError:
        return False


def numeric_keywords(schema: Json) -> Iterator[tuple[str, float]]:
    """Yield each keyword of a schema, at any depth, that compares with a number, and the number."""
    if isinstance(schema, dict):
        for keyword, value in schema.items():
            if keyword in (*_BOUNDS, "multipleOf") and _is_number(value):
                yield keyword, value
            elif keyword == "enum" and isinstance(value, list):
                yield from (("const", each) for each in value if _is_number(each))
    for held in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from numeric_keywords(held)


def rounding_doubt(instance: Json, keywords: frozenset[tuple[str, float]]) -> int:
    """Return the likelihood that validators disagree about an instance because some of them compute with floats.

    0: not at all; 1: about multiples of a fraction, where many are exact; 2: about numbers beyond 2^53.
    """
    if isinstance(instance, list | dict):
        held = instance.values() if isinstance(instance, dict) else instance
        return max((rounding_doubt(each, keywords) for each in held), default=0)
    if not _is_number(instance) or all(_is_unambiguous(instance, *keyword) for keyword in keywords):
        return 0
    return 2 if abs(instance) > _EXACT else 1


def _is_unambiguous(number: float, keyword: str, value: float) -> bool:
    """Return whether exact and float arithmetic give the same result for one keyword."""
    if isinstance(number, int) and isinstance(value, int):
        return True
    try:
        if keyword in _BOUNDS:
            fits = _BOUNDS[keyword]
            exactly = fits(to_fraction(number), to_fraction(value))
            return exactly == fits(float(number), float(value)) == fits(number, value)
        is_multiple = (to_fraction(number) / to_fraction(value)).denominator == 1
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
            return to_fraction(form[keyword])
    return None


def _common_step(steps: list[Fraction], *, whole: bool) -> Fraction | None:
    """Return the least common multiple of all steps, None if there is none."""
    common: Fraction | None = Fraction(1) if whole else None
    for step in steps:
        if common is None:
            common = step
        else:
            common = Fraction(lcm(common.numerator, step.numerator), gcd(common.denominator, step.denominator))
    return common


def _numbers_beside(anchor: Fraction, step: Fraction | None) -> Iterator[Fraction]:
    if abs(anchor) > _EXACT and (step is None or step <= abs(anchor)):
        # These are far enough from the anchor for floats to distinguish them.
        for number in (anchor * 2, anchor / 2):
            yield number if step is None else step * floor(number / step)
    if step is None:
        yield from (anchor, anchor + 1, anchor - 1, anchor + Fraction(1, 2), anchor - Fraction(1, 2))
        return
    below, above = floor(anchor / step), ceil(anchor / step)
    yield from (step * count for count in dict.fromkeys((below, above, above + 1, below - 1, above + 2, below - 2)))
    yield from (step * count for count in (above + 3, above + 5, above + 7))
