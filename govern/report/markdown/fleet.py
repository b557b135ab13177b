"""The report of `govern fleet diff` in Markdown, for a pull request comment or a job summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.fleet_wording import approve_step, fleet_headline, fleet_rows, review_step
from govern.report.markdown.changes import changes_markdown, server_table
from govern.report.markdown.diff import standing_lines
from govern.report.markdown.elements import cell, code, fenced, table
from govern.report.wording import verdict_state

if TYPE_CHECKING:
    from govern.fleet.judging import FleetDiff

# Bots find their earlier comment by this line and update it.
MARKER = "<!-- govern fleet diff -->"
_LONGEST_SENTENCE = 1_000


def fleet_diff_markdown(diff: FleetDiff) -> str:
    """Return the verdict, the fleet in numbers, then groups of changes, as many as fit into a comment."""
    verdict = diff.verdict
    title = f"## govern fleet diff: {verdict_state(verdict)}"
    lines = [MARKER, title, "", code(fleet_headline(diff), _LONGEST_SENTENCE), ""]
    rows = ((heading, cell(words, _LONGEST_SENTENCE)) for heading, words in fleet_rows(diff.pair))
    lines += [
        *table(("the whole fleet" if verdict.only else "fleet", ""), rows),
        "",
        *server_table(verdict),
        *standing_lines(verdict),
    ]
    if verdict.unapproved:
        for why, step in (("review", review_step(diff)), ("approve", approve_step(diff))):
            lines += [f"To {why} the worst change:", "", *fenced(step, "sh"), ""]
    return "\n".join([*lines, *changes_markdown(verdict, lines, "fleet diff")])
