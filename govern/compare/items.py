"""Changes of one item, part by part."""

from __future__ import annotations

import re
from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from govern.contract.digests import ANNOTATION_DEFAULTS
from govern.contract.surface import ABSENT, TOOL, Absent, Item
from govern.facts import rule_ids as ids
from govern.facts.change import Fact, differs, reworded_facts, step, unclassified_facts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.contract.surface import KindName
    from govern.facts.change import Elsewhere, Reading, Value
    from govern.schemas.budget import TimeBudget

_PARAMETER = re.compile(r""";\s*([^\s;="]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*""")
_ESCAPED = re.compile(r"\\(.)")
# The only parameter in use whose value ignores case.
_CASELESS = frozenset({"charset"})
# The default, since texts arrive as JSON.
_OF_JSON = ("charset", "utf-8")

MediaType = tuple[str, tuple[tuple[str, str], ...], str]
_ANNOTATION_TITLE = (ids.ANNOTATION_TITLE_CHANGED, ids.ANNOTATION_TITLE_RESPELLED)
_TEXTS: Mapping[tuple[KindName, str], tuple[str, str]] = {
    ("tool", "title"): ids.TOOL_TITLE,
    ("tool", "description"): ids.TOOL_DESCRIPTION,
    ("prompt", "title"): ids.PROMPT_TITLE,
    ("prompt", "description"): ids.PROMPT_DESCRIPTION,
    ("resource", "name"): ids.RESOURCE_NAME,
    ("resource", "title"): ids.RESOURCE_TITLE,
    ("resource", "description"): ids.RESOURCE_DESCRIPTION,
    ("template", "name"): ids.TEMPLATE_NAME,
    ("template", "title"): ids.TEMPLATE_TITLE,
    ("template", "description"): ids.TEMPLATE_DESCRIPTION,
}


def item_facts(old: Item, new: Item, reading: Reading, effort: TimeBudget) -> Iterator[Fact]:
    """Yield the changes between two items; all nulls in optional fields are one change."""
    yield from null_facts(old, new)
    old, new = without_nulls(old), without_nulls(new)
    yield from _texts(old, new)
    for part in new.kind.json_parts:
        was, now = old.part(part), new.part(part)
        if differs(was, now):
            is_list = part == "arguments"
            yield from argument_facts(was, now) if is_list else schema_facts(part, was, now, reading, effort)
    if differs(old.hints, new.hints):
        yield from _hints(old, new)


def schema_facts(part: str, old: Value, new: Value, reading: Reading, time: TimeBudget) -> Iterator[Fact]:
    """Yield the changes of a tool's input or output schema, with pointers into the tool's object."""
    # Slow to import, and most changes are of texts.
    from govern.schemas.edits.changes import schema_changes

    try:
        facts = schema_changes("input" if part == "input" else "output", old, new, reading=reading, effort=time)
    except Exception:  # noqa: BLE001 - a schema that cannot be walked has changed all the same
        facts = [Fact(ids.UNCLASSIFIED, "", old, new)]
    for fact in facts:
        yield replace(fact, pointer=f"/{TOOL.json_parts[part]}{fact.pointer}")


def _texts(old: Item, new: Item) -> Iterator[Fact]:
    for name in new.kind.texts:
        before, after = old.surface.get(name, ABSENT), new.surface.get(name, ABSENT)
        if name != "mimeType":
            elsewhere = _other_names(old, new) if name == "title" else ((), ())
            yield from reworded_facts(_TEXTS[new.kind.name, name], f"/{name}", before, after, elsewhere)
        elif before != after:
            yield Fact(_mime_rule(new.kind.name, before, after), f"/{name}", before, after)


def _mime_rule(kind: KindName, old: str | Absent, new: str | Absent) -> str:
    if isinstance(old, Absent):
        return ids.MIME_DECLARED[kind]
    if isinstance(new, Absent):
        return ids.MIME_WITHDRAWN[kind]
    return (ids.MIME_RESPELLED if media_type(old) == media_type(new) else ids.MIME_CHANGED)[kind]


