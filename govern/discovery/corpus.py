"""The input of a retrieval benchmark: a corpus of tools and a golden set of queries, in mcpproxy's formats."""

from __future__ import annotations

from collections import Counter
from pathlib import Path  # noqa: TC003 - pydantic evaluates annotations
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import AliasChoices, BaseModel, Field, ValidationError, model_validator

from govern.contract.json_text import decode
from govern.discovery.search import IndexedTool, parameter_texts
from govern.errors import ContractInvalid, InvalidInput
from govern.files import MAX_GENERATED_FILE, read_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.lockfile.document import Lock

_Model = TypeVar("_Model", bound=BaseModel)


class CorpusTool(BaseModel):
    """A tool of a corpus; its id is `server:tool`."""

    server: str
    tool: str
    tool_id: str = ""
    title: str | None = None
    description: str | None = None
    input_schema: Any = Field(None, validation_alias=AliasChoices("inputSchema", "schema"))

    @model_validator(mode="after")
    def _has_id(self) -> CorpusTool:
        self.tool_id = self.tool_id or f"{self.server}:{self.tool}"
        return self

    def definition(self) -> dict[str, Any]:
        """Return the tool as a server lists it."""
        fields = {
            "name": self.tool,
            "title": self.title,
            "description": self.description,
            "inputSchema": self.input_schema,
        }
        return {key: value for key, value in fields.items() if value is not None}

    def indexed(self) -> IndexedTool:
        """Return the tool as search sees it."""
        return IndexedTool(
            id=self.tool_id,
            server=self.server,
            name=self.tool,
            title=self.title or "",
            description=self.description or "",
            parameters=parameter_texts(self.input_schema),
        )


class Corpus(BaseModel):
    """The tools that a benchmark searches."""

    version: str | int = ""
    tools: list[CorpusTool]

    @model_validator(mode="after")
    def _ids_are_unique(self) -> Corpus:
        if repeated := [each for each, times in Counter(tool.tool_id for tool in self.tools).items() if times > 1]:
            raise ValueError(f"the tool id {repeated[0]} occurs more than once")
        return self


class Label(BaseModel):
    """The relevance of a tool to a query: 2 is what was asked for, 1 acceptable, 0 a look-alike."""

    tool_id: str
    relevance: Annotated[int, Field(ge=0)]


class GoldenQuery(BaseModel):
    """A query and the tools that answer it."""

    id: str
    query: str
    labels: list[Label]

    @model_validator(mode="after")
    def _has_relevant_tools(self) -> GoldenQuery:
        if not any(label.relevance for label in self.labels):
            raise ValueError(f"query {self.id} has no relevant tool")
        if repeated := [each for each, times in Counter(x.tool_id for x in self.labels).items() if times > 1]:
            raise ValueError(f"query {self.id} labels {repeated[0]} more than once")
        return self

    @property
    def relevance(self) -> Mapping[str, int]:
        """Return the relevance of each labelled tool."""
        return {label.tool_id: label.relevance for label in self.labels}


class GoldenSet(BaseModel):
    """Labelled queries over one corpus."""

    corpus_version: str = ""
    queries: Annotated[list[GoldenQuery], Field(min_length=1)]

    @model_validator(mode="after")
    def _ids_are_unique(self) -> GoldenSet:
        if repeated := [each for each, times in Counter(query.id for query in self.queries).items() if times > 1]:
            raise ValueError(f"the query id {repeated[0]} occurs more than once")
        return self


def read_corpus(path: Path) -> Corpus:
    """Read a corpus file."""
    return _read(path, Corpus, "a corpus: an object with `tools`, each with `server` and `tool`")


def corpus_of(lock: Lock) -> Corpus:
    """Return the locked tools as a corpus."""
    return Corpus(version=lock.digest, tools=list(_tools_of(lock)))


def _tools_of(lock: Lock) -> Iterator[CorpusTool]:
    for server in lock.servers:
        for locked in server.tools:
            tool = locked.item()
            texts = {"title": tool.title, "description": tool.description, "inputSchema": tool.raw.get("inputSchema")}
            yield CorpusTool.model_validate({"server": server.name, "tool": tool.key, **texts})


def read_golden_set(path: Path, corpus: Corpus) -> GoldenSet:
    """Read a golden set whose labels all name tools of the corpus."""
    golden = _read(path, GoldenSet, "a golden set: an object with `queries`, each with `labels`")
    known = {tool.tool_id for tool in corpus.tools}
    labelled = {label.tool_id for query in golden.queries for label in query.labels}
    if unknown := sorted(labelled - known):
        raise InvalidInput(
            f"{len(unknown)} labelled tools are not in the corpus: {', '.join(unknown[:5])}", where=str(path)
        )
    return golden


def _read(path: Path, model: type[_Model], expected: str) -> _Model:
    """Read a JSON file as a model; an error names the first place that does not fit."""
    try:
        return model.model_validate(decode(read_text(path, MAX_GENERATED_FILE)))
    except OSError as error:
        raise InvalidInput(f"cannot read: {error.strerror}", where=str(path), hint=f"expected {expected}") from None
    except ContractInvalid as error:
        raise InvalidInput(error.message, where=str(path)) from None
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        message = f"{place}: {first['msg']}" if place else first["msg"]
        raise InvalidInput(message, where=str(path), hint=f"expected {expected}") from None
