"""Suites of agent tests in YAML, in mcptest's form."""

from __future__ import annotations

from collections import Counter
from operator import eq, ge, gt, le, lt
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from govern.errors import InvalidInput
from govern.files import read_text
from govern.selection.yaml_lines import YamlInvalidError, read_yaml

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from pydantic import GetJsonSchemaHandler
    from pydantic_core import CoreSchema, ErrorDetails

    from govern.selection.yaml_lines import Place, YamlDocument

_MAX_SUITE = 1024 * 1024
_HINT = "docs/eval.md describes suites"
_UNKNOWN = frozenset({"extra_forbidden", "literal_error", "missing"})
_BLOCK_DEPTH = 3  # agents, the index, the block

FigureName = Literal[
    "tool_selection.f1",
    "tool_selection.precision",
    "tool_selection.recall",
    "tool_selection.true_positives",
    "tool_selection.false_positives",
    "tool_selection.false_negatives",
    "tool_selection.redundant_calls",
    "tool_selection.failed_calls",
    "tool_selection.calls_per_correct",
    "token_efficiency.f1",
    "token_efficiency.tool_surface_tokens",
    "token_efficiency.correct_selections",
    "token_efficiency.cost",
    "token_efficiency.tokens_per_correct",
    "token_efficiency.tokens_per_correct_pooled",
    "token_efficiency.cost_per_correct",
    "trajectory.matched",
]
MatchMode = Literal["strict", "subsequence", "subset"]
Number = float
_COMPARE: Final[Mapping[str, Callable[[Number, Number], bool]]] = {">=": ge, ">": gt, "<=": le, "<": lt, "==": eq}
_Names = Annotated[list[str], Field(min_length=1)]


class _Part(BaseModel):
    """A part of a suite; an unknown key is an error."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, validate_by_name=True)


class FunctionClass(_Part):
    """Tools of which any one serves the same purpose: full ids such as `github.search`, or names on any server."""

    name: str
    members: _Names


def _classes_have_own_names(classes: list[FunctionClass]) -> None:
    repeated = [name for name, times in Counter(each.name for each in classes).items() if times > 1]
    if repeated:
        raise ValueError(f"the class {repeated[0]} occurs more than once")


class EqualFunctionSets(_Part):
    """The classes of which a run should call one member each."""

    classes: Annotated[list[FunctionClass], Field(min_length=1)]
    require_success: bool = Field(default=False, alias="require-success")

    @model_validator(mode="after")
    def _checked(self) -> EqualFunctionSets:
        _classes_have_own_names(self.classes)
        return self


class TokenEfficiency(_Part):
    """The price of correct selections; without `classes`, those of `equal_function_sets`."""

    classes: Annotated[list[FunctionClass], Field(min_length=1)] | None = None

    @model_validator(mode="after")
    def _checked(self) -> TokenEfficiency:
        _classes_have_own_names(self.classes or [])
        return self


class Trajectory(_Part):
    """The calls that every run should make: exactly these, these in this order, or these in any order."""

    calls: _Names
    match: MatchMode = "strict"


class SchemaMatcher(_Part):
    """The keywords of JSON Schema that limit a number."""

    type: Literal["integer", "number"] | None = None
    minimum: Number | None = None
    maximum: Number | None = None
    exclusive_minimum: Number | None = Field(default=None, alias="exclusiveMinimum")
    exclusive_maximum: Number | None = Field(default=None, alias="exclusiveMaximum")
    const: Number | None = None


class Matcher(_Part):
    """Conditions of a figure, of which all must hold."""

    schema_: SchemaMatcher | None = Field(default=None, alias="schema")
    exact: Number | None = None
    least: Number | None = Field(default=None, alias=">=")
    most: Number | None = Field(default=None, alias="<=")
    equal: Number | None = Field(default=None, alias="==")
    below: Number | None = Field(default=None, alias="<")
    above: Number | None = Field(default=None, alias=">")

    @model_validator(mode="after")
    def _states_a_condition(self) -> Matcher:
        if not self.conditions:
            raise ValueError("the matcher has no condition")
        return self

    @property
    def conditions(self) -> list[tuple[str, Number]]:
        """Return the comparisons, with the numbers that a figure is compared with."""
        schema = self.schema_ or SchemaMatcher()
        given = [
            (">=", self.least),
            (">=", schema.minimum),
            (">", self.above),
            (">", schema.exclusive_minimum),
            ("<=", self.most),
            ("<=", schema.maximum),
            ("<", self.below),
            ("<", schema.exclusive_maximum),
            ("==", self.equal),
            ("==", self.exact),
            ("==", schema.const),
        ]
        return [(sign, number) for sign, number in given if number is not None]

    def accepts(self, figure: Number) -> bool:
        """Return whether all conditions hold."""
        whole = not (self.schema_ and self.schema_.type == "integer") or figure == int(figure)
        return whole and all(_COMPARE[sign](figure, number) for sign, number in self.conditions)

    @property
    def words(self) -> str:
        """Return the conditions as text."""
        return " and ".join(f"{sign} {number:,.12g}" for sign, number in self.conditions)


class Expectation(_Part):
    """A figure and what it must be: `target` with `matcher`, or `{FIGURE: MATCHER}`."""

    target: FigureName
    matcher: Matcher

    @model_validator(mode="before")
    @classmethod
    def _long_form(cls, value: Any) -> Any:
        if isinstance(value, dict) and len(value) == 1 and not value.keys() & {"target", "matcher"}:
            ((target, matcher),) = value.items()
            return {"target": target, "matcher": matcher}
        return value

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Return the schema of both forms."""
        long = handler.resolve_ref_schema(handler(core))
        properties = long["properties"]
        names, matcher = properties["target"]["enum"], properties["matcher"]
        short = {
            "additionalProperties": False,
            "maxProperties": 1,
            "minProperties": 1,
            "properties": dict.fromkeys(names, matcher),
            "type": "object",
        }
        return {"anyOf": [long, short], "description": long.get("description", "")}


