"""The blocks of an agent test, by which its runs and intents are scored, and what is expected of their figures."""

from __future__ import annotations

from collections import Counter
from operator import eq, ge, gt, le, lt
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pydantic import GetJsonSchemaHandler
    from pydantic_core import CoreSchema

MatchMode = Literal["strict", "subsequence", "subset"]
_Names = Annotated[list[str], Field(min_length=1)]


class Part(BaseModel):
    """A part of a suite; an unknown key is an error."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, validate_by_name=True)


class FunctionClass(Part):
    """Tools of which any one serves the same purpose: full ids such as `github.search`, or names on any server."""

    name: str
    members: _Names


def _classes_have_own_names(classes: list[FunctionClass]) -> None:
    repeated = [name for name, times in Counter(each.name for each in classes).items() if times > 1]
    if repeated:
        raise ValueError(f"the class {repeated[0]} occurs more than once")


class EqualFunctionSets(Part):
    """The classes of which a run should call one member each."""

    classes: Annotated[list[FunctionClass], Field(min_length=1)]
    require_success: bool = Field(default=False, alias="require-success")

    @model_validator(mode="after")
    def _checked(self) -> EqualFunctionSets:
        _classes_have_own_names(self.classes)
        return self


class TokenEfficiency(Part):
    """The price of correct selections; without `classes`, those of `equal_function_sets`."""

    classes: Annotated[list[FunctionClass], Field(min_length=1)] | None = None

    @model_validator(mode="after")
    def _checked(self) -> TokenEfficiency:
        _classes_have_own_names(self.classes or [])
        return self


class Trajectory(Part):
    """The calls that every run should make: exactly these, these in this order, or these in any order."""

    calls: _Names
    match: MatchMode = "strict"


class ToolSelection(Part):
    """The tools of which each run should call one, the share of runs that must, and the token limit of a run."""

    tools: _Names
    min_rate: Annotated[int, Field(ge=0, le=100, description="Whole percent of the runs.")] = 100
    max_tokens: Annotated[int, Field(gt=0)] | None = None


class Distractors(Part):
    """Tools that an agent was offered beside the right ones: unrelated ones, or variants of the tools in `of`."""

    count: Annotated[int, Field(ge=0, le=500)]
    source: Literal["catalog", "near_duplicate"] = Field(alias="from")
    of: list[str] = []
    complexity: str | None = None

    @model_validator(mode="after")
    def _checked(self) -> Distractors:
        if self.source == "near_duplicate" and not self.of:
            raise ValueError("`from: near_duplicate` needs `of`, the tools to vary")
        return self


class Intent(Part):
    """A request that a user may make, and the class or tool that serves it."""

    query: Annotated[str, Field(min_length=1, max_length=300)]
    expect: Annotated[str, Field(min_length=1)]


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
    "tool_selection.rate",
    "tool_selection.tokens",
    "token_efficiency.f1",
    "token_efficiency.tool_surface_tokens",
    "token_efficiency.correct_selections",
    "token_efficiency.cost",
    "token_efficiency.tokens_per_correct",
    "token_efficiency.tokens_per_correct_pooled",
    "token_efficiency.cost_per_correct",
    "trajectory.matched",
    "distractors.accuracy",
    "distractors.certified_lower",
    "distractors.correct",
    "distractors.chosen",
    "intents.recall@1",
    "intents.recall@5",
    "intents.recall@10",
    "intents.mrr",
    "intents.near_duplicates",
    "intents.recall@5_among_look_alikes",
]
Number = float
_COMPARE: Final[Mapping[str, Callable[[Number, Number], bool]]] = {">=": ge, ">": gt, "<=": le, "<": lt, "==": eq}


class SchemaMatcher(Part):
    """The keywords of JSON Schema that limit a number."""

    type: Literal["integer", "number"] | None = None
    minimum: Number | None = None
    maximum: Number | None = None
    exclusive_minimum: Number | None = Field(default=None, alias="exclusiveMinimum")
    exclusive_maximum: Number | None = Field(default=None, alias="exclusiveMaximum")
    const: Number | None = None


class Matcher(Part):
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


class Expectation(Part):
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
