"""Pairs of schemas made to stall, crash or mislead a comparison; the bench measures all of them."""

from collections.abc import Callable, Iterator
from typing import Any

Json = Any
Pairs = Iterator[tuple[Any, ...]]  # a name and two schemas

ROOT = {"$ref": "#"}
TEXT: Json = {"type": "string"}
WHOLE: Json = {"type": "integer"}
_2019 = {"$schema": "https://json-schema.org/draft/2019-09/schema"}
_DRAFT_7 = {"$schema": "http://json-schema.org/draft-07/schema#"}
_BACKTRACKING = (
    "^(a+)+$", "^(a|a)*b$", "^([a-zA-Z]+)*$", "(x+x+)+y", "^(.*a){20}$", "^(a?){40}a{40}$", "(.*)*(.*)*(.*)*c",
)  # fmt: skip


def hostile_pairs(*groups: str) -> Pairs:
    """Yield every pair of some groups, or of all, with its name; one at a time, since some are large."""
    for group in groups or GROUPS:
        for name, old, new in GROUPS[group]():
            yield f"{group}: {name}", old, new


def an_object(**properties: Json) -> Json:
    return {"type": "object", "properties": properties}


def loops() -> Pairs:
    """Return references that lead back to themselves for the same value."""
    yield (
        "of an if beside unevaluatedProperties",
        {
            "if": {**ROOT, "unevaluatedProperties": {"oneOf": [{"type": "object"}], "contains": {"type": "array"}}},
            "$defs": {"A": ROOT},
        },
        {"type": "array", "else": ROOT, "$dynamicAnchor": "x"},
    )
    yield "a definition that denies the root", {"not": {"$ref": "#/$defs/A"}, "$defs": {"A": {"not": ROOT}}}, TEXT
    for name, schema in _loops().items():
        yield name, schema, {**schema, "minLength": 1}
        yield f"{name}, against an object", an_object(a=TEXT), {**schema, "title": "b"}
    denied = {"dependentSchemas": {f"p{at}": {"not": ROOT} for at in range(50)}}
    yield "50 dependentSchemas", {"dependentSchemas": {f"p{at}": ROOT for at in range(50)}}, denied
    yield "a ring of 300 allOf", _ring(300, "allOf"), _ring(299, "allOf")
    yield "a ring of 3,000 conditions", _ring(3_000, "if"), _ring(2_999, "if")
    yield "30 definitions that all deny all", _all_of_all(30, {"minLength": 1}), _all_of_all(30, {"minLength": 2})


