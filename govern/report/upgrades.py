"""The result of `govern upgrade`, on a terminal and as the body of a pull request."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from govern.policy.server_settings import SandboxKind
from govern.report.formats import BRIEF
from govern.report.markdown.diff import diff_markdown
from govern.report.markdown.elements import cell, table
from govern.report.terminal.diff import ROOM, change_lines
from govern.report.terminal.page import FURTHER, LONGEST_SENTENCE, count, flowed, limited, shown
from govern.report.wording import headline, next_step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.report.formats import Detail
    from govern.report.terminal.page import Page, Tone
    from govern.rules.rule import Severity
    from govern.verdict import Verdict

UpgradeState = Literal["upgraded", "offered", "declined", "current", "skipped", "failed"]


@dataclass(frozen=True, slots=True)
class Upgrade:
    """A server with the packages that its command pins, the newer ones, and the verdict on what differs.

    `offered` is one that was not written: by `--dry-run`, or because it is above `--max-severity`. `reason` says why a
    server was skipped or failed, or that its current version failed and what the newer one was compared with.
    """

    server: str
    state: UpgradeState
    old: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    verdict: Verdict | None = None
    reason: str = ""

    @property
    def severity(self) -> Severity | None:
        """Return the severity of the worst change, or None without one."""
        found = [each.finding.severity for each in self.verdict.decided] if self.verdict else []
        return max(found, key=lambda each: each.rank) if found else None


@dataclass(frozen=True, slots=True)
class UpgradeOutcome:
    """The result of `govern upgrade`: each server, and the verdict on everything that was written or would be.

    `place` and `lock_place` are the paths of the config and the lock from here, `sandbox` the one that versions ran in,
    and `behind` the client configs that still start an old version.
    """

    upgrades: tuple[Upgrade, ...]
    place: str
    lock_place: str
    wrote: bool
    total: Verdict | None = None
    sandbox: SandboxKind = SandboxKind.NONE
    behind: tuple[str, ...] = ()

    @property
    def failed(self) -> tuple[Upgrade, ...]:
        """Return the servers of which no newer version could be found or started."""
        return tuple(each for each in self.upgrades if each.state == "failed")


_TONES: dict[UpgradeState, Tone] = {
    "upgraded": "good", "offered": "accent", "declined": "dim", "current": "dim", "skipped": "dim", "failed": "bad",
}  # fmt: skip


# About what was written, below the line of each server.
_RESULT_LINES = 4


def upgrade_report(outcome: UpgradeOutcome, page: Page, detail: Detail = BRIEF, *, asked: bool = False) -> str:
    """Return the changes of each upgrade, unless the person was `asked` about them, all servers, and the next step."""
    lines = [] if asked else [*_all_judged_lines(outcome, page, detail)]
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


def _all_judged_lines(outcome: UpgradeOutcome, page: Page, detail: Detail) -> Iterator[str]:
    """Yield what differs in the newer versions of all servers, in about as many lines as `govern diff`."""
    judged = [each for each in outcome.upgrades if each.verdict]
    if len(judged) == 1:
        yield from judged_lines(judged[0], page, detail)
        return
    for each in judged:
        if each.reason and each.state != "failed":
            yield from _title_lines(each, page)
    if verdicts := [each.verdict for each in judged if each.verdict]:
        decided = tuple(one for verdict in verdicts for one in verdict.decided)
        sizes = tuple(size for verdict in verdicts for size in verdict.sizes)
        together = replace(verdicts[0], new="the newer versions", decided=decided, sizes=sizes)
        yield from _verdict_lines(together, page, detail, room=ROOM - len(outcome.upgrades) - _RESULT_LINES)


def judged_lines(upgrade: Upgrade, page: Page, detail: Detail = BRIEF) -> Iterator[str]:
    """Yield what differs in the newer version of a server, and the verdict on it."""
    yield from _title_lines(upgrade, page)
    if upgrade.verdict:
        yield from _verdict_lines(upgrade.verdict, page, detail)


def _title_lines(upgrade: Upgrade, page: Page) -> Iterator[str]:
    yield page.paint(f"{shown(upgrade.server)}: {_versions(upgrade)}", "bold")
    if upgrade.reason and upgrade.state != "failed":
        yield from page.wrapped(limited(shown(upgrade.reason), LONGEST_SENTENCE), "  ")


def _verdict_lines(verdict: Verdict, page: Page, detail: Detail, room: int = ROOM) -> Iterator[str]:
    yield from change_lines(verdict, page, detail, room)
    yield from flowed([(shown(headline(verdict)), None)], page, "", FURTHER)
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
