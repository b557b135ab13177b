"""Check the result files that `policy.results` requires for a release."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from govern.contract.json_text import decode
from govern.errors import ContractInvalid

# The verdicts that pass; any other verdict fails the gate.
PASSES = frozenset({"allowed", "approved", "current", "ok", "pass", "passed", "unchanged", "within budget", "written"})
_FORMAT = re.compile(r"govern\.[a-z][a-z.-]*/\d+")
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
# A result has the digest of its lock under one of these keys.
_LOCKS = ("lock", "digest", "lock_digest")


@dataclass(frozen=True, slots=True)
class Result:
    """The check of one result file; `message` is its verdict, or why it does not pass."""

    name: str
    passes: bool
    message: str


class _NotPassingError(Exception):
    """The result does not pass; the message is the reason."""


def check_result(name: str, text: str | None, digest: str) -> Result:
    """Check a result file; it fails if missing, invalid, or for a lock other than the one with this digest."""
    try:
        return Result(name, passes=True, message=_passing(text, digest))
    except _NotPassingError as reason:
        return Result(name, passes=False, message=str(reason))


def _passing(text: str | None, digest: str) -> str:
    document = _document(text)
    form, verdict = document.get("format"), document.get("verdict")
    if not isinstance(form, str) or not _FORMAT.fullmatch(form):
        raise _NotPassingError(f"unknown format {form!r:.60}; expected one such as govern.eval/1")
    if not isinstance(verdict, str):
        raise _NotPassingError(f"{form} has no verdict")
    if other := _other_lock(document, digest):
        raise _NotPassingError(f"{form} is for another lock ({other[:19]}…); run it again")
    if verdict not in PASSES:
        raise _NotPassingError(f"{form}: verdict {verdict!r:.60}")
    unnamed = "" if any(document.get(key) for key in _LOCKS) else "; it does not name its lock"
    return f"{form}: verdict {verdict!r}{unnamed}"


def _document(text: str | None) -> dict[str, Any]:
    if text is None:
        raise _NotPassingError("file not found, or it cannot be read")
    try:
        document = decode(text.removeprefix("\ufeff"))
    except ContractInvalid as error:
        raise _NotPassingError(error.message) from None
    if not isinstance(document, dict):
        raise _NotPassingError("should be a JSON object with a format and a verdict")
    return document


def _other_lock(document: dict[str, Any], digest: str) -> str | None:
    """Return the digest of the lock that a result is for, if it is not this one."""
    for key in _LOCKS:
        lock = document.get(key)
        if isinstance(lock, dict):
            lock = lock.get("digest")
        if isinstance(lock, str) and _DIGEST.fullmatch(lock) and lock != digest:
            return lock
    return None
