"""The `show` report: wrapped texts, schemas as tables of fields, and hidden characters made visible."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from govern.contract.json_text import canonical, decode, pretty
from govern.contract.surface import KINDS
from govern.report.terminal.fields import field_rows
from govern.report.terminal.lock import contents, definition_tokens
from govern.report.terminal.page import clipped, count, shown, width_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.contract.json_type import Json
    from govern.lockfile.document import Lock, LockedItem, LockedServer, Selection
    from govern.report.terminal.fields import Row
    from govern.report.terminal.page import Page

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
