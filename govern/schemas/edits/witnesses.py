"""Comparisons with the engine, and witnesses that the advertised schemas confirm."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Literal

from govern.contract.surface import ABSENT, Absent
from govern.facts.change import Witness
from govern.schemas.closing import close_objects
from govern.schemas.comparison import compare_in_process
from govern.schemas.dialect import (
    CURRENT,
    UnresolvedReference,
    UntranslatableSchema,
    draft_of,
    resolve,
    to_current_draft,
    with_pointer_references,
)
from govern.schemas.edits.keywords import same_json
from govern.schemas.engine import Engine, InvalidSchema, Undecided, accepts, validation_error
from govern.schemas.loading import without_invalid_keywords

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from govern.contract.json_text import Json
    from govern.contract.surface import Position
    from govern.facts.change import Reading
    from govern.schemas.comparison import Counterexample
    from govern.schemas.edits.keywords import Path
    from govern.schemas.engine import Validator

Certainty = Literal["yes", "no", "unknown"]
Side = Literal["old", "new"]
_NEGATED: dict[str, Certainty] = {"yes": "no", "no": "yes", "unknown": "unknown"}


@dataclass(frozen=True, slots=True)
class Compatibility:
    """The effect of a change: if it breaks, if its reverse does, and a counterexample for the former.

    `reader` is the schema that refuses the counterexample.
    """

    breaks: Certainty
    reverse: Certainty
    counterexample: Counterexample | None = None
    reader: Any = None


HARMLESS = Compatibility("no", "unknown")
UNDECIDED = Compatibility("unknown", "unknown")


def compatibility(sender: Any, reader: Any, reading: Reading) -> Compatibility:
    """Compare what the sender may send with what the reader accepts."""
    relation = compare_in_process(sender, reader, reading=reading)
    return Compatibility(
        _NEGATED[relation.accepts_old], _NEGATED[relation.accepted_by_old], relation.witness_lost, reader
    )


def is_empty(tree: Any) -> bool:
    """Return whether it is proven that no value is valid."""
    return compare_in_process(tree, {"not": {}}, reading="literal").accepts_old == "yes"


def sample(tree: Any) -> Json | Absent:
    """Return a valid value, ABSENT if the engine finds none."""
    counterexample = compare_in_process(tree, {"not": {}}, reading="documented").witness_lost
    return ABSENT if counterexample is None else counterexample.instance


@dataclass(frozen=True)
class AdvertisedSchemas:
    """Both schemas as advertised, which confirm or reject what their normal forms show."""

    position: Position
    old: Any
    new: Any
    reading: Reading

    @cached_property
    def compatibility(self) -> Compatibility:
        """Return the comparison of the schemas as they were advertised."""
        sender, reader = (self.old, self.new) if self.position == "input" else (self.new, self.old)
        return compatibility(sender, reader, self.reading)

    def confirms(self, result: Compatibility) -> bool:
        """Return whether the advertised schemas confirm a counterexample."""
        shown = result.counterexample
        return result.breaks == "yes" and shown is not None and self._is_counterexample(shown.instance)

    def witness(self, result: Compatibility) -> Witness | None:
        """Return the counterexample as a realistic witness, None if the advertised schemas do not confirm it."""
        shown = result.counterexample
        if shown is None or not self.confirms(result):
            return None
        reader = _CompiledSchema(result.reader)
        is_input = self.position == "input"
        sendable = self._old_sendable if is_input else self._new_sendable

        def holds(other: Json) -> bool:
            is_refused = reader.accepts(other) is False
            return bool(sendable.accepts(other)) and is_refused and self._is_counterexample(other)

        instance = realistic(shown.instance, self.old if is_input else self.new, holds)
        error = shown.error if instance is shown.instance else reader.error_for(instance)
        sides: tuple[Side, Side] = ("old", "new") if is_input else ("new", "old")
        return Witness(instance, *sides, self.reading, error)

    def example(self, instance: Json | Absent, name: str = "") -> Witness | None:
        """Return an old value that loses its effect or is no longer sent; the new schema may refuse it."""
        if isinstance(instance, Absent) or not self._old.accepts(instance):
            return None
        taken = self._new.accepts(instance)
        instance = realistic(
            instance,
            self.old,
            lambda other: bool(self._old_sendable.accepts(other)) and self._new.accepts(other) is taken,
        )
        if taken is not False:
            return Witness(instance, "old", None, self.reading)
        error = self._new.error_for(instance, name)
        other = "" if not name or f"'{name}'" in error else "for another reason: "
        return Witness(instance, "old", "new", self.reading, other + error)

    def with_format_error(self, witness: Witness | None) -> Witness | None:
        """Return the witness, marked as refused by the new schema where formats are checked."""
        if witness is None or witness.rejected_by:
            return witness
        strict = _CompiledSchema(self.new, Engine(assert_formats=True))
        if strict.accepts(witness.instance) is not False:
            return witness
        return replace(witness, rejected_by="new", error=strict.error_for(witness.instance))

    def is_malformed(self, instance: Json, reader: Any) -> bool:
        """Return whether a reader refuses an instance only for a value that does not have its documented format."""
        strict = _CompiledSchema(reader)
        sent = self.old if self.position == "input" else self.new
        for path, value, nodes in islice(_leaves(instance, sent), _MOST_VALUES):
            for name in _known_formats(nodes) if isinstance(value, str) else ():
                others = [_with_value(instance, path, other) for other in FORMAT_EXAMPLES[name]]
                verdicts = {strict.accepts(other) for other in others if self.may_be_sent(other)}
                if verdicts == {True} and not fits_format(value, name):
                    return True
        return False

    def may_be_sent(self, instance: Json) -> bool:
        """Return whether the advertised schema of the sender accepts a value."""
        return bool((self._old if self.position == "input" else self._new).accepts(instance))

    def _is_counterexample(self, instance: Json) -> bool:
        verdicts = self._old.accepts(instance), self._new.accepts(instance)
        return verdicts == ((True, False) if self.position == "input" else (False, True))

    @cached_property
    def _old_sendable(self) -> _CompiledSchema:
        return _CompiledSchema(self._sendable(self.old))

    @cached_property
    def _new_sendable(self) -> _CompiledSchema:
        return _CompiledSchema(self._sendable(self.new))

    def _sendable(self, schema: Any) -> Any:
        """Return the schema of what a documented sender sends, `false` where it cannot be worked out."""
        if self.reading == "literal":
            return schema
        with suppress(UntranslatableSchema, UnresolvedReference):
            current = to_current_draft(with_pointer_references(schema), draft_of(schema) or CURRENT)
            if isinstance(current, dict):
                current = {keyword: value for keyword, value in current.items() if keyword != "$schema"}
            return close_objects(current)
        return False

    @cached_property
    def _old(self) -> _CompiledSchema:
        return _CompiledSchema(self.old)

    @cached_property
    def _new(self) -> _CompiledSchema:
        return _CompiledSchema(self.new)


class _CompiledSchema:
    """An advertised schema, compiled once where that is possible."""

    def __init__(self, schema: Any, engine: Engine | None = None) -> None:
        self._validator: Validator | None = None
        with suppress(Undecided):
            self._validator = (engine or Engine()).validator(schema, draft_of(schema) or CURRENT)
        self._last: tuple[Json | Absent, bool | None] = ABSENT, None

    def accepts(self, instance: Json) -> bool | None:
        """Return whether the value is valid, None if that is undecided."""
        # In an object with many required names, most edits have the same counterexample.
        if self._last[0] is not instance:
            self._last = instance, self._is_valid(instance)
        return self._last[1]

    def _is_valid(self, instance: Json) -> bool | None:
        with suppress(Undecided):
            return None if self._validator is None else accepts(self._validator, instance)
        return None

    def error_for(self, instance: Json, about: str = "") -> str:
        """Return the validation error of the value, or if there are several, the one that mentions a name."""
        return "" if self._validator is None else validation_error(self._validator, instance, about)


def error_of(schema: Any, instance: Json) -> str:
    """Return the validation error of a value."""
    return _CompiledSchema(schema).error_for(instance)


def valid_part(schema: Any) -> tuple[Any, dict[str, str]]:
    """Return the schema without its invalid parts, and their errors by pointer."""
    if not isinstance(schema, (bool, dict)):
        return True, {"": "is not an object, true or false"}
    engine, draft = Engine(), draft_of(schema) or CURRENT
    try:
        engine.canonical(schema, draft)
    except InvalidSchema as error:
        left, found = without_invalid_keywords(schema, draft, engine)
        return left, dict(found) or {"": str(error)}
    except Undecided:
        if "'$ref'" in repr(schema):
            left, found = without_invalid_keywords(schema, draft, engine)
            return left, dict(found)
    return schema, {}


def accepted_names(schema: Any, names: Iterable[str]) -> list[str]:
    """Return the names that a schema certainly accepts."""
    compiled = _CompiledSchema(schema)
    return [name for name in names if compiled.accepts(name) is True]


def fits_format(value: Any, name: str) -> bool:
    """Return whether the value has a format; unknown formats accept every value."""
    return accepts(Engine(assert_formats=True).validator({"format": name}), value)


_MOST_VALUES = 24
_DEEPEST = 12
_BRANCH_KEYWORDS = ("anyOf", "oneOf", "allOf")
# A value at a path, with the schemas that apply to it.
_Applied = tuple["Path", "Json", list[dict[str, Any]]]
_NOT_EMPTY: dict[type, Json] = {str: "a", int: 1}
_SCALARS = (str, int, float)
# Clients that check formats send no other value. They are of several forms, so that a pattern shows which it refuses.
FORMAT_EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "date": ("2025-01-31", "1987-12-05"),
    "date-time": ("2025-01-31T12:00:00Z", "2025-01-31T12:00:00.123Z", "1987-12-05T12:00:00+02:00"),
    "duration": ("P1D", "PT1H30M", "P2W"),
    "email": ("ana@mail.example", "Ana.B+news_1@sub.mail-host.example"),
    "hostname": ("example.com", "localhost"),
    "ipv4": ("192.0.2.1", "10.20.30.255"),
    "ipv6": ("2001:db8::1", "::1", "2001:DB8:0:0:8:800:200C:417A"),
    "iri": ("https://example.com", "http://localhost:8080/a?b=c#d", "urn:isbn:0451450523"),
    "time": ("12:00:00Z", "12:00:00.123+02:00"),
    "uri": ("https://example.com", "http://localhost:8080/a?b=c#d", "urn:isbn:0451450523"),
    "uuid": (
        "6f9619ff-8b86-4011-b42d-00c04fc964ff", "C232AB00-9414-11EC-B3C8-9F6BDECED846",
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "00000000-0000-0000-0000-000000000000",
    ),
}  # fmt: skip


def realistic(instance: Json, schema: Any, holds: Callable[[Json], bool]) -> Json:
    """Return the instance with generated values replaced by more likely ones for which `holds` is true."""
    leaves = list(islice(_leaves(instance, schema), _MOST_VALUES + 1))
    # An instance of so many values looks generated anyway.
    for path, value, nodes in leaves if len(leaves) <= _MOST_VALUES else ():
        for candidate in _candidates(value, nodes):
            changed = _with_value(instance, path, candidate)
            if holds(changed):
                instance = changed
                break
    return instance


def _leaves(instance: Json, schema: Any) -> Iterator[_Applied]:
    """Yield every scalar with the schemas that apply to its place, the nearest to the root first."""
    groups: list[Iterable[_Applied]] = [[((), instance, _applicable_nodes(schema, schema))]]
    for path, value, nodes in chain.from_iterable(groups):
        if isinstance(value, dict | list):
            groups.append(_values_inside(path, value, nodes, schema))
        elif path and (value is None or isinstance(value, _SCALARS)):
            yield path, value, nodes


def _values_inside(path: Path, held: Any, nodes: list[dict[str, Any]], schema: Any) -> Iterator[_Applied]:
    if isinstance(held, dict):
        yield from (((*path, name), value, _property_nodes(nodes, name, schema)) for name, value in held.items())
    else:
        yield from (((*path, at), value, _item_nodes(nodes, schema)) for at, value in enumerate(held))


def _property_nodes(nodes: list[dict[str, Any]], name: str, schema: Any) -> list[dict[str, Any]]:
    declared = [node["properties"].get(name) for node in nodes if isinstance(node.get("properties"), dict)]
    return [inner for held in declared for inner in _applicable_nodes(held, schema)]


def _item_nodes(nodes: list[dict[str, Any]], schema: Any) -> list[dict[str, Any]]:
    return [inner for node in nodes for inner in _applicable_nodes(node.get("items"), schema)]


def _applicable_nodes(node: Any, schema: Any, depth: int = 0) -> list[dict[str, Any]]:
    """Return a schema with what it refers to and its branches."""
    if not isinstance(node, dict) or depth > _DEEPEST:
        return []
    found = [node]
    if isinstance(node.get("$ref"), str):
        with suppress(UnresolvedReference):
            found += _applicable_nodes(resolve(schema, node["$ref"]), schema, depth + 1)
    for keyword in _BRANCH_KEYWORDS:
        branches = node.get(keyword)
        for branch in branches if isinstance(branches, list) else ():
            found += _applicable_nodes(branch, schema, depth + 1)
    return found


def _candidates(value: Json, nodes: list[dict[str, Any]]) -> Iterator[Json]:
    """Yield the examples, the default, a value of the format, and a value that is not empty."""
    given = [each for node in nodes for each in _given_values(node)]
    if any(same_json(value, each) for each in given) or isinstance(value, bool):
        return
    yield from (each for each in given if isinstance(each, _SCALARS))
    if isinstance(value, str):
        yield from (example for name in _known_formats(nodes) for example in FORMAT_EXAMPLES[name])
    if value in ("", 0) and type(value) in _NOT_EMPTY:
        yield _NOT_EMPTY[type(value)]


def _known_formats(nodes: list[dict[str, Any]]) -> list[str]:
    named = (node.get("format") for node in nodes)
    return [name for name in named if isinstance(name, str) and name in FORMAT_EXAMPLES]


def _given_values(node: dict[str, Any]) -> list[Json]:
    examples = node.get("examples")
    listed = examples[:2] if isinstance(examples, list) else []
    return [*listed, node["default"]] if "default" in node else listed


def _with_value(held: Any, path: Path, value: Json) -> Any:
    if not path:
        return value
    key, rest = path[0], path[1:]
    if isinstance(held, list):
        return [_with_value(inner, rest, value) if at == key else inner for at, inner in enumerate(held)]
    return {name: _with_value(inner, rest, value) if name == key else inner for name, inner in held.items()}
