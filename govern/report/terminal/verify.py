"""That a lock was found to be true."""

from govern.lockfile.document import Lock
from govern.report.terminal.page import Page, count


def verify_report(lock: Lock, page: Page) -> str:
    """What was computed again, and the digest that vouches for it."""
    items = sum(len(server.items) for server in lock.servers)
    held = (
        f"{count(len(lock.servers), 'server')}, {count(items, 'item')}: digests, economics and spelling are as stated"
    )
    return f"{page.paint('verified', 'good')} {held}\n{lock.digest}\n"
