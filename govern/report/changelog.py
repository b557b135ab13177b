"""A changelog in either format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.format import Format

if TYPE_CHECKING:
    from govern.gate.release import Changelog


def changelog_text(changelog: Changelog, form: Format) -> str:
    """For release notes, or for programs."""
    if form is Format.JSON:
        from govern.report.changelog_documents import changelog_document
        from govern.report.json_documents import json_text

        return json_text(changelog_document(changelog))
    from govern.report.changelog_markdown import changelog_markdown

    return changelog_markdown(changelog)
