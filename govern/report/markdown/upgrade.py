"""The body of a pull request with the upgrades of `govern upgrade --pr`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.markdown.diff import diff_markdown
from govern.report.markdown.elements import cell, table

if TYPE_CHECKING:
    from govern.report.upgrades import Upgrade, UpgradeOutcome

# Bots find their earlier text by this line and update it.
MARKER = "<!-- govern upgrade -->"
_LONGEST = 300
_MOST_SERVERS = 100


def upgrade_markdown(outcome: UpgradeOutcome) -> str:
    """Return what was upgraded, or would be, what could not be, and the judged changes."""
    newer = [each for each in outcome.upgrades if each.state in ("upgraded", "offered")]
    lines = [MARKER, f"## {_title(newer)}", ""]
    if newer:
        head = ("server", "from", "to", "+changes", "worst", "+to approve")
        lines += [*table(head, map(_newer_row, newer[:_MOST_SERVERS])), *_omitted(len(newer)), ""]
    if failed := outcome.failed:
        lines += ["No newer version of these could be judged:", ""]
        rows = ((cell(each.server), cell(", ".join(each.old)), cell(each.reason, _LONGEST)) for each in failed)
        lines += [*table(("server", "package", "reason"), list(rows)[:_MOST_SERVERS]), *_omitted(len(failed)), ""]
    if outcome.behind:
        named = ", ".join(cell(each, _LONGEST) for each in outcome.behind[:_MOST_SERVERS])
        lines += [f"Still on an old version, so `govern gate` fails: {named}", *_omitted(len(outcome.behind)), ""]
    text = "\n".join(lines)
    return f"{text}\n{diff_markdown(outcome.total)}" if outcome.total else text


def _newer_row(upgrade: Upgrade) -> tuple[str, ...]:
    decided = upgrade.verdict.decided if upgrade.verdict else ()
    waiting = upgrade.verdict.unapproved if upgrade.verdict else ()
    packages = (cell(", ".join(each), _LONGEST) for each in (upgrade.old, upgrade.new))
    return cell(upgrade.server), *packages, f"{len(decided):,}", upgrade.severity or "none", f"{len(waiting):,}"


def _omitted(number: int) -> list[str]:
    return ["", f"… and {number - _MOST_SERVERS} more"] if number > _MOST_SERVERS else []


def _title(newer: list[Upgrade]) -> str:
    if len(newer) == 1:
        return f"Upgrade {cell(newer[0].server, _LONGEST)}"
    return f"Upgrade {len(newer)} MCP servers" if newer else "No MCP server to upgrade"
