"""Why recorded calls of a tool fail: reasons, counted while the calls are read, and the changes that cause them.

Of recorded values only names that a schema declares are shown.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from govern.contract.characters import visible
from govern.contract.surface import Absent
from govern.facts import rule_ids as ids
from govern.facts.change import pointer_keys
from govern.rules.schema_wording import place_of
from govern.traces.contract import MASK, compiled, takes
from govern.traces.outcome import GONE, CallExample, Reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from govern.contract.json_text import Json
    from govern.contract.surface import Position
    from govern.facts.change import Change
    from govern.schemas.engine import Validator
    from govern.traces.contract import Complaint, Contract
    from govern.traces.outcome import Kind

_MOST_NAMES = 12
_LONGEST_NAME = 60
HIDDEN_NAME = "…"
_LONGEST = 200
_ROOTS: dict[Position, str] = {"input": "`arguments`", "output": "the answer"}
_MOST = 200
_MOST_EXAMPLES = 3


def call_example(where: str, value: Any, declared: frozenset[str]) -> CallExample:
    """Return a call as an example; names that no schema declares are hidden, since they may be secrets."""
    if not isinstance(value, dict):
        return CallExample(where, (("", "not recorded" if value is None else kind_of(value)),))
    shown = tuple((name_of(name, declared), kind_of(inner)) for name, inner in [*value.items()][:_MOST_NAMES])
    return CallExample(where, shown, max(0, len(value) - _MOST_NAMES))


def name_of(name: str, declared: frozenset[str]) -> str:
    """Return the name if a schema declares it, else a placeholder."""
    return visible(name)[:_LONGEST_NAME] if name in declared else HIDDEN_NAME


def kind_of(value: Any) -> str:
    """Return the type of a value, and its length."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return f"text of {len(value):,}"
        case list():
            return f"list of {len(value):,}"
        case _:
            return f"object of {len(value):,}"


def complaint_text(complaint: Complaint, part: Position, declared: frozenset[str]) -> str:
    """Return a complaint as a sentence."""
    place = place_of(complaint.pointer[:-1])
    inside = f"{place}." if place else ""
    names = sorted({name_of(name, declared) for name in complaint.names} - {HIDDEN_NAME})
    listed = ", ".join(f"`{inside}{name}`" for name in names) or "a name that is not declared"
    where = f"`{place}`" if place else _ROOTS[part]
    match complaint.keyword:
        case "required":
            return _clipped(f"{listed} is required")
        case "additionalProperties" | "unevaluatedProperties":
            return _clipped(f"{listed} is not accepted" if part == "input" else f"{listed} is not declared")
        case "propertyNames" | "dependentRequired" | "dependentSchemas":
            return _clipped(f"{where} violates {complaint.keyword}")
    message = complaint.message
    if message.startswith(f"{MASK} "):
        return _clipped(f"{where} {message.removeprefix(f'{MASK} ')}")
    return _clipped(f"{where}: {message}")


def _clipped(text: str) -> str:
    text = visible(text)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


class _CountedReason:
    """A reason that is being counted."""

    __slots__ = ("calls", "changes", "examples", "kind", "message", "pointer")

    def __init__(self, kind: Kind, message: str, pointer: str, changes: tuple[str, ...]) -> None:
        self.kind, self.message, self.pointer, self.changes = kind, message, pointer, changes
        self.calls = 0
        self.examples: list[CallExample] = []

    def frozen(self) -> Reason:
        """Return the reason."""
        return Reason(self.kind, self.message, self.pointer, self.calls, self.changes, tuple(self.examples))


class Reasons:
    """Counts the reasons of one tool; after the first few hundred, others count as one."""

    def __init__(self) -> None:
        self._counted: dict[tuple[Kind, str, str], _CountedReason] = {}

    def count(self, kind: Kind, message: str, pointer: str, changes: Iterable[Change], shown: CallExample) -> None:
        """Count a call that fails for a reason."""
        key = (kind, pointer, message)
        if key not in self._counted and len(self._counted) >= _MOST:
            key = (kind, "", "for other reasons")
        reason = self._counted.get(key)
        if reason is None:
            ids = tuple(dict.fromkeys(change.id for change in changes))
            reason = self._counted[key] = _CountedReason(kind, key[2], key[1], ids)
        reason.calls += 1
        if len(reason.examples) < _MOST_EXAMPLES:
            reason.examples.append(shown)

    def frozen(self) -> tuple[Reason, ...]:
        """Return the reasons, the most frequent first."""
        ordered = sorted(self._counted.values(), key=lambda each: (-each.calls, each.kind, each.pointer, each.message))
        return tuple(each.frozen() for each in ordered)


