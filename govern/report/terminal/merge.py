"""What came of merging two locks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.terminal.page import count, shown

if TYPE_CHECKING:
    from govern.lockfile.merge import Merged
    from govern.report.terminal.page import Page


def merge_report(merged: Merged, page: Page) -> str:
    """The merged lock's digest, or what only a person can decide."""
    if not merged.conflicts:
        return f"{page.paint('merged', 'good')} {count(len(merged.lock.servers), 'server')}\n{merged.lock.digest}\n"
    places = "\n".join(f"  {shown(place)}" for place in merged.conflicts)
    servers = " ".join(dict.fromkeys(shown(place).partition("/")[0].partition(" ")[0] for place in merged.conflicts))
    return (
        f"{page.paint('conflict', 'bad')}: both sides changed, each in its own way:\n{places}\n"
        f"All else is merged, and of these our side is kept. See them as they are now: govern lock {servers}\n"
    )