class Agent(_Part):
    """One agent test: a prompt, the classes and calls that it should lead to, and what is expected of the figures."""

    name: Annotated[str, Field(min_length=1)]
    type: Literal["agent"] = "agent"
    description: str | None = None
    servers: list[str] = []
    runs: Annotated[int, Field(ge=0)] = 1
    prompt: str | None = None
    model: str | list[str] | None = None
    traces: str | list[str] = []
    equal_function_sets: EqualFunctionSets | None = None
    token_efficiency: TokenEfficiency | None = None
    trajectory: Trajectory | None = None
    expect: list[Expectation] = []

    @model_validator(mode="after")
    def _has_classes(self) -> Agent:
        if self.token_efficiency and not (self.token_efficiency.classes or self.equal_function_sets):
            raise ValueError("token_efficiency needs `classes`, here or in `equal_function_sets`")
        return self

    @property
    def least_runs(self) -> int:
        """Return how many runs must be recorded; 0 means 1."""
        return max(1, self.runs)


class AgentTest(Agent):
    """An agent test among tests of other types."""

    type: Literal["agent"]


class Suite(_Part):
    """A file of agent tests. `servers` is for mcptest, which starts them; govern reads the lock."""

    schema_: str | None = Field(default=None, alias="$schema")
    name: str | None = None
    description: str | None = None
    version: str | int | float | None = None
    servers: Any = None
    agents: list[Agent] = []
    tests: list[AgentTest] = []

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
        raise InvalidInput(f"cannot read: {error.strerror}", where=str(path)) from None
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
        return f"{_dotted(place)}: a test of type {named!r}, not agent" if named else f"{_dotted(place)}: no agent test"
    if isinstance(place[-1], int):
        target = value.get("target", next(iter(value))) if isinstance(value, dict) else value
        return f"{_dotted(place)}: unknown figure {target!r}"
    return f"{_dotted(place)}: unknown key"


def _dotted(place: Place) -> str:
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
    return text.removeprefix(".")


def _invalid(path: Path, document: YamlDocument, errors: Sequence[ErrorDetails]) -> InvalidInput:
    """Return the error for the first problem; what is unknown comes first, since it may explain the others."""
    unknown = _unknown(errors)
    if unknown:
        place, message, hint = unknown[0], _unknown_words(unknown[0], document), "--skip-unknown leaves it out"
    else:
        place, message, hint = errors[0]["loc"], _message(errors[0]), _HINT
    return InvalidInput(message, where=f"{path}:{document.line(place)}", hint=hint)


def _message(error: ErrorDetails) -> str:
    place = _dotted(error["loc"])
    message = "unknown key" if error["type"] == "extra_forbidden" else error["msg"].removeprefix("Value error, ")
    return f"{place}: {message}" if place else message
