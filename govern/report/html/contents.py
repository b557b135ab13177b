"""The values that a page is made from, and the catalogue of locked items: a table without scripts, a list with them."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from govern.contract.characters import visible
from govern.contract.json_text import canonical
from govern.report.html.markup import (
    answer_size,
    element,
    joined,
    number,
    risk_badge,
    section,
    severity_badge,
    table,
    theirs,
    verbatim,
)
from govern.report.terminal.show import card_rows, field_rows
from govern.report.wording import WORST_FIRST

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date, datetime
    from pathlib import Path

    from govern.contract.json_text import Json
    from govern.economics.bill import Bill
    from govern.economics.budgets import Costed
    from govern.economics.profile import ToolProfile
    from govern.facts.change import Change
    from govern.lockfile.document import Lock, LockedItem, LockedServer
    from govern.report.html.markup import Markup
    from govern.rules.rule import Severity
    from govern.verdict import Verdict

Place = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class LockCommit:
    """The lock as of one commit, and the number of changes by severity since the previous one.

    `tokens` are definition tokens by server, in the `encoding` of that lock. `tags` are the releases with this lock.
    `problem` is the reason if the lock cannot be read or was removed.
    """

    commit: str
    when: datetime
    subject: str
    tags: tuple[str, ...]
    encoding: str = ""
    tools: Mapping[str, int] = field(default_factory=dict)
    tokens: Mapping[str, int] = field(default_factory=dict)
    problem: str = ""
    changes: Mapping[Severity, int] = field(default_factory=dict)

    @property
    def total_tools(self) -> int:
        """Return the number of tools of all servers."""
        return sum(self.tools.values())

    @property
    def total_tokens(self) -> int:
        """Return the number of tokens of all servers."""
        return sum(self.tokens.values())

    @property
    def drift(self) -> int:
        """Return the number of changes."""
        return sum(self.changes.values())


@dataclass(frozen=True, slots=True)
class Contents:
    """A lock, its costs, its history and its changes.

    `old` is the lock that it is compared with, `tokens_before` the tokens of its tools. `steps` are the latest commits
    that changed the lock, and there are `earlier` further ones. `why_no_verdict` and `why_no_history` are the reasons
    if one is missing. `answers` are the tools with recorded answers. `made` is today's date.
    """

    path: Path
    lock: Lock
    bill: Bill
    made: date
    verdict: Verdict | None = None
    old: Lock | None = None
    tokens_before: Mapping[str, Mapping[str, int]] | None = None
    steps: tuple[LockCommit, ...] = ()
    earlier: int = 0
    answers: tuple[ToolProfile, ...] = ()
    why_no_verdict: str = ""
    why_no_history: str = ""


def place_before(change: Change) -> Place:
    """Return server, kind and name before the change."""
    return change.server, change.kind, change.name


def place_after(change: Change) -> Place:
    """Return server, kind and name after the change."""
    server, name = change.became or (change.server, change.name)
    return server, change.kind, name


_ESCAPED = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
_FIELDS = ("field", "type", "details")
_HEAD = ("item", "kind", "+tokens", "+fields", "+answer", "risk", "changes")
_ARGUMENT = frozenset({"name", "description", "required"})


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One item, or a server itself if `item` is None; `changes` are the numbers of changes by severity."""

    server: LockedServer
    item: LockedItem | None = None
    costed: Costed | None = None
    changes: tuple[tuple[Severity, int], ...] = ()

    @property
    def kind(self) -> str:
        """Return the kind of item, or `server`."""
        return self.item.kind.name if self.item else "server"

    @property
    def name(self) -> str:
        """Return the name of the item, which is empty for a server."""
        return self.item.key if self.item else ""


class Catalogue:
    """The entries in page order, tools first and the most expensive first; an entry is identified by its number."""

    def __init__(self, contents: Contents) -> None:
        self.entries = sorted(_catalogue_entries(contents), key=_rank)
        self._numbers: dict[Place, int] = {}
        self._places: dict[str, Place] = {}
        for at, entry in enumerate(self.entries):
            place = (entry.server.name, entry.kind, entry.name)
            self._numbers.setdefault(place, at)
            if entry.kind in ("tool", "server"):
                self._places.setdefault(f"{entry.server.name}/{entry.name}" if entry.item else entry.server.name, place)

    def address(self, place: Place) -> str | None:
        """Return the link to an item, or None if it is not in the lock."""
        at = self._numbers.get(place)
        return None if at is None else f"#i-{at}"

    def link(self, place: str) -> Markup:
        """Return `server/tool`, or a server, as a link to its entry."""
        found = self._places.get(place)
        return element("a", theirs(place), href=self.address(found)) if found else theirs(place)


def catalogue_section(catalogue: Catalogue) -> Markup:
    """Return the table for a page without scripts, and the element that the script fills."""
    plain = table("Locked items", _HEAD, [_item_row(at, each) for at, each in enumerate(catalogue.entries)])
    note = element(
        "p", "With JavaScript, this list can be searched, and each item shows its texts, schema and digests."
    )
    return section("items", "Locked items", element("div", id="catalogue"), element("noscript", note, plain))


def catalogue_data(catalogue: Catalogue) -> Iterator[Markup]:
    """Yield the data for the script: the list, and the details of each server, which are read when opened."""
    rows = []
    servers: dict[str, list[CatalogueEntry]] = {}
    numbers: dict[str, int] = {}
    for entry in catalogue.entries:
        held = servers.setdefault(entry.server.name, [])
        rows.append([*_row_values(entry, numbers.setdefault(entry.server.name, len(numbers))), len(held)])
        held.append(entry)
    yield _data_script("index", {"servers": [visible(name) for name in servers], "rows": rows})
    for at, held in enumerate(servers.values()):
        yield _data_script(f"server-{at}", [list(_entry_details(entry)) for entry in held])


