"""The reports of `govern lock`, `merge` and `serve --check`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from govern.contract.surface import KINDS
from govern.errors import ServerNotStarted, exception_line
from govern.files import relative_path
from govern.report.terminal.page import LONGEST_SENTENCE, clipped, count, first_of, limited, name_of, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.lockfile.comparison import Merged
    from govern.lockfile.document import LockedServer
    from govern.lockfile.outcome import LockOutcome, Moved, Note, ServerOutcome, Status
    from govern.report.documents.serve import CheckedServerDocument, ServeCheckDocument
    from govern.report.terminal.page import Page, Tone

_TONES: dict[Status, Tone] = {"new": "good", "changed": "warn", "same": "dim", "dropped": "warn", "failed": "bad"}
_MARKS = {"added": "+", "removed": "-", "changed": "~"}
_MOST_MOVED = 12
_MOST_EVIDENCE = 15
# Of so few lines of output, none needs to be shown first. Of several failed servers, each has so few.
_FEW = 3
_MOST_WITHHELD = 8
_MOST_NAMED = 4


def lock_report(outcome: LockOutcome, page: Page, *, verbose: bool = False, quiet: bool = False) -> str:
    """Return a line for each server, then what changed in it, then the result; with `quiet` only what fails."""
    servers = [each for each in outcome.servers if not quiet or each.error or (outcome.checked and each.moved)]
    most = _MOST_EVIDENCE if verbose or len([each for each in servers if each.error]) == 1 else _FEW
    lines = []
    for server, heading in zip(servers, _server_headings(servers, page), strict=True):
        lines.append(heading)
        lines += _moved_lines(server.moved, page, verbose=verbose)
        lines += _failure_lines(server, page, most)
        lines += [line for note in server.notes for line in _note_lines(note, page, "    ")]
    lines += [line for note in outcome.notes if not quiet for line in _note_lines(note, page, "")]
    lines.append(_result_line(outcome, page))
    return "\n".join(lines) + "\n"


# The parts of an item, as people call them.
_PARTS = {
    "surface": "name and texts",
    "input": "input schema",
    "output": "output schema",
    "hints": "annotations and other metadata",
    "economics": "token cost",
}


def unreachable_report(outcome: LockOutcome, page: Page) -> str:
    """Return the unreachable servers, each with its reason; empty if all were reached."""
    unseen = [server for server in outcome.servers if server.error]
    pairs = zip(unseen, _server_headings(unseen, page), strict=True)
    return "".join(f"{line}\n" for server, heading in pairs for line in (heading, *_failure_lines(server, page)))


def contents(server: LockedServer) -> str:
    """Return the contents of a server in numbers: `7 tools, 2 prompts`."""
    counts = ((kind.name, sum(1 for _ in server.of(kind))) for kind in KINDS.values())
    return ", ".join(count(number, name) for name, number in counts if number or name == "tool")


def _server_headings(servers: Sequence[ServerOutcome], page: Page) -> list[str]:
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
    """Return the cost of a server's definitions on every model call."""
    return f"{server.definition_tokens:,} tokens"


def _moved_lines(moved: Sequence[Moved], page: Page, *, verbose: bool) -> Iterator[str]:
    """Yield what moved; items of one kind that moved in the same way are one line, unless `verbose`."""
    groups: dict[object, list[Moved]] = {}
    for at, each in enumerate(moved):
        groups.setdefault(at if verbose else (each.how, each.kind, each.parts), []).append(each)
    most = len(groups) if verbose else _MOST_MOVED
    for first, *others in [*groups.values()][:most]:
        what = f": {', '.join(_PARTS.get(part, part) for part in first.parts)}" if first.parts else ""
        keys = first_of([shown(each.key) for each in (first, *others)], _MOST_NAMED)
        name = "the server itself" if first.kind == "server" else f"{first.kind}{'s' if others else ''} {keys}"
        yield f"    {_MARKS[first.how]} {clipped(name + what, page.width - 6) if page.wraps else name + what}"
    if len(groups) > most:
        left = sum(map(len, [*groups.values()][most:]))
        yield page.paint(f"    and {left:,} more (--verbose shows all)", "dim")


