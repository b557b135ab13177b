"""The reports of `govern show`: texts, schemas as tables of fields, and hidden characters; and of `govern explain`."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from govern.contract.json_text import canonical, decode, pretty
from govern.contract.surface import KINDS
from govern.economics.answers import resolve_reference
from govern.report.terminal.lock import contents, definition_tokens
from govern.report.terminal.page import TONES, clipped, count, shown, width_of
from govern.rules.rule import LANES, Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from govern.contract.json_text import Json
    from govern.lockfile.document import Lock, LockedItem, LockedServer, Selection
    from govern.report.terminal.page import Page, Tone
    from govern.rules.rule import Example

_INDENT = "  "
_KEY_WIDTH = 60
_KIND_WIDTH = 24


def show_report(selection: Selection, page: Page) -> str:
    """Return the whole lock in brief, one server, or each item of one name in full."""
    if selection.server is None:
        lines = _lock_lines(selection.lock, page)
    elif not selection.items:
        lines = _server_lines(selection.server, page)
    else:
        lines = [line for item in selection.items for line in (*_item_lines(selection.server, item, page), "")][:-1]
    return "\n".join(lines) + "\n"


def _lock_lines(lock: Lock, page: Page) -> list[str]:
    rows = [
        (page.paint(shown(server.name), "bold"), contents(server), definition_tokens(server), shown(server.source))
        for server in lock.servers
    ]
    tools = sum(len(server.tools) for server in lock.servers)
    head = f"{count(len(lock.servers), 'server')}, {count(tools, 'tool')} · {lock.encoding} · {lock.digest}"
    return [head, "", *page.table(rows)]


def _server_lines(server: LockedServer, page: Page) -> list[str]:
    lines = [
        page.paint(shown(server.name), "bold"),
        *page.table((page.paint(key, "dim"), shown(text)) for key, text in card_rows(server)),
    ]
    if server.instructions is not None:
        lines += ["", page.paint("instructions", "accent"), *page.quoted(server.instructions)]
    for heading, block in (("other metadata", server.hints), ("list metadata", server.lists)):
        if block is not None:
            lines += ["", page.paint(heading, "accent"), *page.quoted(pretty(decode(block)))]
    for kind in KINDS.values():
        items = list(server.of(kind))
        if items:
            lines += ["", page.paint(count(len(items), kind.name), "accent"), *_item_rows(items, page)]
    return lines


def card_rows(server: LockedServer) -> list[tuple[str, str]]:
    """Return what identifies a server, by name."""
    rows = (
        ("source", server.source),
        ("title", server.title),
        ("version", server.version),
        ("protocol", server.protocol),
        ("capabilities", ", ".join(server.capabilities) or None),
        ("client", server.client),
        ("folds", server.folds),
        ("integrity", server.integrity),
        ("digest", server.digest),
    )
    return [(key, text) for key, text in rows if text is not None]


def _item_rows(items: Sequence[LockedItem], page: Page) -> list[str]:
    keys = [clipped(shown(item.key), _KEY_WIDTH) for item in items]
    tokens = [f"{item.numbers.tokens:,} tokens" if item.numbers else "" for item in items]
    room = max(20, page.width - max(map(width_of, keys)) - max(map(width_of, tokens)) - 6)
    firsts = [clipped(shown(item.texts.get("description", "").strip().partition("\n")[0]), room) for item in items]
    return page.table(zip(keys, tokens, firsts, strict=True), right=frozenset({1}))


def _item_lines(server: LockedServer, item: LockedItem, page: Page) -> list[str]:
    number = f" (copy {item.copy} of this name)" if item.copy > 1 else ""
    belongs = page.paint(f"{item.kind.name} of {shown(server.name)}", "dim")
    lines = [f"{page.paint(shown(item.key), 'bold')}{number}  {belongs}"]
    for name, text in item.texts.items():
        lines += page.quoted(text) if name == "description" else [f"{_INDENT}{name}: {shown(text)}"]
    for part in (*item.kind.json_parts, "hints"):
        if part in item.blocks:
            lines += ["", page.paint(part, "accent"), *_part_lines(part, decode(item.blocks[part]), page)]
    lines += _economics_table(item, page)
    lines += ["", page.paint("digests", "accent"), f"{_INDENT}{item.digest}"]
    return lines + page.table(item.stated_parts.items())


def _part_lines(part: str, value: Json, page: Page) -> list[str]:
    if part in ("input", "output"):
        rows = field_rows(value)
        if not rows:
            return page.quoted(canonical(value).decode("utf-8", "replace"))
        return _field_table(rows, page)
    if part == "arguments" and isinstance(value, list):
        return _field_table([_argument_row(each) for each in value if isinstance(each, dict)], page)
    return page.quoted(pretty(value))


def _argument_row(argument: dict[str, Any]) -> Row:
    required = "required" if argument.get("required") is True else "optional"
    return shown(str(argument.get("name", ""))), required, shown(str(argument.get("description", "")))


def _field_table(rows: Sequence[Row], page: Page) -> list[str]:
    """Return a table of fields; details wrap within their column, because a reviewer has to see all of them."""
    names = [clipped(name, max(20, page.width // 3)) for name, _, _ in rows]
    kinds = [clipped(kind, _KIND_WIDTH) for _, kind, _ in rows]
    taken = max(map(width_of, names), default=0) + max(map(width_of, kinds), default=0) + 6
    column = replace(page, width=max(32, page.width - taken))
    cells = []
    for name, kind, (_, _, details) in zip(names, kinds, rows, strict=True):
        first, *rest = column.wrapped(details)
        cells += [(page.paint(name, "bold"), kind, first), *(("", "", line) for line in rest)]
    return page.table(cells)


def _economics_table(item: LockedItem, page: Page) -> list[str]:
    numbers = item.numbers
    if numbers is None:
        return []
    rows = [
        ("definition", f"{numbers.tokens:,} tokens", "computed"),
        ("fields", str(numbers.fields), "computed"),
        ("answers", "bounded" if numbers.bounded else "unbounded", "estimated"),
        ("risk", numbers.risk, "estimated"),
        *((f"guard {key}", f"{bound:,}", "set in the config") for key, bound in sorted(numbers.guard.items())),
    ]
    table = page.table((page.paint(name, "dim"), value, page.paint(basis, "dim")) for name, value, basis in rows)
    return ["", page.paint("economics", "accent"), *table]


_UNIONS = ("anyOf", "oneOf")
_ARMS = ("allOf", *_UNIONS)
# How the path continues below keywords that hold one schema.
_STEPS = {"additionalProperties": ".*", "contains": "[]", "items": "[]", "not": "", "propertyNames": ".*"}
_IN_OTHER_COLUMNS = frozenset(
    {"$defs", "$ref", "definitions", "description", "properties", "required", "title", "type"}
)
_UNFOLDED = frozenset({*_ARMS, *_STEPS, "patternProperties", "prefixItems"})

Row = tuple[str, str, str]


class _SchemaNode(NamedTuple):
    """A part of a schema. A named field always has a row; any other part only if it has details."""

    path: str
    schema: Any
    named: bool = False
    mark: str = ""


def field_rows(schema: Json) -> list[Row]:
    """Return the fields with their paths; required ones are marked with `*`.

    A reference is unfolded at its first use only: a schema of forty definitions, each of which uses the next one twice,
    has too many paths to print.
    """
    rows: list[Row] = []
    followed: set[str] = set()
    waiting = [_SchemaNode("", schema)]
    while waiting:
        place = waiting.pop()
        details = "; ".join(_field_details(place.schema, whole=bool(place.path)))
        if place.named or details:
            rows.append((f"{place.path}{place.mark}", type_of(place.schema), details))
        if isinstance(place.schema, dict):
            waiting += reversed([*_children(place, schema, followed)])
    return rows


def _children(place: _SchemaNode, root: Json, followed: set[str]) -> Iterator[_SchemaNode]:
    path, schema = place.path, place.schema
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference not in followed:
        followed.add(reference)
        yield _SchemaNode(path, resolve_reference(root, reference))
    names, required = schema.get("properties"), schema.get("required")
    for name, field in names.items() if isinstance(names, dict) else ():
        mark = "*" if isinstance(required, list) and name in required else ""
        yield _SchemaNode(f"{path}.{shown(name)}" if path else shown(name), field, named=True, mark=mark)
    patterns = schema.get("patternProperties")
    for pattern, field in patterns.items() if isinstance(patterns, dict) else ():
        yield _SchemaNode(f"{path}./{shown(pattern)}/", field, named=True)
    for keyword in (*_ARMS, "prefixItems"):
        arms = schema.get(keyword)
        for at, arm in enumerate(arms if isinstance(arms, list) else ()):
            yield _SchemaNode(f"{path}[{at}]" if keyword == "prefixItems" else path, arm)
    for keyword, step in _STEPS.items():
        if isinstance(schema.get(keyword), dict):
            yield _SchemaNode(f"{path}{step}", schema[keyword])


def type_of(field: Any) -> str:
    """Return the type of a field in a word or two."""
    if not isinstance(field, dict):
        return _shown_value(field)
    arms = next((field[union] for union in _UNIONS if isinstance(field.get(union), list)), None)
    if arms is not None:
        return " | ".join(dict.fromkeys(map(type_of, arms)))
    named = next((key for key in ("$ref", "enum", "const") if key in field), None)
    if named:
        return shown(str(field["$ref"])).rpartition("/")[2] if named == "$ref" else named
    kind = field.get("type", "any")
    if kind == "array" and isinstance(field.get("items"), dict):
        return f"{type_of(field['items'])}[]"
    return " | ".join(shown(str(each)) for each in (kind if isinstance(kind, list) else [kind]))


def _field_details(field: Any, *, whole: bool) -> Iterator[str]:
    """Yield the details that a field's row shows beside its type; for the root schema only its description."""
    if not isinstance(field, dict):
        return
    for key, value in field.items() if whole else ():
        if key not in _IN_OTHER_COLUMNS and not (key in _UNFOLDED and isinstance(value, (dict, list))):
            yield f"{shown(key)} {_shown_value(value)}"
    description = field.get("description")
    if isinstance(description, str):
        yield shown(" ".join(description.split()))


