"""Instances to try: samples of a form, smallest first, and values made of what two schemas mention."""

from __future__ import annotations

from itertools import chain, islice, pairwise, product
from math import isfinite
from typing import TYPE_CHECKING, Any

from govern.schemas.containers import PropertyNames
from govern.schemas.dialect import UnresolvedReference
from govern.schemas.engine import is_too_large
from govern.schemas.forms import assertions
from govern.schemas.patterns import UnsupportedPattern
from govern.schemas.strings import sample_strings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.schemas.budget import StepBudget
    from govern.schemas.forms import FormDocument

Json = Any

_USUAL = 8
_DEEPEST = 12
_MOST_TRIES = 40
# Of arrays with equal items, one that breaks the largest `maxItems` of real tools, which is 10,000.
_LONGEST_ARRAY, _LONGEST_REPEATED = 200, 10_001
_SIMPLE_KEYWORDS = frozenset({"type", "const", "enum", "items", "properties", "required", "propertyNames"})
_ALL_VALUES: dict[str, tuple[Json, ...]] = {"null": (None,), "boolean": (True, False)}
_EVERY_TYPE = ("string", "integer", "null", "object", "array", "boolean", "number")


class Samples:
    """Samples of the parts of one document, on a best-effort basis: a validator must confirm them."""

    def __init__(self, document: FormDocument, budget: StepBudget) -> None:
        self._document = document
        self._budget = budget
        self._depth = 0
        self._known: dict[str, tuple[int, list[Json]]] = {}  # by form: the limit, and the samples found

    def of(self, form: Json, limit: int = _USUAL) -> list[Json]:
        """Return up to `limit` instances of a form."""
        if self._depth > _DEEPEST:
            return []
        key = repr(form)
        tried, known = self._known.get(key, (0, []))
        if limit > tried == len(known):
            self._depth += 1
            try:
                known = list(islice(self._valid(form), limit))
            except (UnsupportedPattern, UnresolvedReference):
                return []
            finally:
                self._depth -= 1
            self._known[key] = limit, known
        return known[:limit]

    def _valid(self, form: Json) -> Iterator[Json]:
        drawn = self._drawn(form)
        # Samples of simple forms are valid by construction; validating each would cost more than it finds.
        if form is True or (isinstance(form, dict) and not form.keys() - _SIMPLE_KEYWORDS):
            return drawn
        return (instance for instance in islice(drawn, _MOST_TRIES) if self._document.accepts(form, instance))

    def _drawn(self, form: Json) -> Iterator[Json]:
        self._budget.spend()
        if form is False:
            return
        form = {} if form is True else form
        if "const" in form:
            yield form["const"]
        elif "enum" in form:
            yield from form["enum"]
        elif "$ref" in form:
            beside = {keyword: value for keyword, value in form.items() if keyword != "$ref"}
            target = self._document.follow(form["$ref"])
            yield from self.of(self._document.merged([target, beside]) if assertions(beside) is not True else target)
        elif "anyOf" in form or "oneOf" in form:
            yield from self._of_branches(form)
        else:
            yield from self._of_types(form)

    def _of_branches(self, form: dict[str, Json]) -> Iterator[Json]:
        """Yield the first sample of each branch, then the second of each, and so on."""
        keyword = "anyOf" if "anyOf" in form else "oneOf"
        beside = {name: value for name, value in form.items() if name != keyword}
        drawn = [
            self.of(self._document.merged([branch, beside]) if beside else branch) for branch in form[keyword][:_USUAL]
        ]
        for rank in range(_USUAL):
            yield from (some[rank] for some in drawn if rank < len(some))

    def _of_types(self, form: dict[str, Json]) -> Iterator[Json]:
        types = form.get("type", _EVERY_TYPE)
        types = [types] if isinstance(types, str) else types
        drawn = [iter(islice(self._of_type(name, form), _MOST_TRIES)) for name in types]
        while drawn:
            for some in list(drawn):
                try:
                    yield next(some)
                except (StopIteration, UnsupportedPattern, UnresolvedReference):
                    drawn.remove(some)

    def _of_type(self, name: str, form: dict[str, Json]) -> Iterator[Json]:
        if name in _ALL_VALUES:
            yield from _ALL_VALUES[name]
        elif name == "string":
            yield from sample_strings(form, self._budget)
        elif name in {"integer", "number"}:
            from govern.schemas.numbers import sample_numbers

            yield from sample_numbers(form, whole=name == "integer")
        elif name == "array":
            yield from self._arrays(form)
        else:
            yield from self._objects(form)

    def _arrays(self, form: dict[str, Json]) -> Iterator[Json]:
        least, most = int(form.get("minItems", 0)), form.get("maxItems")
        longest = _LONGEST_ARRAY
        if longest < least <= _LONGEST_REPEATED and not form.get("uniqueItems"):
            longest = least
        prefix = form.get("prefixItems", [])
        parts = [part for part in (form, *form.get("allOf", [])) if isinstance(part, dict) and "contains" in part]
        contained = [item for part in parts for item in self._contained(part)]
        for length in dict.fromkeys((max(least, len(contained)), 1, 2, 3, len(prefix), len(prefix) + 1, most)):
            if length is not None and least <= length <= longest and (most is None or length <= most):
                built = (self._array(int(length), form, contained, shift) for shift in range(2))
                yield from (array for array in built if array is not None and not is_too_large(array))

    def _contained(self, part: dict[str, Json]) -> list[Json]:
        count = int(part.get("minContains", 1))
        drawn = self.of(part["contains"])
        return [drawn[index % len(drawn)] for index in range(count)] if drawn else []

    def _array(self, length: int, form: dict[str, Json], contained: list[Json], shift: int) -> list[Json] | None:
        prefix, rest = form.get("prefixItems", []), form.get("items", True)
        is_unique = bool(form.get("uniqueItems"))
        most_drawn = max(_USUAL, length + 1 if is_unique else 0)
        placed = [self.of(part, most_drawn) for part in prefix[:length]]
        repeated = self.of(rest, most_drawn) if length > len(prefix) else []
        built: list[Json] = []
        waiting = list(contained)
        for index in range(length):
            if index >= len(prefix) and waiting:
                built.append(waiting.pop(0))
                continue
            drawn = placed[index] if index < len(prefix) else repeated
            shifted = drawn[shift:] + drawn[:shift]
            unused = (item for item in shifted if not is_unique or not any(_is_equal(item, other) for other in built))
            try:
                built.append(next(unused))
            except StopIteration:
                return None
        return built

    def _objects(self, form: dict[str, Json]) -> Iterator[Json]:
        names = PropertyNames(self._document, form, self._budget)
        required = list(form.get("required", []))
        smallest = {name: drawn[0] for name in required if (drawn := self.of(names.form_of(name)))}
        if len(smallest) < len(required):
            return
        least, most = int(form.get("minProperties", 0)), form.get("maxProperties")
        optional = [name for name in names.samples(self, least + 3) if name not in smallest]
        for name in optional:
            if len(smallest) >= least:
                break
            smallest.update((name, value) for value in self.of(names.form_of(name), 1))
        yield smallest
        for name in required:
            yield from ({**smallest, name: value} for value in self.of(names.form_of(name), 4)[1:])
        full = smallest
        for name in optional:
            # Sampled late, since one long pattern may cost more than everything before.
            drawn = self.of(names.form_of(name), 3)
            if most is None or len(smallest) < most:
                yield from ({**smallest, name: value} for value in drawn)
            if drawn and name not in full:
                full = {**full, name: drawn[0]}
        yield full if most is None else dict(list(full.items())[: int(most)])


