"""The menu of one client: the locked offers of its servers under their names, and what answers announced."""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from govern import __version__
from govern.contract.characters import visible
from govern.contract.surface import KINDS, PROMPT, RESOURCE, TEMPLATE, TOOL
from govern.errors import did_you_mean
from govern.policy.approvals import matches_pattern
from govern.servers.http_headers import repeated_arguments
from govern.servers.session import announces_changes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.contract.surface import Kind, KindName, Surface
    from govern.lockfile.document import LockedServer
    from govern.serve.compact.resources import ResultStore
    from govern.servers.http_headers import Repeated


_METHODS: dict[KindName, str] = {
    "tool": "tools/list",
    "prompt": "prompts/list",
    "resource": "resources/list",
    "template": "resources/templates/list",
}
_EXPRESSION = re.compile(r"\{[^{}]*\}")


class Offer:
    """The locked surface of one server, as results of the protocol, which share objects: do not change them."""

    def __init__(self, locked: LockedServer) -> None:
        self._locked = locked
        # Of several items with one name, the digest of the first.
        self._digests = {(item.kind.name, item.key): item.digest for item in reversed(locked.items)}

    @property
    def handshake(self) -> dict[str, Any]:
        """Return the locked result of `initialize`, with all its fields."""
        return self.surface.handshake

    @cached_property
    def surface(self) -> Surface:
        """Return everything that was locked."""
        return self._locked.surface()

    def listing(self, kind: Kind) -> dict[str, Any]:
        """Return the whole list of one kind as the result of its list method, on one page."""
        items = [item.raw for item in self.surface.of(kind)]
        return {kind.listed_as: items, **self.surface.lists.get(_METHODS[kind.name], {})}

    def digest(self, kind: KindName, key: str) -> str:
        """Return the locked digest of an item, or an empty text if the lock has no item of this name or URI."""
        return self._digests.get((kind, key), "")

    def template_for(self, uri: str) -> str | None:
        """Return the narrowest locked URI template that a URI fits, None if it fits none."""
        templates = (item.key for item in self._locked.of(TEMPLATE))
        fitting = (key for key in templates if matches_pattern(_EXPRESSION.sub("*", key), uri))
        return max(fitting, key=_narrow, default=None)


def _narrow(template: str) -> int:
    """Return the number of characters that a template states itself."""
    return len(_EXPRESSION.sub("", template))


_SEPARATOR: Final = "__"
_LONGEST_NAME: Final = 200
_VERSIONS: Final = ("protocolVersion", "supportedVersions")
# Items of these kinds are named; the others have URIs, which stay as they are.
_NAMED: Final = (TOOL, PROMPT)
_ANNOUNCED: Final = {"tools": (TOOL,), "prompts": (PROMPT,), "resources": (RESOURCE, TEMPLATE)}


