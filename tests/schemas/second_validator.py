"""A second opinion by python-jsonschema, which shares no code with jsonschema-rs.

Here it computes multiples exactly, `$` in patterns is the end of the text as in ECMA-262, and each draft has only the
formats that it defines.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import jsonschema
from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import SchemaError
from jsonschema.validators import extend

from govern.schemas.comparison import Comparison, Counterexample
from tests.schemas.random_schemas import instance

Json = Any

_BY_PATTERN = {
    "duration": re.compile(r"P(?=.)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+S)?)?", re.ASCII),
    "json-pointer": re.compile(r"(/([^~/]|~[01])*)*"),
}
_ADDED = {"4": ("email", "ipv4", "ipv6"), "6": ("json-pointer",), "7": ("date", "regex")} | {
    "2019-09": ("duration", "uuid"),
    "2020-12": (),
}


def _multiple(validator: Any, step: Json, value: Json, _schema: Json) -> Iterator[jsonschema.ValidationError]:
    if validator.is_type(value, "number") and (_exact(value) / _exact(step)).denominator != 1:
        yield jsonschema.ValidationError(f"{value} is not a multiple of {step}")


def _matches(validator: Any, pattern: str, value: Json, _schema: Json) -> Iterator[jsonschema.ValidationError]:
    # In Python, `$` also matches before a last newline.
    if validator.is_type(value, "string") and not re.search(re.sub(r"(?<!\\)\$", r"\\Z", pattern), value):
        yield jsonschema.ValidationError(f"{value!r} does not match {pattern!r}")


def _exact(number: Json) -> Fraction:
    return Fraction(Decimal(repr(number)) if isinstance(number, float) else number)


def _checker(names: tuple[str, ...]) -> FormatChecker:
    """Return a checker of these formats only."""
    known = Draft202012Validator.FORMAT_CHECKER.checkers
    checker = FormatChecker(formats=())
    checker.checkers = {name: known[name] for name in names if name not in _BY_PATTERN}
    for name in set(names) & set(_BY_PATTERN):
        checker.checkers[name] = (_matching(_BY_PATTERN[name]), ())
    return checker


def _matching(pattern: re.Pattern[str]) -> Any:
    return lambda value: not isinstance(value, str) or pattern.fullmatch(value) is not None


_PLAIN = {
    "4": jsonschema.Draft4Validator,
    "6": jsonschema.Draft6Validator,
    "7": jsonschema.Draft7Validator,
    "2019-09": jsonschema.Draft201909Validator,
    "2020-12": jsonschema.Draft202012Validator,
}
_VALIDATORS = {
    draft: extend(validator, {"multipleOf": _multiple, "pattern": _matches}) for draft, validator in _PLAIN.items()
}
_DRAFTS = tuple(_PLAIN)
_CHECKERS = {
    draft: _checker(tuple(name for known in _DRAFTS[: at + 1] for name in _ADDED[known]))
    for at, draft in enumerate(_DRAFTS)
}


class SecondValidator:
    """The results of python-jsonschema; None for schemas that it cannot validate, such as reference loops."""

    def __init__(self, schema: Json, draft: str = "2020-12", *, assert_formats: bool = False) -> None:
        made: Any = _VALIDATORS[draft]
        self._validator = made(schema, format_checker=_CHECKERS[draft] if assert_formats else None)

    def accepts(self, value: Json) -> bool | None:
        try:
            return bool(self._validator.is_valid(value))
        except RecursionError:
            return None
        except BaseException as error:
            if type(error).__name__ == "PanicException":  # a RecursionError in one of its dependencies
                return None
            raise


def contradiction(
    old: Json,
    new: Json,
    found: Comparison,
    tried: list[Json],
    draft: str = "2020-12",
    *,
    assert_formats: bool = False,
) -> str:
    """Return what is wrong with a comparison of two schemas in the literal reading, empty for nothing."""
    before, after = (SecondValidator(schema, draft, assert_formats=assert_formats) for schema in (old, new))
    return (
        _wrong(found.accepts_old, found.witness_lost, before, after)
        or _wrong(found.accepted_by_old, found.witness_gained, after, before)
        or _refuted(found, before, after, tried)
    )


def drawn_instances(random: Random, tries: int) -> list[Json]:
    """Return random values to test a comparison with."""
    return [instance(random) for _ in range(tries)]


def _wrong(answer: str, witness: Counterexample | None, sender: SecondValidator, receiver: SecondValidator) -> str:
    if (answer == "no") != (witness is not None):
        return f"{answer} with {witness}"
    if witness is not None and (
        sender.accepts(witness.instance) is False or receiver.accepts(witness.instance) is True
    ):
        return f"{witness} shows nothing"
    return ""


def _refuted(found: Comparison, before: SecondValidator, after: SecondValidator, tried: list[Json]) -> str:
    if "yes" not in (found.accepts_old, found.accepted_by_old):
        return ""
    for value in tried:
        was, is_now = before.accepts(value), after.accepts(value)
        if None in (was, is_now):
            continue
        if (found.accepts_old == "yes" and was and not is_now) or (
            found.accepted_by_old == "yes" and is_now and not was
        ):
            return f"{value} refutes a yes"
    return ""


def is_schema(schema: Json) -> bool:
    """Return whether a schema is valid."""
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError:
        return False
    return True
