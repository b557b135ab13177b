"""Changes of one item, part by part."""

from __future__ import annotations

import re
from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from govern.compare.nulls import null_facts, without_nulls
from govern.contract.surface import ABSENT, Absent
from govern.facts import rule_ids as ids
from govern.facts.change import Fact
from govern.facts.differences import differs, reworded_facts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.contract.surface import Item, KindName
    from govern.facts.change import Reading
    from govern.facts.differences import Elsewhere, Value
    from govern.schemas.budget import TimeBudget

_PARAMETER = re.compile(r""";\s*([^\s;="]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*""")
_ESCAPED = re.compile(r"\\(.)")
# The only parameter in use whose value ignores case.
_CASELESS = frozenset({"charset"})
# The default, since texts arrive as JSON.
_OF_JSON = ("charset", "utf-8")

MediaType = tuple[str, tuple[tuple[str, str], ...], str]
_DATA = ("mimeType",)
_ANNOTATION_TITLE = (ids.ANNOTATION_TITLE_CHANGED, ids.ANNOTATION_TITLE_RESPELLED)
_TEXTS: Mapping[tuple[KindName, str], tuple[str, str]] = {
    ("tool", "title"): (ids.TOOL_TITLE_CHANGED, ids.TOOL_TITLE_RESPELLED),
    ("tool", "description"): (ids.TOOL_DESCRIPTION_CHANGED, ids.TOOL_DESCRIPTION_RESPELLED),
    ("prompt", "title"): (ids.PROMPT_TITLE_CHANGED, ids.PROMPT_TITLE_RESPELLED),
    ("prompt", "description"): (ids.PROMPT_DESCRIPTION_CHANGED, ids.PROMPT_DESCRIPTION_RESPELLED),
    ("resource", "name"): (ids.RESOURCE_NAME_CHANGED, ids.RESOURCE_NAME_RESPELLED),
    ("resource", "title"): (ids.RESOURCE_TITLE_CHANGED, ids.RESOURCE_TITLE_RESPELLED),
    ("resource", "description"): (ids.RESOURCE_DESCRIPTION_CHANGED, ids.RESOURCE_DESCRIPTION_RESPELLED),
    ("template", "name"): (ids.TEMPLATE_NAME_CHANGED, ids.TEMPLATE_NAME_RESPELLED),
    ("template", "title"): (ids.TEMPLATE_TITLE_CHANGED, ids.TEMPLATE_TITLE_RESPELLED),
    ("template", "description"): (ids.TEMPLATE_DESCRIPTION_CHANGED, ids.TEMPLATE_DESCRIPTION_RESPELLED),
}


class _MimeRules(NamedTuple):
    declared: str
    withdrawn: str
    changed: str
    respelled: str


_MIME: Mapping[KindName, _MimeRules] = {
    "resource": _MimeRules(
        ids.RESOURCE_MIME_DECLARED, ids.RESOURCE_MIME_WITHDRAWN, ids.RESOURCE_MIME_CHANGED, ids.RESOURCE_MIME_RESPELLED
    ),
    "template": _MimeRules(
        ids.TEMPLATE_MIME_DECLARED, ids.TEMPLATE_MIME_WITHDRAWN, ids.TEMPLATE_MIME_CHANGED, ids.TEMPLATE_MIME_RESPELLED
    ),
}


def item_facts(old: Item, new: Item, reading: Reading, effort: TimeBudget) -> Iterator[Fact]:
    """Yield the changes between two items; all nulls in optional fields are one change."""
    yield from null_facts(old, new)
    old, new = without_nulls(old), without_nulls(new)
    yield from _texts(old, new)
    for part in new.kind.json_parts:
        was, now = old.part(part), new.part(part)
        if differs(was, now):
            yield from _part(part, was, now, reading, effort)
    if differs(old.hints, new.hints):
        yield from _hints(old, new)


def _part(part: str, was: Value, now: Value, reading: Reading, effort: TimeBudget) -> Iterator[Fact]:
    if part == "arguments":
        from govern.compare.arguments import argument_facts

        return argument_facts(was, now)
    from govern.schemas import schema_facts

    return schema_facts(part, was, now, reading, effort)


def _texts(old: Item, new: Item) -> Iterator[Fact]:
    for name in new.kind.texts:
        before, after = old.surface.get(name, ABSENT), new.surface.get(name, ABSENT)
        if name not in _DATA:
            elsewhere = _other_names(old, new) if name == "title" else ((), ())
            yield from reworded_facts(_TEXTS[new.kind.name, name], f"/{name}", before, after, elsewhere)
        elif before != after:
            yield Fact(_mime_rule(new.kind.name, before, after), f"/{name}", before, after)


def _mime_rule(kind: KindName, old: str | Absent, new: str | Absent) -> str:
    rules = _MIME[kind]
    if isinstance(old, Absent):
        return rules.declared
    if isinstance(new, Absent):
        return rules.withdrawn

    return rules.respelled if media_type(old) == media_type(new) else rules.changed


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
