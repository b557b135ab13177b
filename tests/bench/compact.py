"""The compact surface in tokens, over real servers: what each form costs, and what reductions save and hide."""

import json
from typing import Any

from govern.discovery.modes import definition_tokens
from govern.economics.advice import first_sentence
from govern.economics.answer_blocks import compact_json
from govern.economics.profile import Saving
from govern.economics.tokens import count_tokens
from govern.reductions.answer import REDUCTIONS, savings
from govern.serve.compact.tools import ToolDirectory, definitions
from tests.bench.histories import version_of
from tests.bench.many_tools import CATALOGS
from tests.bench.tables import Table

ENCODING = "cl100k_base"
FOUND = 5
# Every so many tools one is searched for by the first sentence of its own description.
EVERY = 10
ASIDE = "Not measured: the captures are not here."


def servers() -> dict[str, list[dict[str, Any]]]:
    """Return the tools of the latest capture of each server."""
    latest = {
        path.name: max(path.glob("*.json"), key=version_of) for path in sorted(CATALOGS.iterdir()) if path.is_dir()
    }
    return {name: json.loads(path.read_text(encoding="utf-8"))["tools"] for name, path in latest.items()}


def compact() -> Table:
    """Count each form of every tool, and after how many searches the plain menu would have been cheaper."""
    columns = ("form", "tokens", "per tool", "largest")
    if not CATALOGS.is_dir():
        return Table("Compact surface", columns, (), (ASIDE,))
    found = servers()
    directory = ToolDirectory(found)
    places = directory.places()
    plain = [definition_tokens([directory.definition(place) or {}], ENCODING) for place in places]
    forms = {
        "plain menu: name, description, input schema": plain,
        "in a search: name and first sentence": [_tokens(directory.line(place)) for place in places],
        "tool_info: parameters and an example": [_tokens(directory.brief(place)) for place in places],
        "tool_info, full": [_tokens(directory.full(place)) for place in places],
    }
    menu = definition_tokens(definitions(code=True), ENCODING)
    rows = [_row(name, counts) for name, counts in forms.items()]
    asked = [first_sentence((directory.definition(place) or {}).get("description", "")) for place in places[::EVERY]]
    searches = [_tokens(directory.search(query, FOUND, full=False)) for query in asked if query]
    rows += [_row(f"a search, {FOUND} tools", searches), ("the seven tools", f"{menu:,}", "", "")]
    finding = sum(searches) / len(searches) + sum(forms["tool_info: parameters and an example"]) / len(places)
    cheaper = [name for name, tools in found.items() if definition_tokens(tools, ENCODING) > menu]
    least = (sum(plain) - menu) / finding
    notes = (
        f"{len(places):,} tools of {len(found)} servers, the latest capture of each.",
        (
            f"A search and `tool_info` cost {finding:.0f} tokens: the plain menu of all is cheaper from {least:,.0f} "
            f"searches in one context. Of single servers, {len(cheaper)} have a menu larger than the seven tools."
        ),
    )
    smaller = all(b < f for b, f in zip(*list(forms.values())[2:], strict=True))
    return Table("Compact surface", columns, tuple(rows), notes, smaller)


def reductions() -> Table:
    """Apply each reduction by itself to large JSON answers: the tool lists of the same servers."""
    columns = ("reduction", "answers reduced", "tokens saved", "values visible")
    if not CATALOGS.is_dir():
        return Table("Reductions", columns, (), (ASIDE,))
    sums = dict.fromkeys(REDUCTIONS, Saving())
    reduced = dict.fromkeys(REDUCTIONS, 0)
    total = 0
    for tools in servers().values():
        text = compact_json(tools)
        tokens = count_tokens(text, ENCODING)
        total += tokens
        intent = first_sentence(tools[-1].get("description", "")) if tools else ""
        for name, saving in savings(text, tokens, intent, ENCODING).items():
            sums[name] += saving
            reduced[name] += bool(saving.tokens)
    rows = tuple(
        (f"`{name}`", str(reduced[name]), f"{saving.tokens / total:.1%}", f"{saving.visible:.1%}")
        for name, saving in sums.items()
    )
    notes = (
        f"{len(servers())} answers of {total:,} tokens together, each reduction alone, at the default limits.",
        "The intent is the first sentence about the last tool. What is hidden stays readable.",
    )
    return Table("Reductions", columns, rows, notes, sums["chunk"].hidden == 0)


def _row(name: str, counts: list[int]) -> tuple[str, ...]:
    return name, f"{sum(counts):,}", f"{sum(counts) / len(counts):,.0f}", f"{max(counts):,}"


def _tokens(value: Any) -> int:
    return count_tokens(compact_json(value), ENCODING)
