"""Random schemas and instances, so small that a wrong inclusion is soon refuted."""

from random import Random
from typing import Any

Json = Any

NAMES = ("a", "b", "ab", "c")
WORDS = ("", "a", "b", "ab", "ba", "abc", "aa", "1", "a1")
PATTERNS = ("^a", "b$", "^a*$", "^[ab]+$", "^(a|b)?$", "a.", "^(?!a)", "[0-9]", "^a{1,2}$", "^(ab)*$")
NUMBERS = (-1, 0, 0.5, 1, 1.5, 2, 3, 4, 6)
TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")


def instance(random: Random, depth: int = 2) -> Json:
    """Return a random value."""
    kind = random.randrange(7 if depth else 4)
    if kind == 0:
        return random.choice((None, True, False))
    if kind <= 1:
        return random.choice(NUMBERS)
    if kind <= 3:
        return random.choice(WORDS)
    if kind == 4:
        return [instance(random, depth - 1) for _ in range(random.randrange(4))]
    return {random.choice(NAMES): instance(random, depth - 1) for _ in range(random.randrange(4))}


def schema(random: Random, depth: int = 2) -> Json:
    """Return a random schema of a few related keywords."""
    if random.random() < 0.04:
        return random.choice((True, False))
    kinds = [_type, _number, _string, _object, _object, _array, _listed]
    made: dict[str, Json] = {}
    for kind in random.sample(kinds, random.randrange(1, 3)):
        made |= kind(random, depth)
    if depth and random.random() < 0.35:
        made |= _joined(random, depth)
    return made


def edited(random: Random, old: Json) -> Json:
    """Return a schema with something changed, added or removed, most often deep inside."""
    if not isinstance(old, dict) or not old or random.random() < 0.1:
        return schema(random, 1)
    keyword = random.choice(sorted(old))
    value = old[keyword]
    rest = {name: held for name, held in old.items() if name != keyword}
    draw = random.random()
    if draw < 0.15:
        return rest
    if draw < 0.35:
        return {**old, **schema_dict(random)}
    return {**rest, keyword: _edited_value(random, keyword, value)}


def _edited_value(random: Random, keyword: str, value: Json) -> Json:
    if isinstance(value, bool):
        return (not value) if keyword == "uniqueItems" else schema(random, 1)
    if isinstance(value, int | float):
        return max(value + random.choice((-1, 1, 2)), 1 if keyword == "multipleOf" else 0)
    if keyword == "pattern":
        return random.choice(PATTERNS)
    return _edited_list(random, keyword, value) if isinstance(value, list) else _edited_map(random, keyword, value)


def _edited_list(random: Random, keyword: str, value: list[Json]) -> Json:
    if keyword in {"allOf", "anyOf", "oneOf", "prefixItems"}:
        index = random.randrange(len(value))
        return [edited(random, held) if at == index else held for at, held in enumerate(value)]
    shortened = keyword in {"enum", "required", "type"} and len(value) > 1
    return random.sample(value, len(value) - 1) if shortened else value


def _edited_map(random: Random, keyword: str, value: Json) -> Json:
    if keyword in {"properties", "patternProperties", "dependentSchemas"} and value:
        name = random.choice(sorted(value))
        return {**value, name: edited(random, value[name])}
    one = {"items", "contains", "not", "if", "then", "else", "additionalProperties", "propertyNames"}
    return edited(random, value) if keyword in one else value


def schema_dict(random: Random) -> dict[str, Json]:
    """Return a random schema that is an object."""
    made = schema(random, 1)
    return made if isinstance(made, dict) else {}


def _type(random: Random, _depth: int) -> dict[str, Json]:
    return {"type": random.choice((random.choice(TYPES), random.sample(TYPES, 2)))}


def _number(random: Random, _depth: int) -> dict[str, Json]:
    words = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
    made: dict[str, Json] = {random.choice(words): random.choice(NUMBERS) for _ in range(random.randrange(3))}
    return made | ({"multipleOf": random.choice((1, 2, 3, 0.5))} if random.random() < 0.4 else {})


