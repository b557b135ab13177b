"""`govern mcp`: answer an agent's questions about the lock over stdio."""

from __future__ import annotations

import os
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.errors import UsageError
from govern.report.terminal.page import Page

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from govern.commands.diff import DiffResult
    from govern.report.formats import Detail

# As in a pipe: each fact on one line, in plain text.
_PAGE = Page(width=200, wraps=False)


@dataclass(frozen=True, slots=True)
class LockAnswers:
    """Answers from the files of one project, which are read again for each question. No server is started."""

    config: Path | None
    lock: Path | None
    environ: Mapping[str, str]

    def locked(self, name: str | None) -> str:
        """Return the servers of the lock, or one server, or one of its tools."""
        from govern.commands.show import show
        from govern.report.terminal.show import show_report

        return show_report(show(name, self.config, self.lock), _PAGE)

    def changes(self, since: str | None, server: str | None) -> str:
        """Return what changed in the lock, and why it matters."""
        from govern.report.formats import Detail

        return self._text(self._compared(since, server), Detail(verbose=True, approved=True))

    def approvals(self) -> str:
        """Return the changes that need an approval, and the command for each."""
        from govern.report.formats import Detail

        return self._text(self._compared(None, None), Detail())

    def cost(self, server: str | None) -> str:
        """Return what the definitions and answers of tools cost in tokens."""
        from govern.commands.cost import CostRequest, cost
        from govern.report.formats import Format, cost_text

        named = (server,) if server else ()
        return cost_text(cost(CostRequest(servers=named, config=self.config, lock=self.lock)), Format.TEXT, _PAGE)

    def rule(self, name: str | None) -> str:
        """Return the explanation of a rule, or the list of rules."""
        from govern.commands.show import explain
        from govern.report.terminal.show import explain_report

        return explain_report(explain(name), _PAGE)

    def _compared(self, since: str | None, server: str | None) -> DiffResult:
        from govern.commands.diff import DiffRequest, diff
        from govern.commands.sides import LIVE
        from govern.policy.change_filter import ChangeFilter

        # A file may be anywhere on this machine, and a running server would be started.
        if since is not None and (since == LIVE or _is_path(since)):
            raise UsageError(f"not a git revision: {since!r}", hint="name a tag, a branch or a commit")
        only = ChangeFilter(servers=(server,) if server else ())
        return diff(DiffRequest(old=since, config=self.config, lock=self.lock, only=only), self.environ, None)

    def _text(self, diffed: DiffResult, detail: Detail) -> str:
        from govern.report.formats import Format, diff_text

        return diff_text(diffed.verdict, lambda: diffed.shown_path, diffed.lines, Format.TEXT, _PAGE, detail=detail)


def serve_answers(config: Path | None, lock: Path | None, environ: Mapping[str, str]) -> None:
    """Serve over stdin and stdout until the client closes them."""
    from govern.lockfile.document import ENCODINGS
    from govern.serve.own_server import own_server

    # The first major version of the SDK closes the stdout that it writes to.
    with redirect_stdout(os.fdopen(os.dup(1), "w")):
        own_server(LockAnswers(config, lock, environ), ENCODINGS[0]).run("stdio")


def _is_path(word: str) -> bool:
    from pathlib import Path

    return word.startswith((".", "/", "~", "\\")) or word.endswith((".lock", ".toml")) or Path(word).exists()
