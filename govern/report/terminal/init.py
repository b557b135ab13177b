"""What `govern init` found and wrote, and what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.terminal.page import count, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.policy.discovery import InitReport, ServerOrigin, Variable
    from govern.report.terminal.page import Page


def init_report(report: InitReport, page: Page) -> str:
    """Servers by name with where they were found, then variables, then the file."""
    return "\n".join(_lines(report, page)) + "\n"


def _lines(report: InitReport, page: Page) -> Iterator[str]:
    marks = {name: page.paint("added", "good") for name in report.added}
    marks |= {name: page.paint("there", "dim") for name in report.kept}
    yield from page.table(
        (marks.get(found.name, ""), page.paint(shown(found.name), "bold"), _clients(found.sources))
        for found in report.found
    )
    for skipped in report.skipped:
        mark, name = page.paint("left out", "warn"), shown(skipped.name)
        yield f"  {mark}  {name} ({skipped.source.client}): {shown(skipped.reason)}"
    for unreadable in report.unreadable:
        yield f"  {page.paint('unread', 'warn')}  {shown(str(unreadable.path))}: {shown(unreadable.reason)}"
    if not report.found:
        yield "  no MCP client on this machine has a server configured"
    unset = [variable for variable in report.placeholders if not variable.is_set]
    if unset:
        yield page.paint(f"set {'these' if len(unset) > 1 else 'this'} before `govern lock`:", "accent")
        yield from page.table(_variable(variable) for variable in unset)
    path = shown(report.path.name)
    said = f"added {count(len(report.added), 'server')} to {path}" if report.kept else f"{path} written"
    there = "has them all" if report.found else "is there"
    yield said if report.wrote else f"{path} {there} already; nothing was changed"
    yield "next: govern lock" if report.found else f"next: name your servers in {path}, then govern lock"


def _clients(sources: Sequence[ServerOrigin]) -> str:
    return ", ".join(dict.fromkeys(source.client for source in sources))


def _variable(variable: Variable) -> tuple[str, str]:
    why = "its value stood in the client's config" if variable.was_inline else "the client's config asks for it"
    return variable.name, f"for {', '.join(map(shown, variable.servers))}: {why}"
