"""Pairs of schemas that were made to stop, crash or mislead whoever compares them; the bench times all of them."""

from collections.abc import Callable, Iterator
from typing import Any

Json = Any
Pair = tuple[Json, Json]

_ROOT = {"$ref": "#"}
_REDOS = ("^(a+)+$", "^(a|a)*b$", "^([a-zA-Z]+)*$", "(x+x+)+y", "^(.*a){20}$", "^(a?){40}a{40}$", "(.*)*(.*)*(.*)*c")
_TEXT: Json = {"type": "string"}


def hostile_pairs() -> Iterator[tuple[str, Callable[[], Pair]]]:
    """Every pair by its name; each is made when it is asked for, since some are large."""
    for group in (_cycles, _enums, _choices, _denials, _counts, _numbers, _patterns, _texts, _names, _bombs, _depths):
        for name, pair in group().items():
            yield f"{group.__name__.strip('_')}: {name}", pair


def an_object(**properties: Json) -> Json:
    """An object schema with these properties."""
    return {"type": "object", "properties": properties}


def _cycles() -> dict[str, Callable[[], Pair]]:
    """References that lead back to where they stand without going into the instance."""
    around: dict[str, Json] = {
        "allOf": {"allOf": [_ROOT]},
        "anyOf": {"anyOf": [{"type": "string"}, _ROOT]},
        "oneOf": {"oneOf": [{"type": "string"}, _ROOT]},
        "not": {"not": _ROOT},
        "if": {"if": _ROOT, "then": {"type": "string"}},
        "then": {"if": {"type": "string"}, "then": _ROOT},
        "else": {"type": "array", "else": _ROOT, "if": {"type": "object"}},
        "dependentSchemas": {"dependentSchemas": {"a": _ROOT}},
        "dependencies": {"$schema": "http://json-schema.org/draft-07/schema#", "dependencies": {"a": _ROOT}},
        "two definitions": {
            "$ref": "#/$defs/a",
            "$defs": {
                "a": {"anyOf": [{"$ref": "#/$defs/b"}, {"type": "null"}]},
                "b": {"allOf": [{"$ref": "#/$defs/a"}]},
            },
        },
        "unevaluatedProperties beside the reference": {"$ref": "#", "unevaluatedProperties": {"type": "string"}},
        "unevaluatedItems beside the reference": {"$ref": "#", "unevaluatedItems": {"contains": {"type": "array"}}},
        "unevaluatedProperties in a definition": {
            "$ref": "#/$defs/a",
            "unevaluatedProperties": False,
            "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/a"}, {"properties": {"b": True}}]}},
        },
        "dynamic anchor": {"$dynamicAnchor": "x", "anyOf": [{"$dynamicRef": "#x"}, {"type": "string"}]},
        "dynamic anchor under not": {"$dynamicAnchor": "x", "not": {"$dynamicRef": "#x"}},
        "recursive reference": {
            "$schema": "https://json-schema.org/draft/2019-09/schema",
            "$recursiveAnchor": True,
            "anyOf": [{"$recursiveRef": "#"}, {"type": "string"}],
        },
        "identifier": {"$id": "https://a.example/x", "anyOf": [{"$ref": "https://a.example/x"}, {"type": "string"}]},
        "identifier that changes the base": {
            "$id": "https://a.example/x/",
            "$defs": {"a": {"$id": "y", "not": {"$ref": "../x/"}}},
            "$ref": "y",
        },
        "anchor": {"$defs": {"a": {"$anchor": "here", "not": {"$ref": "#here"}}}, "$ref": "#here"},
        "escaped pointer": {"$defs": {"a b": {"not": {"$ref": "#/$defs/a%20b"}}}, "$ref": "#/$defs/a%20b"},
        "deep below a property": an_object(a={"$ref": "#/properties/a", "unevaluatedProperties": False}),
        "propertyNames": {"propertyNames": {"$ref": "#/propertyNames"}},
    }
    made: dict[str, Callable[[], Pair]] = {
        "of the issue": lambda: (
            {
                "if": {
                    "$ref": "#",
                    "unevaluatedProperties": {"oneOf": [{"type": "object"}], "contains": {"type": "array"}},
                },
                "$defs": {"A": {"$ref": "#"}},
            },
            {"type": "array", "else": {"$ref": "#"}, "$dynamicAnchor": "x"},
        ),
        "not of a definition that denies the root": lambda: (
            {"not": {"$ref": "#/$defs/A"}, "$defs": {"A": {"not": {"$ref": "#"}}}},
            {"type": "string"},
        ),
        "recursive dependentSchemas": lambda: (
            {"dependentSchemas": {f"p{at}": _ROOT for at in range(50)}},
            {"dependentSchemas": {f"p{at}": {"not": _ROOT} for at in range(50)}},
        ),
        "a ring of 300": lambda: (_ring(300, "allOf"), _ring(299, "allOf")),
        "a ring of 3,000 conditions": lambda: (_ring(3_000, "if"), _ring(2_999, "if")),
    }
    for name, schema in around.items():
        made[name] = lambda schema=schema: (schema, {**schema, "minLength": 1})
        made[f"{name}, against an object"] = lambda schema=schema: (an_object(a=_TEXT), {**schema, "title": "b"})
    return made


