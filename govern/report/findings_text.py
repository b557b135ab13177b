"""Findings in the formats that know nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from govern.report.codequality import codequality
from govern.report.format import Format
from govern.report.github import github
from govern.report.json_documents import json_text
from govern.report.junit import junit
from govern.report.sarif import sarif

if TYPE_CHECKING:
    from govern.report.finding import Findings

OfFindings = Literal[Format.SARIF, Format.JUNIT, Format.GITHUB, Format.CODEQUALITY]


def findings_text(findings: Findings, form: OfFindings) -> str:
    """The findings, for whoever reads that format."""
    match form:
        case Format.SARIF:
            return json_text(sarif(findings))
        case Format.JUNIT:
            return junit(findings)
        case Format.GITHUB:
            return github(findings)
        case Format.CODEQUALITY:
            return json_text(codequality(findings))
