"""For code scanning: SARIF 2.1.0."""

from hashlib import sha256
from typing import Any

from govern import __version__
from govern.contract.characters import visible
from govern.report.finding import Finding, Findings

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def sarif(findings: Findings) -> dict[str, Any]:
    """The findings as one run."""
    rules = sorted(findings.rules)
    driver = {
        "name": "govern",
        "version": __version__,
        "informationUri": "https://github.com/govern-mcp/govern",
        "rules": [{"id": rule, "shortDescription": {"text": findings.rules[rule]}} for rule in rules],
    }
    results = [_result(each, findings.lock, rules.index(each.rule)) for each in findings.found]
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}


def _result(finding: Finding, lock: str, rule_index: int) -> dict[str, Any]:
    location = {
        "physicalLocation": {
            "artifactLocation": {"uri": lock, "uriBaseId": "%SRCROOT%"},
            "region": {"startLine": finding.line or 1},
        },
        "logicalLocations": [{"fullyQualifiedName": visible(finding.place), "kind": "member"}],
    }
    return {
        "ruleId": finding.rule,
        "ruleIndex": rule_index,
        "level": finding.level,
        "message": {"text": visible(f"{finding.place}: {finding.message}")},
        "locations": [location],
        "partialFingerprints": {"govern/v1": _fingerprint(finding)},
    }


def _fingerprint(finding: Finding) -> str:
    """Stays the same while rule and place do, whatever line they are on."""
    return sha256("\0".join((finding.rule, finding.server, finding.tool or "")).encode()).hexdigest()[:32]
