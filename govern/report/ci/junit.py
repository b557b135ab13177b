"""For test reports: JUnit XML, one case a finding that fails and one for all that is well, or one for each finding."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

from govern.contract.characters import visible

if TYPE_CHECKING:
    from govern.report.ci.annotations import Annotation, Annotations


_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(findings: Annotations) -> str:
    """The findings as cases of one suite; one that waits for an approval and may pass without is a skipped case."""
    suite = f"govern {findings.verb}"
    told = [finding for finding in findings.found if finding.fails or findings.every]
    cases = [_case(finding) for finding in told]
    cases = cases or [f"    <testcase classname={_attribute(findings.lock)} name={_attribute(suite)}/>\n"]
    failures = sum(finding.fails for finding in told)
    skipped = f' skipped="{sum(_skipped(finding) for finding in told)}"' if findings.every else ""
    counts = f'tests="{len(cases)}" failures="{failures}" errors="0"'
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name={_attribute(suite)} {counts}>\n'
        f"  <testsuite name={_attribute(suite)} {counts}{skipped}>\n{''.join(cases)}  </testsuite>\n</testsuites>\n"
    )


def _case(finding: Annotation) -> str:
    name = " ".join(filter(None, (finding.rule, finding.pointer, finding.change)))
    head = f"    <testcase classname={_attribute(finding.place)} name={_attribute(name)}"
    if finding.fails:
        kind, said = "failure", finding.message
    elif _skipped(finding):
        kind, said = "skipped", f"{finding.message} ({finding.standing}; policy lets it pass)"
    else:
        return f"{head}/>\n"
    told = _text("\n".join(finding.told))
    body = f">{told}</{kind}>" if finding.change or finding.details else "/>"
    return f"{head}>\n      <{kind} type={_attribute(finding.rule)} message={_attribute(said)}{body}\n    </testcase>\n"


def _skipped(finding: Annotation) -> bool:
    return finding.waits and not finding.fails


def _attribute(text: str) -> str:
    return quoteattr(_xml(text), {"\n": "&#10;", "\t": "&#9;"})


def _text(text: str) -> str:
    return _xml(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", visible(text))
