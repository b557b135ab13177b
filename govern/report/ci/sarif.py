"""For code scanning: SARIF 2.1.0."""

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
# What code scanning calls the levels in the properties that it sorts by.
_PROBLEMS: dict[Level, str] = {"error": "error", "warning": "warning", "note": "recommendation"}


def sarif(findings: Annotations) -> dict[str, Any]:
    """The findings as one run."""
    rules = {rule: at for at, rule in enumerate(sorted(findings.rules))}
    driver = {
        "name": "govern",
        "version": __version__,
        "informationUri": "https://github.com/govern-mcp/govern",
        "rules": [_rule(rule, findings.rules[rule]) for rule in rules],
    }
    seen: Counter[str] = Counter()
    results = []
    for finding in findings.found:
        fingerprint = _fingerprint(finding)
        seen[fingerprint] += 1
        fingerprints = _fingerprints(finding, fingerprint, seen[fingerprint])
        results.append(_result(finding, findings.lock, rules[finding.rule], fingerprints))
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}


def _rule(rule: str, about: AnnotationRule) -> dict[str, Any]:
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
            "problem.severity": _PROBLEMS[about.level],
            "tags": list(about.tags),
        }
    return row


def _result(finding: Annotation, lock: str, rule_index: int, fingerprints: dict[str, str]) -> dict[str, Any]:
    location = {
        "physicalLocation": {
            "artifactLocation": _artifact(lock),
            "region": {"startLine": finding.line or 1},
        },
        "logicalLocations": [{"fullyQualifiedName": visible(finding.place), "kind": "member"}],
    }
    result = {
        "ruleId": finding.rule,
        "ruleIndex": rule_index,
        "level": finding.level,
        "message": {"text": _unlinked("\n".join(finding.told))},
        "locations": [location],
        "partialFingerprints": fingerprints,
    }
    if finding.hits is not None:
        result["properties"] = {"hits": finding.hits}
    if finding.excuse is not None:
        result["suppressions"] = _suppressions(finding.excuse)
    return result


def _suppressions(excuse: str) -> list[dict[str, str]]:
    """Either all results of a run have the list or none; an empty one says that nobody excused this."""
    return [{"kind": "external", "status": "accepted", "justification": visible(excuse)}] if excuse else []


def _unlinked(text: str) -> str:
    """`[text](place)` is a link in a message; nothing that a server says may be one."""
    return text.replace("](", "] (")


def _artifact(lock: str) -> dict[str, str]:
    """Both are URIs: a path with a space or an umlaut in it is none."""
    path = PurePath(lock)
    return {"uri": path.as_uri()} if path.is_absolute() else {"uri": quote(fsencode(lock)), "uriBaseId": "%SRCROOT%"}


def _fingerprints(finding: Annotation, fingerprint: str, number: int) -> dict[str, str]:
    """Code scanning follows a result by the last of these alone; without it, two changes of one tool would be one."""
    if not finding.change:
        return {"govern/v1": fingerprint}
    return {
        "govern/v1": fingerprint,
        "govern.change/v1": finding.change,
        "primaryLocationLineHash": f"{fingerprint[:16]}:{number}",
    }


def _fingerprint(finding: Annotation) -> str:
    """Stays the same while rule and place do, whatever line they are on."""
    place = (finding.kind, finding.pointer) if finding.change else ()
    told = "\0".join((finding.rule, finding.server, finding.tool or "", *place))
    return sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:32]
