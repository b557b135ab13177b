"""TODO normal_form."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from govern.schemas.edits.keywords import TEXT_KEYWORDS
from govern.schemas.edits.merging import join_branches, join_nodes, tracks_evaluation
from govern.schemas.edits.spelling import (
    is_discriminator_hint,
    is_generated_text,
    keywords_in_current_draft,
    tidy_node,
    without_counting,
)
from govern.schemas.references import with_pointer_references

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.schemas.edits.keywords import Path


_SCHEMA_MAPS = ("dependentSchemas", "patternProperties", "properties")
_SINGLE_SCHEMAS = ("additionalProperties", "contains", "else", "if", "items", "not", "propertyNames", "then",
        "unevaluatedItems", "unevaluatedProperties")  # fmt: skip
_SCHEMA_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_JOINING = ("allOf", "anyOf", "oneOf")
_DEFINITIONS = ("$defs", "definitions")
_MOST_NODES = 20_000
_MISSING = object()


@dataclass(frozen=True, slots=True)
class NormalForm:
    """`tree` is the normal form, and `origins` says where each of its nodes stands in the schema as advertised.

    `raw` is that schema, and `sound` the same without what is invalid in it; `refers` tells whether it has references.
    """

    tree: dict[str, Any]
    origins: Mapping[Path, list[str]]
    raw: Any
    sound: Any
    refers: bool = True

    def pointer(self, path: Path) -> str:
        """Where a node was advertised."""
        return self.pointers(path)[0]

    def pointers(self, path: Path) -> list[str]:
        """All places that a node was made of: itself, what it refers to, and branches that joined it."""
        while path not in self.origins:
            path = path[:-1]
        return self.origins[path]


class SchemaTooLarge(Exception):
    """With its references in place the schema is more than anyone reads."""


def normal_form(schema: Any, *others: Any) -> NormalForm:
    """The normal form; a schema that grows without measure keeps its references.

    What is a definition in one of the others may stand in place here.
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
    """One schema being read; what refers to itself is kept once, under the path that led there first.

    There it also stands in place, as what does not refer to itself does.
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
        """Whether anything depends on which part of the schema has looked at a property or an item."""
        return "'unevaluated" in repr(self.document)

    def form(self) -> NormalForm:
        self._open[""] = ()
        tree = self.node(self.document, "", ())
        if "" in self._names:
            self._keep(self._names[""], self.document, "")
        unused = self._unused()
        if self._kept or unused:
            tree = {**tree, "$defs": {**self._kept, **unused}}
        return NormalForm(tree, self.origins, self.document, self.document)

    def node(self, schema: Any, pointer: str, path: Path) -> dict[str, Any]:
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
        # What may join the node comes when the rest of it is there.
        for keyword, (spelled, value) in sorted(words.items(), key=lambda word: word[0] in _JOINING):
            place = f"{pointer}/{spelled}"
            if keyword in _SINGLE_SCHEMAS and isinstance(value, (dict, bool)):
                built[keyword] = self.node(value, place, (*path, keyword))
            elif keyword in _SCHEMA_MAPS and isinstance(value, dict):
                built[keyword] = {
                    name: self.node(inner, f"{place}/{_escaped(name)}", (*path, keyword, name))
                    for name, inner in value.items()
                }
            elif keyword in _SCHEMA_LISTS and isinstance(value, list) and value:
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
                # The branch is part of the node above it now, and so are the places inside it.
                self.node(value, f"{place}/{at}", path)
            return one
        if keyword in built:  # by a part that joined the node
            part = branches if keyword == "allOf" else [{keyword: branches}]
            return {**built, "allOf": [*built.get("allOf", []), *part]}
        built[keyword] = branches
        return built

    def _referred_node(self, reference: str, path: Path) -> dict[str, Any]:
        pointer = _local(reference)
        target = _resolved(self.document, pointer) if pointer is not None else _MISSING
        if pointer is None or target is _MISSING:
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
        """A name for what refers to itself, the same whatever the schema calls it."""
        name = ".".join("".join(map(_plain_char, str(step))) for step in path) or "."
        taken = set(self._names.values())
        return next(new for new in (name, *(f"{name}.{at}" for at in range(len(taken) + 1))) if new not in taken)

    def _unused(self) -> dict[str, Any]:
        """Definitions that nothing refers to: no validator sees them, but a reader does."""
        found: dict[str, Any] = {}
        for holder in _DEFINITIONS if isinstance(self.document, dict) else ():
            held = self.document.get(holder)
            for name, inner in held.items() if isinstance(held, dict) else ():
                pointer = f"/{holder}/{_escaped(name)}"
                if not any(seen == pointer or seen.startswith(f"{pointer}/") for seen in self._referenced):
                    found[f"unused.{name}"] = self.node(inner, pointer, ("$defs", f"unused.{name}"))
        return found


def _plain_char(char: str) -> str:
    return char if (char.isalnum() and char.isascii()) or char == "_" else "-"


def _local(reference: str) -> str | None:
    if not reference.startswith("#"):
        return None
    from urllib.parse import unquote

    pointer = unquote(reference[1:])
    return pointer if not pointer or pointer.startswith("/") else None


def _resolved(document: Any, pointer: str) -> Any:
    for step in pointer.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        if isinstance(document, list) and key.isdecimal() and int(key) < len(document):
            document = document[int(key)]
        elif isinstance(document, dict) and key in document:
            document = document[key]
        else:
            return _MISSING
    return document


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


_SEPARATORS = re.compile(r"[\s_.-]+")
_HOLDERS = ("$defs", "definitions")
# What `app__models__User` and `User-Input` are called by pydantic, which tells two classes of one name apart.
_DISAMBIGUATION = re.compile(r"^.*__|-(?:Input|Output)$")
# What classes of arguments and answers are called.
_CLASS = re.compile(
    r"[A-Za-z]\w*(?:Args|Arguments|Input|Item|Model|Output|Params|Parameters|Request|Response|Results?|Schema)"
)
# The whole is no choice among others that a word could be the label of, but one word may still say what it is. Classes
# are of other classes at times: `ResultPage[list[dict[str, Any]]]`.
_ROOT_CLASS = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+|\w+\[[\w.,| \[\]-]{1,80}\]")


def definition_names(schema: Any) -> frozenset[str]:
    """What a schema calls its definitions, as far as a title repeats it."""
    held = [schema[holder] for holder in _HOLDERS if holder in schema] if isinstance(schema, dict) else []
    names = [name for definitions in held if isinstance(definitions, dict) for name in definitions]
    return frozenset(_letters_of(spelled) for name in names for spelled in (name, _DISAMBIGUATION.sub("", name)))


def repeats_name(title: Any, path: Path, node: Mapping[str, Any], definitions: frozenset[str]) -> bool:
    """Whether a title says no more than what its place, or its class, is called.

    A class has fields, or values to choose from; what stands on anything else is a text, however short.
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
    """A name without what stands between its words; any other sign may be a unit."""
    return _SEPARATORS.sub("", name).casefold()


def _letters_of(name: str) -> str:
    return "".join(filter(str.isalnum, name)).casefold()
