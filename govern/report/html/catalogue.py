"""Everything that is locked, item by item: a table without a script, and with one a list to search and open."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from govern.contract.characters import visible
from govern.contract.json_text import canonical, decode
from govern.report.html.markup import element, joined, theirs, verbatim
from govern.report.html.signs import number, risk_badge, section, severity_badge, table
from govern.report.html.whereabouts import place_after
from govern.report.terminal.cost import answer_up_to
from govern.report.terminal.fields import field_rows
from govern.report.wording import WORST_FIRST

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.contract.json_type import Json
    from govern.economics.budgets import Costed
    from govern.lockfile.document import LockedItem, LockedServer
    from govern.report.html.contents import Contents
    from govern.report.html.markup import Markup
    from govern.report.html.whereabouts import Place
    from govern.rules.rule import Severity

_ESCAPED = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
_FIELDS = ("field", "type", "says")
_HEAD = ("item", "kind", "+tokens", "+fields", "+answer up to", "risk", "changes")
_ARGUMENT = frozenset({"name", "description", "required"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One item, or a server's own words where there is none; `changes` are how many of each severity."""

    server: LockedServer
    item: LockedItem | None = None
    costed: Costed | None = None
    changes: tuple[tuple[Severity, int], ...] = ()

    @property
    def kind(self) -> str:
        """What it is."""
        return self.item.kind.name if self.item else "server"

    @property
    def name(self) -> str:
        """What it is called."""
        return self.item.key if self.item else ""


class Catalogue:
    """The entries in the page's order, tools first and the dearest first; each is known by its number."""

    def __init__(self, contents: Contents) -> None:
        self.entries = sorted(_entries(contents), key=_rank)
        self._numbers: dict[Place, int] = {}
        self._places: dict[str, Place] = {}
        for at, entry in enumerate(self.entries):
            place = (entry.server.name, entry.kind, entry.name)
            self._numbers.setdefault(place, at)
            if entry.kind in ("tool", "server"):
                self._places.setdefault(f"{entry.server.name}/{entry.name}" if entry.item else entry.server.name, place)

    def address(self, place: Place) -> str | None:
        """Where the page tells of an item, if it is locked."""
        at = self._numbers.get(place)
        return None if at is None else f"#i-{at}"

    def link(self, place: str) -> Markup:
        """`server/tool`, or a server, as a link to its entry."""
        found = self._places.get(place)
        return element("a", theirs(place), href=self.address(found)) if found else theirs(place)


def catalogue_section(catalogue: Catalogue) -> Markup:
    """The table as it is without a script, and the place where the script puts its own."""
    plain = table("Everything that is locked", _HEAD, [_row(at, each) for at, each in enumerate(catalogue.entries)])
    note = element("p", "With scripts, each opens its texts, schema and digests, and can be searched for.")
    return section("items", "What is locked", element("div", id="catalogue"), element("noscript", note, plain))


def catalogue_data(catalogue: Catalogue) -> Markup:
    """What the script reads: the list at once, and of each server the details once somebody asks."""
    details: dict[str, list[Any]] = {}
    rows = []
    servers: dict[str, int] = {}
    for entry in catalogue.entries:
        server = servers.setdefault(entry.server.name, len(servers))
        held = details.setdefault(entry.server.name, [])
        rows.append([*_numbers(entry, server), len(held)])
        held.append(list(_details(entry)))
    index = {"servers": [visible(name) for name in servers], "rows": rows}
    return joined([_data("index", index), *(_data(f"server-{at}", held) for at, held in enumerate(details.values()))])


def _rank(entry: Entry) -> tuple[bool, int, str, str, str]:
    tokens = entry.costed.tokens if entry.costed else 0
    return entry.costed is None, -tokens, entry.server.name, "" if entry.item is None else entry.kind, entry.name


def _entries(contents: Contents) -> Iterator[Entry]:
    changes = _changes(contents)
    costed: defaultdict[tuple[str, str, int], list[Costed]] = defaultdict(list)
    for each in contents.bill.tools:
        costed[each.server, each.name, each.tokens].append(each)
    for server in contents.lock.servers:
        yield Entry(server, changes=changes.get((server.name, "server", ""), ()))
        for item in server.items:
            numbers = item.numbers
            found = costed[server.name, item.key, numbers.tokens].pop() if numbers else None
            yield Entry(server, item, found, changes.get((server.name, item.kind.name, item.key), ()))


