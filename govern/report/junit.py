"""For test reports: JUnit XML, one case a finding that fails and one for all that is well."""

import re
from xml.sax.saxutils import quoteattr

from govern.contract.characters import visible
from govern.report.finding import Findings

_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(findings: Findings) -> str:
    """The failing findings as failed cases of one suite."""
    failing = [finding for finding in findings.found if finding.fails]
    suite = f"govern {findings.verb}"
    cases = [
        f"    <testcase classname={_attribute(finding.place)} name={_attribute(finding.rule)}>\n"
        f"      <failure type={_attribute(finding.rule)} message={_attribute(finding.message)}/>\n"
        "    </testcase>\n"
        for finding in failing
    ] or [f"    <testcase classname={_attribute(findings.lock)} name={_attribute(suite)}/>\n"]
    counts = f'tests="{len(cases)}" failures="{len(failing)}" errors="0"'
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name={_attribute(suite)} {counts}>\n'
        f"  <testsuite name={_attribute(suite)} {counts}>\n{''.join(cases)}  </testsuite>\n</testsuites>\n"
    )


def _attribute(text: str) -> str:
    return quoteattr(_NOT_XML.sub("\ufffd", visible(text)), {"\n": "&#10;", "\t": "&#9;"})