def _ring(length: int, word: str) -> Json:
    def leads_to(at: int) -> Json:
        held = {"$ref": f"#/$defs/d{at % length}"}
        return {"if": held, "then": _TEXT} if word == "if" else {word: [held, {"minLength": 1}]}

    return {"$ref": "#/$defs/d0", "$defs": {f"d{at}": leads_to(at + 1) for at in range(length)}}


def _enums() -> dict[str, Callable[[], Pair]]:
    def objects(start: int, end: int) -> Json:
        return {"enum": [{"kind": f"k{at}", "value": at} for at in range(start, end)]}

    def nested(depth: int) -> Json:
        held: Json = 1
        for _ in range(depth):
            held = {"a": [held]}
        return held

    return {
        "10,000 objects": lambda: (objects(0, 10_000), objects(1, 10_001)),
        "10,000 objects below a property": lambda: (an_object(a=objects(0, 10_000)), an_object(a=objects(1, 10_001))),
        "100,000 texts": lambda: (
            {"enum": [f"v{at}" for at in range(100_000)]},
            {"enum": [f"v{at}" for at in range(99_999)]},
        ),
        "20,000 lists": lambda: (
            {"enum": [[at, [at]] for at in range(20_000)]},
            {"enum": [[at, [at]] for at in range(1, 20_000)]},
        ),
        "10,000 numbers against a range": lambda: ({"enum": list(range(10_000))}, {"minimum": 1, "maximum": 10_000}),
        "10,000 texts against a pattern": lambda: (
            {"enum": [f"v{at}" for at in range(10_000)]},
            {"pattern": "^v[1-9]"},
        ),
        "5,000 objects under not": lambda: ({"not": objects(0, 5_000)}, {"not": objects(1, 5_001)}),
        "values nested 400 deep": lambda: ({"enum": [nested(400)]}, {"enum": [nested(401)]}),
        "values nested 5,000 deep": lambda: ({"const": nested(5_000)}, {"const": nested(5_001)}),
        "1,000 names under propertyNames": lambda: (
            {"type": "object", "propertyNames": {"enum": [f"n{at}" for at in range(10_000)]}},
            {"type": "object", "propertyNames": {"enum": [f"n{at}" for at in range(1, 10_001)]}},
        ),
        "a value of 1 MB": lambda: ({"const": "a" * 1_000_000}, {"const": "a" * 1_000_001}),
    }


