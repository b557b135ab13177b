"""The normal form of a schema: references resolved, drafts translated, equivalent spellings made equal.

Two schemas with the same meaning have the same normal form, or one that differs in little.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT
from govern.facts.change import step
from govern.schemas.dialect import with_pointer_references
from govern.schemas.edits.keywords import BRANCH_KEYWORDS, SCHEMA_LISTS, TEXT_KEYWORDS
from govern.schemas.edits.pointers import value_at
from govern.schemas.edits.spelling import (
    is_discriminator_hint,
    is_generated_text,
    join_branches,
    join_nodes,
    keywords_in_current_draft,
    tidy_node,
    tracks_evaluation,
    without_counting,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.schemas.edits.keywords import Path

_SCHEMA_MAPS = ("dependentSchemas", "patternProperties", "properties")
_SINGLE_SCHEMAS = ("additionalProperties", "contains", "else", "if", "items", "not", "propertyNames", "then",
                   "unevaluatedItems", "unevaluatedProperties")  # fmt: skip
_DEFINITIONS = ("$defs", "definitions")
_MOST_NODES = 20_000


@dataclass(frozen=True, slots=True)
class NormalForm:
    """A normal form: `tree`, and `origins` with the pointers in the advertised schema that each node was made of.

    `raw` is the advertised schema, `sound` the same without invalid parts, `refers` is whether it has references.
    `unchanged` caches whether the one other form has the same value at a pointer.
    """

    tree: dict[str, Any]
    origins: Mapping[Path, list[str]]
    raw: Any
    sound: Any
    refers: bool = True
    unchanged: dict[str, bool] = field(default_factory=dict)

    def pointer(self, path: Path) -> str:
        """Return the pointer where a node was advertised."""
        return self.pointers(path)[0]

    def pointers(self, path: Path) -> list[str]:
        """Return all pointers that a node was made of: itself, what it refers to, and branches merged into it."""
        while path not in self.origins:
            path = path[:-1]
        return self.origins[path]


class SchemaTooLarge(Exception):
    """The schema has too many nodes with its references resolved."""


def normal_form(schema: Any, *others: Any) -> NormalForm:
    """Return the normal form; a schema that would grow too large keeps its references.

    Titles that repeat the name of a definition of the schema or of `others` are dropped.
    """
    readable = with_pointer_references(schema)
    definitions = definition_names(schema).union(*map(definition_names, others))
    try:
        form = _Normaliser(readable, definitions, in_place=True).form()
    except SchemaTooLarge:
        form = _Normaliser(readable, definitions, in_place=False).form()
    return replace(form, raw=schema, sound=schema, refers="'$ref'" in repr(schema))


@dataclass
class _Normaliser:
    """The conversion of one schema; a recursive definition is kept once, named for the path that first led to it.

    At that path the definition is also inlined, as if it were not recursive.
    """

    document: Any
    definitions: frozenset[str]
    in_place: bool
    origins: dict[Path, list[str]] = field(default_factory=dict)
    _open: dict[str, Path] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)
    _kept: dict[str, Any] = field(default_factory=dict)
    _referenced: set[str] = field(default_factory=set)
    _read: int = 0

    @cached_property
    def _tracks_evaluation(self) -> bool:
        """Return whether the schema uses an `unevaluated…` keyword anywhere."""
        return "'unevaluated" in repr(self.document)

    def form(self) -> NormalForm:
        """Return the normal form of the document."""
        self._open[""] = ()
        tree = self.node(self.document, "", ())
        if "" in self._names:
            self._keep(self._names[""], self.document, "")
        unused = self._unused()
        if self._kept or unused:
            tree = {**tree, "$defs": {**self._kept, **unused}}
        return NormalForm(tree, self.origins, self.document, self.document)

    def node(self, schema: Any, pointer: str, path: Path) -> dict[str, Any]:
        """Return the normal form of one subschema, and record where it was advertised."""
        places = self.origins.setdefault(path, [])
        if pointer not in places:
            places.append(pointer)
        self._read += 1
        if self.in_place and self._read > _MOST_NODES:
            raise SchemaTooLarge
        if isinstance(schema, bool):
            return {} if schema else {"not": {}}
        if not isinstance(schema, dict):
            return {"~": schema}
        words = keywords_in_current_draft(schema, self.document)
        reference = schema.get("$ref")
        built = self._keywords(words, pointer, path)
        if isinstance(reference, str):
            built = self._with_referred(built, self._referred_node(reference, path))
        elif reference is not None:
            built["$ref"] = reference
        return without_counting(built)

    def _with_referred(self, node: dict[str, Any], referred: dict[str, Any]) -> dict[str, Any]:
        if (
            self._tracks_evaluation
            and node.keys() - TEXT_KEYWORDS
            and (tracks_evaluation(referred) or "$ref" in referred)
        ):
            return {**node, "allOf": [*node.get("allOf", []), referred]}
        return tidy_node(join_nodes(node, referred), counts=self._tracks_evaluation)

    def _keywords(self, words: dict[str, tuple[str, Any]], pointer: str, path: Path) -> dict[str, Any]:
        built: dict[str, Any] = {}
        # Branches may be merged into the node, so its other keywords come first.
        for keyword, (spelled, value) in sorted(words.items(), key=lambda word: word[0] in BRANCH_KEYWORDS):
            place = f"{pointer}/{spelled}"
            if keyword in _SINGLE_SCHEMAS and isinstance(value, (dict, bool)):
                built[keyword] = self.node(value, place, (*path, keyword))
            elif keyword in _SCHEMA_MAPS and isinstance(value, dict):
                built[keyword] = {
                    name: self.node(inner, step(place, name), (*path, keyword, name)) for name, inner in value.items()
                }
            elif keyword in SCHEMA_LISTS and isinstance(value, list) and value:
                built = self._branch_keyword(built, keyword, value, place, path)
            elif keyword == "title" and repeats_name(value, path, dict(words.values()), self.definitions):
                continue
            elif (
                keyword not in _DEFINITIONS
                and not is_discriminator_hint(keyword, value)
                and not is_generated_text(keyword, value, words)
            ):
                built[keyword] = value
        return tidy_node(built, counts=self._tracks_evaluation)

    def _branch_keyword(
        self, built: dict[str, Any], keyword: str, values: list[Any], place: str, path: Path
    ) -> dict[str, Any]:
        tidy_node(built, counts=self._tracks_evaluation)
        branches = [self.node(value, f"{place}/{at}", (*path, keyword, at)) for at, value in enumerate(values)]
        is_apart = self._tracks_evaluation and (keyword != "allOf" or any(map(tracks_evaluation, branches)))
        whole = None if is_apart else join_branches(keyword, branches)
        if whole is not None and (one := join_nodes(built, whole)).keys() & {"allOf"} <= built.keys():
            for at, value in enumerate(values):
                # The branch was merged, so its places belong to the node.
                self.node(value, f"{place}/{at}", path)
            return one
        if keyword in built:  # A merged part already has this keyword.
            part = branches if keyword == "allOf" else [{keyword: branches}]
            return {**built, "allOf": [*built.get("allOf", []), *part]}
        built[keyword] = branches
        return built

    def _referred_node(self, reference: str, path: Path) -> dict[str, Any]:
        pointer = _local(reference)
        target = ABSENT if pointer is None else value_at(self.document, pointer)
        if pointer is None or target is ABSENT:
            return {"$ref": reference}
        self._referenced.add(pointer)
        if pointer in self._names:
            return {"$ref": f"#/$defs/{self._names[pointer]}"}
        if pointer in self._open or not self.in_place:
            name = self._names.setdefault(pointer, self._name(self._open.get(pointer, path)))
            if pointer not in self._open:
                self._keep(name, target, pointer)
            return {"$ref": f"#/$defs/{name}"}
        self._open[pointer] = path
        body = self.node(target, pointer, path)
        del self._open[pointer]
        if pointer in self._names:
            self._keep(self._names[pointer], target, pointer)
        return body

    def _keep(self, name: str, target: Any, pointer: str) -> None:
        place: Path = ("$defs", name)
        self._open[pointer] = place
        self._kept[name] = self.node(target, pointer, place)
        del self._open[pointer]

    def _name(self, path: Path) -> str:
        """Return a name for a recursive definition that does not depend on its own name."""
        name = ".".join("".join(map(_plain_char, str(each))) for each in path) or "."
        taken = set(self._names.values())
        return next(new for new in (name, *(f"{name}.{at}" for at in range(len(taken) + 1))) if new not in taken)

    def _unused(self) -> dict[str, Any]:
        """Return the definitions that nothing refers to, which a reader may still see."""
        found: dict[str, Any] = {}
        for holder in _DEFINITIONS if isinstance(self.document, dict) else ():
            definitions = self.document.get(holder)
            for name, inner in definitions.items() if isinstance(definitions, dict) else ():
                pointer = step(f"/{holder}", name)
                if not any(seen == pointer or seen.startswith(f"{pointer}/") for seen in self._referenced):
                    found[f"unused.{name}"] = self.node(inner, pointer, ("$defs", f"unused.{name}"))
        return found


def _plain_char(char: str) -> str:
    return char if (char.isalnum() and char.isascii()) or char == "_" else "-"


def _local(reference: str) -> str | None:
    """Return the JSON pointer of a reference into the same document."""
    if not reference.startswith("#"):
        return None
    from urllib.parse import unquote

    pointer = unquote(reference[1:])
    return pointer if not pointer or pointer.startswith("/") else None


_SEPARATORS = re.compile(r"[\s_.-]+")
# pydantic writes `app__models__User` and `User-Input` to distinguish classes with the same name.
_DISAMBIGUATION = re.compile(r"^.*__|-(?:Input|Output)$")
# Usual names of classes of arguments and answers.
_CLASS = re.compile(
    r"[A-Za-z_]\w*(?:Args|Arguments|Input|Item|Model|Output|Params|Parameters|Request|Response|Results?|Schema)"
)
# At the root, a title of two or more words in camel case is a class, and so is a generic one:
# `ResultPage[list[dict[str, Any]]]`. One word may be a text.
_ROOT_CLASS = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+|\w+\[[\w.,| \[\]-]{1,80}\]")


def definition_names(schema: Any) -> frozenset[str]:
    """Return the normalised names of a schema's definitions."""
    holders = [schema.get(keyword) for keyword in _DEFINITIONS] if isinstance(schema, dict) else []
    names = [name for definitions in holders if isinstance(definitions, dict) for name in definitions]
    return frozenset(_letters_of(spelled) for name in names for spelled in (name, _DISAMBIGUATION.sub("", name)))


def repeats_name(title: Any, path: Path, node: Mapping[str, Any], definitions: frozenset[str]) -> bool:
    """Return whether a title only repeats the name of its property, definition or class.

    Only objects and enums have a class name for a title; a title of anything else is a text.
    """
    if not isinstance(title, str):
        return False
    if path[-2:-1] == ("properties",) and _without_separators(title) == _without_separators(str(path[-1])):
        return True
    is_object = node.get("type") == "object" or "properties" in node
    if _letters_of(title) in definitions:
        return is_object or "enum" in node
    return is_object and bool(_CLASS.fullmatch(title) or (not path and _ROOT_CLASS.fullmatch(title)))


def _without_separators(name: str) -> str:
    """Return a name without separators between words; any other character may be a unit."""
    return _SEPARATORS.sub("", name).casefold()


def _letters_of(name: str) -> str:
    return "".join(filter(str.isalnum, name)).casefold()
