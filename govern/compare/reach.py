"""Reach: the tools that clients now reject, alone or with their whole list, or accept again."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from govern.compare.items import are_icons, null_facts
from govern.contract.characters import shortened
from govern.contract.digests import ANNOTATION_DEFAULTS
from govern.contract.json_text import canonical
from govern.contract.surface import TOOL, Item
from govern.facts import rule_ids as ids
from govern.facts.change import Fact, pointer_keys, step

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from govern.compare.view import ItemView, Matched, ServerView
    from govern.facts.change import Change

_TYPES = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})
_ONE = ("additionalProperties", "contains", "items", "not", "propertyNames")
_MANY = ("allOf", "anyOf", "items", "oneOf")
_NAMED = ("patternProperties", "properties")
# The only letters and digits allowed after a backslash; other escapes are punctuation.
_ESCAPES = frozenset("dDsSwWbBfnrtvcxukpP0123456789")
_GROUPS = ("?:", "?=", "?!", "?<")
# The last protocol version whose SDKs validate schemas, and require an object at the root of an output schema.
_LOOKED_INTO = "2025-11-25"
_TASK_SUPPORT = ("forbidden", "optional", "required")
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Problem:
    """A reason to reject a tool: `rule` is the kind, `pointer` the place and `what` the words.

    `row` is the row of clients.json with the clients that reject it: a problem of lists, or the name of a client.
    """

    rule: str
    pointer: str
    what: str
    row: str

    @property
    def key(self) -> tuple[str, str]:
        """Return the rule and the pointer, which identify the problem in two versions of a tool."""
        return self.rule, self.pointer


def list_problems(tool: dict[str, Any], protocol: str) -> Iterator[Problem]:
    """Yield each problem of one tool; `protocol` is the version in which it was listed, or empty."""
    is_looked_into = protocol <= _LOOKED_INTO
    yield from _schema(tool, "inputSchema", ids.REACH_INPUT_ROOT, "input")
    if tool.get("outputSchema") is not None and (is_looked_into or not isinstance(tool["outputSchema"], dict)):
        yield from _schema(tool, "outputSchema", ids.REACH_OUTPUT_ROOT, "output")
    for key in ("inputSchema", "outputSchema") if is_looked_into else ():
        if isinstance(tool.get(key), dict):
            yield from _members(tool[key], f"/{key}")
    if is_looked_into and isinstance(tool.get("outputSchema"), dict):
        for pointer, what in compile_errors(tool["outputSchema"]):
            yield Problem(
                ids.REACH_OUTPUT_COMPILE, f"/outputSchema{pointer}", f"`outputSchema`: {what}", "output-compile"
            )
    for key in ("title", "description"):
        if not isinstance(tool.get(key, ""), str | None):
            yield _field(f"/{key}", tool[key], "a string", "text")
    yield from _hints(tool)


def _schema(tool: dict[str, Any], key: str, rule: str, position: str) -> Iterator[Problem]:
    if key not in tool:
        yield Problem(rule, f"/{key}", f"`{key}` is missing", f"{position}-schema")
        return
    schema = tool[key]
    if not isinstance(schema, dict):
        yield Problem(rule, f"/{key}", f"`{key}` is {_shown(schema)}, not an object", f"{position}-schema")
        return
    if schema.get("type") != "object":
        is_now = f"is {_shown(schema['type'])}" if "type" in schema else "is missing"
        what = f'`{key}.type` {is_now}; it must be "object"'
        yield Problem(rule, f"/{key}/type", what, f"{position}-type")


def _members(schema: dict[str, Any], place: str) -> Iterator[Problem]:
    required, properties = schema.get("required"), schema.get("properties")
    if required is not None and not (isinstance(required, list) and all(isinstance(name, str) for name in required)):
        yield _field(f"{place}/required", required, "a list of strings", "required")
    if properties is None:
        return
    if not isinstance(properties, dict):
        yield _field(f"{place}/properties", properties, "an object", "properties")
        return
    for name, held in properties.items():
        if not isinstance(held, dict):
            problem = "property-boolean" if isinstance(held, bool) else "property"
            yield _field(step(f"{place}/properties", name), held, "an object", problem)


def _hints(tool: dict[str, Any]) -> Iterator[Problem]:
    annotations = tool.get("annotations")
    if annotations is not None and not isinstance(annotations, dict):
        yield _field("/annotations", annotations, "an object", "annotations")
    elif annotations:
        for key in (*ANNOTATION_DEFAULTS, "title"):
            kind, called = (str, "a string") if key == "title" else (bool, "true or false")
            if annotations.get(key) is not None and not isinstance(annotations[key], kind):
                yield _field(f"/annotations/{key}", annotations[key], called, "hint")
    if not isinstance(tool.get("_meta"), dict | None):
        yield _field("/_meta", tool["_meta"], "an object", "meta")
    icons = tool.get("icons")
    if icons is not None and not are_icons(icons):
        yield _field("/icons", icons, "a list of objects with a `src`", "icons")
    execution = tool.get("execution")
    if execution is not None and not isinstance(execution, dict):
        yield _field("/execution", execution, "an object", "execution")
    elif execution and execution.get("taskSupport", _TASK_SUPPORT[0]) not in _TASK_SUPPORT:
        yield _field("/execution/taskSupport", execution["taskSupport"], " or ".join(_TASK_SUPPORT), "execution")


def _field(pointer: str, value: Any, wanted: str, problem: str) -> Problem:
    name = ".".join(pointer_keys(pointer))
    return Problem(ids.REACH_FIELD_TYPE, pointer, f"`{name}` is {_shown(value)}; it must be {wanted}", problem)


def _shown(value: Any) -> str:
    return shortened(canonical(value).decode("utf-8", "replace"), _LONGEST)


def compile_errors(schema: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the pointer and the words of each part of an output schema that cannot be compiled."""
    if "$id" in schema:
        return
    seen: set[str] = set()
    waiting: list[tuple[str, Any]] = [("", schema)]
    while waiting:
        pointer, held = waiting.pop()
        if pointer in seen or not isinstance(held, dict):
            continue
        seen.add(pointer)
        yield from _own(pointer, held)
        reference = held.get("$ref")
        if isinstance(reference, str) and reference.startswith("#/") and "%" not in reference:
            try:
                waiting.append((reference[1:], _at(schema, reference)))
            except (KeyError, IndexError, TypeError, ValueError):
                yield f"{pointer}/$ref", f"`{reference}` does not resolve"
        waiting += _below(pointer, held)