def _choices() -> dict[str, Callable[[], Pair]]:
    def branch(at: int, of: Json = None) -> Json:
        return {
            "type": "object",
            "properties": {"kind": {"const": f"k{at}"}, "value": of or _TEXT},
            "required": ["kind"],
        }

    def branches(word: str, count: int, of: Json = None) -> Json:
        return {word: [branch(at, of) for at in range(count)]}

    def bounds(word: str, count: int) -> Json:
        return {word: [{"minimum": at, "maximum": at * 3 + 1, "multipleOf": at + 1} for at in range(count)]}

    def conditions(count: int) -> Json:
        return {
            "allOf": [
                {"if": {"properties": {f"p{at}": {"const": at}}}, "then": {"required": [f"q{at}"]}}
                for at in range(count)
            ]
        }

    made: dict[str, Callable[[], Pair]] = {
        "oneOf of 1,900": lambda: (branches("oneOf", 1_900), branches("oneOf", 1_899)),
        "oneOf of 39 with values that differ": lambda: (
            branches("oneOf", 39),
            branches("oneOf", 39, {"type": "integer"}),
        ),
        "oneOf of 1,900 ranges": lambda: (bounds("oneOf", 1_900), bounds("oneOf", 1_899)),
        "anyOf of 119": lambda: (branches("anyOf", 119), branches("anyOf", 119, {"type": "integer"})),
        "anyOf of 1,900": lambda: (branches("anyOf", 1_900), branches("anyOf", 1_899)),
        "anyOf of 500 ranges": lambda: (bounds("anyOf", 500), bounds("anyOf", 499)),
        "12 anyOf multiplied": lambda: (
            {"allOf": [{"anyOf": [{"required": [f"a{at}"]}, {"required": [f"b{at}"]}]} for at in range(12)]},
            {"allOf": [{"anyOf": [{"required": [f"a{at}"]}, {"required": [f"c{at}"]}]} for at in range(12)]},
        ),
        "10 oneOf multiplied": lambda: (
            {"allOf": [{"oneOf": [{"multipleOf": at + 2}, {"minimum": at}]} for at in range(10)]},
            {"allOf": [{"oneOf": [{"multipleOf": at + 2}, {"minimum": at + 1}]} for at in range(10)]},
        ),
        "30 conditions": lambda: (conditions(30), conditions(31)),
        "4 conditions in 4": lambda: (_nested_if(4), _nested_if(5)),
        "10 conditions in one another": lambda: (_nested_if(10), _nested_if(11)),
        "200 nested anyOf": lambda: (_nested_any(200), _nested_any(199)),
        "60 dependentSchemas": lambda: (
            {
                "dependentSchemas": {
                    f"a{at}": {"required": [f"a{at + 1}"], "not": {"required": [f"b{at}"]}} for at in range(60)
                }
            },
            {
                "dependentSchemas": {
                    f"a{at}": {"required": [f"a{at + 2}"], "not": {"required": [f"b{at}"]}} for at in range(60)
                }
            },
        ),
    }
    return made


def _nested_if(depth: int) -> Json:
    held: Json = {"type": "object"}
    for at in range(depth):
        held = {"if": {"required": [f"a{at}"]}, "then": held, "else": {"properties": {f"b{at}": held}}}
    return held


def _nested_any(depth: int) -> Json:
    held: Json = {"type": "integer"}
    for at in range(depth):
        held = {"anyOf": [{"minimum": at}, {"allOf": [held, {"multipleOf": at + 1}]}]}
    return held


def _denials() -> dict[str, Callable[[], Pair]]:
    def denied(count: int, of: Callable[[int], Json]) -> Json:
        return {"allOf": [{"not": of(at)} for at in range(count)]}

    def named(at: int) -> Json:
        return {"type": "object", "properties": {f"p{at}": {"const": at}}, "required": [f"p{at}"]}

    def ranged(at: int) -> Json:
        return {"minimum": at, "maximum": 2 * at + 1, "multipleOf": at + 1}

    def worded(at: int) -> Json:
        return {"pattern": f"^a{{{at + 1}}}b", "minLength": at}

    made: dict[str, Callable[[], Pair]] = {}
    for name, of in {"names": named, "ranges": ranged, "patterns": worded}.items():
        for count in (10, 14, 40):
            made[f"{count} {name} under allOf and not"] = lambda of=of, count=count: (
                denied(count, of),
                denied(count - 1, of),
            )
    return made | {
        "12 denials of arrays": lambda: (
            denied(12, lambda at: {"contains": {"const": at}, "minItems": at}),
            denied(12, lambda at: {"contains": {"const": at + 1}, "minItems": at}),
        ),
        "20 nested": lambda: (_nested_not(20), _nested_not(21)),
        "300 nested": lambda: (_nested_not(300), _nested_not(301)),
        "anyOf of denials": lambda: (
            {"anyOf": [{"not": named(at)} for at in range(14)]},
            {"not": {"anyOf": [named(at) for at in range(14)]}},
        ),
        "a long constant": lambda: (
            {"type": "string", "not": {"const": "a" * 100_000}},
            {"type": "string", "pattern": "^a*$"},
        ),
        "a long constant against a pattern": lambda: (
            {"type": "string", "pattern": "^a{500,}$", "not": {"const": "a" * 50_000}},
            {"type": "string", "pattern": "^a{501,}$"},
        ),
        "50 long constants": lambda: (
            {"type": "string", "not": {"enum": ["b" * at for at in range(900, 950)]}, "pattern": "^b*$"},
            {"type": "string", "not": {"enum": ["b" * at for at in range(901, 951)]}, "pattern": "^b*$"},
        ),
    }


