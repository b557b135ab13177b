"""A lock as values. Texts stay texts, so that nothing is decoded before it is needed."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from govern.contract.json_text import decode, decode_pretty
from govern.contract.surface import TOOL, Item, Surface

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from govern.contract.json_text import Json
    from govern.contract.surface import Kind

    Rest = tuple[Mapping[str, str], Mapping[str, str], "Numbers | None"]

FORMAT = 1
ECONOMICS = 1
ENCODINGS = ("cl100k_base", "o200k_base")
RISK_THRESHOLDS = (1_000, 4_000, 8_000)
RISKS = frozenset({"low", "medium", "high", "critical", "unknown"})
_REST = ("texts", "blocks", "numbers")
_put = object.__setattr__


@dataclass(frozen=True, slots=True)
class Numbers:
    """A tool's economics as locked; `guard` holds bounds that a person configured."""

    tokens: int
    fields: int
    bounded: bool
    risk: str
    guard: Mapping[str, int] = field(default_factory=dict)

    def as_json(self) -> Json:
        """Return the JSON that the economics digest covers."""
        numbers: dict[str, Json] = {
            "bounded": self.bounded, "fields": self.fields, "risk": self.risk, "tokens": self.tokens,
        }  # fmt: skip
        return numbers | ({"guard": dict(self.guard)} if self.guard else {})


@dataclass(frozen=True, slots=True)
class LockedItem:
    """One tool, prompt, resource or template. `copy` numbers items of one name, from 1.

    Where `unread` is set, it returns texts, blocks and numbers, and is called when one of them is first used. `view` is
    the item as comparison.py made it for its comparisons.
    """

    kind: Kind
    key: str
    digest: str
    parts: str
    copy: int = 1
    texts: Mapping[str, str] = field(default_factory=dict)
    blocks: Mapping[str, str] = field(default_factory=dict)
    numbers: Numbers | None = None
    unread: Callable[[], Rest] | None = field(default=None, repr=False, compare=False)
    view: Any = field(default=None, init=False, repr=False, compare=False)

    @classmethod
    def partly_read(cls, kind: Kind, key: str, digest: str, parts: str, unread: Callable[[], Rest]) -> LockedItem:
        """Return the first item of its name, of which only these fields are read yet."""
        item = object.__new__(cls)
        _put(item, "kind", kind)
        _put(item, "key", key)
        _put(item, "digest", digest)
        _put(item, "parts", parts)
        _put(item, "copy", 1)
        _put(item, "unread", unread)
        _put(item, "view", None)
        return item

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name not in _REST:
                raise AttributeError(name)
            for each, value in zip(_REST, self.unread(), strict=True):
                _put(self, each, value)
            _put(self, "unread", None)
            return getattr(self, name)

    def item(self) -> Item:
        """Return the object as the server advertised it."""
        return Item(self.kind, self.identity() | self._decoded())

    @property
    def stated_parts(self) -> dict[str, str]:
        """Return the short digests of its parts by name, as stated in its `parts` line."""
        return dict(part.partition(":")[::2] for part in self.parts.split(" "))

    def value(self, part: str) -> Json:
        """Return the JSON of one of its blocks."""
        text = self.blocks[part]
        value = decode_pretty(text)
        return decode(text) if value is None else value

    def identity(self) -> dict[str, str]:
        """Return the texts of the surface part by their wire names."""
        return {self.kind.key: self.key, **self.texts}

    def _decoded(self) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        for part in self.blocks:
            value = self.value(part)
            if part == "hints" and isinstance(value, dict):
                fields |= value
            else:
                fields[self.kind.json_parts[part]] = value
        return fields


@dataclass(frozen=True, slots=True)
class LockedServer:
    """One server's block; missing texts are None.

    `folds`, `hints` and `lists` are JSON texts: the folds that its texts were written with, the fields of its
    initialize result that have no line of their own, and the fields of its lists other than items. `integrity` names
    the package that ran, with its version, and identifies its content.
    """

    name: str
    source: str
    digest: str
    title: str | None = None
    version: str | None = None
    protocol: str | None = None
    capabilities: tuple[str, ...] = ()
    client: str | None = None
    folds: str | None = None
    integrity: str | None = None
    instructions: str | None = None
    hints: str | None = None
    lists: str | None = None
    items: tuple[LockedItem, ...] = ()

    def of(self, kind: Kind) -> Iterator[LockedItem]:
        """Return the items of one kind."""
        return (item for item in self.items if item.kind is kind)

    @property
    def tools(self) -> list[LockedItem]:
        """Return the tools, ordered by name."""
        return list(self.of(TOOL))

    @property
    def definition_tokens(self) -> int:
        """Return the definition tokens of all its tools."""
        return sum(tool.numbers.tokens for tool in self.tools if tool.numbers)

    def without_items(self) -> LockedServer:
        """Return the server without its items."""
        return replace(self, items=())

    def surface(self) -> Surface:
        """Return what the server advertised, in the order of the lock."""
        hints, lists = (decode(text) if text else {} for text in (self.hints, self.lists))
        return Surface(
            handshake=_hello(self, hints if isinstance(hints, dict) else {}),
            items=tuple(locked.item() for locked in self.items),
            lists=lists if isinstance(lists, dict) else {},
        )


# The lines of a server's own, apart from its name and digest.
SERVER_LINES = tuple(each.name for each in fields(LockedServer) if each.name not in ("name", "digest", "items"))


@dataclass(frozen=True, slots=True)
class Lock:
    """A parsed capability.lock. `risk` holds the thresholds that the locked risks were rated with."""

    servers: tuple[LockedServer, ...] = ()
    digest: str = ""
    encoding: str = ENCODINGS[0]
    economics: int = ECONOMICS
    risk: tuple[int, int, int] = RISK_THRESHOLDS

    def server(self, name: str) -> LockedServer | None:
        """Return the server of that name, or None."""
        return next((server for server in self.servers if server.name == name), None)

    def with_servers(self, servers: Mapping[str, LockedServer]) -> Lock:
        """Return the lock with these servers in place of its own."""
        return replace(self, servers=tuple(servers[name] for name in sorted(servers)), digest="")


# Wire names of texts that the file spells differently, and texts that may have several lines.
SPELLED = {"mimeType": "mime"}
LONG_TEXTS = frozenset({"description"})


def _hello(server: LockedServer, hints: Mapping[str, Any]) -> dict[str, Any]:
    card = {"title": server.title, "version": server.version}
    info: dict[str, Any] = {key: value for key, value in card.items() if value is not None}
    capabilities: dict[str, Any] = {name: {} for name in server.capabilities}
    lines = {"protocolVersion": server.protocol, "instructions": server.instructions}
    objects = {
        "serverInfo": _joined(info, hints.get("serverInfo", {})),
        "capabilities": _joined(capabilities, hints.get("capabilities", {})),
    }
    stated = {key: value for key, value in lines.items() if value is not None}
    filled = {key: value for key, value in objects.items() if value != {} or key == "capabilities"}
    return {**hints, **stated, **filled}


def _joined(lines: dict[str, Any], rest: Any) -> Any:
    """Return an object from its lines and its other fields; another value is returned as it is."""
    return lines | rest if isinstance(rest, dict) else rest


@dataclass(frozen=True, slots=True)
class Selection:
    """A part of a lock to show: all of it, one server, or the items of one name in that server."""

    lock: Lock
    server: LockedServer | None = None
    items: tuple[LockedItem, ...] = ()