def _is_equal(left: Json, right: Json) -> bool:
    return bool(left == right) and isinstance(left, bool) == isinstance(right, bool)


_ORDINARY: tuple[Json, ...] = (None, True, False, 0, 1, -1, 1.5, "", "a", [], {})
_SIMPLEST = {"array": [], "boolean": True, "integer": 0, "null": None, "number": 0, "object": {}}
_NAMING = frozenset({"properties", "patternProperties", "dependentSchemas", "dependentRequired", "dependencies"})
_NUMERIC = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"})
_MOST_INSTANCES = 400
_FEW = 14


def mentioned_instances(sender: Json, receiver: Json) -> Iterator[Json]:
    """Yield instances made of what two schemas mention: their values, ordinary ones, and small arrays and objects."""
    mentioned = _Mentioned()
    for schema in (sender, receiver):
        mentioned.collect(schema)
    values = list({repr(value): value for value in (*mentioned.values, *_ORDINARY)}.values())
    some = values[:_FEW]
    names = list(dict.fromkeys([*mentioned.names, "extra"]))[:8]
    smallest = _smallest_object(sender)
    built = chain(
        values,
        ({**smallest, name: value} for value in some for name in names if smallest),
        ([value] for value in some),
        ({name: value} for value in some for name in names),
        ([value, value] for value in some),
        ([left, right] for left, right in product(some[:6], repeat=2)),
        ({left: value, right: other} for left, right in pairwise(names) for value in some[:4] for other in some[:4]),
        ({outer: {inner: value}} for outer in names[:4] for inner in names[:4] for value in some[:6]),
    )
    return islice(built, _MOST_INSTANCES)


def _smallest_object(schema: Json) -> dict[str, Json]:
    """Return an object with the properties that a schema requires at its root, each with a simple value."""
    if not isinstance(schema, dict):
        return {}
    required, properties = schema.get("required"), schema.get("properties")
    if not (isinstance(required, list) and isinstance(properties, dict)):
        return {}
    return {name: _simplest(properties.get(name)) for name in required if isinstance(name, str)}


def _simplest(schema: Json) -> Json:
    if not isinstance(schema, dict):
        return "a"
    values = schema.get("enum")
    if isinstance(values, list) and values:
        return values[0]
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) and kind else kind
    return schema.get("const", _SIMPLEST.get(kind, "a") if isinstance(kind, str) else "a")


class _Mentioned:
    """The values and property names that schemas mention."""

    def __init__(self) -> None:
        self.values: list[Json] = []
        self.names: dict[str, None] = {}

    def collect(self, held: Json) -> None:
        """Add what a schema mentions at any depth."""
        if isinstance(held, list):
            for item in held:
                self.collect(item)
        if not isinstance(held, dict):
            return
        for keyword, value in held.items():
            if keyword == "const":
                self.values += [value]
            elif keyword in {"enum", "examples"} and isinstance(value, list):
                self.values += value[:_FEW]
            elif keyword in _NUMERIC and _is_finite(value):
                from govern.schemas.numbers import to_fraction, to_json_number

                exact = to_fraction(value)
                self.values += [value, *map(to_json_number, (exact + 1, exact - 1, exact / 2))]
            else:
                self._collect_below(keyword, value)

    def _collect_below(self, keyword: str, value: Json) -> None:
        if keyword in _NAMING and isinstance(value, dict):
            self.names.update(dict.fromkeys(value))
        if keyword == "required" and isinstance(value, list):
            self.names.update(dict.fromkeys(name for name in value if isinstance(name, str)))
        self.collect(value)


def _is_finite(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
