"""Suites of agent tests in YAML, in mcptest's form."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import yaml
from pydantic import Field, ValidationError, model_validator

from govern.errors import InvalidInput, did_you_mean, docs_url
from govern.files import read_text
from govern.selection.blocks import (
    Distractors,
    EqualFunctionSets,
    Expectation,
    FigureName,
    Intent,
    Part,
    TokenEfficiency,
    ToolSelection,
    Trajectory,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from pydantic_core import ErrorDetails

    from govern.selection.blocks import FunctionClass

_MAX_SUITE = 1024 * 1024
_MOST_INTENTS = 1_000
_RECORDED = ("equal_function_sets", "token_efficiency", "tool_selection", "distractors", "trajectory")
SUITES_HINT = f"see {docs_url('eval.md#suites')}"
_UNKNOWN = frozenset({"extra_forbidden", "literal_error", "missing"})
_BLOCK_DEPTH = 3  # agents, the index, the block


class Agent(Part):
    """One agent test: a prompt, the classes and calls that it should lead to, and what is expected of the figures."""

    name: Annotated[str, Field(min_length=1)]
    type: Literal["agent"] = "agent"
    description: str | None = None
    servers: list[str] = Field(default=[])
    runs: Annotated[int, Field(ge=0)] = 1
    prompt: str | None = None
    model: str | list[str] | None = None
    traces: str | list[str] = Field(default=[])
    equal_function_sets: EqualFunctionSets | None = None
    token_efficiency: TokenEfficiency | None = None
    tool_selection: ToolSelection | None = None
    distractors: Distractors | None = None
    trajectory: Trajectory | None = None
    intents: list[Intent] = Field(default=[], max_length=_MOST_INTENTS)
    expect: list[Expectation] = Field(default=[])

    @model_validator(mode="after")
    def _has_classes(self) -> Agent:
        if self.token_efficiency and not (self.token_efficiency.classes or self.equal_function_sets):
            raise ValueError("token_efficiency needs `classes`, here or in `equal_function_sets`")
        if self.distractors and not (self.distractors.of or self.equal_function_sets):
            raise ValueError("distractors needs `of`, or the classes of `equal_function_sets`")
        return self

    @property
    def classes(self) -> Sequence[FunctionClass]:
        """Return the classes of `equal_function_sets`."""
        return self.equal_function_sets.classes if self.equal_function_sets else ()

    @property
    def recorded_blocks(self) -> tuple[str, ...]:
        """Return the blocks that need recorded runs, by name."""
        return tuple(name for name in _RECORDED if getattr(self, name))

    @property
    def least_runs(self) -> int:
        """Return how many runs must be recorded; 0 means 1."""
        return max(1, self.runs)


class AgentTest(Agent):
    """An agent test among tests of other types."""

    type: Literal["agent"]


class Suite(Part):
    """A file of agent tests. `servers` is for mcptest, which starts them; govern reads the lock."""

    schema_: str | None = Field(default=None, alias="$schema")
    name: str | None = None
    description: str | None = None
    version: str | int | float | None = None
    servers: Any = None
    agents: list[Agent] = Field(default=[])
    tests: list[AgentTest] = Field(default=[])

    @model_validator(mode="after")
    def _agents_have_own_names(self) -> Suite:
        if repeated := [name for name, times in Counter(each.name for each in self.all).items() if times > 1]:
            raise ValueError(f"the agent {repeated[0]} occurs more than once")
        return self

    @property
    def all(self) -> list[Agent]:
        """Return the agents of both lists."""
        return [*self.agents, *self.tests]


def read_suite(path: Path, *, skip_unknown: bool = False) -> tuple[Suite, tuple[str, ...]]:
    """Read a suite, and return it with the unknown parts that were skipped."""
    try:
        document = read_yaml(read_text(path, _MAX_SUITE))
    except OSError as error:
        raise InvalidInput(f"cannot read: {error.strerror}", where=str(path), hint=SUITES_HINT) from None
    except YamlInvalidError as error:
        raise InvalidInput(str(error), where=f"{path}:{error.line}") from None
    try:
        return Suite.model_validate(document.value), ()
    except ValidationError as error:
        errors = error.errors()
    unknown = _unknown(errors)
    if not (skip_unknown and unknown):
        raise _invalid(path, document, errors) from None
    skipped = tuple(
        f"{path}:{document.line(each)}: {_unknown_words(each, document)}" for each in sorted(unknown, key=document.line)
    )
    # From the last to the first, so that the places of those that remain stay as they are.
    for place in reversed(unknown):
        _remove(document.value, place)
    try:
        return Suite.model_validate(document.value), skipped
    except ValidationError as error:
        raise _invalid(path, document, error.errors()) from None


def _unknown(errors: Sequence[ErrorDetails]) -> list[Place]:
    """Return the places of blocks, expectations and tests that are unknown, in order."""
    places = {place for error in errors if (place := _unknown_place(error))}
    return sorted(place for place in places if not any(place[:end] in places for end in range(1, len(place))))


def _unknown_place(error: ErrorDetails) -> Place | None:
    place, kind = error["loc"], error["type"]
    if kind == "extra_forbidden" and len(place) in (1, _BLOCK_DEPTH):
        return place
    if kind in _UNKNOWN and place[0] == "tests" and place[-1] == "type":
        return place[:-1]
    if kind == "literal_error" and place[-1] == "target":
        return place[:-1]
    return None


def _remove(value: Any, place: Place) -> None:
    for step in place[:-1]:
        value = value[step]
    del value[place[-1]]


def _unknown_words(place: Place, document: YamlDocument) -> str:
    """Return what an unknown part is, for a message."""
    value = document.value
    for step in place:
        value = value[step]
    if place[0] == "tests" and len(place) == _BLOCK_DEPTH - 1:
        named = value.get("type") if isinstance(value, dict) else None
        return (
            f"{_dotted(place)}: a test of type {named!r}, expected agent"
            if named
            else f"{_dotted(place)}: not an agent test"
        )
    if isinstance(place[-1], int):
        target = value.get("target", next(iter(value))) if isinstance(value, dict) else value
        return f"{_dotted(place)}: unknown figure {target!r}{did_you_mean(str(target), get_args(FigureName))}"
    return f"{_dotted(place)}: {_unknown_key(place)}"


def _unknown_key(place: Place) -> str:
    """Return that a key is unknown, with the closest one that could be meant."""
    parts: list[type[Part]] = [Suite]
    for step in place[:-1]:
        fields = [each for part in parts for name, each in part.model_fields.items() if step in (name, each.alias)]
        parts = [inner for each in fields for inner in _parts_of(each.annotation)] or parts
    known = [each.alias or name for part in parts for name, each in part.model_fields.items()]
    return f"unknown key{did_you_mean(str(place[-1]), known)}"


def _parts_of(annotation: Any) -> Iterator[type[Part]]:
    """Yield the parts of a suite that a type has: `list[Agent]` has `Agent`."""
    if isinstance(annotation, type) and issubclass(annotation, Part):
        yield annotation
    for each in get_args(annotation):
        yield from _parts_of(each)


def _dotted(place: Place) -> str:
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
    return text.removeprefix(".")


def _invalid(path: Path, document: YamlDocument, errors: Sequence[ErrorDetails]) -> InvalidInput:
    """Return the error for the first problem; what is unknown comes first, since it may explain the others."""
    unknown = _unknown(errors)
    if unknown:
        place, message = unknown[0], _unknown_words(unknown[0], document)
        hint = "correct or remove it; `govern eval --skip-unknown` leaves it out"
    else:
        place, message, hint = errors[0]["loc"], _message(errors[0]), SUITES_HINT
    return InvalidInput(message, where=f"{path}:{document.line(place)}", hint=hint)


def _message(error: ErrorDetails) -> str:
    place = _dotted(error["loc"])
    is_unknown = error["type"] == "extra_forbidden"
    message = _unknown_key(error["loc"]) if is_unknown else error["msg"].removeprefix("Value error, ")
    return f"{place}: {message}" if place else message


# Nodes after anchors are expanded: a few lines of anchors can stand for billions.
_MAX_NODES = 100_000

Place = tuple[str | int, ...]


class YamlInvalidError(ValueError):
    """A document is invalid, at a line."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class YamlDocument:
    """The value of a YAML document and the lines of its parts."""

    def __init__(self, value: Any, root: yaml.Node | None) -> None:
        self.value = value
        self._root = root

    def line(self, place: Sequence[str | int]) -> int:
        """Return the line of a part, or of the nearest part around it."""
        node, line = self._root, 1
        for step in place:
            if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
                node = node.value[step]
                line = _node_line(node)
            elif isinstance(node, yaml.MappingNode):
                pair = next((pair for pair in node.value if pair[0].value == step), None)
                if pair is None:
                    break
                node, line = pair[1], _node_line(pair[0])
            else:
                break
        return line