def _own(pointer: str, schema: dict[str, Any]) -> Iterator[tuple[str, str]]:
    kinds = schema.get("type")
    for kind in kinds if isinstance(kinds, list) else [kinds]:
        if isinstance(kind, str) and kind not in _TYPES:
            yield f"{pointer}/type", f"`{kind}` is not a type"
    pattern = schema.get("pattern")
    if isinstance(pattern, str) and (reason := _unknown_to_javascript(pattern)):
        yield f"{pointer}/pattern", f"JavaScript does not support `{reason}` in a pattern"


def _below(pointer: str, schema: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for keyword in _ONE:
        yield f"{pointer}/{keyword}", schema.get(keyword)
    for keyword in _MANY:
        held = schema.get(keyword)
        yield from (
            (f"{pointer}/{keyword}/{at}", each) for at, each in enumerate(held if isinstance(held, list) else ())
        )
    for keyword in _NAMED:
        held = schema.get(keyword)
        yield from (
            (step(f"{pointer}/{keyword}", name), each)
            for name, each in (held.items() if isinstance(held, dict) else ())
        )


def _at(schema: Any, reference: str) -> Any:
    held = schema
    for name in pointer_keys(reference[1:]):
        held = held[int(name)] if isinstance(held, list) else held[name]
    return held


def _unknown_to_javascript(pattern: str) -> str:
    """Return the part that makes a pattern invalid in Unicode mode, such as `(?i)`, `(?P<`."""
    at, in_class = 0, False
    while at < len(pattern):
        sign = pattern[at]
        if sign == "\\":
            following = pattern[at + 1 : at + 2]
            if following.isascii() and following.isalnum() and following not in _ESCAPES:
                return pattern[at : at + 2]
            at += 1
        elif sign in "[]":
            in_class = sign == "["
        elif sign == "(" and not in_class and pattern[at + 1 : at + 2] == "?":
            # Newer engines support `(?ims-ims:`, but no flags without the colon.
            flags, colon, _ = pattern[at + 2 : at + 10].partition(":")
            if not pattern.startswith(_GROUPS, at + 1) and (not colon or flags.strip("ims-")):
                return pattern[at : at + 4]
        at += 1
    return ""


_MOST_NAMED = 3


def reach_changes(old: ServerView, new: ServerView, items: Matched, clients: Sequence[str]) -> Iterator[Change]:
    """Yield the changes in reach of one server's items; `clients` are those whose limits policy includes."""
    for before, after in (*items.kept, *(pair[:2] for pair in items.renamed), *_listed_anew(old, new)):
        if after.kind is TOOL:
            facts = _difference_facts(problems(before.decode(), old, clients), problems(after.decode(), new, clients))
            yield from (fact.of(new.name, after.kind.name, after.key) for fact in facts)
    if items.added:
        yield from _addition_facts(old, new, items.added, clients)


def _listed_anew(old: ServerView, new: ServerView) -> Iterator[tuple[ItemView, ItemView]]:
    """Yield the items that did not change, if only one of both protocol versions looks into schemas."""
    if (old.header.protocol <= _LOOKED_INTO) != (new.header.protocol <= _LOOKED_INTO):
        for key, item in new.items.items():
            if key in old.items and old.items[key].digest == item.digest:
                yield old.items[key], item


def reach_of(server: ServerView, clients: Sequence[str]) -> Iterator[Change]:
    """Yield what clients reject of one server, as if each item were new."""
    for item in server.items.values():
        for fact in _problem_facts(item, server, clients):
            yield fact.of(server.name, item.kind.name, item.key)


def _problem_facts(item: ItemView, server: ServerView, clients: Sequence[str]) -> Iterator[Fact]:
    listed = item.decode()
    yield from null_facts(Item(item.kind, {}), listed)
    if item.kind is TOOL:
        yield from _difference_facts([], problems(listed, server, clients))


def problems(item: Item, server: ServerView, clients: Sequence[str]) -> list[Problem]:
    """Return all problems of one tool, those of whole lists first."""
    found = [*list_problems(item.raw, server.header.protocol)]
    if clients:
        # Slow to import, and most policies name no clients.
        from govern.compare.clients import tool_problems

        found += tool_problems(item.raw, server.name, clients)
    return found


def _addition_facts(
    old: ServerView, new: ServerView, added: Sequence[ItemView], clients: Sequence[str]
) -> Iterator[Change]:
    """Yield the problems of new items, except those for which the whole list was rejected before."""
    with_null: set[str] = set()
    rejected_before: defaultdict[str, set[str]] = defaultdict(set)
    for item in old.items.values():
        listed = item.decode()
        if any(null_facts(Item(item.kind, {}), listed)):
            with_null.add(item.kind.name)
        if item.kind is TOOL:
            for problem in problems(listed, old, ()):
                rejected_before[problem.rule].add(problem.row)
    for item in added:
        listed = item.decode()
        facts = [] if item.kind.name in with_null else [*null_facts(Item(item.kind, {}), listed)]
        if item.kind is TOOL:
            found = problems(listed, new, clients)
            facts += _difference_facts([], [each for each in found if _loses_more(each, rejected_before[each.rule])])
        yield from (fact.of(new.name, item.kind.name, item.key) for fact in facts)


def _difference_facts(old: Sequence[Problem], new: Sequence[Problem]) -> Iterator[Fact]:
    """Yield one fact for each kind of added problem, and one for each kind of removed problem."""
    had: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for problem in old:
        had[problem.key].add(problem.row)
    has = {problem.key for problem in new}
    added = [problem for problem in new if _loses_more(problem, had[problem.key])]
    removed = [problem for problem in old if problem.key not in has]
    for rule in dict.fromkeys(problem.rule for problem in added):
        these = [problem for problem in added if problem.rule == rule]
        yield Fact(rule, _common_pointer(these), after=_pointers(these), values=_message_values(these))
    for rule in dict.fromkeys(problem.rule for problem in removed):
        these = [problem for problem in removed if problem.rule == rule]
        yield Fact(ids.REACH_RESTORED, _common_pointer(these), before=_pointers(these), values=_message_values(these))


def _loses_more(problem: Problem, rows: Collection[str]) -> bool:
    """Return whether it costs clients that problems of these rows do not."""
    from govern.compare.clients import loses_more

    return not rows or loses_more(problem.row, rows)


def _pointers(these: Sequence[Problem]) -> list[str]:
    return sorted({problem.pointer for problem in these})


def _common_pointer(these: Sequence[Problem]) -> str:
    pointers = _pointers(these)
    return pointers[0] if len(pointers) == 1 else ""


def _message_values(these: Sequence[Problem]) -> dict[str, str]:
    from govern.compare.clients import rejecting_clients

    whats = [*dict.fromkeys(problem.what for problem in these)]
    more = len(whats) - _MOST_NAMED
    named = "; ".join(whats[:_MOST_NAMED]) + (f"; and {more} more" if more > 0 else "")
    *clients, last = dict.fromkeys(client for problem in these for client in rejecting_clients(problem.row))
    return {"what": named, "clients": f"{', '.join(clients)} and {last}" if clients else last}
