"""Counters in the text format that Prometheus reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from govern.serve.counters import METRICS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.serve.counters import Counters, Labels

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_ESCAPES: Final = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n"})
_SESSIONS: Final = "govern_http_sessions"


def prometheus_text(counters: Counters, sessions: int) -> str:
    """Return all counters and the number of open sessions."""
    counts = counters.snapshot()
    lines = [f"# HELP {_SESSIONS} Open sessions.", f"# TYPE {_SESSIONS} gauge", f"{_SESSIONS} {sessions}"]
    for metric, (kind, meaning) in METRICS.items():
        lines += [f"# HELP {metric} {meaning}", f"# TYPE {metric} {kind}", *_samples(metric, kind, counts)]
    return "\n".join(lines) + "\n"


def _samples(metric: str, kind: str, counts: dict[tuple[str, Labels], float]) -> Iterator[str]:
    names = {f"{metric}_{part}" for part in ("bucket", "sum", "count")} if kind == "histogram" else {metric}
    for name, labels in sorted((each for each in counts if each[0] in names), key=_order):
        pairs = ",".join(f'{label}="{text.translate(_ESCAPES)}"' for label, text in labels)
        yield f"{name}{{{pairs}}} {counts[name, labels]:.15g}"


def _order(sample: tuple[str, Labels]) -> tuple[Labels, str, float]:
    """Return a key by which the samples of one histogram stand together, its buckets from small to large."""
    name, labels = sample
    return tuple(pair for pair in labels if pair[0] != "le"), name, float(dict(labels).get("le", 0))
