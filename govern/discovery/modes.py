"""The tokens that each way of offering tools puts into a model's context.

Every definition that is counted is one of the corpus, or comes from a file; none is invented.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from govern.contract.surface import TOOL, Item
from govern.discovery.signature import parameters
from govern.economics.advice import first_sentence
from govern.economics.tokens import definition, load

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from govern.contract.json_text import Json
    from govern.discovery.corpus import CorpusTool

Basis = Literal["computed", "measured"]


@dataclass(frozen=True, slots=True)
class Mode:
    """One way of offering tools: the definitions or texts in the context of every model call.

    A mode is computed if govern derives its text from the corpus, and measured if its definitions are real.
    """

    name: str
    tools: int
    tokens: int
    basis: Basis
    with_schemas: bool
    discovery_tokens: int | None = None

    def savings(self, baseline: Mode) -> float | None:
        """Return the share of the baseline that is saved, negative if it costs more; None unless both have schemas."""
        if not (baseline.tokens and baseline.with_schemas and self.with_schemas):
            return None
        return 1 - self.tokens / baseline.tokens

    def break_even(self, baseline: Mode) -> int | None:
        """Return after how many discoveries this mode costs as much as the baseline, if it ever does."""
        if not self.discovery_tokens:
            return None
        return max(0, -(-(baseline.tokens - self.tokens) // self.discovery_tokens))


def corpus_modes(tools: Sequence[CorpusTool], encoding: str, discovery_tokens: int | None) -> list[Mode]:
    """Return the modes that the corpus itself determines; `discovery_tokens` is what finding a tool once costs."""
    definitions = [tool.definition() for tool in tools]
    schemas = all(tool.input_schema is not None for tool in tools)
    listings = {
        "deferred-names": [_full_name(tool) for tool in tools],
        "deferred-sentences": [f"{_full_name(tool)}: {first_sentence(tool.description or '')}" for tool in tools],
        "deferred-signatures": [_signature_line(tool) for tool in tools],
    }
    baseline = Mode("baseline", len(tools), definition_tokens(definitions, encoding), "measured", schemas)
    return [
        baseline,
        *(
            Mode(name, 0, _tokens("\n".join(lines), encoding), "computed", schemas, discovery_tokens)
            for name, lines in listings.items()
        ),
    ]


def listed_mode(
    name: str, definitions: Sequence[Mapping[str, Json]], encoding: str, discovery_tokens: int | None
) -> Mode:
    """Return the mode whose context holds these definitions."""
    schemas = all("inputSchema" in each for each in definitions)
    tokens = definition_tokens(definitions, encoding)
    return Mode(name, len(definitions), tokens, "measured", schemas, discovery_tokens)


def definition_tokens(definitions: Iterable[Mapping[str, Json]], encoding: str) -> int:
    """Return the tokens of tool definitions, counted one by one as in a lock."""
    encoder = load(encoding)
    return sum(len(encoder.encode_ordinary(definition(Item(TOOL, dict(each))))) for each in definitions)


def _signature_line(tool: CorpusTool) -> str:
    return f"{_full_name(tool)}({parameters(tool.input_schema)}): {tool.description or ''}"


def _full_name(tool: CorpusTool) -> str:
    return f"{tool.server}.{tool.tool}"


def _tokens(text: str, encoding: str) -> int:
    return len(load(encoding).encode_ordinary(text))