def _hints(old: Item, new: Item) -> Iterator[Fact]:
    """Yield the changes of hints, with those of annotations as one; a title changed in both places is reported once."""
    from govern.compare.hints import hint_facts, joined_annotations

    annotations: list[Fact] = []
    for fact in hint_facts(new.kind.name, old.hints, new.hints):
        if fact.rule == ids.ANNOTATION_TITLE_CHANGED:
            annotations += _annotation_title(fact, old, new)
        elif fact.pointer.startswith("/annotations"):
            annotations.append(fact)
        else:
            yield fact
    yield from joined_annotations(annotations, *(side.hints.get("annotations", ABSENT) for side in (old, new)))


def _annotation_title(fact: Fact, old: Item, new: Item) -> Iterator[Fact]:
    titles = old.surface.get("title", ABSENT), new.surface.get("title", ABSENT)
    if (fact.before, fact.after) == titles:
        return
    for found in reworded_facts(_ANNOTATION_TITLE, fact.pointer, fact.before, fact.after, _other_names(old, new)):
        added = found.rule == ids.ANNOTATION_TITLE_CHANGED and isinstance(found.before, Absent)
        yield replace(found, rule=ids.ANNOTATION_TITLE_ADDED) if added else found


def _other_names(old: Item, new: Item) -> Elsewhere:
    """Return the other names of each side, which a title may repeat."""
    names = [name for side in (old, new) for name in (side.key, side.surface.get("name")) if name is not None]
    return (*names, *_titles(old)), (*names, *_titles(new))


def _titles(item: Item) -> list[str]:
    annotations = item.raw.get("annotations")
    among = annotations.get("title") if isinstance(annotations, dict) else None
    return [title for title in (item.title, among) if isinstance(title, str)]


def are_icons(value: Value) -> bool:
    """Return whether this is a list of objects with a `src`."""
    return isinstance(value, list) and all(
        isinstance(each, dict) and isinstance(each.get("src"), str) for each in value
    )


def media_type(written: str) -> MediaType:
    """Return the type, its sorted parameters, and the rest of a malformed media type."""
    kind, *_ = written.partition(";")
    at = len(kind)
    parameters: list[tuple[str, str]] = []
    while match := _PARAMETER.match(written, at):
        name, quoted, plain = match[1].lower(), match[2], match[3]
        value = plain if quoted is None else _ESCAPED.sub(r"\1", quoted)
        if (name, value.lower()) != _OF_JSON:
            parameters.append((name, value.lower() if name in _CASELESS else value))
        at = match.end()
    return kind.strip().lower(), tuple(sorted(parameters, key=itemgetter(0))), written[at:].strip()


Argument = dict[str, Any]
_ARGUMENT_TEXTS = {
    "title": ids.PROMPT_ARGUMENT_TITLE,
    "description": ids.PROMPT_ARGUMENT_DESCRIPTION,
}
_ARGUMENT_FIELDS = frozenset({"name", "required", "description", "title"})


def argument_facts(old: Value, new: Value) -> Iterator[Fact]:
    """Yield the changes between two lists of arguments, matched by name.

    A list in which names are missing or repeated is compared as plain data.
    """
    before, after = _by_name(old), _by_name(new)
    if before is None or after is None:
        yield from unclassified_facts(old, new, "/arguments")
        return
    if not (before or after):
        yield Fact(ids.PROMPT_ARGUMENT_RESPELLED, "/arguments", old, new, {"what": "the list of arguments"})
    renamed = _renamed(before, after)
    for name in sorted({*before, *after} - set(renamed.values())):
        was, now = before.get(name), after.get(renamed.get(name, name))
        pointer = step("/arguments", name)
        if was is None or now is None:
            yield from _came_or_went(name, was, now, pointer)
            continue
        if name in renamed:
            values = {"name": name, "renamed": renamed[name]}
            yield Fact(ids.PROMPT_ARGUMENT_RENAMED, pointer, name, renamed[name], values)
        if differs(was, now):
            yield from _changed(was, now, pointer)


