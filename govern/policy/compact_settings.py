"""The keys of how tools are offered: their names, the compact surface, and when answers are shortened."""

from dataclasses import dataclass
from typing import Literal

from govern.policy.settings_key import key

ServedSurface = Literal["all", "compact"]
ServedNames = Literal["prefixed", "plain"]


@dataclass(frozen=True)
class ReduceKeys:
    """The tokens of an answer above which the compact surface shortens it; 0 is never."""

    collapse: int | None = key(
        "Keep three whole items of uniform arrays, and what identifies the others; 1,000 by default."
    )
    chunk: int | None = key("Divide JSON into parts with their paths; 3,000 by default.")
    intent: int | None = key("Keep only the parts that fit the intent of the call, if it states one; 1,500 by default.")
    cut: int | None = key("Cut the text to this length: 60% from its start, 40% from its end; 8,000 by default.")
