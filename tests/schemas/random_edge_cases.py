"""Random pairs of schemas with loops, formats, several drafts and large numbers."""

from random import Random
from typing import Any, NamedTuple

from tests.schemas import random_schemas

Json = Any

FORMATS = {
    "date": ("2024-02-29", "2024-13-01"),
    "email": ("a@example.com", "-"),
    "ipv4": ("192.0.2.1", "1.2.3"),
    "ipv6": ("2001:db8::1", ":"),
    "uuid": ("123e4567-e89b-12d3-a456-426614174000", "-"),
    "duration": ("P1D", "1"),
    "json-pointer": ("/a", "a"),
    "regex": ("^a$", "("),
}
LARGE = (2**53, 2**53 + 1, -(2**53) - 1, 2**63, 10**20, 1e20, 0.1, 0.3, 1e-9, 1e300)
DRAFTS = ("4", "6", "7", "2019-09", "2020-12")
_WORDS = ("", "-", "a", "1", "a\n", *(text for both in FORMATS.values() for text in both))


class SchemaPair(NamedTuple):
    """Two schemas, their draft and whether formats are asserted."""

    old: Json
    new: Json
    draft: str
    assert_formats: bool


def edge_case_pair(random: Random) -> SchemaPair:
    """Return two related random schemas."""
    draw = random.random()
    if draw < 0.4:
        return SchemaPair(*_looped(random), "2020-12", assert_formats=False)
    if draw < 0.7:
        return SchemaPair(*_formatted(random), random.choice(DRAFTS), assert_formats=random.random() < 0.9)
    return SchemaPair(*_large(random), "2020-12", assert_formats=False)


def random_instances(random: Random, count: int) -> list[Json]:
    """Return random values, some of a format and some large numbers."""
    built: list[Json] = []
    for _ in range(count):
        draw = random.random()
        if draw < 0.25:
            built.append(random.choice(_WORDS))
        elif draw < 0.4:
            built.append(random.choice(LARGE) * random.choice((1, 2, 3, -1)))
        else:
            built.append(random_schemas.instance(random))
    return built


def _looped(random: Random) -> tuple[Json, Json]:
    """References in any place, to the root and to definitions with more references."""
    old = _with_references(random, random_schemas.schema_dict(random))
    new = (
        _with_references(random, random_schemas.edited(random, old))
        if random.random() < 0.7
        else random_schemas.schema(random)
    )
    return (old, new) if random.random() < 0.5 else (new, old)


def _with_references(random: Random, schema: Json) -> Json:
    if not isinstance(schema, dict):
        return schema
    targets = ["#", "#/$defs/A", "#/$defs/B"]

    def reference() -> Json:
        held: Json = {"$ref": random.choice(targets)}
        return {**held, **random_schemas.schema_dict(random)} if random.random() < 0.2 else held

    def part() -> Json:
        draw = random.random()
        if draw < 0.35:
            return random_schemas.schema(random, 1)
        word = random.choice(
            ("not", "if", "anyOf", "allOf", "oneOf", "properties", "items", "dependentSchemas", "$ref")
        )
        if word == "$ref":
            return reference()
        if word in {"anyOf", "allOf", "oneOf"}:
            return {word: [reference(), random_schemas.schema(random, 1)]}
        if word in {"properties", "dependentSchemas"}:
            return {word: {random.choice(random_schemas.NAMES): reference()}}
        return {word: reference(), **({random.choice(("then", "else")): reference()} if word == "if" else {})}

    beside = part()
    beside = beside if isinstance(beside, dict) else {}
    return {**schema, **beside, "$defs": {"A": part(), "B": part()}}


def _formatted(random: Random) -> tuple[Json, Json]:
    """Strings with a format, lengths, constants and `not`."""

    def one() -> Json:
        built: Json = {"type": "string", "format": random.choice(tuple(FORMATS))}
        if random.random() < 0.3:
            built[random.choice(("minLength", "maxLength"))] = random.randrange(40)
        if random.random() < 0.3:
            built["not"] = random.choice(({"enum": [random.choice(_WORDS)]}, {"format": random.choice(tuple(FORMATS))}))
        if random.random() < 0.2:
            built["pattern"] = random.choice(random_schemas.PATTERNS)
        return built

    old = one()
    new = {**old, **one()} if random.random() < 0.6 else one()
    if random.random() < 0.3:
        old.pop("format")
    if random.random() < 0.3:
        return {"properties": {"a": old}}, {"properties": {"a": new}}
    return old, new


def _large(random: Random) -> tuple[Json, Json]:
    """Fractions, and numbers beyond those that a float holds exactly."""

    def one() -> Json:
        words = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
        built: Json = {"type": random.choice(("number", "integer"))}
        built |= {
            random.choice(words): random.choice((*LARGE, *random_schemas.NUMBERS)) for _ in range(random.randrange(3))
        }
        if random.random() < 0.6:
            built["multipleOf"] = random.choice((0.1, 0.3, 0.5, 1, 3, 1e-9, 2**53 + 1, 1e20))
        if random.random() < 0.2:
            built["not"] = {"enum": [random.choice(LARGE)]}
        return built

    old = one()
    return old, {**old, **one()} if random.random() < 0.7 else one()
