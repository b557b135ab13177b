"""Random pairs of schemas with loops, formats, several drafts and large numbers."""

from random import Random
from typing import Any, NamedTuple

from tests.schemas import made

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


class Wild(NamedTuple):
    """Two schemas, their draft and whether formats are asserted."""

    old: Json
    new: Json
    draft: str
    assert_formats: bool


def wild(random: Random) -> Wild:
    """Return two related random schemas."""
    draw = random.random()
    if draw < 0.4:
        return Wild(*_looped(random), "2020-12", assert_formats=False)
    if draw < 0.7:
        return Wild(*_formatted(random), random.choice(DRAFTS), assert_formats=random.random() < 0.9)
    return Wild(*_large(random), "2020-12", assert_formats=False)


def instances(random: Random, count: int) -> list[Json]:
    """Return random values, some of a format and some large numbers."""
    built: list[Json] = []
    for _ in range(count):
        draw = random.random()
        if draw < 0.25:
            built.append(random.choice(_WORDS))
        elif draw < 0.4:
            built.append(random.choice(LARGE) * random.choice((1, 2, 3, -1)))
        else:
            built.append(made.instance(random))
    return built


def _looped(random: Random) -> tuple[Json, Json]:
    """References in any place, to the root and to definitions with more references."""
    old = _with_references(random, made.schema_dict(random))
    new = _with_references(random, made.edited(random, old)) if random.random() < 0.7 else made.schema(random)
    return (old, new) if random.random() < 0.5 else (new, old)


def _with_references(random: Random, schema: Json) -> Json:
    if not isinstance(schema, dict):
        return schema
    targets = ["#", "#/$defs/A", "#/$defs/B"]

    def reference() -> Json:
        held: Json = {"$ref": random.choice(targets)}
        return {**held, **made.schema_dict(random)} if random.random() < 0.2 else held

    def part() -> Json:
        draw = random.random()
        if draw < 0.35:
            return made.schema(random, 1)
        word = random.choice(
            ("not", "if", "anyOf", "allOf", "oneOf", "properties", "items", "dependentSchemas", "$ref")
        )
        if word == "$ref":
            return reference()
        if word in {"anyOf", "allOf", "oneOf"}:
            return {word: [reference(), made.schema(random, 1)]}
        if word in {"properties", "dependentSchemas"}:
            return {word: {random.choice(made.NAMES): reference()}}
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
            built["pattern"] = random.choice(made.PATTERNS)
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
        built |= {random.choice(words): random.choice((*LARGE, *made.NUMBERS)) for _ in range(random.randrange(3))}
        if random.random() < 0.6:
            built["multipleOf"] = random.choice((0.1, 0.3, 0.5, 1, 3, 1e-9, 2**53 + 1, 1e20))
        if random.random() < 0.2:
            built["not"] = {"enum": [random.choice(LARGE)]}
        return built

    old = one()
    return old, {**old, **one()} if random.random() < 0.7 else one()
