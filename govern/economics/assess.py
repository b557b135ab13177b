"""Estimate what an answer can cost, from what the server declares, with the rule that each estimate is based on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from govern.contract.digests import behaviour
from govern.contract.json_text import canonical
from govern.contract.surface import ABSENT, Absent
from govern.economics.answers import NO_BOUND, Size, answer_size, count_fields

if TYPE_CHECKING:
    from govern.contract.json_text import Json
    from govern.contract.surface import Item

_UNBOUNDED_ITEMS = 100
_ENVELOPE = 50
# An undeclared item of a tool whose guard limits the number of items: 350 characters.
_UNKNOWN_ITEM = Size(0, 350, None)
# Names that always mean a page size; `count`, `top`, `size` and `first` mean other things too.
_PAGE_SIZES = frozenset({"limit", "maxcount", "maxitems", "maxresults", "numresults", "pagesize", "perpage"})


class Risk(StrEnum):
    """The share of a context window that one answer can take; `unknown` where the server declares nothing."""

    LOW = "low"
    UNKNOWN = "unknown"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"

    @property
    def rank(self) -> int:
        """Return the place from best to worst; `unknown` is worse than low and better than medium."""
        return _RANKS[self]


_RANKS = {risk: rank for rank, risk in enumerate(Risk)}


class Basis(StrEnum):
    """The rule that gave the most tokens of an answer."""

    MAX_BYTES = "max_bytes"
    LIMIT = "limit"
    SCHEMA = "schema"
    DEFAULT = "default"
    UNDECLARED = "undeclared"


@dataclass(frozen=True, slots=True)
class Guard:
    """Bounds of one answer that a person configured: items and bytes."""

    limit: int | None = None
    max_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The most tokens of each risk; above `high` it is critical."""

    low: int = 1_000
    medium: int = 4_000
    high: int = 8_000


@dataclass(frozen=True, slots=True)
class Assessment:
    """A tool's fields and the estimated tokens of an answer; `max_tokens` is None if nothing is declared."""

    fields_in: int
    fields_out: int
    min_tokens: int
    max_tokens: int | None
    bounded: bool
    risk: Risk
    basis: Basis

    @property
    def fields(self) -> int:
        """Return the number of fields of both schemas."""
        return self.fields_in + self.fields_out


def estimated_tokens(size: int) -> int:
    """Return the estimated tokens of a number of characters or bytes: one for every 3.5."""
    return -(-2 * size // 7)


def risk_of(tokens: int | None, thresholds: Thresholds) -> Risk:
    """Return the risk of an answer with this many tokens."""
    if tokens is None:
        return Risk.UNKNOWN
    if tokens <= thresholds.low:
        return Risk.LOW
    if tokens <= thresholds.medium:
        return Risk.MEDIUM
    return Risk.HIGH if tokens <= thresholds.high else Risk.CRITICAL


def assess(
    tool: Item, guard: Guard | None = None, thresholds: Thresholds | None = None, fields: int | None = None
) -> Assessment:
    """Return what a tool declares of its fields and answers, with the bounds of its guard.

    `fields` is the number of fields of both schemas, where a lock holds it.
    """
    answer = _normal_schema(tool, "output")
    fields_out = 0 if answer is ABSENT else count_fields(answer)
    fields_in = _input_fields(tool) if fields is None else fields - fields_out
    size = None if answer is ABSENT else answer_size(answer)
    if size and not fields_out and size.most is None:
        size = None
    basis, most = _bound(tool, guard or Guard(), size)
    least = estimated_tokens(size.least) if size else 0
    return Assessment(
        fields_in=fields_in,
        fields_out=fields_out,
        min_tokens=least if most is None else min(least, most),
        max_tokens=most,
        bounded=basis in (Basis.MAX_BYTES, Basis.LIMIT, Basis.SCHEMA),
        risk=risk_of(most, thresholds or Thresholds()),
        basis=basis,
    )


def _input_fields(tool: Item) -> int:
    given = tool.part("input")
    if isinstance(given, Absent):
        return 0
    # Only counts of recursive schemas depend on an order.
    return count_fields(behaviour("input", given) if b'"$ref"' in canonical(given) else given)


def _normal_schema(tool: Item, part: str) -> Json | Absent:
    """Return the schema in the order of its digest, so that another order has the same numbers."""
    schema = tool.part(part)
    return schema if isinstance(schema, Absent) else behaviour(part, schema)


def _bound(tool: Item, guard: Guard, size: Size | None) -> tuple[Basis, int | None]:
    """Return the first rule that applies, and the most tokens by it."""
    most_bytes = guard.max_bytes if guard.max_bytes is not None else _size_hint(tool.raw.get("_meta"))
    if most_bytes is not None:
        return Basis.MAX_BYTES, estimated_tokens(most_bytes)
    if size is None and guard.limit is None:
        return Basis.UNDECLARED, None
    size = size or _UNKNOWN_ITEM
    base = estimated_tokens(size.typical)
    limit = guard.limit if guard.limit is not None else _limit(tool, size)
    if limit is not None:
        return Basis.LIMIT, base * limit + _ENVELOPE
    if size.most is not None:
        return Basis.SCHEMA, estimated_tokens(size.most)
    return Basis.DEFAULT, base * _UNBOUNDED_ITEMS


def _size_hint(meta: Any) -> int | None:
    return _number(meta.get("anthropic/maxResultSizeChars")) if isinstance(meta, dict) else None


def _limit(tool: Item, size: Size) -> int | None:
    """Return the most items: the largest page that a caller can request, or the bound of the arrays."""
    page = _page_size(tool.raw.get("inputSchema"))
    if page is not None:
        return page
    return size.repeats or None


def _page_size(schema: Json) -> int | None:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict):
        return None
    sizes = [
        size
        for name, parameter in properties.items()
        if name.lower().replace("_", "").replace("-", "") in _PAGE_SIZES and (size := _largest(parameter)) is not None
    ]
    return max(sizes, default=None)


def _largest(parameter: Any) -> int | None:
    """Return the largest value of an integer parameter, or of all its branches other than null."""
    if not isinstance(parameter, dict):
        return None
    if parameter.get("type") in ("integer", "number", ["integer", "null"]):
        below = _number(parameter.get("exclusiveMaximum"))
        most = _number(parameter.get("maximum")) if below is None else below - 1
        if most is not None and most < NO_BOUND:
            return most
    sizes = [_largest(branch) for branch in _branches(parameter)]
    return None if None in sizes else max(sizes, default=None)  # type: ignore[type-var]


def _branches(parameter: dict[str, Any]) -> list[Any]:
    branches = parameter.get("anyOf", parameter.get("oneOf"))
    return [branch for branch in branches if branch != {"type": "null"}] if isinstance(branches, list) else []


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
