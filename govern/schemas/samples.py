"""Instances that a form describes, the smallest first; best effort, since a validator has the last word."""

from __future__ import annotations

from itertools import chain, islice, pairwise, product
from math import isfinite
from typing import TYPE_CHECKING, Any

from .document import assertions
from .objects import PropertyNames
from .patterns import UnsupportedPattern
from .references import UnresolvedReference
from .strings import texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .budget import StepBudget
    from .document import Document

Json = Any


_SOME = 8
_DEEP = 12
_TRIES = 40
_LONGEST = 200
_SIMPLE = frozenset({"type", "const", "enum", "items", "properties", "required", "propertyNames"})
_PLAIN: dict[str, tuple[Json, ...]] = {"null": (None,), "boolean": (True, False)}
_EVERY_TYPE = ("string", "integer", "null", "object", "array", "boolean", "number")


class Samples:
    """Draws instances from the parts of one document."""

    def __init__(self, document: Document, budget: StepBudget) -> None:
        self._document = document
        self._budget = budget
        self._depth = 0
        self._known: dict[str, tuple[int, list[Json]]] = {}  # of each form, how many were asked for and found

    def of(self, form: Json, limit: int = _SOME) -> list[Json]:
        """Return some instances of a form."""
        if self._depth > _DEEP:
            return []
        key = repr(form)
        asked, known = self._known.get(key, (0, []))
        if limit > asked == len(known):
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
        # What is built by simple rules needs no second look; a whole is looked at again before it is reported.
        drawn = self._drawn(form)
        if form is True or (isinstance(form, dict) and not form.keys() - _SIMPLE):
            yield from drawn
            return
        yield from (instance for instance in islice(drawn, _TRIES) if self._document.accepts(form, instance))

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
        keyword = "anyOf" if "anyOf" in form else "oneOf"
        beside = {name: value for name, value in form.items() if name != keyword}
        drawn = [
            self.of(self._document.merged([branch, beside]) if beside else branch) for branch in form[keyword][:_SOME]
        ]
        for rank in range(_SOME):
            yield from (some[rank] for some in drawn if rank < len(some))

    def _of_types(self, form: dict[str, Json]) -> Iterator[Json]:
        types = form.get("type", _EVERY_TYPE)
        types = [types] if isinstance(types, str) else types
        drawn = [iter(islice(self._of_type(name, form), _TRIES)) for name in types]
        while drawn:
            for some in list(drawn):
                try:
                    yield next(some)
                except (StopIteration, UnsupportedPattern, UnresolvedReference):
                    drawn.remove(some)

    def _of_type(self, name: str, form: dict[str, Json]) -> Iterator[Json]:
        if name in _PLAIN:
            yield from _PLAIN[name]
        elif name == "string":
            yield from texts(form, self._budget)
        elif name in {"integer", "number"}:
            from .numbers import sample_numbers

            yield from sample_numbers(form, whole=name == "integer")
        elif name == "array":
            yield from self._arrays(form)
        else:
            yield from self._objects(form)

    def _arrays(self, form: dict[str, Json]) -> Iterator[Json]:
        least, most = int(form.get("minItems", 0)), form.get("maxItems")
        prefix = form.get("prefixItems", [])
        wanted = [part for part in (form, *form.get("allOf", [])) if isinstance(part, dict) and "contains" in part]
        held = [item for part in wanted for item in self._contained(part)]
        for length in dict.fromkeys((max(least, len(held)), 1, 2, 3, len(prefix), len(prefix) + 1, most)):
            if length is not None and least <= length <= _LONGEST and (most is None or length <= most):
                built = (self._array(int(length), form, held, shift) for shift in range(2))
                yield from (array for array in built if array is not None)

    def _contained(self, part: dict[str, Json]) -> list[Json]:
        count = int(part.get("minContains", 1))
        drawn = self.of(part["contains"])
        return [drawn[index % len(drawn)] for index in range(count)] if drawn else []

    def _array(self, length: int, form: dict[str, Json], held: list[Json], shift: int) -> list[Json] | None:
        prefix, rest = form.get("prefixItems", []), form.get("items", True)
        is_unique = bool(form.get("uniqueItems"))
        built: list[Json] = []
        waiting = list(held)
        for index in range(length):
            if index >= len(prefix) and waiting:
                built.append(waiting.pop(0))
                continue
            drawn = self.of(prefix[index] if index < len(prefix) else rest, max(_SOME, length + 1 if is_unique else 0))
            turned = drawn[shift:] + drawn[:shift]
            fresh = (item for item in turned if not is_unique or not any(_same(item, other) for other in built))
            try:
                built.append(next(fresh))
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
        optional = [name for name in names.some(self, least + 3) if name not in smallest]
        for name in optional:
            if len(smallest) >= least:
                break
            smallest.update((name, value) for value in self.of(names.form_of(name), 1))
        yield smallest
        for name in required:
            yield from ({**smallest, name: value} for value in self.of(names.form_of(name), 4)[1:])
        full = smallest
        for name in optional:
            # Drawn only when it is its turn: a long pattern may cost more than all else together.
            drawn = self.of(names.form_of(name), 3)
            if most is None or len(smallest) < most:
                yield from ({**smallest, name: value} for value in drawn)
            if drawn and name not in full:
                full = {**full, name: drawn[0]}
        yield full if most is None else dict(list(full.items())[: int(most)])