Path = tuple[str, ...]
_NAMING = frozenset({"additionalProperties", "required", "unevaluatedProperties"})
_CHOICES = ("anyOf", "oneOf")
_IN_PLACE = ("allOf", *_CHOICES)
_NAMED = ("dependentSchemas", "patternProperties", "properties")
_DISAPPEARED = ("-property-removed", "-property-renamed")


class Blame:
    """Finds the changes of one part of one tool that explain a complaint."""

    def __init__(self, part: Position, changes: Sequence[Change], old: Json | Absent) -> None:
        self._root = f"/{part}Schema"
        self._changes = [
            (change, tuple(pointer_keys(change.pointer.removeprefix(self._root))))
            for change in changes
            if change.rule.startswith(f"{part}-")
        ]
        self._old = old
        self.probes = [*self._probes(old)]

    def of(self, complaint: Complaint) -> list[Change]:
        """Return the changes that cause a complaint: those that are nearest to its place.

        If none is at the place itself, a reference that led there counts, then a keyword beside it (`items` may refuse
        what `prefixItems` accepted), then what the forms of a choice refer to.
        """
        scored = [(_nearness(change, path, complaint), change) for change, path in self._changes]
        if not any(score for score, _ in scored):
            led = replace(complaint, pointer=complaint.way)
            scored = [(_nearness(change, path, led), change) for change, path in self._changes]
        if not any(score for score, _ in scored):
            scored = [(_nearness_beside(change, path, complaint), change) for change, path in self._changes]
        if not any(score for score, _ in scored):
            targets = _reference_targets(self._old, tuple(map(str, complaint.pointer)))
            scored = [(_nearness_referred(change, path, targets), change) for change, path in self._changes]
        best = max((score for score, _ in scored), default=0)
        return [change for score, change in scored if score == best and score > 0]

    def gone(self, value: Any) -> Iterator[Change]:
        """Yield the changes that removed a name of this value, which is valid under the old schema."""
        for change, probe in self.probes:
            if takes(probe.is_valid, value) is False:
                yield change

    def _probes(self, old: Json | Absent) -> Iterator[tuple[Change, Validator]]:
        """Yield each change that removed a name, with a validator that refuses values with that name."""
        for change, path in self._changes:
            if change.rule == ids.INPUT_SCHEMA_EMPTIED:
                probe = compiled({"maxProperties": 0})
            elif change.rule.endswith(_DISAPPEARED) and not isinstance(old, Absent):
                was = (*path[:-1], str(change.before)) if change.rule in ids.PROPERTY_RENAMED.values() else path
                forbidden = _forbidding(old, was)
                probe = None if forbidden is None else compiled(forbidden)
            else:
                continue
            if probe:
                yield change, probe


def removals(changes: Iterable[Change]) -> list[Change]:
    """Return the changes that remove or rename a tool."""
    return [change for change in changes if change.rule in GONE]


def by_tool(changes: Iterable[Change], old: Contract, new: Contract) -> dict[tuple[str, str], list[Change]]:
    """Return the changes of each tool by its old name; the tool that it became is listed with it."""
    became = successors(changes)
    was = {after: before for before, after in became.items()}
    found: dict[tuple[str, str], list[Change]] = {}
    for change in changes:
        if change.rule == ids.SERVER_REMOVED:
            for tool in old.servers.get(change.server, {}):
                found.setdefault((change.server, tool), []).append(change)
        elif change.kind == "tool":
            place = (change.server, change.name)
            is_after = place in was and change.rule not in GONE and new.holds(*place)
            found.setdefault(was[place] if is_after else place, []).append(change)
    return found


def successors(changes: Iterable[Change]) -> dict[tuple[str, str], tuple[str, str]]:
    """Return the new place of each tool that was renamed or moved."""
    return {
        (change.server, change.name): change.became for change in changes if change.kind == "tool" and change.became
    }


