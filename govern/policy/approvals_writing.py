"""Add approvals to the approvals file, and remove them, without changing any other byte."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.errors import PolicyInvalid, UsageError
from govern.lockfile.toml import line
from govern.policy.approvals import FILE, Approval, approvals_text, entry_keys, parse_approvals

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from govern.policy.approvals import Approvals, Standing, Waiver


APPROVE = "govern approve"
_HEAD = """\
# Approvals of changes to capability.lock. `govern approve` appends to this file; comments and order are kept.
"""


def add_approvals(text: str, approvals: Sequence[Approval], name: str = FILE) -> str:
    """Return the text of the file with these approvals at its end."""
    if not approvals:
        return text
    before = parse_approvals(text, name)
    newline = "\r\n" if "\r\n" in text else "\n"
    gap = "" if not text or text.endswith("\n") else newline
    added = (text or _HEAD) + gap + "".join(f"\n{_approval_block(each)}" for each in approvals).replace("\n", newline)
    try:
        taken = parse_approvals(added, name)
    except PolicyInvalid as error:
        hint = "write each approval as a table of its own, under [[approval]]"
        raise PolicyInvalid(
            f"cannot be extended; the result would be invalid: {error.message}", where=name, hint=hint
        ) from None
    if taken.approvals != (*before.approvals, *approvals):
        raise PolicyInvalid("cannot be extended in its present form", where=name)
    return added


def without_entries(text: str, lines: Collection[int], name: str = FILE) -> str:
    """Return the text of the file without the entries that begin on these lines, and otherwise unchanged.

    The comment right above an entry is removed with it.
    """
    before = parse_approvals(text, name)
    entries = sorted(each.line for each in _all_entries(before))
    written = text.split("\n")
    keep = [True] * len(written)
    for start in lines:
        end = next((line for line in entries if line > start), len(written) + 1)
        for at in _block_at(written, start - 1, end - 1):
            keep[at] = False
    left = "\n".join(line for line, kept in zip(written, keep, strict=True) if kept)
    after = parse_approvals(left, name)
    expected = [[each for each in held if each.line not in lines] for held in (before.approvals, before.waivers)]
    if 0 in entries or [[*after.approvals], [*after.waivers]] != expected:
        hint = "write each approval as a table of its own, under [[approval]], or remove the entries by hand"
        raise PolicyInvalid("cannot be pruned in its present form", where=name, hint=hint)
    return left


def merged_text(base: str, ours: str, theirs: str, names: tuple[str, str, str] = (FILE, FILE, FILE)) -> str:
    """Return our text with the entries that they added and without those that they removed, since `base`."""
    held = [parse_approvals(text, name) for text, name in zip((base, ours, theirs), names, strict=True)]
    before, here, there = map(_all_entries, held)
    kept = without_entries(ours, {each.line for each in here if each in before and each not in there}, names[1])
    written = theirs.split("\n")
    starts = sorted(each.line for each in there)
    for each in (each for each in there if each not in before and each not in here):
        end = next((line for line in starts if line > each.line), len(written) + 1)
        block = "\n".join(written[at] for at in _block_at(written, each.line - 1, end - 1)).strip("\n")
        kept = f"{kept.rstrip(chr(10))}\n\n{block}\n"
    parse_approvals(kept, names[1])
    return kept


def _all_entries(held: Approvals) -> list[Approval | Waiver]:
    return [*held.approvals, *held.waivers]


def _block_at(written: Sequence[str], start: int, end: int) -> range:
    """Return the lines of an entry, with the comment right above it and the empty lines below it."""
    last = end
    while last > start + 1 and written[last - 1].strip()[:1] in ("", "#"):
        last -= 1
    while last < end and not written[last].strip():
        last += 1
    while start > 0 and written[start - 1].lstrip().startswith("#"):
        start -= 1
    if last == len(written) and not written[-1]:
        # The last entry leaves no empty line behind.
        while start > 0 and not written[start - 1].strip():
            start -= 1
        last -= 1
    return range(start, last)


def current_text(path: Path) -> str:
    """Return the current text of the file, empty if there is none."""
    return approvals_text(path) or ""


def delete_approvals(path: Path) -> None:
    """Delete the file if it exists."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(f"cannot be deleted: {error.strerror}", where=str(path)) from None


def _approval_block(approval: Approval) -> str:
    texts = [line(key, getattr(approval, name)) for name, key in entry_keys(Approval) if name != "until"]
    until = f"until = {approval.until.isoformat()}\n" if approval.until else ""
    return "".join(["[[approval]]\n", *texts, until])


@dataclass(frozen=True, slots=True)
class ApproveOutcome:
    """The result of `govern approve`.

    `idle` are approvals without effect, with the reason; `left_out` are changes that have to be approved by their ids;
    `open` is the number of changes that still need approval; `sealed` is how many of `written` still need a signature.
    If `previewed`, nothing was written yet; if `listed`, the reader has already seen the approvals. `command` approves
    a change by its ID.
    """

    path: Path
    written: tuple[Approval, ...] = ()
    idle: tuple[tuple[Approval, str], ...] = ()
    left_out: tuple[Approval, ...] = ()
    open: int = 0
    interrupted: bool = False
    sealed: int = 0
    previewed: bool = False
    listed: bool = False
    command: str = APPROVE


@dataclass(frozen=True, slots=True)
class Pruned:
    """The approvals that `govern approve --prune` removed, or would remove if `previewed`, each with its reason.

    `kept` counts stale ones that the gate may still need.
    """

    path: Path
    removed: tuple[Standing, ...]
    kept: int
    previewed: bool = False
