"""Count what the compact surface returned and what the servers answered; sums per tool survive restarts."""

from __future__ import annotations

import json
from collections import Counter, deque
from threading import Lock
from typing import TYPE_CHECKING, Any

from govern.files import MAX_GENERATED_FILE, read_text
from govern.lockfile.writing import exclusive_access, replace_file

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

FORMAT = "govern.usage/1"
FIGURES = ("calls", "failed", "returned", "processed")
_SAVE_EVERY = 100
_LATENCIES = 1_000
_PERCENTILES = (50, 95, 99)


class UsageCounts:
    """Calls counted by tool: `returned` are the tokens that clients got, `processed` those that servers answered."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._lock = Lock()
        self._sums: dict[str, Counter[str]] = {}
        self._unsaved: dict[str, Counter[str]] = {}
        self._seconds: dict[str, deque[float]] = {}

    def answered(self, place: str, tokens: int, seconds: float, *, failed: bool) -> None:
        """Count an answer of `server/tool`."""
        self._add(place, calls=1, failed=int(failed), processed=tokens)
        self._seconds.setdefault(place.partition("/")[0], deque(maxlen=_LATENCIES)).append(seconds)

    def returned(self, name: str, tokens: int) -> None:
        """Count an answer of one of the seven tools, as it was sent to the client."""
        self._add(name, calls=1, returned=tokens)

    def _add(self, name: str, **figures: int) -> None:
        with self._lock:
            for sums in (self._sums, self._unsaved):
                sums.setdefault(name, Counter()).update(figures)

    def sums(self) -> Mapping[str, Mapping[str, int]]:
        """Return the figures since the start, by tool."""
        with self._lock:
            return {name: _figures(sums) for name, sums in sorted(self._sums.items())}

    def latencies(self) -> Mapping[str, Mapping[str, int]]:
        """Return the median, p95 and p99 of each server's last calls in milliseconds."""
        return {server: _percentiles(sorted(seconds)) for server, seconds in sorted(self._seconds.items())}

    def saved(self) -> Mapping[str, Mapping[str, int]]:
        """Return the figures of all runs so far, of which those of this one may not be saved yet."""
        with self._lock:
            return _added(_stored(self._path) if self._path else {}, self._unsaved)

    @property
    def is_due(self) -> bool:
        """Return whether enough was counted to save it while the gateway runs."""
        return sum(figures["calls"] for figures in self._unsaved.values()) >= _SAVE_EVERY

    def save(self) -> None:
        """Add the figures since the last time to the file; they are kept for later if it cannot be written."""
        if not self._path:
            return
        with self._lock:
            fresh, self._unsaved = self._unsaved, {}
        if not fresh:
            return
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with exclusive_access(self._path):
                document = {"format": FORMAT, "tools": _added(_stored(self._path), fresh)}
                replace_file(self._path, json.dumps(document, indent=1).encode())
        except OSError:
            with self._lock:
                for name, figures in fresh.items():
                    self._unsaved.setdefault(name, Counter()).update(figures)


def _added(sums: dict[str, Counter[str]], more: Mapping[str, Counter[str]]) -> dict[str, dict[str, int]]:
    for name, figures in more.items():
        sums.setdefault(name, Counter()).update(figures)
    return {name: _figures(each) for name, each in sorted(sums.items())}


def _stored(path: Path) -> dict[str, Counter[str]]:
    """Return the figures in a file; none if it is missing or is not one of ours."""
    try:
        document: Any = json.loads(read_text(path, MAX_GENERATED_FILE))
    except (OSError, ValueError, RecursionError):
        return {}
    tools = document.get("tools") if isinstance(document, dict) and document.get("format") == FORMAT else None
    return {
        name: Counter({key: value for key, value in figures.items() if key in FIGURES and type(value) is int})
        for name, figures in (tools.items() if isinstance(tools, dict) else ())
        if isinstance(figures, dict)
    }


def _figures(sums: Counter[str]) -> dict[str, int]:
    return {name: sums[name] for name in FIGURES if sums[name]}


def _percentiles(seconds: Sequence[float]) -> dict[str, int]:
    at = {each: -(-each * len(seconds) // 100) - 1 for each in _PERCENTILES}
    return {"calls": len(seconds)} | {f"p{each}_ms": round(seconds[at[each]] * 1000) for each in _PERCENTILES}
