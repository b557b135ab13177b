"""That a lock was found to be true, and who vouches for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.terminal.page import count, shown
from govern.signing.signatures import FILE
from govern.signing.statement import kind_of, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.lockfile.document import Lock
    from govern.report.terminal.page import Page
    from govern.signing.signed import Signed


def verify_report(lock: Lock, signed: Signed, page: Page, folds: Sequence[str] = ()) -> str:
    """What was computed again, the digest that vouches for it, and whose signatures count."""
    items = sum(len(server.items) for server in lock.servers)
    held = f"{count(len(lock.servers), 'server')}, {count(items, 'item')}"
    kept = "digests, economics and spelling are as stated"
    if signed.refused or signed.missing:
        first = f"{page.paint('refused', 'bad')} {held}: a signature is wrong or missing; {kept}"
    elif folds:
        first = f"{page.paint('refused', 'bad')} {held}: the folds are not those of the config; {kept}"
    else:
        first = f"{page.paint('verified', 'good')} {held}: {kept}"
    lines = [first, lock.digest, *_signatures(signed, page)]
    steps = [*(["govern sign"] if signed.missing else []), *(["govern sign --approvals"] if signed.unsigned else [])]
    lines += [f"{page.paint('refused', 'bad')} {shown(each)}" for each in folds]
    lines += [f"next: {step}" for step in [*(["govern lock"] if folds else []), *steps]]
    return "\n".join(lines) + "\n"


def _signatures(signed: Signed, page: Page) -> Iterator[str]:
    for statement, signer in signed.valid:
        what = "the lock" if statement.kind == "lock" else f"{statement.kind} {statement.subject}"
        way = "Sigstore, " if signer.way == "sigstore" else ""
        yield f"{page.paint('signed', 'good')} {shown(what)} by {shown(signer.person)} ({way}{shown(signer.key)})"
    for problem in signed.problems:
        word = page.paint("refused" if problem.refused else "stale", "bad" if problem.refused else "dim")
        yield f"{word} {FILE}:{problem.line}: {shown(problem.message)}"
    for entry in signed.unsigned:
        who = entry.by or "somebody who is named"
        told = f"the {kind_of(entry)} {name_of(entry)} does not count before {who} has signed it"
        yield f"{page.paint('unsigned', 'warn')} {shown(told)}"
    for missing in signed.missing:
        yield f"{page.paint('missing', 'bad')} {shown(missing.message)}"
