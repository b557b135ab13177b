"""The HTML report of a large lock: the time to write it, its size, and the time until a reader can use it."""

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.figures import Figure
from tests.bench.large import absent, large
from tests.bench.many_tools import CATALOGS
from tests.bench.measuring import govern, seconds_in, side_by_side, timed
from tests.chromium import Chromium, Tab, found

TOOLS = 5_000
_BEFORE = """
from datetime import date
from govern.commands.report import ReportRequest, report
from govern.report.html.page import report_html
request = ReportRequest(lock=path, history=False)
"""
_MAKE = (_BEFORE, "for piece in report_html(report(request, {}, date(2026, 1, 1)).contents): piece.encode()")
_LOAD = ("from govern.lockfile.store import load", "load(path)")
_EMPTY = "<!DOCTYPE html><html lang=en><meta charset=utf-8><title>x</title><body data-ready=yes>x</body></html>"
# The page is usable once drawn: in the frame after the one in which its script ended.
_USABLE = """new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
    if (!document.querySelector("[data-ready]")) throw new Error("the page's script did not end");
    done(performance.now() / 1000);
})))"""


def report(repeats: int, tools: int = TOOLS) -> list[Figure]:
    """Measure all three for one lock, compared with itself."""
    making = f"`govern report` of a lock of {tools:,} tools, without history, in process", "reading that lock"
    size = f"size of the page of {tools:,} tools", "size of the lock"
    usable = f"until the page of {tools:,} tools can be used in Chromium", "an empty page"
    if not CATALOGS.is_dir():
        return [Figure(*what, note=absent()) for what in (making, size, usable)]
    with large(tools) as folder:
        seconds_in(folder, govern("lock", "--quiet"))
        lock, page = folder / "capability.lock", folder / "govern-report.html"
        made = side_by_side(lambda: timed(lock, *_MAKE), lambda: timed(lock, *_LOAD), repeats)
        seconds_in(folder, govern("report", "--no-history"))
        sizes = page.stat().st_size / 1e6, lock.stat().st_size / 1e6
        return [
            Figure(*making, *made, bound=12),
            Figure(*size, *sizes, unit="MB", bound=1.25),
            _opened(usable, page, repeats),
        ]


def _opened(what: tuple[str, str], page: Path, repeats: int) -> Figure:
    program = found()
    if program is None:
        return Figure(*what, note="there is no Chromium on PATH; GOVERN_CHROMIUM may name one")
    empty = page.with_name("empty.html")
    empty.write_text(_EMPTY, encoding="utf-8")
    with (
        TemporaryDirectory(ignore_cleanup_errors=True) as profile,
        Chromium(program, Path(profile)) as browser,
        browser.tab() as tab,
    ):
        tab.open(empty)
        measured = side_by_side(lambda: _seconds(tab, page), lambda: _seconds(tab, empty), repeats)
    return Figure(*what, *measured, bound=25)


def _seconds(tab: Tab, page: Path) -> float:
    taken: float = tab.open(page).run(_USABLE)
    return taken
