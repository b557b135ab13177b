"""The report of `govern upgrade`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.formats import BRIEF
from govern.report.terminal.changes import change_lines
from govern.report.terminal.page import FURTHER, LONGEST_SENTENCE, count, flowed, limited, shown
from govern.report.wording import headline, next_step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.report.formats import Detail
    from govern.report.terminal.page import Page, Tone
    from govern.report.upgrades import Upgrade, UpgradeOutcome, UpgradeState

_TONES: dict[UpgradeState, Tone] = {
    "upgraded": "good", "offered": "accent", "declined": "dim", "current": "dim", "skipped": "dim", "failed": "bad",
}  # fmt: skip


def upgrade_report(outcome: UpgradeOutcome, page: Page, detail: Detail = BRIEF, *, asked: bool = False) -> str:
    """Return the changes of each upgrade, unless the person was `asked` about them, all servers, and the next step."""
    lines = []
    if not asked:
        lines += [line for each in outcome.upgrades if each.verdict for line in judged_lines(each, page, detail)]
    rows = [(page.paint(each.state, _TONES[each.state]), shown(each.server), _about(each)) for each in outcome.upgrades]
    lines += page.table(rows)
    if any(each.verdict or (each.new and each.state == "failed") for each in outcome.upgrades):
        lines.append(page.paint(_where(outcome), "dim"))
    written = [each for each in outcome.upgrades if each.state == "upgraded"]
    if written:
        lines.append(
            f"upgraded {count(len(written), 'server')} in {shown(outcome.place)} and {shown(outcome.lock_place)}"
        )
        lines += _behind_lines(outcome, page)
    if any(each.state == "offered" for each in outcome.upgrades):
        what = "to accept what is offered" if written else "nothing was written; to write it"
        lines.append(f"{what}: govern upgrade --yes")
    if written and outcome.total and outcome.total.unapproved:
        lines += flowed([(shown(f"next: {next_step(outcome.total, page.width - 6)}"), None)], page, "", FURTHER)
    return "\n".join(lines) + "\n"


def _behind_lines(outcome: UpgradeOutcome, page: Page) -> list[str]:
    """Return which client configs the upgrade left behind, and what to do about them."""
    if not outcome.behind:
        return []
    named = limited(", ".join(map(shown, outcome.behind)), LONGEST_SENTENCE)
    remedy = "change them too (`govern init --check` lists what differs), or `govern gate` fails"
    wrap = "to make clients follow govern.toml from then on: govern init --wrap"
    return [
        *flowed([("still on an old version", "warn"), (f": {named}; {remedy}", None)], page, "", FURTHER),
        *flowed([(wrap, "dim")], page, "", FURTHER),
    ]


def judged_lines(upgrade: Upgrade, page: Page, detail: Detail = BRIEF) -> Iterator[str]:
    """Yield what differs in the newer version of a server, and the verdict on it."""
    yield page.paint(f"{shown(upgrade.server)}: {_versions(upgrade)}", "bold")
    if upgrade.reason and upgrade.state != "failed":
        yield from page.wrapped(limited(shown(upgrade.reason), LONGEST_SENTENCE), "  ")
    if upgrade.verdict:
        yield from change_lines(upgrade.verdict, page, detail)
        yield from flowed([(shown(headline(upgrade.verdict)), None)], page, "", FURTHER)
    yield ""


def _where(outcome: UpgradeOutcome) -> str:
    if outcome.sandbox == "none":
        return "the packages ran with your rights, in no sandbox (--sandbox)"
    needs = "; if one needs files of yours: --sandbox-read PATH, or --sandbox none" if outcome.failed else ""
    return f"the packages ran in a sandbox: {outcome.sandbox}{needs}"


def _about(upgrade: Upgrade) -> str:
    if upgrade.verdict is None:
        versions = _versions(upgrade)
        return (
            f"{versions}: {shown(upgrade.reason)}" if versions and upgrade.reason else versions or shown(upgrade.reason)
        )
    waiting = len(upgrade.verdict.unapproved)
    changes = count(len(upgrade.verdict.decided), "change")
    worst = f", at most {upgrade.severity}" if upgrade.severity else ""
    needs = f"; {count(waiting, 'change')} to approve" if waiting else ""
    reason = f": {shown(upgrade.reason)}" if upgrade.state == "failed" else ""
    return f"{_versions(upgrade)}, {changes}{worst}{needs}{reason}"


def _versions(upgrade: Upgrade) -> str:
    if not upgrade.new:
        return shown(", ".join(upgrade.old))
    return shown("; ".join(f"{old} → {new}" for old, new in zip(upgrade.old, upgrade.new, strict=True)))
