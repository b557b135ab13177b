"""SARIF 2.1.0 for code scanning."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from os import fsencode
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from govern import __version__
from govern.contract.characters import visible

if TYPE_CHECKING:
    from govern.report.ci.annotations import Annotation, AnnotationRule, Annotations, Level


_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
# The levels as code scanning names them in `problem.severity`, which it sorts by.
_PROBLEM_SEVERITIES: dict[Level, str] = {"error": "error", "warning": "warning", "note": "recommendation"}


def sarif(annotations: Annotations) -> dict[str, Any]:
    """Return the annotations as one run."""
    used = sorted({annotation.rule for annotation in annotations.found})
    rules = {rule: at for at, rule in enumerate(used)}
    driver = {
        "name": "govern",
        "version": __version__,
        "informationUri": "https://github.com/govern-mcp/govern",
        "rules": [_reporting_descriptor(rule, annotations.rules[rule]) for rule in rules],
    }
    seen: Counter[str] = Counter()
    results = []
    for annotation in annotations.found:
        fingerprint = _place_fingerprint(annotation)
        seen[fingerprint] += 1
        fingerprints = _fingerprints(annotation, fingerprint, seen[fingerprint])
        results.append(_result(annotation, annotations.lock, rules[annotation.rule], fingerprints))
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}


def _reporting_descriptor(rule: str, about: AnnotationRule) -> dict[str, Any]:
    row: dict[str, Any] = {"id": rule, "shortDescription": {"text": about.title}}
    if about.why:
        row["fullDescription"] = {"text": about.why}
        row["help"] = {
            "text": f"{about.why}\n\nWhat to do: {about.remedy}",
            "markdown": f"{about.why}\n\n**What to do:** {about.remedy}\n\n`govern explain {rule}` shows an example.",
        }
    if about.level:
        row["defaultConfiguration"] = {"level": about.level}
        row["properties"] = {
            "severity": about.severity,
            "problem.severity": _PROBLEM_SEVERITIES[about.level],
            "tags": list(about.tags),
        }
    return row


def _result(annotation: Annotation, lock: str, rule_index: int, fingerprints: dict[str, str]) -> dict[str, Any]:
    location = {
        "physicalLocation": {
            "artifactLocation": _artifact(lock),
            "region": {"startLine": annotation.line or 1},
        },
        "logicalLocations": [{"fullyQualifiedName": visible(annotation.place), "kind": "member"}],
    }
    result = {
        "ruleId": annotation.rule,
        "ruleIndex": rule_index,
        "level": annotation.level,
        "message": {"text": _unlinked("\n".join(annotation.lines))},
        "locations": [location],
        "partialFingerprints": fingerprints,
    }
    if annotation.hits is not None:
        result["properties"] = {"hits": annotation.hits}
    if annotation.justification is not None:
        result["suppressions"] = _suppressions(annotation.justification)
    return result


def _suppressions(justification: str) -> list[dict[str, str]]:
    """Return the suppressions; SARIF requires a list of either all results of a run or none, so some are empty."""
    return (
        [{"kind": "external", "status": "accepted", "justification": visible(justification)}] if justification else []
    )


def _unlinked(text: str) -> str:
    """Break `[text](place)`, which would be a link in a SARIF message."""
    return text.replace("](", "] (")


def _artifact(lock: str) -> dict[str, str]:
    """Return the location of the lock as a URI, with spaces and non-ASCII characters quoted."""
    path = PurePath(lock)
    return {"uri": path.as_uri()} if path.is_absolute() else {"uri": quote(fsencode(lock)), "uriBaseId": "%SRCROOT%"}


def _fingerprints(annotation: Annotation, fingerprint: str, number: int) -> dict[str, str]:
    """Return the fingerprints of a result; code scanning distinguishes two changes of one tool by the last one only."""
    if not annotation.change:
        return {"govern/v1": fingerprint}
    return {
        "govern/v1": fingerprint,
        "govern.change/v1": annotation.change,
        "primaryLocationLineHash": f"{fingerprint[:16]}:{number}",
    }


def _place_fingerprint(annotation: Annotation) -> str:
    """Return a hash of rule and place, which does not change when the line does."""
    place = (annotation.kind, annotation.pointer) if annotation.change else ()
    identity = "\0".join((annotation.rule, annotation.server, annotation.tool or "", *place))
    return sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()[:32]