def _loops() -> dict[str, Json]:
    here = {"$ref": "#/$defs/a"}
    identified = {"$id": "https://a.example/x"}
    return {
        "allOf": {"allOf": [ROOT]},
        "anyOf": {"anyOf": [TEXT, ROOT]},
        "oneOf": {"oneOf": [TEXT, ROOT]},
        "not": {"not": ROOT},
        "if": {"if": ROOT, "then": TEXT},
        "then": {"if": TEXT, "then": ROOT},
        "else": {"type": "array", "else": ROOT, "if": {"type": "object"}},
        "dependentSchemas": {"dependentSchemas": {"a": ROOT}},
        "dependencies": {**_DRAFT_7, "dependencies": {"a": ROOT}},
        "two definitions": {**here, "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}, WHOLE]}, "b": {"allOf": [here]}}},
        "beside unevaluatedProperties": {**ROOT, "unevaluatedProperties": TEXT},
        "beside unevaluatedItems": {**ROOT, "unevaluatedItems": {"contains": {"type": "array"}}},
        "in a definition beside unevaluatedProperties": {
            **here,
            "unevaluatedProperties": False,
            "$defs": {"a": {"anyOf": [here, {"properties": {"b": True}}]}},
        },
        "$dynamicRef": {"$dynamicAnchor": "x", "anyOf": [{"$dynamicRef": "#x"}, TEXT]},
        "$dynamicRef under not": {"$dynamicAnchor": "x", "not": {"$dynamicRef": "#x"}},
        "$recursiveRef": {**_2019, "$recursiveAnchor": True, "anyOf": [{"$recursiveRef": "#"}, TEXT]},
        "$recursiveRef under if": {**_2019, "$recursiveAnchor": True, "if": {"$recursiveRef": "#"}, "else": TEXT},
        "$id": {**identified, "anyOf": [{"$ref": identified["$id"]}, TEXT]},
        "$id that changes the base": {
            "$id": "https://a.example/x/",
            "$defs": {"a": {"$id": "y", "not": {"$ref": "../x/"}}},
            "$ref": "y",
        },
        "$anchor": {"$defs": {"a": {"$anchor": "here", "not": {"$ref": "#here"}}}, "$ref": "#here"},
        "an escaped pointer": {"$defs": {"a b": {"not": {"$ref": "#/$defs/a%20b"}}}, "$ref": "#/$defs/a%20b"},
        "below a property": an_object(a={"$ref": "#/properties/a", "unevaluatedProperties": False}),
        "propertyNames": {"propertyNames": {"$ref": "#/propertyNames"}},
        "if in if": {"if": {"if": ROOT, "then": {"not": ROOT}}, "else": {"anyOf": [ROOT, {"not": ROOT}]}},
    }


def _ring(length: int, word: str) -> Json:
    def part(at: int) -> Json:
        onward = {"$ref": f"#/$defs/d{(at + 1) % length}"}
        return {"if": onward, "then": TEXT} if word == "if" else {word: [onward, {"minLength": 1}]}

    return {"$ref": "#/$defs/d0", "$defs": {f"d{at}": part(at) for at in range(length)}}


def _all_of_all(count: int, leaf: Json) -> Json:
    references = [{"$ref": f"#/$defs/d{at}"} for at in range(count)]
    return {"$defs": {f"d{at}": {"not": {"anyOf": [leaf, *references]}} for at in range(count)}, **references[0]}


def enums() -> Pairs:
    def objects(start: int, end: int) -> Json:
        return {"enum": [{"kind": f"k{at}", "value": at} for at in range(start, end)]}

    def texts(start: int, end: int) -> Json:
        return {"enum": [f"v{at}" for at in range(start, end)]}

    def names(start: int, end: int) -> Json:
        return {"type": "object", "propertyNames": texts(start, end)}

    yield "10,000 objects", objects(0, 10_000), objects(1, 10_001)
    yield "10,000 objects in a property", an_object(a=objects(0, 10_000)), an_object(a=objects(1, 10_001))
    yield "100,000 texts", texts(0, 100_000), texts(0, 99_999)
    yield "20,000 lists", *({"enum": [[at, [at]] for at in range(start, 20_000)]} for start in (0, 1))
    yield "10,000 numbers in a range", {"enum": list(range(10_000))}, {"minimum": 1, "maximum": 10_000}
    yield "10,000 texts of a pattern", texts(0, 10_000), {"pattern": "^v[1-9]"}
    yield "5,000 objects under not", {"not": objects(0, 5_000)}, {"not": objects(1, 5_001)}
    yield "values 400 deep", *({"enum": [_wrapped(depth, lambda held: {"a": [held]}, 1)]} for depth in (400, 401))
    yield "values 5,000 deep", *({"const": _wrapped(depth, lambda held: {"a": [held]}, 1)} for depth in (5_000, 5_001))
    yield "10,000 names", names(0, 10_000), names(1, 10_001)
    yield "a value of 1 MB", {"const": "a" * 1_000_000}, {"const": "a" * 1_000_001}


def choices() -> Pairs:
    def kinds(word: str, count: int, of: Json = TEXT) -> Json:
        names = [{"kind": {"const": f"k{at}"}, "value": of} for at in range(count)]
        return {word: [{"type": "object", "properties": each, "required": ["kind"]} for each in names]}

    def ranges(word: str, count: int) -> Json:
        return {word: [{"minimum": at, "maximum": at * 3 + 1, "multipleOf": at + 1} for at in range(count)]}

    def either(letter: str) -> Json:
        return {"allOf": [{"anyOf": [{"required": [f"a{at}"]}, {"required": [f"{letter}{at}"]}]} for at in range(12)]}

    def exactly(least: int) -> Json:
        return {"allOf": [{"oneOf": [{"multipleOf": at + 2}, {"minimum": at + least}]} for at in range(10)]}

    def conditions(count: int) -> Json:
        parts = [({"properties": {f"p{at}": {"const": at}}}, {"required": [f"q{at}"]}) for at in range(count)]
        return {"allOf": [{"if": asked, "then": then} for asked, then in parts]}

    def dependent(step: int) -> Json:
        parts = [(at, {"required": [f"a{at + step}"], "not": {"required": [f"b{at}"]}}) for at in range(60)]
        return {"dependentSchemas": {f"a{at}": part for at, part in parts}}

    yield "oneOf of 1,900", kinds("oneOf", 1_900), kinds("oneOf", 1_899)
    yield "oneOf of 39", kinds("oneOf", 39), kinds("oneOf", 39, WHOLE)
    yield "oneOf of 1,900 ranges", ranges("oneOf", 1_900), ranges("oneOf", 1_899)
    yield "oneOf of 120 ranges", ranges("oneOf", 120), ranges("oneOf", 119)
    yield "anyOf of 119", kinds("anyOf", 119), kinds("anyOf", 119, WHOLE)
    yield "anyOf of 1,900", kinds("anyOf", 1_900), kinds("anyOf", 1_899)
    yield "anyOf of 500 ranges", ranges("anyOf", 500), ranges("anyOf", 499)
    yield "12 anyOf multiplied", either("b"), either("c")
    yield "10 oneOf multiplied", exactly(0), exactly(1)
    yield "30 conditions", conditions(30), conditions(31)
    yield "4 conditions in one another", _conditions_inside(4), _conditions_inside(5)
    yield "10 conditions in one another", _conditions_inside(10), _conditions_inside(11)
    yield "200 anyOf in one another", _choices_inside(200), _choices_inside(199)
    yield "60 dependentSchemas", dependent(1), dependent(2)
    yield "300 types in anyOf", *({"anyOf": [{"type": ["string", "null"], "minLength": at}] * 300} for at in (1, 2))


def _conditions_inside(depth: int) -> Json:
    held: Json = {"type": "object"}
    for at in range(depth):
        held = {"if": {"required": [f"a{at}"]}, "then": held, "else": {"properties": {f"b{at}": held}}}
    return held


def _choices_inside(depth: int) -> Json:
    held: Json = WHOLE
    for at in range(depth):
        held = {"anyOf": [{"minimum": at}, {"allOf": [held, {"multipleOf": at + 1}]}]}
    return held


def denials() -> Pairs:
    def name(at: int) -> Json:
        return {"type": "object", "properties": {f"p{at}": {"const": at}}, "required": [f"p{at}"]}

    def bounds(at: int) -> Json:
        return {"minimum": at, "maximum": 2 * at + 1, "multipleOf": at + 1}

    def pattern(at: int) -> Json:
        return {"pattern": f"^a{{{at + 1}}}b", "minLength": at}

    def item(at: int) -> Json:
        return {"contains": {"const": at}, "minItems": at}

    def denied(count: int, of: Callable[[int], Json]) -> Json:
        return {"allOf": [{"not": of(at)} for at in range(count)]}

    def long(start: int) -> Json:
        return {"type": "string", "not": {"enum": ["b" * at for at in range(start, start + 50)]}, "pattern": "^b*$"}

    for of in (name, bounds, pattern, item):
        for count in (10, 14, 40):
            yield f"{count} of a {of.__name__}", denied(count, of), denied(count - 1, of)
    yield "20 in one another", _denials_inside(20), _denials_inside(21)
    yield "300 in one another", _denials_inside(300), _denials_inside(301)
    names = [name(at) for at in range(14)]
    yield "some against all", {"anyOf": [{"not": each} for each in names]}, {"not": {"anyOf": names}}
    letters = {"type": "string", "pattern": "^a*$"}
    yield "a long constant against a pattern", {"type": "string", "not": {"const": "a" * 100_000}}, letters
    yield (
        "a long constant between patterns",
        {"type": "string", "pattern": "^a{500,}$", "not": {"const": "a" * 50_000}},
        {"type": "string", "pattern": "^a{501,}$"},
    )
    yield "50 long constants", long(900), long(901)


def _denials_inside(depth: int) -> Json:
    held: Json = an_object(a=TEXT)
    for at in range(depth):
        held = {"not": {"properties": {f"p{at}": held}, "required": [f"p{at}"]}}
    return held


def counts() -> Pairs:
    words = {"minContains": "array", "maxContains": "array", "minItems": "array", "minLength": "string"}
    for word, kind in {**words, "minProperties": "object"}.items():
        beside = {"contains": TEXT} if word.endswith("Contains") else {}
        for digits in (5, 8, 18):
            yield f"{word} 1e{digits}", *({"type": kind, **beside, word: 10**digits + more} for more in (0, 1))
    different = {"type": "array", "uniqueItems": True, "items": WHOLE}
    yield "minItems with uniqueItems", *({**different, "minItems": least} for least in (2_000, 2_001))
    yield "maxLength with a pattern", *({"type": "string", "pattern": "^a", "maxLength": 10**9 - at} for at in (0, 1))
    pairs = {"type": "string", "pattern": "^(ab)*$"}
    yield "minLength with a pattern", *({**pairs, "minLength": 10**6 + at} for at in (0, 1))
    items = [[{"minimum": at + more} for at in range(2_000)] for more in (0, 1)]
    yield "2,000 prefixItems", *({"type": "array", "prefixItems": each} for each in items)
    required = [[f"p{at}" for at in range(start, 100_000)] for start in (0, 1)]
    yield "100,000 required", *({"type": "object", "required": names} for names in required)
    yield "a count of 4,000 digits", *({"type": "array", "minItems": 10**4_000 + at} for at in (0, 1))


def numbers() -> Pairs:
    def number(**words: Json) -> Json:
        return {"type": "number", **words}

    def divisors(count: int, *, denied: bool) -> Json:
        parts: list[Json] = [{"multipleOf": at} for at in range(2, count)]
        return {"type": "integer", "allOf": [{"not": part} for part in parts] if denied else parts}

    yield "infinite", number(minimum=float("inf")), number(maximum=float("-inf"))
    yield "no number", number(minimum=float("nan")), number(minimum=0)
    yield "multipleOf 1e-300", number(multipleOf=1e-300), number(multipleOf=1e-299)
    yield "multipleOf 1e-300 in a range", *(number(multipleOf=step, minimum=1e300) for step in (1e-300, 3e-300))
    yield "multipleOf 1e308", number(multipleOf=1e308), number(multipleOf=1.5e308)
    yield "a divisor of 4,000 digits", *(number(multipleOf=10**4_000 + more) for more in (1, 3))
    yield "bounds of 4,000 digits", *(number(minimum=more - 10**4_000) for more in (0, 1))
    yield "beyond 2^53 beside a fraction", *(number(multipleOf=step, minimum=2**53 + 1) for step in (0.1, 0.3))
    yield "30 divisors", divisors(32, denied=False), divisors(38, denied=False)
    yield "40 divisors under not", divisors(42, denied=True), divisors(43, denied=True)
    yield "the smallest float", number(minimum=5e-324), number(minimum=1e-323)


def patterns() -> Pairs:
    long, texts = "a" * 50 + "!", ["a" * 40 + "!", "x" * 60, "a" * 5_000]
    for pattern in _BACKTRACKING:
        yield f"{pattern} of texts", {"enum": texts}, {"type": "string", "pattern": pattern}
        yield f"{pattern} in another", *({"type": "string", "pattern": each} for each in (pattern, f"{pattern}|^z"))
        held = {"type": "object", "properties": {long: TEXT}}
        yield f"{pattern} of names", *({**held, "patternProperties": {pattern: each}} for each in (TEXT, WHOLE))
    classes = ["".join(map(chr, range(start, 0x9000))) for start in (0x4E00, 0x4E01)]
    words = ["|".join(f"w{at}" for at in range(start, 5_000)) for start in (0, 1)]
    made: dict[str, tuple[str, str]] = {
        "back references": (r"^(a*)*\1b$", r"^(a|aa)+\1$"),
        "look-ahead": ("^(?=.*a)(?=.*b)(?=.*c)(?=.*d)(?=.*e).{30,}$", "^(?=(a+)+$)(?!b).*"),
        "counted": ("^(a{0,900}){0,900}$", "^(a{0,901}){0,900}$"),
        "counted three deep": ("^((a{1,99}){1,99}){1,99}$", "^((a{1,98}){1,99}){1,99}$"),
        "made of a long text": ("^" + "ab" * 100_000 + "$", "^" + "ab" * 99_999 + "$"),
        "a long class": (f"^[{classes[0]}]+$", f"^[{classes[1]}]+$"),
        "5,000 alternatives": (f"^({words[0]})$", f"^({words[1]})$"),
        "an automaton that doubles": ("^(a|b)*a(a|b){24}$", "^(a|b)*b(a|b){24}$"),
        "open groups": ("(" * 5_000, "a" + ")" * 5_000),
        "5,000 groups in one another": ("(" * 5_000 + "a" + ")" * 5_000, "(" * 5_001 + "a" + ")" * 5_001),
        "all letters": (r"^\p{L}{1,200}$", r"^\p{Lu}{1,200}$"),
    }
    for name, sides in made.items():
        yield name, *({"type": "string", "pattern": side} for side in sides)
    several = [[{"pattern": f"{first}.{{{at}}}{last}"} for at in range(12)] for first, last in ("ab", "ba")]
    yield "12 together", *({"type": "string", "allOf": each} for each in several)
    named = [{f"^p{at}.*x": {"minLength": at + more} for at in range(60)} for more in (0, 1)]
    yield "60 patternProperties", *({"type": "object", "patternProperties": each} for each in named)


def texts() -> Pairs:
    def unknown(letter: str) -> Json:
        return {f"{letter}-{at}": [at] * 10 for at in range(20_000)}

    yield "lone surrogates", {"enum": ["\ud800", "a"]}, {"enum": ["\udfff", "a"]}
    yield "lone surrogates in names", an_object(**{"\ud800": TEXT}), an_object(**{"\udfff": TEXT})
    yield "lone surrogates in a pattern", {"pattern": "\ud800"}, {"pattern": "^\ud800"}
    yield "NUL", {"const": "a\0b"}, {"pattern": "^a\0b$"}
    yield "a long format", {"format": "x" * 200_000}, {"format": "y" * 200_000}
    yield "a long reference", {"$ref": "#/" + "a/" * 100_000}, {"$ref": "#/" + "b/" * 100_000}
    yield "references to elsewhere", {"$ref": "file:///etc/passwd"}, {"$ref": "http://169.254.169.254/"}
    yield "a long description", {**TEXT, "description": "a " * 500_000}, {**WHOLE, "description": "b " * 500_000}
    yield "unknown words", unknown("x"), unknown("y")


def names() -> Pairs:
    long = "n" * 100_000

    def many(count: int, of: Json, letter: str = "p") -> Json:
        return {"type": "object", "properties": {f"{letter}{at}": of for at in range(count)}}

    def output(letter: str) -> Json:
        held = {f"{letter}{at}": {"type": "string", "description": f"the {at}th"} for at in range(20_000)}
        return {"type": "object", "properties": held}

    yield "of 100,000 letters", an_object(**{long: TEXT}), an_object(**{long: WHOLE})
    yield (
        "of 100,000 letters against patterns",
        {**an_object(**{long: TEXT}), "patternProperties": {"^n*$": TEXT}},
        {**an_object(**{long: TEXT}), "patternProperties": {"^n*$": {"minLength": 1}, "n{500}": TEXT}},
    )
    yield (
        "of 100,000 letters against closed names",
        {**an_object(**{long: TEXT}), "required": [long]},
        {"type": "object", "patternProperties": {"^(n|m)*$": TEXT}, "additionalProperties": False},
    )
    yield "100,000 properties", many(100_000, TEXT), many(100_000, WHOLE)
    yield "100,000 properties and one", many(100_000, TEXT), many(100_001, TEXT)
    yield "100,000 properties, the same", many(100_000, TEXT), many(100_000, TEXT)
    shuffled = [{f"p{at}": TEXT for at in order} for order in (range(100_000), reversed(range(100_000)))]
    yield "100,000 properties in another order", *({"properties": each} for each in shuffled)
    yield "20,000 properties that are renamed", output("p"), output("q")
    yield "3,000 names alike", many(3_000, TEXT, "pq"), many(3_000, TEXT, "qp")
    required = [f"p{at}" for at in range(5_000)]
    yield "5,000 required properties", *({**many(5_000, of), "required": required} for of in (TEXT, WHOLE))
    steps = [{f"a{at}": [f"a{at + step}"] for at in range(3_000)} for step in (1, 2)]
    yield "3,000 dependentRequired", *({"dependentRequired": each} for each in steps)


def bombs() -> Pairs:
    """Return a few kilobytes of references that unfold to more parts than there are atoms."""

    def laughs(depth: int, word: str, leaf: Json) -> Json:
        twice = {f"d{at}": {word: [{"$ref": f"#/$defs/d{at + 1}"}] * 2 + [{"title": str(at)}]} for at in range(depth)}
        return {"$ref": "#/$defs/d0", "$defs": {**twice, f"d{depth}": leaf}}

    def doubling(depth: int, leaf: Json) -> Json:
        references = [{"$ref": f"#/$defs/d{at + 1}"} for at in range(depth)]
        twice = {f"d{at}": an_object(left=each, right=each) for at, each in enumerate(references)}
        return {**an_object(x={"$ref": "#/$defs/d0"}), "$defs": {**twice, f"d{depth}": leaf}}

    def chain(length: int, leaf: Json) -> Json:
        onward = {f"d{at}": {"$ref": f"#/$defs/d{at + 1}"} for at in range(length)}
        return {"$ref": "#/$defs/d0", "$defs": {**onward, f"d{length}": leaf}}

    def anchors(step: int) -> Json:
        onward = {f"d{at}": {"$dynamicAnchor": f"a{at}", "$dynamicRef": f"#a{at + step}"} for at in range(300)}
        return {"$defs": onward, "$dynamicRef": "#a0"}

    def recursive(ways: int) -> Json:
        return {**an_object(**{f"p{at}": ROOT for at in range(ways)}), "maxProperties": 9}

    def everywhere(of: Json) -> Json:
        references = [{"$ref": f"#/$defs/d{at}"} for at in range(30)]
        inner = {"type": "array", "items": {"anyOf": references}}
        return {
            "$defs": {f"d{at}": {"anyOf": [{**of, "minLength": at}, inner]} for at in range(30)},
            "anyOf": references,
        }

    for word in ("allOf", "anyOf", "oneOf"):
        yield f"30 references that double under {word}", laughs(30, word, TEXT), laughs(30, word, WHOLE)
    yield "40 objects that double", doubling(40, TEXT), doubling(40, WHOLE)
    yield "13 objects that double", doubling(13, TEXT), doubling(13, WHOLE)
    yield "a chain of 5,000", chain(5_000, TEXT), chain(5_000, WHOLE)
    yield "a chain of 400", chain(400, TEXT), chain(400, WHOLE)
    many = [{f"d{at}": {"minLength": at + more} for at in range(20_000)} for more in (0, 1)]
    yield "20,000 definitions", *({"$defs": each, "$ref": "#/$defs/d7"} for each in many)
    yield "300 dynamic anchors", anchors(1), anchors(2)
    yield "recursive in 40 ways", recursive(40), recursive(41)
    yield "30 definitions that all refer to all", everywhere(TEXT), everywhere(WHOLE)


def depths() -> Pairs:
    ways: dict[str, Callable[[Json], Json]] = {
        "properties": lambda held: {"properties": {"a": held}},
        "items": lambda held: {"items": held},
        "allOf": lambda held: {"allOf": [held]},
        "not": lambda held: {"not": held},
        "if": lambda held: {"if": held, "then": True},
        "unevaluatedProperties": lambda held: {"unevaluatedProperties": held},
    }
    for name, wrap in ways.items():
        for depth in (120, 900, 10_000):
            yield f"{depth} of {name}", _wrapped(depth, wrap, TEXT), _wrapped(depth, wrap, WHOLE)


def _wrapped(depth: int, wrap: Callable[[Json], Json], leaf: Json) -> Json:
    for _ in range(depth):
        leaf = wrap(leaf)
    return leaf


GROUPS: dict[str, Callable[[], Pairs]] = {
    made.__name__: made
    for made in (loops, enums, choices, denials, counts, numbers, patterns, texts, names, bombs, depths)
}
