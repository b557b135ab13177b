"""Rows about schemas that inputs and outputs share: openness, texts, and the schema as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.rules.rule import Rule, Severity
from govern.rules.schema_families import families
from govern.rules.schema_notes import notes
from govern.rules.schema_place import CORE, TEXT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.rules.schema_place import Place

_UNSAID = "Nobody who keeps to what is documented sends other names. A client that validates literally may see it."
_DECLARED = "Openness that was written down was a promise, even to names that nobody has documented."


def shared(place: Place) -> tuple[Rule, ...]:
    """Every row that both positions have."""
    return (
        *families(place),
        *_openness(place),
        _undocumented(place),
        *notes(place),
        *_meanings(place),
        *_soundness(place),
    )


# What became of names that are not documented: the rule, its mirror, the title and the message.
_OPENNESS: Mapping[str, tuple[str, str, str]] = {
    "closed": (
        "opened",
        "Names that are not documented are refused now",
        "names that are not documented are refused now, and nothing was said of them before",
    ),
    "opened": (
        "closed",
        "Names that are not documented are no longer refused",
        "names that are not documented were refused, and nothing is said of them now",
    ),
    "openness-withdrawn": (
        "openness-declared",
        "Other names were welcome, and not all of them are now",
        "names that are not documented were welcome, and not all of them are now",
    ),
    "openness-declared": (
        "openness-withdrawn",
        "Other names were refused, and are welcome now",
        "names that are not documented were refused, and are welcome now",
    ),
}


def _openness(place: Place) -> tuple[Rule, ...]:
    known: dict[str, Any] = {"type": "object", "properties": {"y": TEXT}}
    closed, opened = {**known, "additionalProperties": False}, {**known, "additionalProperties": True}
    sides = {"closed": (known, closed), "opened": (closed, known),
             "openness-withdrawn": (opened, closed), "openness-declared": (closed, opened)}  # fmt: skip
    harmful = "openness-withdrawn" if place.position == "input" else "openness-declared"

    def row(stem: str) -> Rule:
        mirror, title, message = _OPENNESS[stem]
        risky = stem == harmful
        return Rule(
            f"{place.position}-{stem}-undocumented",
            Severity.RISKY if risky else Severity.SAFE,
            title,
            f"{{place}}: {message}",
            _DECLARED if risky else _UNSAID,
            "Check who sends or reads other names." if risky else "Nothing to do.",
            place.whole(*sides[stem]),
            mirror=f"{place.position}-{mirror}-undocumented",
            spec=f"{CORE}#section-10.3.2.3",
        )

    return tuple(map(row, _OPENNESS))


def _undocumented(place: Place) -> Rule:
    known: dict[str, Any] = {"type": "object", "properties": {"y": TEXT}}
    named = {**known, "propertyNames": {"pattern": "^y"}}
    is_input = place.position == "input"
    return Rule(
        f"{place.position}-{'narrowed' if is_input else 'widened'}-undocumented",
        Severity.SAFE,
        "Only what is not documented is " + ("refused" if is_input else "let through"),
        "{place}: {keyword} {before} → {after}",
        "Nobody who keeps to what is documented sends it. A client that validates literally may see it.",
        "Nothing to do.",
        place.whole(known, named) if is_input else place.whole(named, known),
        unmirrored="the way back is told by what was edited",
        spec=f"{CORE}#section-10.3.2.3",
    )


def _meanings(place: Place) -> tuple[Rule, ...]:
    name = place.position
    unused: dict[str, Any] = {"type": "object", "properties": {"y": TEXT}}
    return (
        Rule(
            f"{name}-respelled",
            Severity.SAFE,
            "The same meaning, written differently",
            "the same meaning, written differently: {edit}",
            "Whatever was valid is, and nothing else.",
            "Nothing to do.",
            place.example({"type": ["string", "null"]}, {"anyOf": [TEXT, {"type": "null"}]}),
            mirror=f"{name}-respelled",
        ),
        Rule(
            f"{name}-definition-changed",
            Severity.SAFE,
            "A definition that nothing refers to came or went",
            "{place}: a definition that nothing refers to: {before} → {after}",
            "No validator looks at it, though a reader may.",
            "Nothing to do.",
            place.whole(unused, {**unused, "$defs": {"Old": TEXT}}),
            mirror=f"{name}-definition-changed",
        ),
        Rule(
            f"{name}-unproven",
            Severity.RISKY,
            "Nobody can prove that nothing breaks",
            "nobody can prove that this breaks nothing: {edit}",
            "Neither a proof nor a counterexample was found.",
            "Read both, and try what callers really send.",
            place.example({**TEXT, "pattern": r"^(a|b)\1$"}, {**TEXT, "pattern": r"^(b|a)\1$"}),
            mirror=f"{name}-unproven",
        ),
    )


def _soundness(place: Place) -> tuple[Rule, ...]:
    name = place.position
    tuples: dict[str, Any] = {"type": "array", "prefixItems": [TEXT]}
    old_words = {"type": "object", "properties": {"x": tuples}, "$schema": "http://json-schema.org/draft-07/schema#"}
    new_words = {**old_words, "$schema": "https://json-schema.org/draft/2020-12/schema"}
    return (
        Rule(
            f"{name}-schema-invalid",
            Severity.RISKY,
            "A schema is invalid now",
            "{place}: {edit}",
            "Clients differ in what they make of it, and some drop the tool.",
            "Write what the dialect allows.",
            place.example({"type": "integer"}, {"type": "integer", "minimum": "3"}),
            mirror=f"{name}-schema-repaired",
        ),
        Rule(
            f"{name}-schema-repaired",
            Severity.SAFE,
            "A schema is valid again",
            "{place} is valid now; it was: {edit}",
            "Clients that coped with it still do.",
            "Nothing to do.",
            place.example({"type": "integer", "minimum": "3"}, {"type": "integer"}),
            mirror=f"{name}-schema-invalid",
        ),
        _restated(place),
        Rule(
            f"{name}-dialect-changed",
            Severity.RISKY,
            "The same words mean something else in the dialect that is named now",
            "`$schema` {before} → {after}, and the same words mean something else in it",
            "Clients that honour the dialect take other values now.",
            "Say what was meant in the words of the new dialect.",
            place.whole(old_words, new_words),
            mirror=f"{name}-dialect-changed",
            spec=f"{CORE}#section-8.1.1",
        ),
    )


def texts(place: Place, stem: str, what: str) -> tuple[Rule, Rule]:
    """The rows of the words beside a schema."""

    def said(text: str) -> dict[str, str]:
        return {**TEXT, "description": text}

    return (
        Rule(
            f"{stem}-changed",
            Severity.RISKY,
            f"{what} changed",
            "{place}: {how}",
            "A model fills in and reads values by these words; others may lead it elsewhere.",
            "Read both as a model would. Where the meaning stays, approve it; policy may make such changes SAFE.",
            place.example(said("How many."), said("How many at most.")),
            lane="text",
            mirror=f"{stem}-changed",
        ),
        Rule(
            f"{stem}-respelled",
            Severity.SAFE,
            f"{what} changed and says the same",
            "{place}: {how}",
            "The words are the same.",
            "Nothing to do.",
            place.example(said("How many."), said("how  many.")),
            lane="text",
            mirror=f"{stem}-respelled",
        ),
    )


def _restated(place: Place) -> Rule:
    natural, positive = {"type": "integer", "minimum": 0}, {"type": "integer", "exclusiveMinimum": 0}
    flagged = {**natural, "exclusiveMinimum": True}
    return Rule(
        f"{place.position}-schema-restated",
        Severity.RISKY,
        "A schema is valid again, and may not mean what it meant",
        "{place} is valid now, and clients differ in what it meant; it was: {edit}",
        "A client that passed over the invalid word, or read it as older dialects do, goes by something else.",
        "Nothing to do where all meant the same by it.",
        place.example(flagged, positive if place.narrowing is Severity.BREAKING else natural),
        unmirrored="What is invalid now is told as that, whatever it may mean.",
    )
