"""CI systems' formats of annotations: SARIF, JUnit XML, GitHub workflow commands and GitLab code quality reports."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import sha256
from os import fsencode
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from govern import __version__
from govern.contract.characters import directed, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.report.annotations import Annotation, AnnotationRule, Annotations, Level

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
        # `[text](place)` would be a link in a SARIF message.
        "message": {"text": "\n".join(annotation.lines).replace("](", "] (")},
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


_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(annotations: Annotations) -> str:
    """Return the annotations as the cases of one suite; an unapproved change that policy allows is a skipped case."""
    suite = f"govern {annotations.verb}"
    shown = [annotation for annotation in annotations.found if annotation.fails or annotations.every]
    cases = [_case(annotation) for annotation in shown]
    cases = cases or [f"    <testcase classname={_xml_attribute(annotations.lock)} name={_xml_attribute(suite)}/>\n"]
    failures = sum(annotation.fails for annotation in shown)
    skipped = f' skipped="{sum(_is_skipped(annotation) for annotation in shown)}"' if annotations.every else ""
    counts = f'tests="{len(cases)}" failures="{failures}" errors="0"'
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name={_xml_attribute(suite)} {counts}>\n'
        f"  <testsuite name={_xml_attribute(suite)} {counts}{skipped}>\n{''.join(cases)}  </testsuite>\n</testsuites>\n"
    )


def _case(annotation: Annotation) -> str:
    name = " ".join(filter(None, (annotation.rule, annotation.pointer, annotation.change)))
    head = f"    <testcase classname={_xml_attribute(annotation.place)} name={_xml_attribute(name)}"
    if annotation.fails:
        kind, message = "failure", annotation.message
    elif _is_skipped(annotation):
        reasons = dict.fromkeys((annotation.approval, "allowed by policy"))
        kind, message = "skipped", f"{annotation.message} ({'; '.join(reasons)})"
    else:
        return f"{head}/>\n"
    text = escape(valid_xml("\n".join(annotation.lines)))
    body = f">{text}</{kind}>" if annotation.change or annotation.details else "/>"
    outcome = f"<{kind} type={_xml_attribute(annotation.rule)} message={_xml_attribute(message)}{body}"
    return f"{head}>\n      {outcome}\n    </testcase>\n"


def _is_skipped(annotation: Annotation) -> bool:
    return annotation.unapproved and not annotation.fails


def _xml_attribute(text: str) -> str:
    return quoteattr(valid_xml(text), {"\n": "&#10;", "\t": "&#9;"})


def valid_xml(text: str) -> str:
    """Return a text with hidden characters visible, without characters that XML cannot contain."""
    return _NOT_XML.sub("\ufffd", visible(text))


_COMMANDS: dict[Level, str] = {"error": "error", "warning": "warning", "note": "notice"}
# GitHub shows this many of each level per step, and silently drops the rest.
_MOST_OF_LEVEL = 10
# Commands of other CI systems, which look for them anywhere in a line.
_OTHER_COMMANDS = re.compile(r"##(?=\w*\[)")


def github(annotations: Annotations) -> str:
    """Return a command for each annotation; where GitHub would drop some, the last one gives their number."""
    lines = [line for level in _COMMANDS for line in _commands(level, annotations)]
    return "".join(f"{line}\n" for line in lines)


def _commands(level: Level, annotations: Annotations) -> Iterator[str]:
    found = [annotation for annotation in annotations.found if _command_level(annotation, annotations) == level]
    shown = found if len(found) <= _MOST_OF_LEVEL or not annotations.every else found[: _MOST_OF_LEVEL - 1]
    yield from (_command(level, annotation, annotations.lock) for annotation in shown)
    if len(found) > len(shown):
        title, more = _escaped_property(f"govern {annotations.verb}"), len(found) - len(shown)
        yield f"::{_COMMANDS[level]} title={title}::and {more:,} more; `govern {annotations.verb}` shows all"


def _command_level(annotation: Annotation, annotations: Annotations) -> Level:
    """Return the level; an approved change is only a notice."""
    return annotation.level if annotation.unapproved or annotation.fails or not annotations.every else "note"


def _command(level: Level, annotation: Annotation, lock: str) -> str:
    properties = {"file": lock, "line": str(annotation.line or 1), "title": f"{annotation.title} ({annotation.rule})"}
    listed = ",".join(f"{key}={_escaped_property(value)}" for key, value in properties.items())
    text = "\n".join(annotation.lines)
    return f"::{_COMMANDS[level]} {listed}::{_escaped_text(text)}"


def _escaped_text(text: str) -> str:
    """Escape a text, so that it cannot end the line and begin a command."""
    plain = _OTHER_COMMANDS.sub("##‹›", directed(visible(text)))
    return plain.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped_property(text: str) -> str:
    return _escaped_text(text).replace(":", "%3A").replace(",", "%2C")


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
