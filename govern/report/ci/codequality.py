"""GitLab code quality reports, which merge requests show beside the lines concerned."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from govern.report.ci.annotations import Annotation, Annotations, Level


# GitLab has five severities; the highest is reserved for what fails a check.
_SEVERITIES: dict[Level, str] = {"error": "critical", "warning": "major", "note": "minor"}


def codequality(annotations: Annotations) -> list[dict[str, object]]:
    """Return an entry for each annotation; only those that fail block a merge, approved ones are information."""
    seen: Counter[str] = Counter()
    return [_issue(annotation, annotations, seen) for annotation in annotations.found]


def _issue(annotation: Annotation, annotations: Annotations, seen: Counter[str]) -> dict[str, object]:
    return {
        "description": " ".join(annotation.lines),
        "check_name": annotation.rule,
        "fingerprint": _unique_fingerprint(annotation, annotations, seen),
        "severity": _gitlab_severity(annotation, annotations),
        "location": {"path": annotations.lock, "lines": {"begin": annotation.line or 1}},
    }


def _gitlab_severity(annotation: Annotation, annotations: Annotations) -> str:
    if annotation.fails:
        return "blocker"
    return "info" if annotations.every and not annotation.unapproved else _SEVERITIES[annotation.level]


def _unique_fingerprint(annotation: Annotation, annotations: Annotations, seen: Counter[str]) -> str:
    """Return a hash that is independent of line numbers; GitLab merges equal ones, so a repeated place is numbered."""
    place = (annotation.server, annotation.tool or "", annotation.kind, annotation.pointer, annotation.change)
    identity = "\0".join((annotations.verb, annotations.lock, annotation.rule, *place))
    seen[identity] += 1
    return sha256(f"{identity}\0{seen[identity]}".encode("utf-8", "surrogatepass")).hexdigest()