def _failure_lines(server: ServerOutcome, page: Page, most: int = _MOST_EVIDENCE) -> Iterator[str]:
    if server.error is None:
        return
    yield from page.wrapped(limited(shown(server.error.message), LONGEST_SENTENCE), "    ")
    if where := server.error.where.removeprefix(server.name).removeprefix(": "):
        yield page.paint(f"    at {shown(where)}", "dim")
    if server.error.hint:
        yield from page.wrapped(server.error.hint, "    ")
    evidence = server.error.evidence.rstrip().splitlines()
    telling = exception_line(server.error.evidence)
    last = evidence[-most:]
    is_in_sight = telling in last[:1] or (len(last) <= _FEW and (telling in last or len(evidence) <= _FEW))
    if telling not in server.error.message and not is_in_sight:
        yield from page.quoted(limited(telling, LONGEST_SENTENCE), "    ")
    if evidence:
        yield page.paint("    last lines of its output:", "dim")
        for line in last:
            yield from page.quoted(limited(line, LONGEST_SENTENCE), "    ")
    if server.error.withheld:
        yield from page.wrapped(_withheld_text(server.error.withheld), "    ")
    if server.locked:
        yield page.paint("    its lock entry stays; it was not compared", "dim")


def _withheld_text(names: Sequence[str]) -> str:
    named = first_of([*map(shown, names)], _MOST_WITHHELD)
    passes = f'`inherit-env = ["{shown(names[0])}"]` in govern.toml'
    return f"variables of your shell that it did not get: {named}; pass one with {passes}"


def notes_report(notes: Sequence[Note], page: Page) -> str:
    """Return notes, one below the other."""
    return "".join(f"{line}\n" for note in notes for line in _note_lines(note, page, ""))


def _note_lines(note: Note, page: Page, indent: str) -> Iterator[str]:
    first, *rest = page.wrapped(limited(shown(note.message), LONGEST_SENTENCE), f"{indent}  ")
    yield f"{indent}{page.paint('!', 'warn')} {first.lstrip()}"
    yield from rest


def _result_line(outcome: LockOutcome, page: Page) -> str:
    where = shown(relative_path(outcome.path, Path.cwd()))
    failed = [server for server in outcome.servers if server.error]
    waiting = [server for server in failed if isinstance(server.error, ServerNotStarted)]
    unseen = _named_servers([server for server in failed if server not in waiting], "unreachable")
    unseen += _named_servers(waiting, "not started")
    if outcome.checked and outcome.stale:
        return page.paint(f"{where} is stale{unseen}", "bad") + ": run `govern lock`, then review and commit it"
    if outcome.checked:
        if failed:
            rest = "its other servers are" if len(failed) < len(outcome.servers) else "nothing was"
            state = "up to date" if len(failed) < len(outcome.servers) else "checked"
            return page.paint(f"{where}: {rest} {state}{unseen}", "bad")
        return page.paint(f"{where} is up to date", "good")
    if outcome.stale and not outcome.wrote:
        return page.paint(f"{where} not written{unseen}", "bad")
    result = "written" if outcome.wrote else "unchanged"
    total = f"{count(len(outcome.lock.servers), 'server')} locked, {outcome.lock.digest[:19]}…"
    review = ": review and commit it" if outcome.wrote else ""
    total = f"; {total}" if failed else f" ({total})"
    return page.paint(f"{where} {result}{unseen}", "bad" if failed else "good") + total + review


def _named_servers(servers: Sequence[ServerOutcome], state: str) -> str:
    names = first_of([shown(server.name) for server in servers], _MOST_NAMED)
    return f"; {count(len(servers), 'server')} {state} ({names})" if servers else ""


def merge_report(merged: Merged, page: Page) -> str:
    """Return the merged lock's digest, or the conflicts to resolve."""
    if not merged.conflicts:
        return f"{page.paint('merged', 'good')} {count(len(merged.lock.servers), 'server')}\n{merged.lock.digest}\n"
    places = "\n".join(f"  {name_of(place)}" for place in merged.conflicts)
    servers = " ".join(dict.fromkeys(shown(place).partition("/")[0].partition(" ")[0] for place in merged.conflicts))
    return (
        f"{page.paint('conflict', 'bad')}: both sides changed these, differently:\n{places}\n"
        f"Everything else is merged; for these, our side is kept. Lock them again: govern lock {servers}\n"
    )


_SERVE_TONES: dict[str, Tone] = {"allowed": "good", "refused": "bad", "unreachable": "bad"}


def serve_check_report(document: ServeCheckDocument, page: Page) -> str:
    """Return each server with what would be refused of it, and a summary."""
    servers = document["servers"]
    rows = [(page.paint(shown(each["name"]), "bold"), _painted_status(each, page)) for each in servers]
    lines = []
    for server, heading in zip(servers, page.table(rows), strict=True):
        lines += [heading.lstrip(), *_refusal_lines(server, page)]
    lines += ["", page.paint(_summary(document), _SERVE_TONES[document["verdict"]])]
    if document["verdict"] != "allowed":
        lines.append("see: govern diff --live")
    return "\n".join(lines) + "\n"


def _painted_status(server: CheckedServerDocument, page: Page) -> str:
    return page.paint(server["status"], _SERVE_TONES[server["status"]])


def _refusal_lines(server: CheckedServerDocument, page: Page) -> Iterator[str]:
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