def _string(random: Random, _depth: int) -> dict[str, Json]:
    made: dict[str, Json] = {
        random.choice(("minLength", "maxLength")): random.randrange(4) for _ in range(random.randrange(2))
    }
    return made | ({"pattern": random.choice(PATTERNS)} if random.random() < 0.7 else {})


def _listed(random: Random, _depth: int) -> dict[str, Json]:
    if random.random() < 0.5:
        return {"const": instance(random, 1)}
    values = [instance(random, 1) for _ in range(3)]
    return {"enum": [value for index, value in enumerate(values) if value not in values[:index]]}


def _object(random: Random, depth: int) -> dict[str, Json]:
    made: dict[str, Json] = {"type": "object"} if random.random() < 0.6 else {}
    below = depth - 1
    if depth and random.random() < 0.8:
        made["properties"] = {random.choice(NAMES): schema(random, below) for _ in range(random.randrange(1, 3))}
    if depth and random.random() < 0.2:
        made["patternProperties"] = {random.choice(PATTERNS): schema(random, below)}
    if random.random() < 0.4:
        made["required"] = random.sample(NAMES, random.randrange(1, 3))
    if random.random() < 0.4:
        made["additionalProperties"] = schema(random, below) if depth and random.random() < 0.4 else False
    if random.random() < 0.15:
        made["propertyNames"] = {"pattern": random.choice(PATTERNS)}
    if random.random() < 0.2:
        made[random.choice(("minProperties", "maxProperties"))] = random.randrange(3)
    if random.random() < 0.1:
        made["dependentRequired"] = {random.choice(NAMES): [random.choice(NAMES)]}
    if depth and random.random() < 0.1:
        made["dependentSchemas"] = {random.choice(NAMES): schema(random, below)}
    return made


def _array(random: Random, depth: int) -> dict[str, Json]:
    made: dict[str, Json] = {"type": "array"} if random.random() < 0.6 else {}
    below = depth - 1
    if depth and random.random() < 0.6:
        made["items"] = schema(random, below)
    if depth and random.random() < 0.25:
        made["prefixItems"] = [schema(random, below) for _ in range(random.randrange(1, 3))]
    if random.random() < 0.4:
        made[random.choice(("minItems", "maxItems"))] = random.randrange(4)
    if random.random() < 0.2:
        made["uniqueItems"] = True
    if depth and random.random() < 0.25:
        made["contains"] = schema(random, below)
        if random.random() < 0.5:
            made[random.choice(("minContains", "maxContains"))] = random.randrange(3)
    return made


def _joined(random: Random, depth: int) -> dict[str, Json]:
    below = depth - 1
    word = random.choice(("allOf", "anyOf", "anyOf", "oneOf", "not", "if", "unevaluatedProperties", "unevaluatedItems"))
    if word in {"allOf", "anyOf", "oneOf"}:
        return {word: [schema(random, below) for _ in range(random.randrange(1, 4))]}
    if word == "if":
        parts = {"if": schema(random, below)}
        parts |= {"then": schema(random, below)} if random.random() < 0.7 else {}
        return parts | ({"else": schema(random, below)} if random.random() < 0.5 else {})
    if word == "not":
        return {"not": schema(random, below)}
    return {word: random.choice((False, schema(random, below)))}


def pair(random: Random) -> tuple[Json, Json]:
    """Return two related random schemas, some of them recursive."""
    old = schema(random)
    new = edited(random, old) if random.random() < 0.85 else schema(random)
    if random.random() < 0.12:
        return _recursive(old), _recursive(new)
    return (new, old) if random.random() < 0.3 else (old, new)


def _recursive(node: Json) -> Json:
    loop = {"$ref": "#/$defs/node"}
    body = node if isinstance(node, dict) else {}
    properties = {**body.get("properties", {}), "a": loop}
    return {**loop, "$defs": {"node": {**body, "properties": properties, "items": loop}}}
