"""For GitLab: a code quality report, which merge requests show beside the lines that it is about."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from govern.report.ci.annotations import Annotation, Annotations, Level


# GitLab has five severities; the highest one is kept for what stops a gate.
_SEVERITIES: dict[Level, str] = {"error": "critical", "warning": "major", "note": "minor"}


def codequality(findings: Annotations) -> list[dict[str, object]]:
    """An entry for each finding; what fails blocks, and what somebody approved is only worth knowing."""
    seen: Counter[str] = Counter()
    return [_entry(finding, findings, seen) for finding in findings.found]


def _entry(finding: Annotation, findings: Annotations, seen: Counter[str]) -> dict[str, object]:
    return {
        "description": " ".join(finding.told),
        "check_name": finding.rule,
        "fingerprint": _fingerprint(finding, findings, seen),
        "severity": _severity(finding, findings),
        "location": {"path": findings.lock, "lines": {"begin": finding.line or 1}},
    }


def _severity(finding: Annotation, findings: Annotations) -> str:
    if finding.fails:
        return "blocker"
    return "info" if findings.every and not finding.waits else _SEVERITIES[finding.level]


def _fingerprint(finding: Annotation, findings: Annotations, seen: Counter[str]) -> str:
    """The same wherever the finding stands in the file; no two of a report have the same, which GitLab would merge."""
    place = (finding.server, finding.tool or "", finding.kind, finding.pointer, finding.change)
    told = "\0".join((findings.verb, findings.lock, finding.rule, *place))
    seen[told] += 1
    return sha256(f"{told}\0{seen[told]}".encode("utf-8", "surrogatepass")).hexdigest()
