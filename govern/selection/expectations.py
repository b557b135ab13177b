"""Expectations of a suite: figures by name, and the conditions that each must meet."""

from __future__ import annotations

from operator import eq, ge, gt, le, lt
from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import Field, model_validator

from govern.selection.blocks import Part

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pydantic import GetJsonSchemaHandler
    from pydantic_core import CoreSchema

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