def _rank(entry: CatalogueEntry) -> tuple[bool, int, str, str, str]:
    tokens = entry.costed.tokens if entry.costed else 0
    return entry.costed is None, -tokens, entry.server.name, "" if entry.item is None else entry.kind, entry.name


def _catalogue_entries(contents: Contents) -> Iterator[CatalogueEntry]:
    changes = _change_counts(contents)
    costed: defaultdict[tuple[str, str, int], list[Costed]] = defaultdict(list)
    for each in contents.bill.tools:
        costed[each.server, each.name, each.tokens].append(each)
    for server in contents.lock.servers:
        yield CatalogueEntry(server, changes=changes.get((server.name, "server", ""), ()))
        for item in server.items:
            numbers = item.numbers
            found = costed[server.name, item.key, numbers.tokens].pop() if numbers else None
            yield CatalogueEntry(server, item, found, changes.get((server.name, item.kind.name, item.key), ()))


def _change_counts(contents: Contents) -> Mapping[Place, tuple[tuple[Severity, int], ...]]:
    """Count the changes of each item by severity, the worst first."""
    found: defaultdict[Place, Counter[Severity]] = defaultdict(Counter)
    for decided in contents.verdict.decided if contents.verdict else ():
        found[place_after(decided.finding.change)][decided.finding.severity] += 1
    return {
        place: tuple((severity, numbers[severity]) for severity in WORST_FIRST if numbers[severity])
        for place, numbers in found.items()
    }


def _item_row(at: int, entry: CatalogueEntry) -> Markup:
    name = element("th", theirs(f"{entry.server.name}/{entry.name}" if entry.item else entry.server.name), scope="row")
    costed = entry.costed
    numbers = (
        (
            number(costed.tokens),
            number(costed.assessment.fields),
            number(costed.assessment.max_tokens or 0, answer_size(costed)),
            element("td", risk_badge(costed.assessment.risk)),
        )
        if costed
        else [element("td")] * 4
    )
    changes = joined([severity_badge(severity, many) for severity, many in entry.changes], " ")
    return element("tr", name, element("td", entry.kind), *numbers, element("td", changes), id=f"i-{at}")


def _row_values(entry: CatalogueEntry, server: int) -> list[Any]:
    costed, answer = entry.costed, entry.costed.assessment if entry.costed else None
    return [
        server,
        entry.kind,
        visible(entry.name),
        costed.tokens if costed else None,
        answer.fields if answer else None,
        answer.max_tokens if answer else None,
        answer.bounded if answer else None,
        answer.risk.value if answer else None,
        [[severity.value, many] for severity, many in entry.changes],
    ]


def _entry_details(entry: CatalogueEntry) -> Iterator[list[Any]]:
    """Yield what an entry shows when opened: ["text", heading, text] or ["table", heading, columns, rows]."""
    if entry.item is None:
        yield from _card(entry.server)
        return
    for name, content in entry.item.texts.items():
        yield _text_part(name, content)
    for part in (*entry.item.kind.json_parts, "hints"):
        if part in entry.item.blocks:
            yield _part(part, entry.item.value(part), entry.item.blocks[part])
    if entry.costed:
        yield ["table", "economics", ("what", "value", "basis"), list(_economics_rows(entry.costed, entry.item))]
    parts = map(list, entry.item.stated_parts.items())
    yield ["table", "digests", ("part", "digest"), [[entry.kind, entry.item.digest], *parts]]


def _card(server: LockedServer) -> Iterator[list[Any]]:
    yield ["table", "card", ("what", "value"), [[key, visible(text)] for key, text in card_rows(server)]]
    blocks = {"instructions": server.instructions, "other metadata": server.hints, "list metadata": server.lists}
    for heading, content in blocks.items():
        if content is not None:
            yield _text_part(heading, content)


def _text_part(heading: str, content: str) -> list[Any]:
    return ["text", heading, visible(content)]


def _part(part: str, value: Json, written: str) -> list[Any]:
    if part in ("input", "output"):
        rows = field_rows(value)
        return ["table", part, _FIELDS, rows] if rows else _text_part(part, canonical(value).decode("utf-8", "replace"))
    if (
        part == "arguments"
        and isinstance(value, list)
        and all(isinstance(each, dict) and each.keys() <= _ARGUMENT for each in value)
    ):
        return ["table", part, _FIELDS, list(map(_argument, value))]
    return _text_part(part, written)


def _argument(argument: dict[str, Any]) -> list[str]:
    required = "required" if argument.get("required") is True else "optional"
    return [visible(str(argument.get("name", ""))), required, visible(str(argument.get("description", "")))]


def _economics_rows(costed: Costed, item: LockedItem) -> Iterator[list[str]]:
    answer = costed.assessment
    yield ["definition", f"{costed.tokens:,} tokens", "computed"]
    yield ["fields", f"{answer.fields_in:,} in, {answer.fields_out:,} out", "computed"]
    yield ["answer", answer_size(costed), "estimated"]
    yield ["based on", answer.basis.value, "estimated"]
    yield ["answers", "bounded" if answer.bounded else "unbounded", "estimated"]
    yield ["risk", answer.risk.value, "estimated"]
    for name, bound in sorted(item.numbers.guard.items() if item.numbers else ()):
        yield [f"guard {name}", f"{bound:,}", "set in the config"]


def _data_script(key: str, value: Any) -> Markup:
    """Return a script element that holds data; no text in it can end the element."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for char, escaped in _ESCAPED.items():
        written = written.replace(char, escaped)
    return verbatim(f'<script type="application/json" id="data-{key}">{written}</script>\n')
