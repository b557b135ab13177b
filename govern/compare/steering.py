"""Whether a change brings text that tries to steer the model: the cues that are new, as one fact of the item."""

from __future__ import annotations

from govern.compare.fact import Fact
from govern.compare.text.places import texts_in
from govern.regex import regex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.compare.text.cue import Cue
    from govern.compare.text.cues import Verdict
    from govern.compare.text.places import Placed

_RULES = {"poisoned": "text-steers-model", "noted": "text-cue-added"}
_MOST_SAID = 6
_ENOUGH_WHERE_ALL_IS_NEW = 250
_DELIBERATE = frozenset({"encoded", "hidden-characters", "markup"})
_DIALECT = regex(r"https?://json-schema\.org/[\w/#-]*$")
# What a schema goes by looks like an address, and nobody goes there; inside data it is no schema's. A resource's own
# address is where it is, not where anything is sent.
_ADDRESSES = frozenset({"/uri", "/uriTemplate"})
_IDENTIFIERS = ("/$id", "/$schema")
_OF_WHOLE_SCHEMAS = frozenset(f"/{part}Schema{key}" for part in ("input", "output") for key in _IDENTIFIERS)
_OF_SCHEMA = regex(r"/(?:input|output)Schema(?!/(?:.*/)?(?:const|default|enum|examples)/)/")


def steering_facts(old: Mapping[str, object], new: Mapping[str, object], own_tools: frozenset[str]) -> Iterator[Fact]:
    """At most one fact: what steers, or is worth a look."""
    before, after = list(_texts(old)), list(_texts(new))
    if {text for _, text in after} <= {text for _, text in before}:
        return
    # What reads texts compiles a few hundred patterns; most comparisons have no new text.
    from govern.compare.text.cues import introduced, verdict

    cues = [
        *introduced(_others(before), _others(after), own_tools),
        *(cue for cue in introduced(_identifiers(before), _identifiers(after), own_tools) if not _is_address(cue)),
    ]
    yield from _fact(cues, verdict(cues) if old else _verdict_of_new(cues))


class Departed:
    """What many items said that left one server, for many that came to be held against."""

    def __init__(self, raw: Mapping[str, object], own_tools: frozenset[str]) -> None:
        from govern.compare.text.cues import TextsRead

        placed = list(_texts(raw))
        self._texts = {text for _, text in placed}
        self._others = TextsRead(_others(placed), own_tools)
        self._identifiers = TextsRead(_identifiers(placed), own_tools)

    def steering_facts(self, new: Mapping[str, object]) -> Iterator[Fact]:
        """At most one fact: what steers, or is worth a look."""
        from govern.compare.text.cues import verdict

        after = list(_texts(new))
        if {text for _, text in after} <= self._texts:
            return
        identifiers = self._identifiers.introduced(_identifiers(after))
        cues = [*self._others.introduced(_others(after)), *(cue for cue in identifiers if not _is_address(cue))]
        yield from _fact(cues, verdict(cues))


def _fact(cues: list[Cue], found: Verdict) -> Iterator[Fact]:
    rule = _RULES.get(found)
    if rule:
        ordered = sorted(cues, key=lambda cue: not cue.strong)
        yield Fact(rule, ordered[0].pointer, after=[_told(cue) for cue in ordered], said={"cues": _said(ordered)})


def _verdict_of_new(cues: list[Cue]) -> Verdict:
    """Of what is new as a whole every word is new, so it takes more than what a sentence comes to.

    Poisoned is what is said openly, what nobody writes by chance, and what has two cues.
    """
    strong = [cue for cue in cues if cue.strong and not 0 < cue.weight < _ENOUGH_WHERE_ALL_IS_NEW]
    kinds = {cue.kind for cue in strong}
    if len(kinds) > 1 or kinds & _DELIBERATE or any(cue.openly for cue in strong):
        return "poisoned"
    return "noted" if strong else "clean"


def _texts(raw: Mapping[str, object]) -> Iterator[Placed]:
    """All that a model may read: not the address that tells a schema's dialect, nor what only dresses a server."""
    return (
        (pointer, text.replace("\r\n", "\n"))
        for pointer, text in texts_in(raw)
        if not _only_dresses(pointer) and not (text.startswith("http") and _DIALECT.match(text))
    )


def _only_dresses(pointer: str) -> bool:
    place = pointer.removeprefix("/serverInfo")
    return place in ("/icons", "/websiteUrl") or place.startswith("/icons/")


def _identifies(pointer: str) -> bool:
    if pointer in _ADDRESSES or pointer in _OF_WHOLE_SCHEMAS:
        return True
    return pointer.endswith(_IDENTIFIERS) and bool(_OF_SCHEMA.match(pointer))


def _identifiers(texts: list[Placed]) -> list[Placed]:
    return [placed for placed in texts if _identifies(placed[0])]


def _others(texts: list[Placed]) -> list[Placed]:
    return [placed for placed in texts if not _identifies(placed[0])]


def _is_address(cue: Cue) -> bool:
    """Whether all that is told is which host it is of."""
    return cue.kind == "address" and not cue.strong


def _said(cues: list[Cue]) -> str:
    more = f"; and {len(cues) - _MOST_SAID} more" if len(cues) > _MOST_SAID else ""
    return "; ".join(map(_told, cues[:_MOST_SAID])) + more


def _told(cue: Cue) -> str:
    return f"{cue.kind} at {cue.pointer or '/'}: {cue.excerpt}"
