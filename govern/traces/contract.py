"""The schemas that recorded calls are compared with."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from govern.contract.json_text import decode
from govern.contract.surface import ABSENT, Absent
from govern.schemas.dialect import CURRENT, draft_of, with_pointer_references
from govern.schemas.edits.witnesses import valid_part
from govern.schemas.engine import Engine, Undecided

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterator, Sequence

    from govern.contract.json_text import Json
    from govern.contract.surface import Position
    from govern.facts.change import Change
    from govern.lockfile.document import Lock, LockedItem
    from govern.schemas.engine import Validator

MASK = "…"
_MOST_ERRORS = 50
_MOST_VALUES = 1_000


@dataclass(frozen=True, slots=True)
class Complaint:
    """One validation error: the place in the schema, the keyword, and the names that it is about.

    `way` is the path of the validator from the root, through references; `at` is the place in the value.
    """

    pointer: tuple[str | int, ...]
    keyword: str
    message: str
    names: tuple[str, ...] = ()
    way: tuple[str | int, ...] = ()
    at: tuple[str | int, ...] = ()


@dataclass(frozen=True)
class Schema:
    """A schema that is compiled once; `written` is ABSENT if none is declared and any value is valid."""

    written: Json | Absent

    @cached_property
    def takes(self) -> Callable[[Any], bool] | None:
        """Return whether a value is valid, or None if that is unknown."""
        if isinstance(self.written, Absent):
            return _anything
        return self._compiled.is_valid if self._compiled else None

    def complaints(self, value: Any) -> list[Complaint]:
        """Return the errors of a value, none of which repeats a value; a large value gets few, to save time."""
        if not self._compiled or not _is_small(value):
            return []
        try:
            return [_complaint(error) for error in _few(self._compiled.iter_errors(value))]
        except Exception:  # noqa: BLE001 - the library gives up in many ways, and it has refused the value already
            return []

    @cached_property
    def _compiled(self) -> Validator | None:
        return compiled(self.written)


def takes(is_valid: Callable[[Any], bool] | None, value: Any) -> bool | None:
    """Return whether a validator accepts a value, or None if it gives up."""
    if is_valid is None:
        return None
    try:
        return bool(is_valid(value))
    except Exception:  # noqa: BLE001 - the library gives up in many ways: a pattern that is too hard, a depth, a number
        return None
    except BaseException as error:
        if type(error).__name__ == "PanicException":  # a panic of the library's, outside of Exception
            return None
        raise


def compiled(schema: Any) -> Validator | None:
    """Return the validator of a schema without its invalid parts, or None if it cannot be compiled."""
    with suppress(Undecided, RecursionError):
        # Without `$id`, errors name places from the root.
        schema, draft = with_pointer_references(schema), draft_of(schema) or CURRENT
        with suppress(Undecided):
            return Engine().validator(schema, draft, mask=MASK)
        return Engine().validator(valid_part(schema)[0], draft, mask=MASK)
    return None


class Contract:
    """The schemas of the tools of one lock."""

    def __init__(self, lock: Lock) -> None:
        self.servers: dict[str, dict[str, LockedItem]] = {}
        for server in lock.servers:
            # Of several tools with one name the first counts; callers may reach any of them.
            self.servers[server.name] = {tool.key: tool for tool in reversed(server.tools)}
        self._lock = lock
        self._schemas: dict[tuple[str, str, Position], Schema] = {}

    @property
    def tools(self) -> dict[str, frozenset[str]]:
        """Return the names of all tools by server."""
        return {server: frozenset(tools) for server, tools in self.servers.items()}

    def own_names(self) -> dict[str, str]:
        """Return the names that servers give themselves."""
        found = {server.name: server.without_items().surface().info.get("name") for server in self._lock.servers}
        return {server: name for server, name in found.items() if isinstance(name, str)}

    def holds(self, server: str, tool: str) -> bool:
        """Return whether the contract has this tool."""
        return tool in self.servers.get(server, {})

    def schema(self, server: str, tool: str, part: Position) -> Schema:
        """Return the input or output schema of a tool."""
        key = (server, tool, part)
        if key not in self._schemas:
            text = self.text(server, tool, part)
            self._schemas[key] = Schema(ABSENT if text is None else decode(text))
        return self._schemas[key]

    def text(self, server: str, tool: str, part: Position) -> str | None:
        """Return the schema as text, as the lock has it."""
        return self.servers[server][tool].blocks.get(part)


def names_in(schema: Any) -> Iterator[str]:
    """Yield every property name that a schema declares."""
    if isinstance(schema, Mapping):
        declared = schema.get("properties")
        yield from declared if isinstance(declared, Mapping) else ()
        for inner in schema.values():
            yield from names_in(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from names_in(inner)


def _is_small(value: Any) -> bool:
    """Return whether a value holds few values."""
    number, inside = 1, [value]
    while inside and number <= _MOST_VALUES:
        held = inside.pop()
        if isinstance(held, (dict, list)):
            number += len(held)
            if number <= _MOST_VALUES:
                inside += held.values() if isinstance(held, dict) else held
    return number <= _MOST_VALUES


def _anything(_: Any) -> bool:
    return True


def _few(errors: Any) -> Iterator[Any]:
    for number, error in enumerate(errors):
        if number >= _MOST_ERRORS:
            return
        yield error


def _complaint(error: Any) -> Complaint:
    kind = error.kind
    details = kind.as_dict() if hasattr(kind, "as_dict") else {}
    names = details.get("unexpected") or ([details["property"]] if isinstance(details.get("property"), str) else [])
    place, way = tuple(error.schema_path), tuple(error.evaluation_path)
    return Complaint(place, str(kind.name), str(error.message), tuple(map(str, names)), way, tuple(error.instance_path))


_UNKNOWN = Schema(ABSENT)


@dataclass(frozen=True)
class Sides:
    """The old and the new contract of one tool; `after` is its place in the new one."""

    server: str
    tool: str
    after: tuple[str, str]
    old: Contract | None
    new: Contract
    changes: Sequence[Change]
    harmless: frozenset[str]
    hits: Counter[str]

    @property
    def is_held(self) -> bool:
        """Return whether the new contract has the tool by its name."""
        return self.new.holds(self.server, self.tool)

    @property
    def was_held(self) -> bool:
        """Return whether the old contract has the tool."""
        return self.old is not None and self.old.holds(self.server, self.tool)

    def is_same(self, part: Position) -> bool:
        """Return whether a schema is equal in both contracts."""
        return self.was_held and self.is_held and self.before(part).written == self.now(part).written

    def before(self, part: Position) -> Schema:
        """Return the old schema."""
        return self.old.schema(self.server, self.tool, part) if self.old and self.was_held else _UNKNOWN

    def now(self, part: Position) -> Schema:
        """Return the new schema, of the tool that it became."""
        return self.new.schema(*self.after, part) if self.new.holds(*self.after) else _UNKNOWN
