"""The Surface of a server and its Items, each kept as it came over the wire.

Every field of an item belongs to exactly one part, so fields of later protocols are not lost: `hints` holds every field
that no other part does.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, TypeGuard

from govern.contract.characters import has_lone_surrogate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from govern.contract.json_text import Json

    KindName = Literal["tool", "prompt", "resource", "template"]

# The two schemas of a tool.
Position = Literal["input", "output"]


class Absent(Enum):
    """A field that was not sent, which is not the same as null."""

    ABSENT = "-"


ABSENT: Final = Absent.ABSENT


@dataclass(frozen=True, slots=True)
class Kind:
    """The layout of one kind of item: its naming field, its texts, and its JSON parts by their wire names."""

    name: KindName
    listed_as: str
    key: str
    texts: tuple[str, ...]
    json_parts: Mapping[str, str] = field(default_factory=dict)

    @property
    def part_names(self) -> tuple[str, ...]:
        """Return the names of the parts in display order."""
        return ("surface", *self.block_names)

    @property
    def block_names(self) -> tuple[str, ...]:
        """Return the names of the parts that are JSON."""
        return (*self.json_parts, "hints")


TOOL = Kind("tool", "tools", "name", ("title", "description"), {"input": "inputSchema", "output": "outputSchema"})
PROMPT = Kind("prompt", "prompts", "name", ("title", "description"), {"arguments": "arguments"})
RESOURCE = Kind("resource", "resources", "uri", ("name", "title", "description", "mimeType"))
TEMPLATE = Kind("template", "resourceTemplates", "uriTemplate", ("name", "title", "description", "mimeType"))
KINDS: Mapping[KindName, Kind] = {kind.name: kind for kind in (TOOL, PROMPT, RESOURCE, TEMPLATE)}
KIND_ORDER: Mapping[str, int] = {kind: at for at, kind in enumerate(KINDS)}


@dataclass(frozen=True)
class Item:
    """A tool, prompt, resource or template; `raw` is the object as advertised, and is never changed."""

    kind: Kind
    raw: dict[str, Any]

    @property
    def key(self) -> str:
        """Return the name or URI that callers use."""
        key: str = self.raw[self.kind.key]
        return key

    @cached_property
    def surface(self) -> dict[str, str]:
        """Return the name and the texts that are valid strings."""
        return {name: self.raw[name] for name in (self.kind.key, *self.kind.texts) if is_text(self.raw.get(name))}

    @cached_property
    def hints(self) -> dict[str, Json]:
        """Return the fields that no other part holds."""
        elsewhere = {*self.surface, *self.kind.json_parts.values()}
        return {name: value for name, value in self.raw.items() if name not in elsewhere}

    def part(self, name: str) -> Json | Absent:
        """Return the value of a part, or ABSENT for a part without content."""
        if name == "surface":
            return dict(self.surface)
        if name == "hints":
            return self.hints or ABSENT
        value: Json | Absent = self.raw.get(self.kind.json_parts[name], ABSENT)
        return value

    @property
    def title(self) -> str:
        """Return the title, or an empty string."""
        return self.surface.get("title", "")

    @property
    def description(self) -> str:
        """Return the description, or an empty string."""
        return self.surface.get("description", "")


@dataclass(frozen=True)
class Surface:
    """Everything that one server lists.

    `handshake` is the result of `initialize`, or of `server/discover` in the same shape (serverInfo, protocolVersion,
    capabilities, instructions), with unknown fields. `lists` holds the fields of list results beside their items.
    """

    handshake: dict[str, Any]
    items: tuple[Item, ...]
    lists: dict[str, dict[str, Json]] = field(default_factory=dict)

    def of(self, kind: Kind) -> Iterator[Item]:
        """Yield the items of one kind, in the server's order."""
        return (item for item in self.items if item.kind is kind)

    @property
    def tools(self) -> list[Item]:
        """Return the tools, in the server's order."""
        return list(self.of(TOOL))

    @property
    def info(self) -> dict[str, Any]:
        """Return `serverInfo`: the name, title, version and so on."""
        info = self.handshake.get("serverInfo")
        return info if isinstance(info, dict) else {}

    @property
    def protocol(self) -> str:
        """Return the negotiated protocol version."""
        protocol = self.handshake.get("protocolVersion")
        return protocol if is_text(protocol) else ""

    @property
    def capabilities(self) -> dict[str, Any]:
        """Return the server's capabilities."""
        capabilities = self.handshake.get("capabilities")
        return capabilities if isinstance(capabilities, dict) else {}


def is_text(value: Any) -> TypeGuard[str]:
    """Return whether the value is a string that UTF-8 can encode."""
    return isinstance(value, str) and not has_lone_surrogate(value)


_SEPARATORS = str.maketrans("", "", "-_./: ")


@dataclass(frozen=True, slots=True)
class Collision:
    """Names that collide, each with its server.

    `repeated`: one server lists the name more than once. `same`: several servers list it. `variant`: names that differ
    only in case or separators.
    """

    kind: Literal["repeated", "same", "variant"]
    places: tuple[tuple[str, str], ...]


def collisions(names: Mapping[str, Sequence[str]]) -> list[Collision]:
    """Return the collisions among the tool names of all servers, ordered by name."""
    alike: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for server, listed in names.items():
        for name in listed:
            alike[without_style(name)].append((server, name))
    return [collision for _, places in sorted(alike.items()) if len(places) > 1 for collision in _among(sorted(places))]


def without_style(name: str) -> str:
    """Return the name without case and separators, so that `read-query` and `readQuery` are equal."""
    return name.translate(_SEPARATORS).casefold() or name


def _among(places: list[tuple[str, str]]) -> Iterator[Collision]:
    times = Counter(places)
    for place, count in times.items():
        if count > 1:
            yield Collision("repeated", (place,) * count)
    servers: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for server, name in times:
        servers[name].append((server, name))
    for _, shared in sorted(servers.items()):
        if _apart(shared):
            yield Collision("same", tuple(shared))
    if len(servers) > 1 and (_apart([*times]) or len({server for server, _ in times}) == 1):
        yield Collision("variant", tuple(times))


def _apart(places: list[tuple[str, str]]) -> bool:
    """Return whether there is more than one server; profiles of one server do not count."""
    return len({server_of(server) for server, _ in places}) > 1


def server_of(name: str) -> str:
    """Return the server of a profile such as `github@readonly`."""
    return name.partition("@")[0]
