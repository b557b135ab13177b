"""JUnit XML for test reports: a case for each annotation, or one case in all if nothing fails."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

from govern.contract.characters import visible

if TYPE_CHECKING:
    from govern.report.ci.annotations import Annotation, Annotations


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
    text = _xml_text("\n".join(annotation.lines))
    body = f">{text}</{kind}>" if annotation.change or annotation.details else "/>"
    outcome = f"<{kind} type={_xml_attribute(annotation.rule)} message={_xml_attribute(message)}{body}"
    return f"{head}>\n      {outcome}\n    </testcase>\n"


def _is_skipped(annotation: Annotation) -> bool:
    return annotation.unapproved and not annotation.fails


def _xml_attribute(text: str) -> str:
    return quoteattr(_valid_xml(text), {"\n": "&#10;", "\t": "&#9;"})


def _xml_text(text: str) -> str:
    return _valid_xml(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _valid_xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", visible(text))
