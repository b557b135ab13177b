"""What became of recorded calls, in each format that it comes in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.format import Format

if TYPE_CHECKING:
    from govern.report.terminal.page import Page
    from govern.traces.replay import Replay


def replay_text(replay: Replay, form: Format, page: Page, *, verbose: bool = False) -> str:
    """The report, each format imported where it is asked for."""
    match form:
        case Format.TEXT:
            from govern.report.terminal.replay import replay_report

            return replay_report(replay, page, verbose=verbose)
        case Format.JSON:
            from govern.report.json_documents import json_text
            from govern.report.replay_documents import replay_document

            return json_text(replay_document(replay))
        case _:
            from govern.report.replay_markdown import replay_markdown

            return replay_markdown(replay)