def _renamed(before: Mapping[str, Argument], after: Mapping[str, Argument]) -> dict[str, str]:
    """Return the new name of each renamed argument, found as for the parameters of tools."""
    removed = {name: before[name] for name in before.keys() - after.keys()}
    added = {name: after[name] for name in after.keys() - before.keys()}
    if not (removed and added):
        return {}
    # Slow to import, and few comparisons need it.
    from govern.schemas.edits.properties import match_renames

    required = tuple(
        frozenset(name for name, each in side.items() if each.get("required") is True) for side in (removed, added)
    )
    return match_renames(_other_fields(removed), _other_fields(added), (required[0], required[1]))


def _other_fields(arguments: Mapping[str, Argument]) -> dict[str, Argument]:
    """Return the fields of each argument other than its name and `required`."""
    return {
        name: {key: value for key, value in each.items() if key not in ("name", "required")}
        for name, each in arguments.items()
    }


def _came_or_went(name: str, was: Argument | None, now: Argument | None, pointer: str) -> Iterator[Fact]:
    values = {"name": name}
    if now is None:
        yield Fact(ids.PROMPT_ARGUMENT_REMOVED, pointer, before=was, values=values)
        return
    required = now.get("required", ABSENT)
    rule = ids.PROMPT_REQUIRED_ARGUMENT_ADDED if required is True else ids.PROMPT_ARGUMENT_ADDED
    yield Fact(rule, pointer, after=now, values=values)
    if not isinstance(required, (bool, Absent)):
        yield from unclassified_facts(ABSENT, required, f"{pointer}/required")


def _changed(was: Argument, now: Argument, pointer: str) -> Iterator[Fact]:
    required = was.get("required") is True, now.get("required") is True
    if required[0] != required[1]:
        rule = ids.PROMPT_ARGUMENT_BECAME_REQUIRED if required[1] else ids.PROMPT_ARGUMENT_BECAME_OPTIONAL
        yield Fact(rule, f"{pointer}/required", *required, {"name": now["name"]})
    elif differs(was.get("required", ABSENT), now.get("required", ABSENT)):
        sides = was.get("required", ABSENT), now.get("required", ABSENT)
        # Some clients read another value, such as "true", as a boolean, and others reject it.
        if isinstance(sides[1], (bool, Absent)):
            yield Fact(ids.PROMPT_ARGUMENT_RESPELLED, f"{pointer}/required", *sides, {"what": f"`{now['name']}`"})
        else:
            yield from unclassified_facts(*sides, f"{pointer}/required")
    for key, rules in _ARGUMENT_TEXTS.items():
        names = ([was["name"]], [now["name"]]) if key == "title" else ((), ())
        sides = was.get(key, ABSENT), now.get(key, ABSENT)
        yield from reworded_facts(rules, f"{pointer}/{key}", *sides, names)
    for key in sorted({*was, *now} - _ARGUMENT_FIELDS):
        yield from unclassified_facts(was.get(key, ABSENT), now.get(key, ABSENT), step(pointer, key))


def _by_name(arguments: Value) -> dict[str, Argument] | None:
    if isinstance(arguments, Absent):
        return {}
    if not isinstance(arguments, list):
        return None
    named = {each["name"]: each for each in arguments if isinstance(each, dict) and isinstance(each.get("name"), str)}
    return named if len(named) == len(arguments) else None


