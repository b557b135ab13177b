"""The reports of `govern lock`, `govern merge` and `govern init`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.contract.surface import KINDS
from govern.report.terminal.page import clipped, count, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.lockfile.document import LockedServer
    from govern.lockfile.merge import Merged
    from govern.lockfile.outcome import LockOutcome, Moved, Note, ServerOutcome, Status
    from govern.policy.discovery import InitReport, ServerOrigin, Variable
    from govern.report.terminal.page import Page, Tone


_TONES: dict[Status, Tone] = {"new": "good", "changed": "warn", "same": "dim", "dropped": "warn", "failed": "bad"}
_MARKS = {"added": "+", "removed": "-", "changed": "~"}
_MOST_MOVED = 12
_MOST_EVIDENCE = 15


def lock_report(outcome: LockOutcome, page: Page, *, verbose: bool = False) -> str:
    """One line a server, what moved beneath it, then what it comes to."""
    lines = []
    for server, heading in zip(outcome.servers, _headings(outcome.servers, page), strict=True):
        lines.append(heading)
        lines += _moved(server.moved, page, most=None if verbose else _MOST_MOVED)
        lines += _failure(server, page)
        lines += [line for note in server.notes for line in _note(note, page, "    ")]
    lines += [line for note in outcome.notes for line in _note(note, page, "")]
    lines.append(_conclusion(outcome, page))
    return "\n".join(lines) + "\n"


def unseen_report(outcome: LockOutcome, page: Page) -> str:
    """The servers that could not be seen, each with its reason; nothing where all were."""
    unseen = [server for server in outcome.servers if server.error]
    pairs = zip(unseen, _headings(unseen, page), strict=True)
    return "".join(f"{line}\n" for server, heading in pairs for line in (heading, *_failure(server, page)))


def contents(server: LockedServer) -> str:
    """`7 tools, 2 prompts`."""
    counts = ((kind.name, sum(1 for _ in server.of(kind))) for kind in KINDS.values())
    return ", ".join(count(number, name) for name, number in counts if number or name == "tool")


def _headings(servers: Sequence[ServerOutcome], page: Page) -> list[str]:
    rows = [
        (
            page.paint(server.status, _TONES[server.status]),
            page.paint(shown(server.name), "bold"),
            contents(server.locked) if server.locked and not server.error else "",
            definition_tokens(server.locked) if server.locked and not server.error else "",
        )
        for server in servers
    ]
    return page.table(rows)


def definition_tokens(server: LockedServer) -> str:
    """What its tools' definitions cost on every model call, in words."""
    return f"{server.definition_tokens:,} tokens"


def _moved(moved: Sequence[Moved], page: Page, most: int | None) -> Iterator[str]:
    for each in moved[:most]:
        what = f": {', '.join(each.parts)}" if each.parts else ""
        name = "the server itself" if each.kind == "server" else f"{each.kind} {shown(each.key)}"
        yield f"    {_MARKS[each.how]} {clipped(name + what, page.width - 6)}"
    if most is not None and len(moved) > most:
        yield page.paint(f"    and {len(moved) - most:,} more (--verbose shows all)", "dim")


def _failure(server: ServerOutcome, page: Page) -> Iterator[str]:
    if server.error is None:
        return
    yield from page.wrapped(shown(server.error.message), "    ")
    if server.error.where not in ("", server.name):
        yield page.paint(f"    at {shown(server.error.where)}", "dim")
    if server.error.hint:
        yield from page.wrapped(server.error.hint, "    ")
    evidence = server.error.evidence.rstrip().splitlines()
    if evidence:
        yield page.paint("    its last words:", "dim")
        for line in evidence[-_MOST_EVIDENCE:]:
            yield from page.quoted(line, "    ")
    if server.locked:
        yield page.paint("    its entry in the lock stays as it was", "dim")


def notes_report(notes: Sequence[Note], page: Page) -> str:
    """What a reader should know beside."""
    return "".join(f"{line}\n" for note in notes for line in _note(note, page, ""))


def _note(note: Note, page: Page, indent: str) -> Iterator[str]:
    first, *rest = page.wrapped(shown(note.message), f"{indent}  ")
    yield f"{indent}{page.paint('!', 'warn')} {first.lstrip()}"
    yield from rest


def _conclusion(outcome: LockOutcome, page: Page) -> str:
    where = shown(outcome.path.name)
    failed = sum(1 for server in outcome.servers if server.error)
    unseen = f"; {count(failed, 'server')} could not be seen" if failed else ""
    if outcome.checked and outcome.stale:
        return page.paint(f"{where} is stale{unseen}", "bad") + ": run `govern lock`, then review and commit it"
    if outcome.checked:
        return page.paint(f"{where} is up to date{unseen}", "bad" if failed else "good")
    if outcome.stale and not outcome.wrote:
        return page.paint(f"{where} not written{unseen}", "bad")
    said = "written" if outcome.wrote else "unchanged"
    total = f"{count(len(outcome.lock.servers), 'server')}, {outcome.lock.digest[:19]}…"
    review = ": review and commit it" if outcome.wrote else ""
    return page.paint(f"{where} {said}{unseen}", "bad" if failed else "good") + f" ({total}){review}"


def merge_report(merged: Merged, page: Page) -> str:
    """The merged lock's digest, or what only a person can decide."""
    if not merged.conflicts:
        return f"{page.paint('merged', 'good')} {count(len(merged.lock.servers), 'server')}\n{merged.lock.digest}\n"
    places = "\n".join(f"  {shown(place)}" for place in merged.conflicts)
    servers = " ".join(dict.fromkeys(shown(place).partition("/")[0].partition(" ")[0] for place in merged.conflicts))
    return (
        f"{page.paint('conflict', 'bad')}: both sides changed, each in its own way:\n{places}\n"
        f"All else is merged, and of these our side is kept. See them as they are now: govern lock {servers}\n"
    )


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