def _nested_not(depth: int) -> Json:
    held: Json = an_object(a=_TEXT)
    for at in range(depth):
        held = {"not": {"properties": {f"p{at}": held}, "required": [f"p{at}"]}}
    return held


def _counts() -> dict[str, Callable[[], Pair]]:
    made: dict[str, Callable[[], Pair]] = {}
    for word in ("minContains", "maxContains"):
        for count in (10**5, 10**8, 10**18):
            made[f"{word} {count}"] = lambda word=word, count=count: (
                {"type": "array", "contains": _TEXT, word: count},
                {"type": "array", "contains": _TEXT, word: count + 1},
            )
    for word, kind in (("minItems", "array"), ("minLength", "string"), ("minProperties", "object")):
        for count in (10**5, 10**8, 10**18):
            made[f"{word} {count}"] = lambda word=word, kind=kind, count=count: (
                {"type": kind, word: count},
                {"type": kind, word: count + 1},
            )
    return made | {
        "minItems with uniqueItems": lambda: (
            {"type": "array", "uniqueItems": True, "minItems": 2_000, "items": {"type": "integer"}},
            {"type": "array", "uniqueItems": True, "minItems": 2_001, "items": {"type": "integer"}},
        ),
        "maxLength 10^9 with a pattern": lambda: (
            {"type": "string", "pattern": "^a", "maxLength": 10**9},
            {"type": "string", "pattern": "^a", "maxLength": 10**9 - 1},
        ),
        "minLength 10^6 with a pattern": lambda: (
            {"type": "string", "pattern": "^(ab)*$", "minLength": 10**6},
            {"type": "string", "pattern": "^(ab)*$", "minLength": 10**6 + 1},
        ),
        "2,000 prefixItems": lambda: (
            {"type": "array", "prefixItems": [{"minimum": at} for at in range(2_000)]},
            {"type": "array", "prefixItems": [{"minimum": at + 1} for at in range(2_000)]},
        ),
        "100,000 required": lambda: (
            {"type": "object", "required": [f"p{at}" for at in range(100_000)]},
            {"type": "object", "required": [f"p{at}" for at in range(1, 100_000)]},
        ),
        "a count of 4,000 digits": lambda: (
            {"type": "array", "minItems": 10**4_000},
            {"type": "array", "minItems": 10**4_000 + 1},
        ),
    }


def _numbers() -> dict[str, Callable[[], Pair]]:
    def bounded(**words: Json) -> Json:
        return {"type": "number", **words}

    return {
        "infinite": lambda: (bounded(minimum=float("inf")), bounded(maximum=float("-inf"))),
        "no number": lambda: (bounded(minimum=float("nan")), bounded(minimum=0)),
        "multipleOf 1e-300": lambda: (bounded(multipleOf=1e-300), bounded(multipleOf=1e-299)),
        "multipleOf 1e-300 and a range": lambda: (
            bounded(multipleOf=1e-300, minimum=1e300),
            bounded(multipleOf=3e-300, minimum=1e300),
        ),
        "multipleOf 1e308": lambda: (bounded(multipleOf=1e308), bounded(multipleOf=1.5e308)),
        "a divisor of 4,000 digits": lambda: (bounded(multipleOf=10**4_000 + 1), bounded(multipleOf=10**4_000 + 3)),
        "bounds of 4,000 digits": lambda: (bounded(minimum=-(10**4_000)), bounded(minimum=1 - 10**4_000)),
        "beyond 2^53 beside a fraction": lambda: (
            bounded(multipleOf=0.1, minimum=2**53 + 1),
            bounded(multipleOf=0.3, minimum=2**53 + 1),
        ),
        "30 divisors": lambda: (
            {"allOf": [bounded(multipleOf=at) for at in range(2, 32)]},
            {"allOf": [bounded(multipleOf=at) for at in range(2, 38)]},
        ),
        "40 divisors under not": lambda: (
            {"type": "integer", "allOf": [{"not": {"multipleOf": at}} for at in range(2, 42)]},
            {"type": "integer", "allOf": [{"not": {"multipleOf": at}} for at in range(2, 43)]},
        ),
        "the smallest float": lambda: (bounded(minimum=5e-324), bounded(minimum=1e-323)),
    }