def _shown_value(value: Json) -> str:
    return shown(canonical(value).decode("utf-8", "replace"))


def example_diff(example: Example) -> Iterator[tuple[str, str]]:
    """Yield the lines of a rule's example as JSON, each with its sign: space, minus or plus."""
    from difflib import ndiff

    for line in ndiff(_json_lines(example.before), _json_lines(example.after)):
        if not line.startswith("?"):
            yield line[0], line[2:]


def _json_lines(value: dict[str, Any] | None) -> list[str]:
    if not value:
        return [] if value is None else ["{", "}"]
    return json.dumps(value, ensure_ascii=False, indent=2).split("\n")


_SIGNS: dict[str, Tone] = {"-": "bad", "+": "good"}


def explain_report(what: Rule | Mapping[str, Rule], page: Page) -> str:
    """Return one rule in full, or all rules in brief."""
    lines = _rule_report(what, page) if isinstance(what, Rule) else _list_rules(what, page)
    return "\n".join(lines) + "\n"


def _rule_report(rule: Rule, page: Page) -> Iterator[str]:
    yield f"{page.paint(rule.id, 'bold')}  {page.paint(rule.severity.value, TONES[rule.severity])}"
    yield from page.wrapped(rule.title, "  ")
    yield ""
    yield from rule_lines(rule, page)
    yield ""
    yield page.paint("example", "accent") + page.paint(f" of a {rule.example.kind}: - before, + after", "dim")
    yield from example_lines(rule, page)
    yield ""
    yield from page.table(_fact_rows(rule))