# Fields that the protocol lets servers omit, but does not let be null: lenient clients ignore such a null, strict
# clients reject it.
_NULLABLE_OF_ALL = frozenset({"title", "description", "icons", "_meta"})
_DATA_FIELDS = _NULLABLE_OF_ALL | {"mimeType", "size", "annotations"}
_NULLABLE: Mapping[KindName, frozenset[str]] = {
    "tool": _NULLABLE_OF_ALL | {"annotations", "execution", "outputSchema"},
    "prompt": _NULLABLE_OF_ALL | {"arguments"},
    "resource": _DATA_FIELDS,
    "template": _DATA_FIELDS,
}
_OF_DATA = frozenset({"audience", "priority", "lastModified"})
_NULLABLE_ANNOTATIONS: Mapping[KindName, frozenset[str]] = {
    "tool": frozenset({*ANNOTATION_DEFAULTS, "title"}),
    "resource": _OF_DATA,
    "template": _OF_DATA,
}
_NULLABLE_OF_ARGUMENT = frozenset({"title", "description", "required"})
_SCHEMAS = ("inputSchema", "outputSchema")
_NULLABLE_OF_SCHEMA = frozenset({"properties", "required"})
_MOST_NAMED = 8


def null_facts(old: Item, new: Item) -> Iterator[Fact]:
    """Yield one fact for all added nulls, and one for all removed nulls."""
    before, after = _nulls(old), _nulls(new)
    added, removed = sorted(after - before), sorted(before - after)
    if added:
        yield Fact(ids.NULL_APPEARED, _shared(added), after=added, values={"fields": _field_list(added)})
    if removed:
        yield Fact(ids.NULL_GONE, _shared(removed), before=removed, values={"fields": _field_list(removed)})


def without_nulls(item: Item) -> Item:
    """Return the item without such nulls, as lenient clients read it."""
    if not _nulls(item):
        return item
    raw = _without_null_keys(item.raw, _NULLABLE[item.kind.name])
    if "annotations" in raw:
        raw["annotations"] = _without_null_keys(
            raw["annotations"], _NULLABLE_ANNOTATIONS.get(item.kind.name, frozenset())
        )
    if item.kind is TOOL:
        raw |= {key: _without_null_keys(raw[key], _NULLABLE_OF_SCHEMA) for key in _SCHEMAS if key in raw}
    if "arguments" in item.kind.json_parts and isinstance(raw.get("arguments"), list):
        raw["arguments"] = [_without_null_keys(each, _NULLABLE_OF_ARGUMENT) for each in raw["arguments"]]
    return Item(item.kind, raw)


def _nulls(item: Item) -> frozenset[str]:
    """Return the pointers of all such nulls, with arguments by name."""
    return frozenset(
        step(place, key) for place, held, keys in _objects_with_fields(item) for key in keys if _is_null(held, key)
    )


def _objects_with_fields(item: Item) -> Iterator[tuple[str, Any, frozenset[str]]]:
    """Yield each object that may contain such nulls, with its pointer and those fields."""
    kind, raw = item.kind, item.raw
    yield "", raw, _NULLABLE[kind.name]
    yield "/annotations", raw.get("annotations"), _NULLABLE_ANNOTATIONS.get(kind.name, frozenset())
    if kind is TOOL:
        yield from ((step("", key), raw.get(key), _NULLABLE_OF_SCHEMA) for key in _SCHEMAS)
    arguments = raw.get("arguments") if "arguments" in kind.json_parts else None
    for each in arguments if isinstance(arguments, list) else ():
        yield step("/arguments", str(each.get("name")) if isinstance(each, dict) else ""), each, _NULLABLE_OF_ARGUMENT


def _is_null(held: Any, key: str) -> bool:
    return isinstance(held, dict) and key in held and held[key] is None


def _without_null_keys(held: Any, keys: frozenset[str]) -> Any:
    if not isinstance(held, dict):
        return held
    return {key: value for key, value in held.items() if key not in keys or value is not None}


def _shared(pointers: list[str]) -> str:
    return pointers[0] if len(pointers) == 1 else ""


def _field_list(pointers: list[str]) -> str:
    named = [f"`{pointer[1:].replace('/', '.')}`" for pointer in pointers[:_MOST_NAMED]]
    more = len(pointers) - len(named)
    return ", ".join(named) + (f" and {more} more" if more else "")
