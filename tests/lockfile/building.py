"""Locks made in memory."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from govern.contract.surface import KINDS, TOOL, Item, Kind, Surface
from govern.lockfile.document import Lock, LockedServer
from govern.lockfile.integrity import digest_of_lock
from govern.lockfile.lock_server import Measures, Origin, lock_server


def locked(name: str, *tools: dict[str, Any], handshake: dict[str, Any] | None = None, **origin: Any) -> LockedServer:
    """Return a server's block with these tools."""
    surface = Surface(handshake or {}, tuple(Item(TOOL, tool) for tool in tools))
    return lock_server(Origin(name, origin.get("source", "x"), {}), surface, Measures(), origin.get("old"))


def lock_of(*servers: LockedServer) -> Lock:
    """Return a whole lock with its digest."""
    lock = Lock().with_servers({server.name: server for server in servers})
    return replace(lock, digest=digest_of_lock(lock))


texts = st.text(st.characters(), max_size=20)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


def raw_items(kind: Kind) -> st.SearchStrategy[Item]:
    """Generate items with unusual names, texts and unknown fields."""
    fields = [*kind.texts, *kind.json_parts.values(), "annotations", "_meta", "x"]
    names = st.text(st.characters(exclude_categories=["Cs"]), max_size=10)
    bodies = st.dictionaries(st.sampled_from(fields), json_values, max_size=5)
    return st.builds(lambda name, body: Item(kind, {**body, kind.key: name}), names, bodies)


surfaces = st.builds(
    lambda handshake, items: Surface(handshake, tuple(items)),
    st.fixed_dictionaries(
        {},
        optional={
            "serverInfo": st.dictionaries(st.sampled_from(["name", "title", "version", "icons"]), json_values)
            | json_values,
            "protocolVersion": st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=5),
            "instructions": st.text(max_size=20) | st.none() | st.integers(),
            "capabilities": st.dictionaries(st.sampled_from(["tools", "prompts", "x"]), st.just({}) | json_values),
            "later": json_values,
            "lists": json_values,
        },
    ),
    st.lists(st.one_of(*(raw_items(kind) for kind in KINDS.values())), max_size=5),
)


def lock_surface(surface: Surface, name: str = "s", old: LockedServer | None = None) -> LockedServer:
    """Return the block of a surface."""
    return lock_server(Origin(name, "python s.py", {}), surface, Measures(), old)