def _same(left: Json, right: Json) -> bool:
    return bool(left == right) and isinstance(left, bool) == isinstance(right, bool)


_ORDINARY: tuple[Json, ...] = (None, True, False, 0, 1, -1, 1.5, "", "a", [], {})
_SIMPLEST = {"array": [], "boolean": True, "integer": 0, "null": None, "number": 0, "object": {}}
_NAMED = frozenset({"properties", "patternProperties", "dependentSchemas", "dependentRequired", "dependencies"})
_BOUNDS = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"})
_LIMIT = 400
_FEW_VALUES = 14


def pool(sender: Json, receiver: Json) -> Iterator[Json]:
    """Draw values that either schema names, ordinary ones, and small arrays and objects of both."""
    found = _Mentioned()
    for schema in (sender, receiver):
        found.look(schema)
    values = _distinct([*found.values, *_ORDINARY])
    some = values[:_FEW_VALUES]
    names = list(dict.fromkeys([*found.names, "extra"]))[:8]
    least = _least(sender)
    built = chain(
        values,
        ({**least, name: value} for value in some for name in names if least),
        ([value] for value in some),
        ({name: value} for value in some for name in names),
        ([value, value] for value in some),
        ([left, right] for left, right in product(some[:6], repeat=2)),
        ({left: value, right: other} for left, right in pairwise(names) for value in some[:4] for other in some[:4]),
        ({outer: {inner: value}} for outer in names[:4] for inner in names[:4] for value in some[:6]),
    )
    return islice(built, _LIMIT)


def _least(schema: Json) -> dict[str, Json]:
    """An object that has what a schema requires at its root, each as to_json_number as its type allows."""
    if not isinstance(schema, dict):
        return {}
    required, properties = schema.get("required"), schema.get("properties")
    if not (isinstance(required, list) and isinstance(properties, dict)):
        return {}
    return {name: _plainest(properties.get(name)) for name in required if isinstance(name, str)}


def _plainest(schema: Json) -> Json:
    if not isinstance(schema, dict):
        return "a"
    named = schema.get("enum")
    if isinstance(named, list) and named:
        return named[0]
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) and kind else kind
    return schema.get("const", _SIMPLEST.get(kind, "a") if isinstance(kind, str) else "a")


class _Mentioned:
    """Values and names that a schema mentions."""

    def __init__(self) -> None:
        self.values: list[Json] = []
        self.names: dict[str, None] = {}

    def look(self, held: Json) -> None:
        """Walk all of a schema."""
        if isinstance(held, list):
            for item in held:
                self.look(item)
        if not isinstance(held, dict):
            return
        for keyword, value in held.items():
            if keyword == "const":
                self.values += [value]
            elif keyword in {"enum", "examples"} and isinstance(value, list):
                self.values += value[:_FEW_VALUES]
            elif keyword in _BOUNDS and _is_finite(value):
                from .numbers import exact, to_json_number

                self.values += [
                    value,
                    to_json_number(exact(value) + 1),
                    to_json_number(exact(value) - 1),
                    to_json_number(exact(value) / 2),
                ]
            else:
                self._look_below(keyword, value)

    def _look_below(self, keyword: str, value: Json) -> None:
        if keyword in _NAMED and isinstance(value, dict):
            self.names.update(dict.fromkeys(value))
        if keyword == "required" and isinstance(value, list):
            self.names.update(dict.fromkeys(name for name in value if isinstance(name, str)))
        self.look(value)


def _is_finite(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _distinct(values: list[Json]) -> list[Json]:
    return list({repr(value): value for value in values}.values())
