"""A pytest fixture that fails a server author's test when the server is not what the lock says.

Every run of pytest loads this file where govern is installed, so nothing but pytest is imported before a test uses it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from govern.commands.check import CheckOutcome

_WRITTEN = "govern"


class Govern:
    """What the fixture gives to a test."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        self._request = request

    def check(self, server: object = None, *, name: str | None = None, fail_on: str | None = None) -> None:
        """Fail unless the server is as locked, or what changed is approved or needs no approval.

        `server` is a server object, locked as `name` (its own by default), or the name of a configured server; without
        either it is all configured servers. `fail_on` is the severity from which on changes fail, as for `govern diff`.
        """
        __tracebackhide__ = True
        from govern.errors import GovernError

        try:
            check_servers = self._held(server, name, fail_on)
        except GovernError as error:
            evidence = getattr(error, "evidence", "")
            raise AssertionError("\n".join(filter(None, (f"govern: {error}", evidence)))) from None
        if check_servers.wrote:
            self._request.node.user_properties.append((_WRITTEN, str(check_servers.path)))
        if check_servers.verdict.fails:
            raise AssertionError(_told(check_servers))

    def _held(self, server: object, name: str | None, fail_on: str | None) -> CheckOutcome:
        import os

        from govern.commands.check import CheckRequest, check_servers
        from govern.errors import UsageError
        from govern.policy.clock import today

        config = self._request.config
        if isinstance(server, str):
            if name not in (None, server):
                raise UsageError(f"check({server!r}, name={name!r}) names two servers; keep one of both")
            server, name = None, server
        request = CheckRequest(
            start=self._request.path.parent,
            root=config.rootpath,
            names=(name,) if name is not None else (),
            server=server,
            config=_path(config, "govern_config"),
            lock=_path(config, "govern_lock"),
            fail_on=fail_on or config.getini("govern_fail_on") or None,
            update=config.getoption("govern_update"),
        )
        return check_servers(request, os.environ, today())


@pytest.fixture
def govern(request: pytest.FixtureRequest) -> Govern:
    """Compare a server with capability.lock: `govern.check(server, name="weather")`."""
    return Govern(request)


def pytest_addoption(parser: pytest.Parser) -> None:
    """One flag, and three lines for the ini file."""
    group = parser.getgroup("govern", "contracts of MCP servers")
    group.addoption(
        "--govern-update",
        dest="govern_update",
        action="store_true",
        help="Write what servers promise now to capability.lock, instead of comparing.",
    )
    parser.addini("govern_config", "govern.toml, from the root directory; by default the nearest above a test.")
    parser.addini("govern_lock", "capability.lock, from the root directory; by default beside the config.")
    parser.addini("govern_fail_on", "safe, risky, breaking or never, instead of what the config's policy says.")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which locks were written."""
    if not terminalreporter.config.getoption("govern_update"):
        return
    reports = [report for some in terminalreporter.stats.values() for report in some]
    properties = {pair for report in reports for pair in getattr(report, "user_properties", ())}
    for path in sorted(str(value) for name, value in properties if name == _WRITTEN):
        terminalreporter.write_line(f"govern: wrote {path}; review it with `govern diff`, and commit it")


def _path(config: pytest.Config, name: str) -> Path | None:
    said = config.getini(name)
    return config.rootpath / said if said else None


def _told(check_servers: CheckOutcome) -> str:
    import shutil

    from govern.report.terminal.diff import held_report
    from govern.report.terminal.page import Page

    # Before each line pytest writes what takes up to eight columns.
    page = Page(max(shutil.get_terminal_size((100, 24)).columns - 8, 40))
    return held_report(check_servers.verdict, check_servers.path, page, configured=check_servers.configured)