def _changes(contents: Contents) -> Mapping[Place, tuple[tuple[Severity, int], ...]]:
    """Count the changes of each item by severity, the worst first."""
    found: defaultdict[Place, Counter[Severity]] = defaultdict(Counter)
    for decided in contents.verdict.decided if contents.verdict else ():
        found[place_after(decided.finding.change)][decided.finding.severity] += 1
    return {
        place: tuple((severity, numbers[severity]) for severity in WORST_FIRST if numbers[severity])
        for place, numbers in found.items()
    }


def _row(at: int, entry: Entry) -> Markup:
    name = element("th", theirs(f"{entry.server.name}/{entry.name}" if entry.item else entry.server.name), scope="row")
    costed = entry.costed
    numbers = (
        (
            number(costed.tokens),
            number(costed.assessment.fields),
            number(costed.assessment.max_tokens or 0, answer_up_to(costed)),
            element("td", risk_badge(costed.assessment.risk)),
        )
        if costed
        else [element("td")] * 4
    )
    changes = (severity_badge(severity, many) for severity, many in entry.changes)
    return element("tr", name, element("td", entry.kind), *numbers, element("td", *changes), id=f"i-{at}")


def _numbers(entry: Entry, server: int) -> list[Any]:
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


def _details(entry: Entry) -> Iterator[list[Any]]:
    """What an entry opens: texts as ["text", heading, text], tables as ["table", heading, columns, rows]."""
    if entry.item is None:
        yield from _card(entry.server)
        return
    for name, said in entry.item.texts.items():
        yield _text(name, said)
    for part in (*entry.item.kind.json_parts, "hints"):
        if part in entry.item.blocks:
            yield _part(part, decode(entry.item.blocks[part]), entry.item.blocks[part])
    if entry.costed and entry.item.numbers:
        yield ["table", "economics", ("what", "value", "basis"), list(_economics(entry.costed, entry.item))]
    parts = map(list, entry.item.stated.items())
    yield ["table", "digests", ("part", "digest"), [[entry.kind, entry.item.digest], *parts]]


def _card(server: LockedServer) -> Iterator[list[Any]]:
    lines = {
        "source": server.source,
        "title": server.title,
        "version": server.version,
        "protocol": server.protocol,
        "capabilities": ", ".join(server.capabilities) or None,
        "seen as": server.client,
        "folds": server.folds,
        "digest": server.digest,
    }
    yield [
        "table",
        "card",
        ("what", "value"),
        [[key, visible(said)] for key, said in lines.items() if said is not None],
    ]
    blocks = {"instructions": server.instructions, "also said": server.hints, "beside its lists": server.lists}
    for heading, said in blocks.items():
        if said is not None:
            yield _text(heading, said)


def _text(heading: str, said: str) -> list[Any]:
    return ["text", heading, visible(said)]


def _part(part: str, value: Json, written: str) -> list[Any]:
    if part in ("input", "output"):
        rows = field_rows(value)
        return ["table", part, _FIELDS, rows] if rows else _text(part, canonical(value).decode("utf-8", "replace"))
    if part == "arguments" and isinstance(value, list) and all(map(_is_argument, value)):
        return ["table", part, _FIELDS, list(map(_argument, value))]
    return _text(part, written)


def _is_argument(value: Json) -> bool:
    """Whether a row of the table says all of it."""
    return isinstance(value, dict) and value.keys() <= _ARGUMENT


def _argument(argument: dict[str, Any]) -> list[str]:
    required = "required" if argument.get("required") is True else "optional"
    return [visible(str(argument.get("name", ""))), required, visible(str(argument.get("description", "")))]


def _economics(costed: Costed, item: LockedItem) -> Iterator[list[str]]:
    answer = costed.assessment
    yield ["definition", f"{costed.tokens:,} tokens", "computed"]
    yield ["fields", f"{answer.fields_in:,} in, {answer.fields_out:,} out", "computed"]
    yield ["answer up to", answer_up_to(costed), "estimated"]
    yield ["decided by", answer.basis.value, "estimated"]
    yield ["answers", "bounded" if answer.bounded else "not bounded", "estimated"]
    yield ["risk", answer.risk.value, "estimated"]
    for name, bound in sorted(item.numbers.guard.items() if item.numbers else ()):
        yield [f"guard {name}", f"{bound:,}", "stated in the config"]


def _data(key: str, value: Any) -> Markup:
    """A script that only holds data; no text in it can end it or begin anything."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for char, escaped in _ESCAPED.items():
        written = written.replace(char, escaped)
    return verbatim(f'<script type="application/json" id="data-{key}">{written}</script>\n')
