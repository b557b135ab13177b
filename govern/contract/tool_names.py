"""Tools that a caller, or a model, may take for one another by their names."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_SEPARATORS = str.maketrans("", "", "-_./: ")


@dataclass(frozen=True, slots=True)
class Collision:
    """Names that collide, each with its server.

    `repeated`: one server lists the name more than once. `same`: several servers list it. `variant`: names that differ
    in case or separators alone.
    """

    kind: Literal["repeated", "same", "variant"]
    places: tuple[tuple[str, str], ...]


def collisions(names: Mapping[str, Sequence[str]]) -> list[Collision]:
    """The collisions among the tool names of all servers, in the order of the names."""
    alike: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for server, listed in names.items():
        for name in listed:
            alike[without_style(name)].append((server, name))
    return [collision for _, places in sorted(alike.items()) if len(places) > 1 for collision in _among(sorted(places))]


def without_style(name: str) -> str:
    """The name without case and separators: `read-query`, `read_query` and `readQuery` are one."""
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
    """Whether more than one server is among them; its profiles are one server seen in several ways."""
    return len({server_of(server) for server, _ in places}) > 1


def server_of(name: str) -> str:
    """The server that a profile is of."""
    return name.partition("@")[0]
