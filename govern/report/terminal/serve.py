"""The text report of `govern serve --check`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from govern.report.terminal.page import count, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.report.documents.serve import CheckedServerDocument, ServeCheckDocument
    from govern.report.terminal.page import Page, Tone

_TONES: Final[dict[str, Tone]] = {"allowed": "good", "refused": "bad", "unreachable": "bad"}


def serve_check_report(document: ServeCheckDocument, page: Page) -> str:
    """Return each server with what would be refused of it, and a summary."""
    lines = [line for server in document["servers"] for line in _checked_lines(server, page)]
    lines += ["", page.paint(_summary(document), _TONES[document["verdict"]])]
    if document["verdict"] != "allowed":
        lines.append("see: govern diff --live")
    return "\n".join(lines) + "\n"


def _checked_lines(server: CheckedServerDocument, page: Page) -> Iterator[str]:
    yield f"{page.paint(shown(server['name']), 'bold')}  {page.paint(server['status'], _TONES[server['status']])}"
    for line in server["message"].splitlines():
        yield from page.wrapped(shown(line), "  ")
    for item in server["refused"]:
        rules = ", ".join(f"{change['severity']} {change['rule']}" for change in item["changes"])
        yield from page.wrapped(f"{item['kind']} {shown(item['name'])}: {rules or item['reason']}", "  ")


def _summary(document: ServeCheckDocument) -> str:
    servers = document["servers"]
    if document["verdict"] == "allowed":
        return f"{count(len(servers), 'server')} served as locked"
    items = sum(len(server["refused"]) for server in servers)
    whole = sum(bool(server["message"]) for server in servers)
    parts = [count(items, "item")] if items else []
    if whole:
        parts.append(f"everything of {count(whole, 'server')}")
    return f"refused: {' and '.join(parts)}"
