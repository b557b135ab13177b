"""A pytest fixture that fails a test if a server does not match capability.lock.

pytest loads this file in every run where govern is installed, so it imports only pytest until a test uses the fixture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from govern.commands.check import CheckOutcome

_PROPERTY = "govern"


class Govern:
    """The object that the `govern` fixture provides."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        self._request = request

    def check(self, server: object = None, *, name: str | None = None, fail_on: str | None = None) -> None:
        """Fail unless the server matches the lock, or its changes are approved or need no approval.

        `server` is a server object, locked as `name` (default: its own name), or the name of a configured
        server. Without either, all configured servers are checked. `fail_on` is the lowest severity that fails,
        as in `govern diff`.
        """
        __tracebackhide__ = True
        from govern.errors import GovernError

        try:
            outcome = self._check(server, name, fail_on)
        except GovernError as error:
            evidence = getattr(error, "evidence", "")
            raise AssertionError("\n".join(filter(None, (f"govern: {error}", evidence)))) from None
        if outcome.wrote:
            self._request.node.user_properties.append((_PROPERTY, str(outcome.path)))
        if outcome.verdict.fails:
            raise AssertionError(_failure_report(outcome))

    def _check(self, server: object, name: str | None, fail_on: str | None) -> CheckOutcome:
        import os

        from govern.commands.check import CheckRequest, check_servers
        from govern.errors import UsageError
        from govern.policy.clock import today

        config = self._request.config
        if isinstance(server, str):
            if name not in (None, server):
                raise UsageError(f"check({server!r}, name={name!r}) names two servers; give one of them")
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
    """Add the command-line option and the ini options."""
    group = parser.getgroup("govern", "MCP server contracts")
    group.addoption(
        "--govern-update",
        dest="govern_update",
        action="store_true",
        help="Write the servers to capability.lock instead of comparing them.",
    )
    parser.addini("govern_config", "Path of govern.toml, from the root directory. Default: the nearest above a test.")
    parser.addini("govern_lock", "Path of capability.lock, from the root directory. Default: beside the config.")
    parser.addini("govern_fail_on", "safe, risky, breaking or never. Default: the policy of the config.")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report the locks that were written."""
    if not terminalreporter.config.getoption("govern_update"):
        return
    reports = [report for some in terminalreporter.stats.values() for report in some]
    properties = {pair for report in reports for pair in getattr(report, "user_properties", ())}
    for path in sorted(str(value) for name, value in properties if name == _PROPERTY):
        terminalreporter.write_line(f"govern: wrote {path}; review it with `govern diff` and commit it")


def _path(config: pytest.Config, name: str) -> Path | None:
    value = config.getini(name)
    return config.rootpath / value if value else None


def _failure_report(outcome: CheckOutcome) -> str:
    import shutil

    from govern.report.terminal.diff import pytest_report
    from govern.report.terminal.page import Page

    # pytest prefixes each line with up to eight columns.
    page = Page(max(shutil.get_terminal_size((100, 24)).columns - 8, 40))
    return pytest_report(outcome.verdict, outcome.path, page, configured=outcome.configured)
