"""Measurements of running systems: searches through a gateway, and recorded sessions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.discovery.benchmark import Retrieval


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds from a call to its answer, as the client measures them."""

    p50: float
    p95: float
    p99: float
    max: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Latency:
        """Return the nearest-rank percentiles of at least one duration."""
        ordered = sorted(seconds)
        ranks = (-(-percent * len(ordered) // 100) - 1 for percent in (50, 95, 99, 100))
        return cls(*(round(1000 * ordered[rank], 3) for rank in ranks))


@dataclass(frozen=True, slots=True)
class GatewaySearch:
    """The labelled queries, asked of the search tool of a running gateway; `failed` are calls without an answer."""

    server: str
    tool: str
    retrieval: Retrieval
    latency: Latency
    answer_tokens: int
    failed: int


@dataclass(frozen=True, slots=True)
class SessionCost:
    """The tokens of the recorded sessions of one mode, each a mean over sessions.

    `menu` are the definitions in context, `discovery` the answers of search tools, `retries` the arguments of calls
    that failed, and `answers` all other answers.
    """

    mode: str
    sessions: int
    menu: int
    discovery: int
    retries: int
    answers: int

    @property
    def total(self) -> int:
        """Return the tokens of a session."""
        return self.menu + self.discovery + self.retries + self.answers
