"""What came of the gate in every format, each imported where it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.format import Format

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from govern.gate.outcome import Gate
    from govern.report.finding import Lines
    from govern.report.terminal.page import Page


def gate_text(  # noqa: PLR0913 - the flags are for text alone, and passed by name
    gate: Gate,
    lock: tuple[Path, str],
    lines: Callable[[], Lines],
    form: Format,
    page: Page,
    *,
    verbose: bool = False,
    quiet: bool = False,
) -> str:
    """The gate's verdict; `lock` is where the lock is and its digest, `lines` is asked only where places are told."""
    match form:
        case Format.TEXT:
            from govern.report.terminal.gate import gate_report

            return gate_report(gate, page, verbose=verbose, quiet=quiet)
        case Format.JSON:
            from govern.report.gate_documents import gate_document
            from govern.report.json_documents import json_text

            return json_text(gate_document(gate, lock[1]))
        case Format.MARKDOWN:
            from govern.report.gate_markdown import gate_markdown

            return gate_markdown(gate)
        case Format.SARIF | Format.JUNIT | Format.GITHUB | Format.CODEQUALITY:
            from govern.report.findings_text import findings_text
            from govern.report.gate_findings import gate_findings

            junit = form is Format.JUNIT
            findings = gate_findings(gate, lock[0].as_posix(), {} if junit else lines(), every=junit)
            return findings_text(findings, form)
