"""Tools with names that a caller or a model may confuse."""

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