def _nearness(change: Change, path: Path, complaint: Complaint) -> int:
    """Return how closely a change fits a complaint; 0 if it cannot be its cause."""
    place = tuple(map(str, complaint.pointer))
    node = place[:-1]
    if complaint.keyword == "required" and path[-1:] == ("required",):
        return 2 * len(place) + 2 if path == place and change.after in complaint.names else 0
    is_named = change.rule.endswith(_DISAPPEARED) and bool(_changed_names(change) & {*complaint.names})
    if is_named and path[:-2] == node and complaint.keyword in _NAMING:
        return 2 * len(place) + 3
    if _is_unlisted(path, place, complaint):
        return 2 * len(place) + 2
    if place[: len(path)] == path:
        return 2 * len(path) + 1
    return 2 * len(place) if path[: len(place)] == place else 0


def _is_unlisted(path: Path, place: Path, complaint: Complaint) -> bool:
    """Return whether the path is of a property that is now one of the names that an object does not list."""
    node = path[:-2]
    is_property = path[-2:-1] == ("properties",) and path[-1] in map(str, complaint.at)
    return is_property and place[: len(node) + 1] == (*node, "additionalProperties")


def _nearness_beside(change: Change, path: Path, complaint: Complaint) -> int:
    """Return how near a change with a witness is to a complaint about another keyword; 0 if elsewhere."""
    place, node = tuple(map(str, complaint.pointer)), path[:-1]
    return len(path) if change.witness and path and place[: len(node)] == node else 0


def _nearness_referred(change: Change, path: Path, targets: set[Path]) -> int:
    """Return how near a change with a witness is to one of these places; 0 if in none of them."""
    return max((len(place) for place in targets if change.witness and path[: len(place)] == place), default=0)


def _reference_targets(schema: Any, place: Path) -> set[Path]:
    """Return the targets of all references at a place, followed through their own references."""
    waiting, found = [place], set[Path]()
    while waiting:
        for target in _references_in(_schema_at(schema, waiting.pop())):
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found


def _references_in(held: Any) -> Iterator[Path]:
    if isinstance(held, dict):
        reference = held.get("$ref")
        if isinstance(reference, str) and reference.startswith("#/"):
            yield tuple(pointer_keys(reference[1:]))
    for inner in held.values() if isinstance(held, dict) else held if isinstance(held, list) else ():
        yield from _references_in(inner)


def _schema_at(schema: Any, path: Path) -> Any:
    for key in path:
        if isinstance(schema, list):
            schema = schema[int(key)] if key.isdecimal() and int(key) < len(schema) else None
        else:
            schema = schema.get(key) if isinstance(schema, dict) else None
    return schema


def _changed_names(change: Change) -> set[str]:
    """Return the property names of a change: the last step of its pointer, and both names of a rename."""
    both = (change.before, change.after) if change.rule.endswith("-renamed") else ()
    return {change.pointer.rpartition("/")[2], *(name for name in both if isinstance(name, str))}


def _forbidding(schema: Any, path: Path) -> Any:
    """Return the schema with `false` at a place, or None if there is no such place."""
    if not path:
        return False
    key, rest = path[0], path[1:]
    if isinstance(schema, dict) and key in schema:
        is_choice = key in _CHOICES and isinstance(schema[key], list) and rest
        inner = _forbidding_in_form(schema[key], rest) if is_choice else _forbidding(schema[key], rest)
        return None if inner is None else {**schema, key: inner}
    if isinstance(schema, list) and str(key).isdecimal() and int(key) < len(schema):
        inner = _forbidding(schema[int(key)], rest)
        return None if inner is None else [inner if at == int(key) else each for at, each in enumerate(schema)]
    return None


def _forbidding_in_form(forms: Any, path: Path) -> Any:
    """Return the forms with `false` at a place of one; forms without that place refuse a value there as well."""
    found = _forbidding(forms, path)
    if found is None:
        return None
    rest, at = path[1:], int(path[0])
    nothing = _nothing_at(rest)
    return [
        form if index == at or _forbidding(forms[index], rest) is not None else {"allOf": [form, nothing]}
        for index, form in enumerate(found)
    ]


def _nothing_at(path: Path) -> Any:
    if not path:
        return False
    if path[0] in _NAMED and len(path) > 1:
        return {path[0]: {path[1]: _nothing_at(path[2:])}}
    return _nothing_at(path[2:]) if path[0] in _IN_PLACE else {path[0]: _nothing_at(path[1:])}
