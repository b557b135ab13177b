"""Numbers that a form describes."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor, gcd, lcm
from typing import Any

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

Json = Any


def numbers(form: dict[str, Json], *, whole: bool) -> Iterator[int | float]:
    """Draw numbers: the bounds and what lies beside them, then zero and its neighbours."""
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
                    yield plain(near)
    if low is not None and high is not None and step is None and not whole:
        yield plain((low + high) / 2)


def exact(number: Json) -> Fraction:
    """Read a JSON number as what its digits say."""
    return Fraction(Decimal(repr(number)) if isinstance(number, float) else number)


def plain(number: Fraction) -> int | float:
    """Write a number as JSON does."""
    return int(number) if number.denominator == 1 else float(number)


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
    if step is None:
        yield from (anchor, anchor + 1, anchor - 1, anchor + Fraction(1, 2), anchor - Fraction(1, 2))
        return
    below, above = floor(anchor / step), ceil(anchor / step)
    yield from (step * count for count in dict.fromkeys((below, above, above + 1, below - 1, above + 2, below - 2)))
    yield from (step * count for count in dict.fromkeys((above + 3, above + 5, above + 7)))