def _patterns() -> dict[str, Callable[[], Pair]]:
    made: dict[str, Callable[[], Pair]] = {}
    for pattern in _REDOS:
        made[f"{pattern} against texts"] = lambda pattern=pattern: (
            {"enum": ["a" * 40 + "!", "x" * 60, "a" * 5_000]},
            {"type": "string", "pattern": pattern},
        )
        made[f"{pattern} against another"] = lambda pattern=pattern: (
            {"type": "string", "pattern": pattern},
            {"type": "string", "pattern": f"{pattern}|^z"},
        )
        made[f"{pattern} under patternProperties"] = lambda pattern=pattern: (
            {"type": "object", "patternProperties": {pattern: _TEXT}, "properties": {"a" * 50 + "!": _TEXT}},
            {"type": "object", "patternProperties": {pattern: {"minLength": 2}}, "properties": {"a" * 50 + "!": _TEXT}},
        )
    return made | {
        "with back references": lambda: (
            {"type": "string", "pattern": r"^(a*)*\1b$", "minLength": 30},
            {"type": "string", "pattern": r"^(a|aa)+\1$"},
        ),
        "with look-ahead": lambda: (
            {"type": "string", "pattern": "^(?=.*a)(?=.*b)(?=.*c)(?=.*d)(?=.*e).{30,}$"},
            {"type": "string", "pattern": "^(?=(a+)+$)(?!b).*"},
        ),
        "counted": lambda: ({"pattern": "^(a{0,900}){0,900}$"}, {"pattern": "^(a{0,901}){0,900}$"}),
        "counted three deep": lambda: (
            {"pattern": "^((a{1,99}){1,99}){1,99}$"},
            {"pattern": "^((a{1,98}){1,99}){1,99}$"},
        ),
        "made of a long text": lambda: (
            {"type": "string", "pattern": "^" + "ab" * 100_000 + "$"},
            {"type": "string", "pattern": "^" + "ab" * 99_999 + "$"},
        ),
        "a long class": lambda: (
            {"type": "string", "pattern": "^[" + "".join(map(chr, range(0x4E00, 0x9000))) + "]+$"},
            {"type": "string", "pattern": "^[" + "".join(map(chr, range(0x4E01, 0x9000))) + "]+$"},
        ),
        "5,000 alternatives": lambda: (
            {"type": "string", "pattern": "^(" + "|".join(f"w{at}" for at in range(5_000)) + ")$"},
            {"type": "string", "pattern": "^(" + "|".join(f"w{at}" for at in range(1, 5_000)) + ")$"},
        ),
        "whose automaton doubles": lambda: (
            {"type": "string", "pattern": "^(a|b)*a(a|b){24}$"},
            {"type": "string", "pattern": "^(a|b)*b(a|b){24}$"},
        ),
        "12 of them together": lambda: (
            {"type": "string", "allOf": [{"pattern": f"a.{{{at}}}b"} for at in range(12)]},
            {"type": "string", "allOf": [{"pattern": f"b.{{{at}}}a"} for at in range(12)]},
        ),
        "60 patternProperties": lambda: (
            {"type": "object", "patternProperties": {f"^p{at}.*x": {"minLength": at} for at in range(60)}},
            {"type": "object", "patternProperties": {f"^p{at}.*x": {"minLength": at + 1} for at in range(60)}},
        ),
        "open groups": lambda: ({"pattern": "(" * 5_000}, {"pattern": "a" + ")" * 5_000}),
        "5,000 groups deep": lambda: (
            {"pattern": "(" * 5_000 + "a" + ")" * 5_000},
            {"pattern": "(" * 5_001 + "a" + ")" * 5_001},
        ),
        "of all letters": lambda: ({"pattern": r"^\p{L}{1,200}$"}, {"pattern": r"^\p{Lu}{1,200}$"}),
    }


