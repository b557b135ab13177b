"""The blocks of an agent test, by which its runs and intents are scored."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

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
