"""Results of other verbs that policy asks for: which verdicts let a release through."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from govern.contract.json_text import decode
from govern.errors import ContractInvalid

# What verbs of ours say when all is well. Whatever else a result says, the gate says no.
PASSES = frozenset({"allowed", "approved", "current", "ok", "pass", "passed", "unchanged", "within budget", "written"})
_FORMAT = re.compile(r"govern\.[a-z][a-z.-]*/\d+")
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
# Where a result says which lock it is about.
_LOCKS = ("lock", "digest", "lock_digest")


@dataclass(frozen=True, slots=True)
class Result:
    """One result; `message` says what it says, or why it counts for nothing."""

    name: str
    passes: bool
    message: str


class _NotPassingError(Exception):
    """Why a result lets nothing through."""


def check_result(name: str, text: str | None, digest: str) -> Result:
    """What a result says; `digest` is the lock's. One that is missing, unreadable or of another lock does not pass."""
    try:
        return Result(name, passes=True, message=_passing(text, digest))
    except _NotPassingError as reason:
        return Result(name, passes=False, message=str(reason))


def _passing(text: str | None, digest: str) -> str:
    document = _document(text)
    form, verdict = document.get("format"), document.get("verdict")
    if not isinstance(form, str) or not _FORMAT.fullmatch(form):
        raise _NotPassingError(f"its format is {form!r:.60}, and none of ours, such as govern.eval/1")
    if not isinstance(verdict, str):
        raise _NotPassingError(f"{form} has no verdict")
    if other := _other_lock(document, digest):
        raise _NotPassingError(f"{form} is of another lock, {other[:19]}…; make it anew")
    if verdict not in PASSES:
        raise _NotPassingError(f"{form} says {verdict!r:.60}")
    unsaid = "" if any(document.get(key) for key in _LOCKS) else "; it does not say of which lock"
    return f"{form} says {verdict!r}{unsaid}"


def _document(text: str | None) -> dict[str, Any]:
    if text is None:
        raise _NotPassingError("there is no such file, or it cannot be read")
    try:
        document = decode(text.removeprefix("\ufeff"))
    except ContractInvalid as error:
        raise _NotPassingError(error.message) from None
    if not isinstance(document, dict):
        raise _NotPassingError("should be a JSON object with a format and a verdict")
    return document


def _other_lock(document: dict[str, Any], digest: str) -> str | None:
    """The lock that a result is about, where it names one and that is not this one."""
    for key in _LOCKS:
        said = document.get(key)
        if isinstance(said, dict):
            said = said.get("digest")
        if isinstance(said, str) and _DIGEST.fullmatch(said) and said != digest:
            return said
    return None
