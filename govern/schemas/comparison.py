"""Two schemas: is all that was valid still valid, and was all that is valid now valid before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from govern.errors import UsageError

from .budget import is_over, within
from .dialect import CURRENT, DRAFTS, draft_of
from .engine import Engine
from .judgement import Direction, Witness
from .plain import is_plain
from .side import Invalid, Side

if TYPE_CHECKING:
    from .judgement import Answer

__all__ = ["Comparison", "Invalid", "Witness", "compare_schemas"]

Json = Any
_READINGS = ("documented", "literal")


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two schemas have to do with one another."""

    accepts_old: Answer
    accepted_by_old: Answer
    witness_lost: Witness | None = None
    witness_gained: Witness | None = None
    invalid: tuple[Invalid, ...] = ()


def compare_schemas(
    old: Json,
    new: Json,
    *,
    reading: Literal["documented", "literal"] = "documented",
    draft: str | None = None,
    assert_formats: bool = False,
) -> Comparison:
    """Compare two JSON Schemas; "yes" is proven, "no" has a witness, and anything else is "unknown"."""
    if reading not in _READINGS:
        raise UsageError(f"{reading!r} is no reading", hint=f"Known are {', '.join(_READINGS)}.")
    known = _known(draft)
    if is_plain(old, new):
        with within():
            return compare_here(old, new, reading=reading, draft=known, assert_formats=assert_formats)
    from .remote import compare_remotely

    return compare_remotely(old, new, reading, known, assert_formats=assert_formats)


def compare_here(
    old: Json,
    new: Json,
    *,
    reading: Literal["documented", "literal"],
    draft: str | None = None,
    assert_formats: bool = False,
) -> Comparison:
    """Compare two schemas in this process; `draft` is one of DRAFTS."""
    if is_over():
        return Comparison("unknown", "unknown")
    try:
        return _compared(old, new, Engine(assert_formats=assert_formats), draft, is_closed=reading == "documented")
    except RecursionError:
        return Comparison("unknown", "unknown")


def _compared(old: Json, new: Json, engine: Engine, draft: str | None, *, is_closed: bool) -> Comparison:
    before, after = Side(old, "old", draft, engine), Side(new, "new", draft, engine)
    # The library reads each draft itself; we translate only where two drafts meet or a schema is to be closed.
    shared = CURRENT if is_closed or before.draft != after.draft else before.draft
    was, is_now = before.literal(shared), after.literal(shared)
    invalid = (*before.invalid, *after.invalid)
    if before.text == after.text or (was is not None and is_now is not None and was.canonical == is_now.canonical):
        return Comparison("yes", "yes", invalid=invalid)
    accepts_old, lost = Direction(engine, (before, was), (after, is_now), is_closed=is_closed).answer()
    accepted_by_old, gained = Direction(engine, (after, is_now), (before, was), is_closed=is_closed).answer()
    return Comparison(accepts_old, accepted_by_old, lost, gained, invalid)


def _known(draft: str | None) -> str | None:
    if draft is None:
        return None
    name = draft_of({"$schema": draft}) or str(draft).removeprefix("draft").lstrip("-0")
    if name not in DRAFTS:
        raise UsageError(f"{draft!r} is no draft of JSON Schema", hint=f"Known are {', '.join(DRAFTS)}.")
    return name
