"""Whether a change brings text that tries to steer the model: the cues that are new, as one fact of the item."""

from collections.abc import Iterable, Iterator, Mapping

from govern.compare.fact import Fact
from govern.compare.text.cue import Cue
from govern.compare.text.cues import introduced, verdict
from govern.compare.text.places import texts_in

_RULES = {"poisoned": "text-steers-model", "noted": "text-cue-added"}
_MOST_SAID = 6


def steering_facts(
    old: Mapping[str, object], new: Mapping[str, object], own_tools: frozenset[str], known: Iterable[str] = ()
) -> Iterator[Fact]:
    """At most one fact: what steers, or is worth a look. `known` are texts that the server had elsewhere before."""
    cues = introduced(texts_in(old), texts_in(new), own_tools, known)
    rule = _RULES.get(verdict(cues))
    if rule:
        ordered = sorted(cues, key=lambda cue: not cue.strong)
        yield Fact(rule, ordered[0].pointer, after=[_told(cue) for cue in ordered], said={"cues": _said(ordered)})


def _said(cues: list[Cue]) -> str:
    more = f"; and {len(cues) - _MOST_SAID} more" if len(cues) > _MOST_SAID else ""
    return "; ".join(map(_told, cues[:_MOST_SAID])) + more


def _told(cue: Cue) -> str:
    return f"{cue.kind} at {cue.pointer or '/'}: {cue.excerpt}"
