"""What locking did, server by server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.contract.surface import KINDS
from govern.report.terminal.page import clipped, count, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.lockfile.document import LockedServer
    from govern.lockfile.movement import Moved
    from govern.lockfile.outcome import LockOutcome, Note, ServerOutcome, Status
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