def _texts() -> dict[str, Callable[[], Pair]]:
    return {
        "lone surrogates": lambda: ({"enum": ["\ud800", "a"]}, {"enum": ["\udfff", "a"]}),
        "lone surrogates in names": lambda: (an_object(**{"\ud800": _TEXT}), an_object(**{"\udfff": _TEXT})),
        "lone surrogates in a pattern": lambda: ({"pattern": "\ud800"}, {"pattern": "^\ud800"}),
        "a NUL": lambda: ({"const": "a\0b"}, {"pattern": "^a\0b$"}),
        "a long format": lambda: ({"format": "x" * 200_000}, {"format": "y" * 200_000}),
        "a long reference": lambda: ({"$ref": "#/" + "a/" * 100_000}, {"$ref": "#/" + "b/" * 100_000}),
        "a reference to elsewhere": lambda: ({"$ref": "file:///etc/passwd"}, {"$ref": "http://169.254.169.254/"}),
        "a long description": lambda: (
            {"type": "string", "description": "a " * 500_000},
            {"type": "integer", "description": "b " * 500_000},
        ),
        "unknown words": lambda: (
            {f"x-{at}": [at] * 10 for at in range(20_000)},
            {f"y-{at}": [at] * 10 for at in range(20_000)},
        ),
    }


def _names() -> dict[str, Callable[[], Pair]]:
    long = "n" * 100_000

    def many(count: int, of: Json, **beside: Json) -> Json:
        return {"type": "object", "properties": {f"p{at}": of for at in range(count)}, **beside}

    return {
        "100,000 letters": lambda: (an_object(**{long: _TEXT}), an_object(**{long: {"type": "integer"}})),
        "100,000 letters against patterns": lambda: (
            {**an_object(**{long: _TEXT}), "patternProperties": {"^n*$": _TEXT}},
            {**an_object(**{long: _TEXT}), "patternProperties": {"^n*$": {"minLength": 1}, "n{500}": _TEXT}},
        ),
        "100,000 letters against closed names": lambda: (
            {**an_object(**{long: _TEXT}), "required": [long]},
            {"type": "object", "patternProperties": {"^(n|m)*$": _TEXT}, "additionalProperties": False},
        ),
        "100,000 properties": lambda: (many(100_000, _TEXT), many(100_000, {"type": "integer"})),
        "100,000 properties, one other": lambda: (many(100_000, _TEXT), many(100_001, _TEXT)),
        "100,000 properties, the same": lambda: (many(100_000, _TEXT), many(100_000, _TEXT)),
        "100,000 properties, another order": lambda: (
            {"properties": {f"p{at}": _TEXT for at in range(100_000)}},
            {"properties": {f"p{at}": _TEXT for at in reversed(range(100_000))}},
        ),
        "20,000 properties that are renamed": lambda: (
            {
                "type": "object",
                "properties": {f"p{at}": {"type": "string", "description": f"the {at}th"} for at in range(20_000)},
            },
            {
                "type": "object",
                "properties": {f"q{at}": {"type": "string", "description": f"the {at}th"} for at in range(20_000)},
            },
        ),
        "5,000 required properties": lambda: (
            many(5_000, _TEXT, required=[f"p{at}" for at in range(5_000)]),
            many(5_000, {"type": "integer"}, required=[f"p{at}" for at in range(5_000)]),
        ),
        "3,000 dependentRequired": lambda: (
            {"dependentRequired": {f"a{at}": [f"a{at + 1}"] for at in range(3_000)}},
            {"dependentRequired": {f"a{at}": [f"a{at + 2}"] for at in range(3_000)}},
        ),
    }


