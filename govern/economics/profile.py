"""Measure what answers cost: tokens by block, overhead, repeated and indented text, and percentiles by tool."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Any, Literal

from govern.economics.answer_blocks import NOTHING, answer_blocks, compact_json, compacted
from govern.economics.assess import Risk, Thresholds, assess, estimated_tokens, risk_of
from govern.economics.bill import summarise
from govern.economics.budgets import Costed
from govern.economics.tokens import ENCODINGS, count_tokens, definition, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from govern.contract.surface import Item
    from govern.economics.assess import Guard
    from govern.economics.bill import LockSummary

# Above this ratio of overhead to data an answer gets an advisory.
_MUCH_OVERHEAD = 0.3
_MEDIAN, _P95 = 50, 95
_SUMS = (
    "tokens", "estimated_tokens", "overhead_tokens", "structured_tokens", "repeated_tokens", "compact_savings",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ClientLimit:
    """The largest answer that a client passes to its model as it is, by default."""

    client: str
    most: int
    unit: Literal["tokens", "characters", "bytes"]


# Claude Code: MAX_MCP_OUTPUT_TOKENS, and the size from which an answer is a file. opencode: tool_output.max_bytes.
CLIENT_LIMITS = (
    ClientLimit("Claude Code", 25_000, "tokens"),
    ClientLimit("Claude Code", 50_000, "characters"),
    ClientLimit("opencode", 51_200, "bytes"),
)


@dataclass(frozen=True, slots=True)
class Saving:
    """The tokens that a reduction saves, and the number of leaf values that it hides."""

    tokens: int = 0
    leaves: int = 0
    hidden: int = 0

    def __add__(self, other: Saving) -> Saving:
        return Saving(self.tokens + other.tokens, self.leaves + other.leaves, self.hidden + other.hidden)

    @property
    def visible(self) -> float:
        """Return the share of the leaf values that is still there."""
        return 1 - self.hidden / self.leaves if self.leaves else 1.0


@dataclass(frozen=True, slots=True)
class BlockProfile:
    """One block: its exact tokens, those by the rule of 3.5 characters, and whether it is overhead.

    `tokens` are 0 for a block that is not text, such as an image.
    """

    type: str
    tokens: int
    estimated_tokens: int
    characters: int
    size: int
    is_text: bool
    overhead: bool


@dataclass(frozen=True, slots=True)
class ResponseProfile:
    """The cost of one answer of a tool; `tool` is `server/tool`.

    `structured_tokens` are what structured content costs in addition, if a client passes both on; `repeated_tokens`
    are those of texts that it repeats, `compact_savings` those of white space in JSON. `reductions` are what each
    reduction of the compact surface saves by itself.
    """

    tool: str
    blocks: tuple[BlockProfile, ...]
    risk: Risk
    structured_tokens: int = 0
    repeated_tokens: int = 0
    compact_savings: int = 0
    reductions: Mapping[str, Saving] = field(default_factory=dict)

    @property
    def tokens(self) -> int:
        """Return the exact number of tokens of all blocks."""
        return sum(block.tokens for block in self.blocks)

    @property
    def estimated_tokens(self) -> int:
        """Return the tokens of all blocks by the rule of 3.5 characters."""
        return sum(block.estimated_tokens for block in self.blocks)

    @property
    def overhead_tokens(self) -> int:
        """Return the tokens of the blocks that are overhead."""
        return sum(block.tokens for block in self.blocks if block.overhead)

    @property
    def data_tokens(self) -> int:
        """Return the tokens of all other blocks."""
        return self.tokens - self.overhead_tokens

    @property
    def overhead_ratio(self) -> float:
        """Return the overhead for each token of data; infinite if there is no data."""
        return ratio(self.overhead_tokens, self.data_tokens)

    @property
    def advisory(self) -> str | None:
        """Return what to do about this answer, or None if it is small and mostly data."""
        if self.risk in (Risk.HIGH, Risk.CRITICAL):
            return f"{self.tokens:,} tokens in one answer: cap its size, or return it in pages"
        if self.overhead_ratio > _MUCH_OVERHEAD:
            share = self.overhead_tokens / self.tokens
            return f"{share:.0%} of the tokens are overhead: shorten the blocks around the data"
        return None

    def exceeds(self, limit: ClientLimit) -> bool:
        """Return whether a client does not pass this answer on as it is."""
        sizes = {
            "tokens": self.tokens,
            "characters": sum(block.characters for block in self.blocks),
            "bytes": sum(block.size for block in self.blocks),
        }
        return sizes[limit.unit] > limit.most


@dataclass(frozen=True, slots=True)
class ToolProfile:
    """The cost of the recorded answers of one tool, beside what its definition declares.

    Percentiles and the risk, which is that of the largest answer, are None without recorded answers.
    """

    costed: Costed
    calls: int
    failed: int
    unrecorded: int
    answers: int
    p50: int | None
    p95: int | None
    most: int | None
    risk: Risk | None
    tokens: int
    estimated_tokens: int
    overhead_tokens: int
    structured_tokens: int
    repeated_tokens: int
    compact_savings: int
    unmeasured_blocks: int
    over_limits: Mapping[ClientLimit, int]
    reductions: Mapping[str, Saving] = field(default_factory=dict)

    @property
    def place(self) -> str:
        """Return the tool as `server/tool`."""
        return self.costed.place

    @property
    def data_tokens(self) -> int:
        """Return the tokens of blocks that are not overhead."""
        return self.tokens - self.overhead_tokens

    @property
    def overhead_ratio(self) -> float:
        """Return the overhead for each token of data; infinite if there is no data."""
        return ratio(self.overhead_tokens, self.data_tokens)

    @property
    def bound(self) -> int | None:
        """Return the most tokens that the definition or a guard declares, or None if answers are unbounded."""
        return self.costed.assessment.max_tokens if self.costed.assessment.bounded else None

    @property
    def is_over_bound(self) -> bool:
        """Return whether p95 is above the declared bound."""
        return self.p95 is not None and self.bound is not None and self.p95 > self.bound


@dataclass(frozen=True, slots=True)
class Profiles:
    """All tools with what they declare and what was measured; `declared` has the sums, names and advice."""

    declared: LockSummary
    tools: tuple[ToolProfile, ...]


def ratio(overhead: int, data: int) -> float:
    """Return overhead for each token of data; infinite if all is overhead, and 0 if there is nothing."""
    return overhead / data if data else inf if overhead else 0.0


def static_profile(
    server: str,
    tool: Item,
    guard: Guard | None = None,
    thresholds: Thresholds | None = None,
    encoding: str = ENCODINGS[0],
) -> Costed:
    """Return what a tool costs before any call: the tokens of its definition, and what it declares of its answers."""
    return Costed(server, tool, count_tokens(definition(tool), encoding), assess(tool, guard, thresholds))


def profile_response(
    tool: str,
    answer: Any,
    overhead_blocks: int = 0,
    *,
    encoding: str = ENCODINGS[0],
    thresholds: Thresholds | None = None,
) -> ResponseProfile:
    """Return what one answer cost; its first `overhead_blocks`, and those annotated for one reader, are overhead."""
    answered = answer_blocks(answer)
    overhead = answered.overhead | frozenset(range(overhead_blocks))
    blocks = tuple(
        _block_profile(block.type, block.text, encoding, overhead=at in overhead)
        for at, block in enumerate(answered.blocks)
    )
    tokens = sum(block.tokens for block in blocks)
    has_structure = answered.structured is not NOTHING and answered.structured is not None
    return ResponseProfile(
        tool=tool,
        blocks=blocks,
        risk=risk_of(tokens, thresholds or Thresholds()),
        structured_tokens=count_tokens(compact_json(answered.structured), encoding) if has_structure else 0,
        repeated_tokens=sum(blocks[at].tokens for at in answered.repeated),
        compact_savings=sum(
            max(0, profiled.tokens - count_tokens(compact, encoding))
            for profiled, block in zip(blocks, answered.blocks, strict=True)
            if block.text and (compact := compacted(block.text)) is not None
        ),
    )


def aggregate_profiles(tools: Sequence[Costed], responses: Iterable[ResponseProfile]) -> Profiles:
    """Return what tools declare and what their answers cost; answers of other tools are left out."""
    tallies = {each.place: ToolTally(each) for each in tools}
    for response in responses:
        if response.tool in tallies:
            tallies[response.tool].add(response)
    return Profiles(summarise(tools), tuple(tally.profile() for tally in tallies.values()))


def _block_profile(kind: str, text: str | None, encoding: str, *, overhead: bool) -> BlockProfile:
    said = text_of(text)
    return BlockProfile(
        type=kind,
        tokens=count_tokens(said, encoding),
        estimated_tokens=estimated_tokens(len(said)),
        characters=len(said),
        size=len(said.encode()),
        is_text=text is not None,
        overhead=overhead,
    )


@dataclass(slots=True)
class ToolTally:
    """Adds up the answers of one tool; of each answer only its number of tokens is kept."""

    costed: Costed
    calls: int = 0
    failed: int = 0
    unrecorded: int = 0
    counts: array[int] = field(default_factory=lambda: array("Q"))
    sums: Counter[str] = field(default_factory=Counter)
    over: Counter[ClientLimit] = field(default_factory=Counter)
    reductions: dict[str, Saving] = field(default_factory=dict)
    risk: Risk | None = None

    def add(self, response: ResponseProfile) -> None:
        """Add a call with its answer."""
        self.calls += 1
        self.counts.append(response.tokens)
        self.risk = max(self.risk or response.risk, response.risk, key=lambda risk: risk.rank)
        self.sums["unmeasured_blocks"] += sum(not block.is_text for block in response.blocks)
        for name in _SUMS:
            self.sums[name] += getattr(response, name)
        for limit in CLIENT_LIMITS:
            self.over[limit] += response.exceeds(limit)
        for name, saving in response.reductions.items():
            self.reductions[name] = self.reductions.get(name, Saving()) + saving

    def profile(self) -> ToolProfile:
        """Return the sums and percentiles."""
        counts = sorted(self.counts)
        return ToolProfile(
            costed=self.costed,
            calls=self.calls,
            failed=self.failed,
            unrecorded=self.unrecorded,
            answers=len(counts),
            p50=_percentile(counts, _MEDIAN),
            p95=_percentile(counts, _P95),
            most=counts[-1] if counts else None,
            risk=self.risk,
            unmeasured_blocks=self.sums["unmeasured_blocks"],
            over_limits=self.over,
            reductions=self.reductions,
            **{name: self.sums[name] for name in _SUMS},
        )


def _percentile(counts: Sequence[int], percent: int) -> int | None:
    """Return the smallest count that this share of all counts does not exceed."""
    return counts[-(-percent * len(counts) // 100) - 1] if counts else None
