"""For GitHub Actions: workflow commands that become annotations."""

from govern.contract.characters import visible
from govern.report.finding import Finding, Findings

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def github(findings: Findings) -> str:
    """One annotation a finding."""
    return "".join(f"{_annotation(finding, findings.lock)}\n" for finding in findings.found)


def _annotation(finding: Finding, lock: str) -> str:
    properties = {"file": lock, "line": str(finding.line or 1), "title": f"{finding.title} ({finding.rule})"}
    listed = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{_COMMANDS[finding.level]} {listed}::{_data(f'{finding.place}: {finding.message}')}"


def _data(text: str) -> str:
    """Nothing that a server says can end the line, and so begin a command of its own."""
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