def _bombs() -> dict[str, Callable[[], Pair]]:
    def laughs(depth: int, word: str, leaf: Json) -> Json:
        definitions = {
            f"d{at}": {word: [{"$ref": f"#/$defs/d{at + 1}"}, {"$ref": f"#/$defs/d{at + 1}"}, {"title": str(at)}]}
            for at in range(depth)
        }
        return {"$ref": "#/$defs/d0", "$defs": {**definitions, f"d{depth}": leaf}}

    def doubling(depth: int, leaf: Json) -> Json:
        definitions = {
            f"d{at}": an_object(left={"$ref": f"#/$defs/d{at + 1}"}, right={"$ref": f"#/$defs/d{at + 1}"})
            for at in range(depth)
        }
        return {**an_object(x={"$ref": "#/$defs/d0"}), "$defs": {**definitions, f"d{depth}": leaf}}

    made: dict[str, Callable[[], Pair]] = {}
    for word in ("allOf", "anyOf", "oneOf"):
        made[f"30 references that double under {word}"] = lambda word=word: (
            laughs(30, word, _TEXT),
            laughs(30, word, {"type": "integer"}),
        )
    return made | {
        "40 objects that double": lambda: (doubling(40, _TEXT), doubling(40, {"type": "integer"})),
        "13 objects that double": lambda: (doubling(13, _TEXT), doubling(13, {"type": "integer"})),
        "a chain of 5,000 references": lambda: (_chain(5_000, _TEXT), _chain(5_000, {"type": "integer"})),
        "a chain of 400 references": lambda: (_chain(400, _TEXT), _chain(400, {"type": "integer"})),
        "20,000 definitions": lambda: (
            {"$defs": {f"d{at}": {"minLength": at} for at in range(20_000)}, "$ref": "#/$defs/d7"},
            {"$defs": {f"d{at}": {"minLength": at + 1} for at in range(20_000)}, "$ref": "#/$defs/d7"},
        ),
        "300 dynamic anchors": lambda: (
            {
                "$defs": {f"d{at}": {"$dynamicAnchor": f"a{at}", "$dynamicRef": f"#a{at + 1}"} for at in range(300)},
                "$dynamicRef": "#a0",
            },
            {
                "$defs": {f"d{at}": {"$dynamicAnchor": f"a{at}", "$dynamicRef": f"#a{at + 2}"} for at in range(300)},
                "$dynamicRef": "#a0",
            },
        ),
        "recursive in 40 ways": lambda: (
            {"type": "object", "properties": {f"p{at}": _ROOT for at in range(40)}, "maxProperties": 9},
            {"type": "object", "properties": {f"p{at}": _ROOT for at in range(41)}, "maxProperties": 8},
        ),
        "30 definitions that all refer to all": lambda: (_clique(30, "string"), _clique(30, "integer")),
    }


def _chain(length: int, leaf: Json) -> Json:
    definitions = {f"d{at}": {"$ref": f"#/$defs/d{at + 1}"} for at in range(length)}
    return {"$ref": "#/$defs/d0", "$defs": {**definitions, f"d{length}": leaf}}


def _clique(count: int, kind: str) -> Json:
    references = [{"$ref": f"#/$defs/d{at}"} for at in range(count)]
    return {
        "$defs": {
            f"d{at}": {"anyOf": [{"type": kind, "minLength": at}, {"type": "array", "items": {"anyOf": references}}]}
            for at in range(count)
        },
        "anyOf": references,
    }


def _depths() -> dict[str, Callable[[], Pair]]:
    def nested(depth: int, wrap: Callable[[Json], Json], leaf: Json) -> Json:
        for _ in range(depth):
            leaf = wrap(leaf)
        return leaf

    ways: dict[str, Callable[[Json], Json]] = {
        "properties": lambda held: {"properties": {"a": held}},
        "items": lambda held: {"items": held},
        "allOf": lambda held: {"allOf": [held]},
        "not": lambda held: {"not": held},
        "if": lambda held: {"if": held, "then": True},
        "unevaluatedProperties": lambda held: {"unevaluatedProperties": held},
    }
    made: dict[str, Callable[[], Pair]] = {}
    for name, wrap in ways.items():
        for depth in (120, 900, 10_000):
            made[f"{depth} of {name}"] = lambda wrap=wrap, depth=depth: (
                nested(depth, wrap, _TEXT),
                nested(depth, wrap, {"type": "integer"}),
            )
    return made