def read_yaml(text: str) -> YamlDocument:
    """Read a document of plain values; an invalid one, or a repeated key, is a YamlInvalidError."""
    try:
        loader = yaml.SafeLoader(text)
        root = loader.get_single_node()
        if root is None:
            return YamlDocument({}, None)
        _check_nodes(root)
        return YamlDocument(_unshared(loader.construct_document(root)), root)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise YamlInvalidError(f"not valid YAML: {error.problem}", mark.line + 1 if mark else 1) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        if isinstance(error, YamlInvalidError):
            raise
        raise YamlInvalidError(f"not valid YAML: {str(error).splitlines()[0]}", 1) from None


def _unshared(value: Any) -> Any:
    """Return a value as JSON has it, in which no anchor shares a part with another."""
    return json.loads(json.dumps(value, default=str))


def _check_nodes(root: yaml.Node) -> None:
    """Raise YamlInvalidError for a repeated key, and for anchors that expand without end."""
    waiting, seen = [root], 0
    while waiting:
        node = waiting.pop()
        seen += 1
        if seen > _MAX_NODES:
            raise YamlInvalidError(f"more than {_MAX_NODES:,} values", _node_line(node))
        if isinstance(node, yaml.SequenceNode):
            waiting += node.value
        elif isinstance(node, yaml.MappingNode):
            _check_keys(node)
            waiting += [each for pair in node.value for each in pair]


def _check_keys(node: yaml.MappingNode) -> None:
    seen: set[Any] = set()
    for key, _ in node.value:
        if not isinstance(key, yaml.ScalarNode):
            raise YamlInvalidError("a key is not text", _node_line(key))
        if key.value in seen:
            raise YamlInvalidError(f"the key {key.value!r} occurs more than once", _node_line(key))
        seen.add(key.value)


def _node_line(node: yaml.Node) -> int:
    line: int = node.start_mark.line
    return line + 1
