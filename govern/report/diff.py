"""A verdict in every format, each imported where it is asked for: `govern diff` is to start in no time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.format import Format

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from govern.report.finding import Lines
    from govern.report.terminal.page import Page
    from govern.verdict import Verdict


def diff_text(  # noqa: PLR0913 - the flags are for text alone, and passed by name
    verdict: Verdict,
    lock_path: Callable[[], Path],
    lines: Callable[[], Lines],
    form: Format,
    page: Page,
    *,
    verbose: bool = False,
    quiet: bool = False,
) -> str:
    """What changed, in one of the formats; path and lines are asked only where a format points into the lock."""
    match form:
        case Format.TEXT:
            from govern.report.terminal.diff import diff_report

            return diff_report(verdict, page, verbose=verbose, quiet=quiet)
        case Format.JSON:
            from govern.report.diff_documents import diff_document
            from govern.report.json_documents import json_text

            return json_text(diff_document(verdict))
        case Format.MARKDOWN:
            from govern.report.diff_markdown import diff_markdown

            return diff_markdown(verdict)
        case Format.SARIF | Format.JUNIT | Format.GITHUB | Format.CODEQUALITY:
            from govern.report.diff_findings import diff_findings
            from govern.report.findings_text import findings_text

            places = {} if form is Format.JUNIT else lines()
            return findings_text(diff_findings(verdict, lock_path().as_posix(), places), form)
