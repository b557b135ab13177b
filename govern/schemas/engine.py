"""The interface to jsonschema-rs: its canonical forms and its validator.

Its canonical forms are experimental and change between minor versions, so the version is pinned and only this module
imports it. Whatever it raises becomes InvalidSchema or Undecided. What it cannot prove, `Inclusion` tries to prove.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

import jsonschema_rs
from jsonschema_rs import canonical

from govern.schemas.complexity import has_too_many_cases, has_undefined_loop, unfolds_too_far
from govern.schemas.dialect import CURRENT

if TYPE_CHECKING:
    from collections.abc import Callable

Json = Any
Canonical = jsonschema_rs.CanonicalSchema
Validator = jsonschema_rs.Validator
T = TypeVar("T")

_DRAFTS = {
    "4": (jsonschema_rs.Draft4, jsonschema_rs.Draft4Validator),
    "6": (jsonschema_rs.Draft6, jsonschema_rs.Draft6Validator),
    "7": (jsonschema_rs.Draft7, jsonschema_rs.Draft7Validator),
    "2019-09": (jsonschema_rs.Draft201909, jsonschema_rs.Draft201909Validator),
    CURRENT: (jsonschema_rs.Draft202012, jsonschema_rs.Draft202012Validator),
}
_MOST_ERRORS = 50
_LARGEST_INSTANCE = 20_000
_LONGEST_ERROR = 160
_COUNT_ERRORS = {
    "maxContains": "more items that match `contains` than `maxContains` allows",
    "minContains": "fewer items that match `contains` than `minContains` requires",
}
_INVALID = (jsonschema_rs.ValidationError, canonical.InvalidPattern, canonical.InvalidSchemaType)


class InvalidSchema(Exception):
    """A keyword has a value that its draft does not allow."""


class Undecided(Exception):
    """The library gives no result, or would take too long for one."""


@dataclass(frozen=True, slots=True)
class Engine:
    """The library with one setting of whether `format` is asserted."""

    assert_formats: bool = False

    def canonical(self, schema: Json, draft: str = CURRENT) -> Canonical:
        """Return the canonical form of a schema, or raise InvalidSchema or Undecided."""
        text = repr(schema)
        if has_too_many_cases(schema, text):
            raise Undecided("too many cases")
        _check_references(schema, text, draft)
        number = _DRAFTS[draft][0]
        try:
            return _guarded(
                lambda: jsonschema_rs.canonicalize(
                    schema, draft=number, validate_formats=self.assert_formats, offline=True
                )
            )
        except _INVALID as error:
            raise InvalidSchema(str(error).partition("\n")[0]) from error

    def validator(self, schema: Json, draft: str = CURRENT, mask: str | None = None) -> Validator:
        """Compile a validator, or raise Undecided; `mask` replaces values in its error messages."""
        try:
            _check_references(schema, repr(schema), draft)
        except RecursionError as error:
            raise Undecided("nested too deeply") from error
        make = _DRAFTS[draft][1]
        try:
            return _guarded(lambda: make(schema, validate_formats=self.assert_formats, offline=True, mask=mask))
        except _INVALID as error:
            raise Undecided(str(error)) from error

    def covers(self, large: Canonical, small: Canonical) -> bool:
        """Return whether it is proven that the first form accepts every instance of the second."""
        return _or_none(lambda: large.covers(small)) == canonical.Containment.YES

    def is_empty(self, held: Canonical) -> bool:
        """Return whether it is proven that a form has no instance."""
        return _or_none(held.satisfiability) == canonical.Satisfiability.NO

    def difference(self, held: Canonical, other: Canonical) -> Canonical | None:
        """Return the form of what is in the first and not in the second, None if the library cannot compute it."""
        return _or_none(lambda: held.subtract(other))

    def intersection(self, held: Canonical, other: Canonical) -> Canonical | None:
        """Return the form of what is in both, None if the library cannot compute it."""
        return _or_none(lambda: held.intersect(other))


def _check_references(schema: Json, text: str, draft: str) -> None:
    """Raise Undecided if the library might not return from following references."""
    if unfolds_too_far(schema, text):
        raise Undecided("too many cases")
    if has_undefined_loop(schema, text, draft):
        raise Undecided("a reference leads back to itself")


def is_understood(held: Canonical) -> bool:
    """Return whether the library parsed the schema, instead of keeping it as raw JSON."""
    return bool(held.kind != canonical.CanonicalKind.RAW)


def accepts(validator: Validator, instance: Json) -> bool:
    """Return whether an instance is valid, or raise Undecided if it is too large to validate."""
    if is_too_large(instance):
        raise Undecided("the instance is too large")
    return _guarded(lambda: validator.is_valid(instance))


def is_too_large(instance: Json) -> bool:
    """Return whether an instance has more values than are validated."""
    return _value_count(instance, {}) > _LARGEST_INSTANCE


def _value_count(instance: Json, known: dict[int, int]) -> int:
    """Count all values in an instance as it would be written out; shared objects are visited once."""
    if not isinstance(instance, list | dict):
        return 1
    if id(instance) not in known:
        held = instance.values() if isinstance(instance, dict) else instance
        known[id(instance)] = 1 + sum(_value_count(each, known) for each in held)
    return known[id(instance)]


def validation_error(validator: Validator, instance: Json, about: str = "") -> str:
    """Return the first error of an instance, or the first that mentions the name `about`, on one line, shortened."""
    errors = map(_error_message, islice(validator.iter_errors(instance), _MOST_ERRORS))
    first = next(errors, "")
    if about:
        first = next((error for error in (first, *errors) if f"'{about}'" in error), first)
    if len(first) <= _LONGEST_ERROR or (about and f"'{about}'" in first):
        return first
    # It begins with the value and ends with the reason.
    return f"{first[: _LONGEST_ERROR // 2]}…{first[-_LONGEST_ERROR // 2 :]}"


def _error_message(error: jsonschema_rs.ValidationError) -> str:
    """Return the library's message, corrected where it is misleading."""
    message = str(error).partition("\n")[0]
    if error.schema_path and error.schema_path[-1] in _COUNT_ERRORS:
        # The library reports that no item matches, whatever their number.
        return (
            f"{message.removeprefix('None of ').partition(' are valid')[0]} has {_COUNT_ERRORS[error.schema_path[-1]]}"
        )
    if message.startswith("{}"):
        return message.replace("{} is not allowed for ", "False schema does not allow ", 1)
    return message


def _or_none(call: Callable[[], T]) -> T | None:
    try:
        return _guarded(call)
    except Undecided:
        return None


def _guarded(call: Callable[[], T]) -> T:
    """Call the library, and raise Undecided for any failure but an invalid schema."""
    try:
        return call()
    except _INVALID:
        raise
    except Exception as error:
        raise Undecided(str(error)) from error
    except BaseException as error:
        if type(error).__name__ == "PanicException":  # a Rust panic, which is not an Exception
            raise Undecided(str(error)) from error
        raise
