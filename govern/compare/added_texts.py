"""The texts that changes add for a model: their cues and suspicious sentences, also by an external judge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf, log
from typing import TYPE_CHECKING

from govern.contract.characters import shortened
from govern.facts import rule_ids as ids
from govern.facts.change import Fact
from govern.texts.parts import is_own_address, read_by_model

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from govern.compare.view import View
    from govern.facts.change import Change, Place
    from govern.texts.cues import Cue
    from govern.texts.parts import Placed
    from govern.texts.score import Sentence, Suspect

    Key = tuple[str, Place, str]

_MOST_SHOWN = 6
_EXCERPT = 240


def text_facts(old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[Fact]:
    """Yield at most one fact of each kind for the added texts of an item; `old` is empty for a new item."""
    before, after = list(read_by_model(old)), list(read_by_model(new))
    if {text for _, text in after} <= {text for _, text in before}:
        return
    # Slow to import, and most comparisons have no new text.
    from govern.texts.cues import added_cues
    from govern.texts.score import suspects

    cues = [cue for cue in added_cues(before, after) if not (cue.kind == "address" and is_own_address(cue.pointer))]
    hiding, others = [cue for cue in cues if cue.hides], [cue for cue in cues if not cue.hides]
    if hiding:
        yield _cues_fact(ids.TEXT_HIDDEN, hiding)
    if steering := [each for each in suspects(before, after) if each.score > 0]:
        yield _suspicious_fact(steering)
    if others:
        yield _cues_fact(ids.TEXT_CUE_ADDED, others)


def _cues_fact(rule: str, cues: list[Cue]) -> Fact:
    shown = [f"{cue.kind} at {cue.pointer or '/'}: {cue.excerpt}" for cue in cues]
    return Fact(rule, cues[0].pointer, after=[*shown], values={"cues": _first(shown)})


def _first(shown: Sequence[str]) -> str:
    more = f"; and {len(shown) - _MOST_SHOWN} more" if len(shown) > _MOST_SHOWN else ""
    return "; ".join(shown[:_MOST_SHOWN]) + more


def _suspicious_fact(found: list[Suspect]) -> Fact:
    from govern.texts.score import heaviest_grams

    first = found[0]
    sentence, grams = first.sentence.text, ", ".join(f"“{gram}”" for gram in heaviest_grams(first.sentence.words))
    why = f"suspicious: {grams}" if grams else "suspicious"
    if others := [f"“{shortened(each.sentence.text, _EXCERPT // 2)}”" for each in found[1:]]:
        why += f"; also {_first(others)}"
    values = {"sentence": shortened(sentence, _EXCERPT), "why": why, "score": round(first.score, 2)}
    return Fact(ids.TEXT_STEERS_MODEL, first.pointer, after=[each.sentence.text for each in found], values=values)


_ADDED = frozenset({ids.DESTRUCTIVE_TOOL_ADDED, ids.OPEN_WORLD_TOOL_ADDED})
_SUSPICIOUS = 0.5
_NEAREST_TO_SURE = 1e-6
_MOST_LISTED = 20


@dataclass(frozen=True, slots=True)
class AddedSentence:
    """One sentence that a change adds: its server, kind and item (empty for the server's own texts), and pointer."""

    server: str
    kind: Place
    item: str
    pointer: str
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Opinion:
    """A judge's score from 0 to 1 for one sentence, and its reason."""

    score: float
    reason: str

    @property
    def suspicion(self) -> float:
        """Return the score on the scale of the linear model, where more than 0 is suspicious."""
        chance = min(max(self.score, _NEAREST_TO_SURE), 1 - _NEAREST_TO_SURE)
        return log(chance / (1 - chance))


TextJudge = Callable[[Sequence[AddedSentence]], Sequence[Opinion]]


def added_texts(
    changes: Sequence[Change], old: View, new: View, only: Collection[Key] | None = None
) -> list[AddedSentence]:
    """Return the sentences that the changed items add, item by item; those of `only` these items if it is given."""
    origins: dict[Key, Key | None] = {}
    for change in changes:
        if change.kind == "policy":
            continue
        origins.setdefault((change.server, change.kind, change.name), (change.server, change.kind, change.name))
        if moved := change.became:
            origins[moved[0], change.kind, moved[1]] = change.server, change.kind, change.name
    for change in changes:
        if change.rule in _ADDED or change.rule == f"{change.kind}-added":
            # An earlier item of this name may have been another one, whose texts do not count as old texts of this one.
            origins[change.server, change.kind, change.name] = None
    from govern.texts.score import added_sentences

    found = []
    for key, origin in origins.items():
        if only is not None and key not in only:
            continue
        before = list(_texts(old, origin)) if origin else []
        added = added_sentences(before, list(_texts(new, key)))
        found += [AddedSentence(*key, pointer, sentence) for pointer, sentence in added]
    return found


def suspicions(added: Sequence[AddedSentence], opinions: Sequence[Opinion] = ()) -> Mapping[Key, float]:
    """Return the highest score of each item's added sentences; a judge's opinion only ever raises it."""
    from govern.texts.score import score

    highest: dict[Key, float] = {}
    for at, each in enumerate(added):
        key = each.server, each.kind, each.item
        judged = opinions[at].suspicion if opinions else -inf
        highest[key] = max(highest.get(key, -inf), score(each.sentence.words), judged)
    return highest


def with_opinions(
    changes: Sequence[Change], added: Sequence[AddedSentence], opinions: Sequence[Opinion]
) -> list[Change]:
    """Return the changes with `text-steers-model` for each item in which the judge finds a suspicious sentence.

    Where the linear model found one as well, its change keeps its id and gains the judge's reason.
    """
    worst: dict[Key, tuple[AddedSentence, Opinion]] = {}
    listed: dict[Key, list[str]] = {}
    for each, opinion in zip(added, opinions, strict=True):
        key = each.server, each.kind, each.item
        listed.setdefault(key, []).append(each.sentence.text)
        if opinion.score >= _SUSPICIOUS and (key not in worst or opinion.score > worst[key][1].score):
            worst[key] = each, opinion
    raised = []
    for change in changes:
        key = change.server, change.kind, change.name
        judged = worst.pop(key, None) if change.rule == ids.TEXT_STEERS_MODEL else None
        raised.append(_with_reason(change, *judged) if judged else change)
    raised += [_judged_change(*judged, listed[key]) for key, judged in worst.items()]
    return sorted(raised, key=lambda each: (each.server, each.kind, each.name))


def _with_reason(change: Change, added: AddedSentence, opinion: Opinion) -> Change:
    shown = shortened(added.sentence.text, _EXCERPT)
    other = "" if change.values["sentence"] == shown else f" of “{shown}”"
    why = f"{change.values['why']}; judge {opinion.score:.2f}{other}: {opinion.reason}"
    return replace(change, values={**change.values, "why": why})


def _judged_change(added: AddedSentence, opinion: Opinion, sentences: Sequence[str]) -> Change:
    """Return a change whose id depends on all that the item adds: a judge may choose another sentence next time."""
    values = {
        "sentence": shortened(added.sentence.text, _EXCERPT),
        "why": f"judge {opinion.score:.2f}: {opinion.reason}",
    }
    fact = Fact(ids.TEXT_STEERS_MODEL, added.pointer, after=[*sentences[:_MOST_LISTED]], values=values)
    return fact.of(added.server, added.kind, added.item)


def _texts(view: View, key: Key) -> Iterator[Placed]:
    """Yield the texts of an item, of all items of that name where there are several, or of the server itself."""
    name, kind, item = key
    server = view.get(name)
    if server is None or kind == "lock" or kind == "policy":  # noqa: PLR1714 - mypy follows only this
        return
    if kind == "server":
        yield from read_by_model(server.own_fields)
        return
    for held in server.copies(kind, item):
        yield from read_by_model(held.decode().raw)