def rule_lines(rule: Rule, page: Page) -> Iterator[str]:
    """Yield why a rule matters and what to do."""
    for word, text in (("why", rule.why), ("what to do", rule.remedy)):
        yield page.paint(word, "accent")
        yield from page.wrapped(text, "  ")


def example_lines(rule: Rule, page: Page) -> Iterator[str]:
    """Yield a rule's example as coloured lines."""
    for sign, line in example_diff(rule.example):
        for piece in page.wrapped(line, f"  {sign} "):
            yield page.paint(piece, _SIGNS[sign]) if sign in _SIGNS else piece


def _fact_rows(rule: Rule) -> Iterator[tuple[str, str]]:
    yield "about", LANES[rule.lane]
    if rule.mirror:
        yield "reverse change", "same rule" if rule.mirror == rule.id else rule.mirror
    else:
        yield "reverse change", f"no rule: {rule.unmirrored}"
    if not rule.waivable:
        yield "waivers", "not allowed; policy cannot lower the severity"
    yield "since", rule.since
    if rule.spec:
        yield "specification", rule.spec


def _list_rules(rules: Mapping[str, Rule], page: Page) -> Iterator[str]:
    for severity in reversed(Severity):
        found = [rule for rule in rules.values() if rule.severity is severity]
        yield f"{page.paint(severity.value, TONES[severity])}  {page.paint(f'{len(found)} rules', 'dim')}"
        yield from page.table([(rule.id, rule.title) for rule in found])
        yield ""
    yield "`govern explain RULE` shows the reason, what to do and an example"
