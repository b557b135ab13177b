"""The front of jsonschema-rs: its canonical forms and its validator, with every raise read as "no answer".

Its canonical forms are experimental and renamed between minors, so the version is pinned and no other module
of ours imports it. What it proves is taken; what it does not prove is asked of our own rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

import jsonschema_rs
from jsonschema_rs import canonical

from .complexity import has_too_many_cases, unfolds_too_far
from .dialect import CURRENT
from .loops import has_undefined_loop

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


_REASONS = 50
_LARGEST = 20_000
_COUNTED = {
    "maxContains": "more items that fit `contains` than `maxContains` allows",
    "minContains": "fewer items that fit `contains` than `minContains` asks for",
}
_REFUSED = (jsonschema_rs.ValidationError, canonical.InvalidPattern, canonical.InvalidSchemaType)


class InvalidSchema(Exception):
    """A keyword holds what its dialect does not allow."""


class Undecided(Exception):
    """The library cannot tell."""


@dataclass(frozen=True, slots=True)
class Engine:
    """The library, set to one meaning of `format`."""

    assert_formats: bool = False

    def canonical(self, schema: Json, draft: str = CURRENT) -> Canonical:
        """Bring a schema to its canonical form."""
        text = repr(schema)
        if has_too_many_cases(schema, text):
            raise Undecided("more cases than we wait for")
        _check_references(schema, text, draft)
        number = _DRAFTS[draft][0]
        try:
            return _asked(
                lambda: jsonschema_rs.canonicalize(
                    schema, draft=number, validate_formats=self.assert_formats, offline=True
                )
            )
        except _REFUSED as error:
            raise InvalidSchema(str(error).partition("\n")[0]) from error

    def validator(self, schema: Json, draft: str = CURRENT, mask: str | None = None) -> Validator:
        """Compile a validator, whose code shares nothing with the canonical forms; `mask` stands for values."""
        try:
            _check_references(schema, repr(schema), draft)
        except RecursionError as error:
            raise Undecided("nested too deeply") from error
        made = _DRAFTS[draft][1]
        try:
            return _asked(lambda: made(schema, validate_formats=self.assert_formats, offline=True, mask=mask))
        except _REFUSED as error:
            raise Undecided(str(error)) from error

    def covers(self, large: Canonical, small: Canonical) -> bool:
        """Tell whether it is proven that everything in the small one is in the large one."""
        try:
            return bool(_asked(lambda: large.covers(small)) == canonical.Containment.YES)
        except Undecided:
            return False

    def is_empty(self, held: Canonical) -> bool:
        """Tell whether it is proven that nothing is valid."""
        try:
            return bool(_asked(held.satisfiability) == canonical.Satisfiability.NO)
        except Undecided:
            return False

    def without(self, held: Canonical, other: Canonical) -> Canonical | None:
        """Return what is in the first and not in the second, None where the library cannot tell."""
        try:
            return _asked(lambda: held.subtract(other))
        except Undecided:
            return None

    def both(self, held: Canonical, other: Canonical) -> Canonical | None:
        """Return what is in both, None where the library cannot tell."""
        try:
            return _asked(lambda: held.intersect(other))
        except Undecided:
            return None


def _check_references(schema: Json, text: str, draft: str) -> None:
    """Raise Undecided where references are more than the library can follow."""
    if unfolds_too_far(schema, text):
        raise Undecided("more cases than we wait for")
    if has_undefined_loop(schema, text, draft):
        raise Undecided("a reference leads back to where it stands")


def is_understood(held: Canonical) -> bool:
    """Tell whether the library understood the schema, and did not hand it back as it came."""
    return bool(held.kind != canonical.CanonicalKind.RAW)


def accepts(validator: Validator, instance: Json) -> bool:
    """Tell whether an instance is valid; one that is vast when it is written out is not put to the library."""
    if _size(instance, {}) > _LARGEST:
        raise Undecided("a larger instance than we wait for")
    return _asked(lambda: validator.is_valid(instance))


def _size(instance: Json, known: dict[int, int]) -> int:
    """Count all values in an instance; one that stands in several places is counted in each, and looked at once."""
    if not isinstance(instance, list | dict):
        return 1
    if id(instance) not in known:
        held = instance.values() if isinstance(instance, dict) else instance
        known[id(instance)] = 1 + sum(_size(each, known) for each in held)
    return known[id(instance)]


def validation_error(validator: Validator, instance: Json, about: str = "") -> str:
    """Return why an instance is not valid, in one line; of several reasons the first, or the one about a name."""
    reasons = map(_reason, islice(validator.iter_errors(instance), _REASONS))
    first = next(reasons, "")
    if not about or f"'{about}'" in first:
        return first
    return next((reason for reason in reasons if f"'{about}'" in reason), first)


def _reason(error: jsonschema_rs.ValidationError) -> str:
    """The library's own words, but where they say of something else."""
    said = str(error).partition("\n")[0]
    if error.schema_path and error.schema_path[-1] in _COUNTED:
        # It says the same as where nothing fits at all.
        return f"{said.removeprefix('None of ').partition(' are valid')[0]} has {_COUNTED[error.schema_path[-1]]}"
    return said.replace("{} is not allowed for ", "False schema does not allow ", 1) if said.startswith("{}") else said


def _asked(question: Callable[[], T]) -> T:
    try:
        return question()
    except _REFUSED:
        raise
    except Exception as error:
        raise Undecided(str(error)) from error
    except BaseException as error:
        if type(error).__name__ == "PanicException":  # a panic of the library's, outside of Exception
            raise Undecided(str(error)) from error
        raise
