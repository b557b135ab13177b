"""Add approvals to the approvals file, and remove them, without changing any other byte."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from govern.errors import PolicyInvalid, UsageError
from govern.lockfile.toml import line
from govern.policy.approvals import CHANGES, FILE, Approval, approvals_text, entry_keys, parse_approvals

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from pathlib import Path

    from govern.policy.approvals import Approvals, Standing, Waiver


APPROVE = "govern approve"
_HEAD = """\
# Approvals of changes to capability.lock. `govern approve` appends to this file; comments and order are kept.
"""


def add_approvals(text: str, approvals: Sequence[Approval], name: str = FILE) -> str:
    """Return the text of the file with these approvals at its end.

    Approvals of one rule by one person for one reason are one entry with a line for each change.
    """
    if not approvals:
        return text
    before = parse_approvals(text, name)
    entries: dict[tuple[object, ...], list[Approval]] = {}
    for each in approvals:
        entries.setdefault((each.rule, each.severity, each.reason, each.by, each.until), []).append(each)
    newline = "\r\n" if "\r\n" in text else "\n"
    gap = "" if not text or text.endswith("\n") else newline
    added = (
        (text or _HEAD) + gap + "".join(f"\n{_entry_text(each)}" for each in entries.values()).replace("\n", newline)
    )
    try:
        taken = parse_approvals(added, name)
    except PolicyInvalid as error:
        hint = "write each approval as a table of its own, under [[approval]]"
        raise PolicyInvalid(
            f"cannot be extended; the result would be invalid: {error.message}", where=name, hint=hint
        ) from None
    if taken.approvals != (*before.approvals, *chain.from_iterable(entries.values())):
        raise PolicyInvalid("cannot be extended in its present form", where=name)
    return added


def without_entries(text: str, removed: Collection[Approval | Waiver], name: str = FILE) -> str:
    """Return the text of the file without these entries, and otherwise unchanged.

    The comment right above an entry is removed with it.
    """
    before = parse_approvals(text, name)
    tables = _by_heading(before)
    written = text.split("\n")
    dropped: set[int] = set()
    for heading, entries in tables.items():
        gone = [each for each in entries if each in removed]
        if len(gone) == len(entries):
            dropped.update(_block_at(written, heading - 1, _end(heading, tables, written)))
        else:
            dropped.update(each.line - 1 for each in gone)
    left = "\n".join(line for at, line in enumerate(written) if at not in dropped)
    expected = [tuple(each for each in held if each not in removed) for held in (before.approvals, before.waivers)]
    try:
        after = parse_approvals(left, name)
    except PolicyInvalid:
        after = None
    if 0 in tables or after is None or [after.approvals, after.waivers] != expected:
        hint = "write each approval as a table of its own, under [[approval]], or remove the entries by hand"
        raise PolicyInvalid("cannot be pruned in its present form", where=name, hint=hint)
    return left


def merged_text(base: str, ours: str, theirs: str, names: tuple[str, str, str] = (FILE, FILE, FILE)) -> str:
    """Return our text with the entries that they added and without those that they removed, since `base`."""
    held = [parse_approvals(text, name) for text, name in zip((base, ours, theirs), names, strict=True)]
    before, here, there = map(_all_entries, held)
    kept = without_entries(ours, {each for each in here if each in before and each not in there}, names[1])
    written, tables = theirs.removeprefix("\ufeff").split("\n"), _by_heading(held[2])
    for heading, entries in tables.items():
        added = [each for each in entries if each not in before and each not in here]
        if len(added) == len(entries):
            lines = _block_at(written, heading - 1, _end(heading, tables, written))
            block = "\n".join(written[at] for at in lines).strip("\n")
            kept = f"{kept.rstrip(chr(10))}\n\n{block}\n"
        else:
            kept = add_approvals(kept, [each for each in added if isinstance(each, Approval)], names[1])
    parse_approvals(kept, names[1])
    return kept


def _all_entries(held: Approvals) -> list[Approval | Waiver]:
    return [*held.approvals, *held.waivers]


def _by_heading(held: Approvals) -> dict[int, list[Approval | Waiver]]:
    """Return the entries of each table by the line of its heading, in the order of the file."""
    tables: dict[int, list[Approval | Waiver]] = {}
    for each in sorted(_all_entries(held), key=lambda each: each.heading):
        tables.setdefault(each.heading, []).append(each)
    return tables


def _end(heading: int, tables: Iterable[int], written: Sequence[str]) -> int:
    """Return the index of the heading of the next table, or the number of lines."""
    return next((each - 1 for each in tables if each > heading), len(written))


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


def _entry_text(approvals: Sequence[Approval]) -> str:
    """Return one entry for these approvals: the keys that all share, and a line for each change."""
    first = approvals[0]
    until = f"until = {first.until.isoformat()}\n" if first.until else ""
    keys = [(name, key) for name, key in entry_keys(Approval) if name != "until"]
    if len(approvals) == 1:
        return "".join(["[[approval]]\n", *(line(key, getattr(first, name)) for name, key in keys), until])
    differing = {name for name, _ in keys if len({getattr(each, name) for each in approvals}) > 1}
    own = [(name, key) for name, key in keys if name in {"change", *differing}]
    shared = [line(key, getattr(first, name)) for name, key in keys if (name, key) not in own]
    changes = [
        f"  {{ {', '.join(line(key, getattr(each, name)).rstrip() for name, key in own)} }},\n" for each in approvals
    ]
    return "".join(["[[approval]]\n", *shared, until, f"{CHANGES} = [\n", *changes, "]\n"])


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
