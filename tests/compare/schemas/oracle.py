"""A second opinion: python-jsonschema, which shares no code with what the engine is built on."""

from random import Random
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

from govern.compare.schemas.comparison import Comparison, Witness
from tests.compare.schemas.made import instance

Json = Any


def contradiction(old: Json, new: Json, found: Comparison, random: Random, tries: int) -> str:
    """Say what is wrong with a comparison of two schemas in the literal reading, or nothing."""
    before, after = Draft202012Validator(old), Draft202012Validator(new)
    return (
        _wrong(found.accepts_old, found.witness_lost, before, after)
        or _wrong(found.accepted_by_old, found.witness_gained, after, before)
        or _refuted(found, before, after, [instance(random) for _ in range(tries)])
    )


def _wrong(answer: str, witness: Witness | None, sender: Draft202012Validator, receiver: Draft202012Validator) -> str:
    if (answer == "no") != (witness is not None):
        return f"{answer} with {witness}"
    if witness is not None and not (sender.is_valid(witness.instance) and not receiver.is_valid(witness.instance)):
        return f"{witness} shows nothing"
    return ""


def _refuted(found: Comparison, before: Draft202012Validator, after: Draft202012Validator, tried: list[Json]) -> str:
    for value in tried:
        was, is_now = before.is_valid(value), after.is_valid(value)
        if (found.accepts_old == "yes" and was and not is_now) or (
            found.accepted_by_old == "yes" and is_now and not was
        ):
            return f"{value} refutes a yes"
    return ""


def is_schema(schema: Json) -> bool:
    """Tell whether a schema is well formed."""
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError:
        return False
    return True
