"""One-change pairs: a server before and after, and the severity of the change for a correct caller."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
Capture = Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """`severity` is what rules.md makes of the change, `none` where there is no change; `rules` are all that fire.

    A pair of `many` maps servers' names to captures. `page` is how many items the server lists at a time, `spaced` says
    that the second capture is written with other white space and escapes, `source` is where each side comes from.
    """

    name: str
    topic: str
    severity: str
    why: str
    before: Capture
    after: Capture
    rules: tuple[str, ...] | None = None
    many: bool = False
    page: int = 0
    spaced: bool = False
    source: tuple[str, str] = ("tracker", "tracker")

    @property
    def sides(self) -> tuple[Mapping[str, Capture], Mapping[str, Capture]]:
        """Return the captures of each side, by the names of their servers."""
        return (self.before, self.after) if self.many else ({"tracker": self.before}, {"tracker": self.after})

    @property
    def texts(self) -> tuple[str, str]:
        """Return both captures as JSON text."""
        before = json.dumps(self.before, ensure_ascii=False)
        return before, json.dumps(self.after, indent=2 if self.spaced else None, ensure_ascii=self.spaced)


def _read() -> Iterator[Pair]:
    for path in sorted(HERE.glob("*.json")):
        for fields in json.loads(path.read_text(encoding="utf-8")):
            lists = {key: tuple(value) for key, value in fields.items() if key in ("rules", "source")}
            yield Pair(**fields | lists)


PAIRS = tuple(_read())