class Menu:
    """The offers of one or several servers; tools and prompts have their own names, or `SERVER__NAME` if `prefixed`.

    Names depend on nothing but the server and the item, so that a server that is added renames nothing.
    """

    def __init__(self, offers: Mapping[str, Offer], *, prefixed: bool) -> None:
        self._offers, self._prefixed = offers, prefixed
        # What is left out, because two servers have it under one name or URI.
        self.shared: dict[tuple[KindName, str], str] = {}
        self._places = {kind.name: self._placed(kind) for kind in KINDS.values()}

    @property
    def servers(self) -> tuple[str, ...]:
        """Return the names of the servers."""
        return tuple(self._offers)

    def place(self, kind: KindName, name: str) -> tuple[str, str] | None:
        """Return the server of an item and its own name there, or None if no lock holds it."""
        return self._places[kind].get(name)

    def unknown(self, kind: KindName, name: str) -> str:
        """Return the message for a name that is not offered, with the closest one that is."""
        name = name[:_LONGEST_NAME]
        known = self._places[kind]
        suggestion = did_you_mean(name, known) or did_you_mean(name.rpartition(_SEPARATOR)[2], known)
        return f"unknown {kind}: {name!r}{visible(suggestion)}"

    def place_of_uri(self, uri: str) -> tuple[str, KindName, str] | None:
        """Return the server of a URI with the kind and key of the locked item that covers it, None if none does."""
        if found := self.place("resource", uri):
            return found[0], "resource", uri
        if ("resource", uri) in self.shared:
            return None
        fitting = [
            (server, template)
            for server, offer in self._offers.items()
            if (template := offer.template_for(uri)) and self.place("template", template)
        ]
        narrowest = max((_narrow(template) for _, template in fitting), default=0)
        narrow = [(server, template) for server, template in fitting if _narrow(template) == narrowest]
        return (narrow[0][0], "template", narrow[0][1]) if len(narrow) == 1 else None

    def listing(self, kind: Kind) -> dict[str, Any]:
        """Return the whole list of one kind, as the result of its method."""
        lists = [offer.listing(kind) for offer in self._offers.values()]
        if len(lists) == 1 and not self._prefixed:
            return lists[0]
        items = [
            item | {kind.key: shown}
            for server, listed in zip(self._offers, lists, strict=True)
            for item in listed[kind.listed_as]
            if self.place(kind.name, shown := self._shown(kind, server, item[kind.key]))
        ]
        return (lists[0] if len(lists) == 1 else {}) | {kind.listed_as: items}

    @cached_property
    def handshake(self) -> dict[str, Any]:
        """Return the result of `initialize`, without versions of the protocol."""
        if len(self._offers) == 1:
            (offer,) = self._offers.values()
            return {key: value for key, value in offer.handshake.items() if key not in _VERSIONS}
        found: dict[str, Any] = {"capabilities": {}, "serverInfo": {"name": "govern", "version": __version__}}
        for offer in self._offers.values():
            _add(found["capabilities"], offer.handshake.get("capabilities", {}))
        told = [
            f"# {server}\n\n{text}"
            for server, offer in self._offers.items()
            if isinstance(text := offer.handshake.get("instructions"), str) and text
        ]
        return found | ({"instructions": "\n\n".join(told)} if told else {})

    def changed_lists(self, before: Menu) -> list[str]:
        """Return the capabilities whose lists differ from those of `before`, where that menu announces changes."""
        offered = before.handshake.get("capabilities", {})
        return [
            name
            for name, kinds in _ANNOUNCED.items()
            if announces_changes(offered.get(name)) and any(self.listing(k) != before.listing(k) for k in kinds)
        ]

    @cached_property
    def repeated(self) -> dict[str, Repeated]:
        """Return the arguments that HTTP headers repeat, by the tool's name here."""
        tools = self.listing(TOOL)[TOOL.listed_as]
        return {tool["name"]: repeated_arguments(tool.get("inputSchema")) for tool in tools}

    def _placed(self, kind: Kind) -> dict[str, tuple[str, str]]:
        places: dict[str, tuple[str, str]] = {}
        for server, offer in self._offers.items():
            for item in offer.listing(kind)[kind.listed_as]:
                shown = self._shown(kind, server, item[kind.key])
                other = places.setdefault(shown, (server, item[kind.key]))[0]
                if other != server:
                    self.shared[kind.name, shown] = f"{other} and {server} both have the {kind.name} {shown}"
        return {shown: place for shown, place in places.items() if (kind.name, shown) not in self.shared}

    def _shown(self, kind: Kind, server: str, key: str) -> str:
        return f"{server}{_SEPARATOR}{key}" if self._prefixed and kind in _NAMED else key


def _add(capabilities: dict[str, Any], more: Mapping[str, Any]) -> None:
    """Merge the capabilities of another server into the menu's."""
    for name, value in more.items():
        known = capabilities.get(name)
        if isinstance(known, dict) and isinstance(value, dict):
            _add(known, value)
        elif not known:
            capabilities[name] = deepcopy(value)


# Of each server, the latest are remembered.
_MOST: Final = 1_000
_LONGEST: Final = 8_192


class Announced:
    """The names that each server announced. A name that two servers announced belongs to neither."""

    def __init__(self) -> None:
        self._tools: dict[str, dict[str, set[str]]] = {}

    def add(self, server: str, name: object, tool: str = "") -> None:
        """Note that an answer of a server, or of a tool, announced a name."""
        if not isinstance(name, str) or len(name) > _LONGEST:
            return
        names = self._tools.setdefault(server, {})
        names.setdefault(name, set()).update({tool} - {""})
        if len(names) > _MOST:
            names.pop(next(iter(names)))

    def place(self, name: object) -> tuple[str, frozenset[str]] | None:
        """Return the server and the tools that a name came from; None if the server is unknown or not clear."""
        found = [
            (server, frozenset(names[name]))
            for server, names in self._tools.items()
            if isinstance(name, str) and name in names
        ]
        return found[0] if len(found) == 1 else None

    @property
    def servers(self) -> tuple[str, ...]:
        """Return the servers that announced anything."""
        return tuple(self._tools)


@dataclass(slots=True)
class Memory:
    """The tasks, linked resources and whole answers that one client may refer to in later requests."""

    tasks: Announced = field(default_factory=Announced)
    links: Announced = field(default_factory=Announced)
    results: ResultStore | None = None
