"""More approvals in the file: behind what is there, of which not a byte changes."""

from collections.abc import Sequence
from pathlib import Path

from govern.errors import PolicyInvalid, UsageError
from govern.lockfile.store import replace_file
from govern.lockfile.toml_text import line
from govern.policy.approvals import Approval, parse_approvals

FILE = "capability.approvals.toml"
_HEAD = """\
# What people approved of what changed in capability.lock. `govern approve` adds to it; comments and order are yours.
"""


def add_approvals(text: str, approvals: Sequence[Approval], name: str = FILE) -> str:
    """The file's text with these approvals at its end."""
    if not approvals:
        return text
    before = parse_approvals(text, name)
    newline = "\r\n" if "\r\n" in text else "\n"
    gap = "" if not text or text.endswith("\n") else newline
    added = (text or _HEAD) + gap + "".join(f"\n{_block(each)}" for each in approvals).replace("\n", newline)
    try:
        taken = parse_approvals(added, name)
    except PolicyInvalid as error:
        hint = "Write each approval as a table of its own, under [[approval]]."
        raise PolicyInvalid(f"takes no more approvals: {error.message}", where=name, hint=hint) from None
    if taken.approvals != (*before.approvals, *approvals):
        raise PolicyInvalid("takes no more approvals as it is written", where=name)
    return added


def current_text(path: Path) -> str:
    """What the file holds now; nothing where there is none."""
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise PolicyInvalid(f"cannot be read: {error}", where=str(path)) from None


def write_approvals(path: Path, text: str) -> None:
    """Replace the file in one step."""
    try:
        replace_file(path, text.encode())
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}; the old file is as it was", where=str(path)) from None


def delete_approvals(path: Path) -> None:
    """Take away a file in which nothing is left that was not there before it."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(f"cannot be taken away: {error.strerror}", where=str(path)) from None


def _block(approval: Approval) -> str:
    texts = {
        "change": approval.change,
        "server": approval.server,
        "tool": approval.tool,
        "rule": approval.rule,
        "severity": approval.severity,
        "from": approval.origin,
        "to": approval.target,
        "reason": approval.reason,
        "by": approval.by,
    }
    until = f"until = {approval.until.isoformat()}\n" if approval.until else ""
    return "[[approval]]\n" + "".join(line(key, text) for key, text in texts.items()) + until
