"""The page of `govern fleet report`: one file without scripts, in the look of `govern report`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern import __version__
from govern.fleet.objects import public_url
from govern.report.fleet_wording import fleet_headline
from govern.report.html.chart import history_picture
from govern.report.html.contents import LockCommit
from govern.report.html.fleet_changes import fleet_changes_section
from govern.report.html.fleet_servers import cost_section, families_section, risk_section, unseen_section
from govern.report.html.markup import element, joined, theirs
from govern.report.html.page import head
from govern.report.html.signs import number, section, table
from govern.report.terminal.page import count
from govern.report.wording import WORST_FIRST, verdict_state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.fleet.overview import FleetOverview, ScanNumbers
    from govern.report.html.markup import Child, Markup

_SECTIONS = {
    "overview": "Overview",
    "changes": "Changes",
    "history": "History",
    "cost": "Cost",
    "risk": "Risk",
    "families": "Families",
    "unseen": "Unseen",
}
_SCAN_COLUMNS = (
    "scan", "+locked", "+unseen", "+not asked", "+changed", "+new", *(f"+{each}" for each in WORST_FIRST), "+tools",
    "+tokens",
)  # fmt: skip


def fleet_html(fleet: FleetOverview) -> Iterator[str]:
    """Yield the page in pieces."""
    title = f"{public_url(fleet.store)} · govern fleet report"
    yield f'<!DOCTYPE html>\n<html lang="en">{head(title)}<body>'
    yield element("a", "Skip to the report", href="#overview", class_="skip")
    yield _header(fleet)
    links = (element("li", element("a", name, href=f"#{key}")) for key, name in _SECTIONS.items())
    yield element("nav", element("ul", *links), aria_label="Sections")
    yield "<main>"
    yield _overview(fleet)
    yield fleet_changes_section(fleet)
    yield _history(fleet)
    yield cost_section(fleet)
    yield risk_section(fleet)
    yield families_section(fleet)
    yield unseen_section(fleet)
    yield f"</main>{_footer(fleet)}</body></html>\n"


def _header(fleet: FleetOverview) -> Markup:
    pair = fleet.last
    sides = joined((theirs(pair.old), theirs(pair.new)), " → ") if pair.old else theirs(pair.new)
    return element(
        "header",
        element("p", "govern fleet report", class_="brand"),
        element("h1", theirs(public_url(fleet.store))),
        element("p", sides, class_="compared"),
    )


def _footer(fleet: FleetOverview) -> Markup:
    made = f"Generated on {fleet.made.isoformat()} by govern {__version__}. It loads nothing and runs no script."
    note = "Texts of servers are shown unchanged and are not trusted; hidden characters appear as ‹U+200B›."
    return element("footer", element("p", made), element("p", note))


def _overview(fleet: FleetOverview) -> Markup:
    pair, tools, tokens = fleet.last, fleet.last.tools, fleet.last.tokens
    before = fleet.scans[-2] if len(fleet.scans) > 1 else None
    servers = pair.locked + pair.unseen_count + len(pair.not_asked)
    grouped = sum(map(len, fleet.families))
    figures = (
        _figure("Servers", f"{servers:,}", f"{pair.locked:,} locked in the last scan"),
        _figure("Changed", f"{len(pair.changed) - pair.added:,}", f"{pair.added:,} locked for the first time"),
        _figure("Unseen", f"{pair.unseen_count:,}", f"{len(pair.not_asked):,} not asked"),
        _figure("Tools", f"{tools:,}", _growth(tools, before.tools if before else None)),
        _figure("Tokens of definitions", f"{tokens:,}", _growth(tokens, before.tokens if before else None)),
        _figure("Families", f"{len(fleet.families):,}", f"{grouped:,} servers share their tools with another"),
    )
    return section("overview", "Overview", _banner(fleet), element("dl", *figures, class_="figures"), *_flapping(fleet))


def _banner(fleet: FleetOverview) -> Markup:
    if fleet.diff is None:
        return element("p", "There is one finished scan, so there is nothing to compare yet.", class_="note")
    verdict = fleet.diff.verdict
    sign, word = "✕" if verdict.unapproved else "✓", verdict_state(verdict).capitalize()
    return element(
        "div",
        element("p", element("span", sign, aria_hidden="true", class_="sign"), word, class_="state"),
        element("p", fleet_headline(fleet.diff).partition(": ")[2], class_="theirs"),
        class_=f"verdict {'refused' if verdict.unapproved else 'allowed'}",
    )


def _figure(name: str, value: Child, more: str) -> Markup:
    details = element("dd", more, class_="more") if more else None
    return element("div", element("dt", name), element("dd", value, class_="value"), details)


def _growth(now: int, was: int | None) -> str:
    if was is None:
        return ""
    return f"{now - was:+,} since the scan before" if now != was else "unchanged"


def _flapping(fleet: FleetOverview) -> Iterator[Markup]:
    flapping = fleet.last.flapping
    if flapping:
        worst = sorted(flapping.items(), key=lambda each: (-each[1], each[0]))[:_MOST_FLAPPING]
        rows = (element("li", theirs(name), f": {count(many, 'change')} of state") for name, many in worst)
        left = len(flapping) - len(worst)
        more = element("p", f"and {count(left, 'more server')}", class_="note") if left else None
        heading = element("h3", f"Flapping within a week: {count(len(flapping), 'server')}")
        yield element("div", heading, element("ul", *rows), more, class_="alert")


_MOST_FLAPPING = 10


def _history(fleet: FleetOverview) -> Markup:
    earlier = f" {fleet.earlier:,} earlier scans are left out." if fleet.earlier else ""
    first, last = fleet.scans[0], fleet.scans[-1]
    drift = sum(sum(each.changes.values()) for each in fleet.scans)
    words = (
        f"{count(len(fleet.scans), 'scan')} from {first.started:%Y-%m-%d} to {last.started:%Y-%m-%d}: "
        f"{count(drift, 'change')} of contracts.{earlier}"
    )
    rows = [_scan_row(each) for each in reversed(fleet.scans)]
    picture = history_picture([_as_step(each) for each in fleet.scans], "scan")
    return section("history", "History", element("p", words), picture, table("Scans", _SCAN_COLUMNS, rows))


def _as_step(scan: ScanNumbers) -> LockCommit:
    """Return a scan as the chart draws it."""
    changed = f"{count(scan.changed, 'server')} changed"
    tools, tokens = ({"all servers": number} for number in (scan.tools, scan.tokens))
    return LockCommit(scan.scan, scan.started, changed, (), tools=tools, tokens=tokens, changes=scan.changes)


def _scan_row(scan: ScanNumbers) -> Markup:
    numbers = (scan.locked, scan.unseen, scan.not_asked, scan.changed - scan.added, scan.added)
    severities = (scan.changes.get(severity, 0) for severity in WORST_FIRST)
    cells = map(number, (*numbers, *severities, scan.tools, scan.tokens))
    return element("tr", element("th", theirs(scan.scan), scope="row"), *cells)
