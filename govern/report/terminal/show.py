"""What is locked, for people: texts wrapped, schemas as tables of their fields, hidden characters made visible."""

from collections.abc import Sequence
from typing import Any

from govern.contract.json_text import Json, canonical, decode, pretty
from govern.contract.surface import KINDS
from govern.lockfile.document import Lock, LockedItem, LockedServer
from govern.lockfile.selection import Selection
from govern.report.terminal.fields import field_rows
from govern.report.terminal.lock import contents, definition_tokens
from govern.report.terminal.page import Page, clipped, count, shown

_INDENT = "  "


def show_report(selection: Selection, page: Page) -> str:
    """The whole lock in short, one server, or each item of one name whole."""
    if selection.server is None:
        lines = _lock(selection.lock, page)
    elif not selection.items:
        lines = _server(selection.server, page)
    else:
        lines = [line for item in selection.items for line in (*_item(selection.server, item, page), "")][:-1]
    return "\n".join(lines) + "\n"


def _lock(lock: Lock, page: Page) -> list[str]:
    rows = [
        (page.paint(shown(server.name), "bold"), contents(server), definition_tokens(server), shown(server.source))
        for server in lock.servers
    ]
    tools = sum(len(server.tools) for server in lock.servers)
    head = f"{count(len(lock.servers), 'server')}, {count(tools, 'tool')} · {lock.encoding} · {lock.digest}"
    return [head, "", *page.table(rows)]


def _server(server: LockedServer, page: Page) -> list[str]:
    lines = [page.paint(shown(server.name), "bold"), *_card(server, page)]
    if server.instructions is not None:
        lines += ["", page.paint("instructions", "accent"), *page.wrapped(server.instructions, _INDENT)]
    if server.hints is not None:
        lines += ["", page.paint("also said", "accent"), *page.wrapped(pretty(decode(server.hints)), _INDENT)]
    for kind in KINDS.values():
        rows = [_item_row(item, page) for item in server.of(kind)]
        if rows:
            lines += ["", page.paint(count(len(rows), kind.name), "accent"), *page.table(rows, right=frozenset({1}))]
    return lines


def _card(server: LockedServer, page: Page) -> list[str]:
    rows = [
        ("source", server.source),
        ("title", server.title),
        ("version", server.version),
        ("protocol", server.protocol),
        ("capabilities", ", ".join(server.capabilities) or None),
        ("seen as", server.client),
        ("digest", server.digest),
    ]
    return page.table((page.paint(key, "dim"), shown(text)) for key, text in rows if text is not None)


def _item_row(item: LockedItem, page: Page) -> Sequence[str]:
    key = shown(item.key)
    first = shown(item.texts.get("description", "").strip().partition("\n")[0])
    tokens = f"{item.numbers.tokens:,} tokens" if item.numbers else ""
    return key, tokens, clipped(first, max(20, page.width - 24 - len(key)))


def _item(server: LockedServer, item: LockedItem, page: Page) -> list[str]:
    number = f" (number {item.copy} of this name)" if item.copy > 1 else ""
    belongs = page.paint(f"{item.kind.name} of {shown(server.name)}", "dim")
    lines = [f"{page.paint(shown(item.key), 'bold')}{number}  {belongs}"]
    for name, text in item.texts.items():
        lines += page.wrapped(text, _INDENT) if name == "description" else [f"{_INDENT}{name}: {shown(text)}"]
    for part in (*item.kind.json_parts, "hints"):
        if part in item.blocks:
            lines += ["", page.paint(part, "accent"), *_part(part, decode(item.blocks[part]), page)]
    lines += _economics(item, page)
    lines += ["", page.paint("digests", "accent"), f"{_INDENT}{item.digest}"]
    return lines + page.table(part.partition(":")[::2] for part in item.parts.split(" "))


def _part(part: str, value: Json, page: Page) -> list[str]:
    if part in ("input", "output"):
        rows = field_rows(value)
        if not rows:
            return page.wrapped(canonical(value).decode("utf-8", "replace"), _INDENT)
        taken = max(len(name) for name, _, _ in rows) + max(len(kind) for _, kind, _ in rows) + 6
        room = max(32, page.width - taken)
        return page.table((page.paint(name, "bold"), kind, clipped(said, room)) for name, kind, said in rows)
    if part == "arguments" and isinstance(value, list):
        return page.table(_argument(each) for each in value if isinstance(each, dict))
    return page.wrapped(pretty(value), _INDENT)


def _argument(argument: dict[str, Any]) -> Sequence[str]:
    required = "required" if argument.get("required") is True else "optional"
    return shown(str(argument.get("name", ""))), required, shown(str(argument.get("description", "")))


def _economics(item: LockedItem, page: Page) -> list[str]:
    numbers = item.numbers
    if numbers is None:
        return []
    rows = [
        ("definition", f"{numbers.tokens:,} tokens", "computed"),
        ("fields", str(numbers.fields), "computed"),
        ("answers", "bounded" if numbers.bounded else "not bounded", "estimated"),
        ("risk", numbers.risk, "estimated"),
        *((f"guard {key}", f"{bound:,}", "stated in the config") for key, bound in sorted(numbers.guard.items())),
    ]
    table = page.table((page.paint(name, "dim"), value, page.paint(basis, "dim")) for name, value, basis in rows)
    return ["", page.paint("economics", "accent"), *table]
