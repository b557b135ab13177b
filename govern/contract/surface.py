"""What a server advertises, as values: a Surface of Items, each kept as it came over the wire.

An item's object is divided into parts, and every field of it belongs to exactly one, so nothing a later protocol adds
is lost: what no other part claims is in `hints`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, TypeGuard

from govern.contract.characters import has_lone_surrogate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.contract.json_type import Json

    KindName = Literal["tool", "prompt", "resource", "template"]


class Absent(Enum):
    """A field that was not sent, which is not the same as null."""

    ABSENT = "-"


ABSENT: Final = Absent.ABSENT


@dataclass(frozen=True, slots=True)
class Kind:
    """How one kind of item is laid out: the field that names it, its texts, and its JSON parts by their wire names."""

    name: KindName
    listed_as: str
    key: str
    texts: tuple[str, ...]
    json_parts: Mapping[str, str] = field(default_factory=dict)

    @property
    def part_names(self) -> tuple[str, ...]:
        """The parts in the order they are shown."""
        return ("surface", *self.json_parts, "hints")


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
        """What callers name it by."""
        key: str = self.raw[self.kind.key]
        return key

    @cached_property
    def surface(self) -> dict[str, str]:
        """The texts that say what it is."""
        return {name: self.raw[name] for name in (self.kind.key, *self.kind.texts) if is_text(self.raw.get(name))}

    @cached_property
    def hints(self) -> dict[str, Json]:
        """Everything that no other part holds."""
        elsewhere = {*self.surface, *self.kind.json_parts.values()}
        return {name: value for name, value in self.raw.items() if name not in elsewhere}

    def part(self, name: str) -> Json | Absent:
        """One part's value; a part without content is ABSENT."""
        if name == "surface":
            return dict(self.surface)
        if name == "hints":
            return self.hints or ABSENT
        value: Json | Absent = self.raw.get(self.kind.json_parts[name], ABSENT)
        return value

    @property
    def title(self) -> str:
        """The title, or nothing."""
        return self.surface.get("title", "")

    @property
    def description(self) -> str:
        """The description, or nothing."""
        return self.surface.get("description", "")


@dataclass(frozen=True)
class Surface:
    """All that one server promises.

    `handshake` is the result of `initialize` (or of `server/discover`, brought to the same shape: serverInfo,
    protocolVersion, capabilities, instructions), with unknown fields kept. `lists` holds what list results carry beside
    their items.
    """

    handshake: dict[str, Any]
    items: tuple[Item, ...]
    lists: dict[str, dict[str, Json]] = field(default_factory=dict)

    def of(self, kind: Kind) -> Iterator[Item]:
        """The items of one kind, in the server's order."""
        return (item for item in self.items if item.kind is kind)

    @property
    def tools(self) -> list[Item]:
        """The tools, in the server's order."""
        return list(self.of(TOOL))

    @property
    def info(self) -> dict[str, Any]:
        """The server's own card: its name, title, version and so on."""
        info = self.handshake.get("serverInfo")
        return info if isinstance(info, dict) else {}

    @property
    def protocol(self) -> str:
        """The protocol version that was negotiated."""
        protocol = self.handshake.get("protocolVersion")
        return protocol if is_text(protocol) else ""

    @property
    def capabilities(self) -> dict[str, Any]:
        """What the server says it can do."""
        capabilities = self.handshake.get("capabilities")
        return capabilities if isinstance(capabilities, dict) else {}


def is_text(value: Any) -> TypeGuard[str]:
    """Whether this is a string that UTF-8 can hold; anything else is kept as JSON among the hints."""
    return isinstance(value, str) and not has_lone_surrogate(value)
