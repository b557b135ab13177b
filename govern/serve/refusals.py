"""Refusals: what a client gets in place of an answer. No text of a live server is in them, since a model reads them."""

from __future__ import annotations

from dataclasses import dataclass
from shlex import quote
from typing import TYPE_CHECKING, Any, Literal

from govern.contract.characters import visible
from govern.errors import ServerMisbehaved, ServerTimedOut, ServerUnreachable, SessionEnded, SurfaceTooLarge

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.contract.surface import KindName
    from govern.errors import GovernError
    from govern.verdict import Decided

    Reason = Literal[
        "changed", "gone", "source", "unreachable", "quarantined", "arguments", "answer", "guard", "audit", "unknown"
    ]

# The code of JSON-RPC errors for prompts and resources, which have no `isError`.
REFUSED = -32050
META = "govern/refusal"
_MOST_CHANGES = 10


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused call: the reason as one word, the text for the model, and the changes that it is about."""

    reason: Reason
    message: str
    changes: tuple[Decided, ...] = ()

    @property
    def meta(self) -> dict[str, Any]:
        """Return the refusal for programs."""
        found: dict[str, Any] = {"reason": self.reason}
        if self.changes:
            found["changes"] = [
                {"id": each.finding.change.id, "rule": each.finding.rule.id, "severity": each.finding.severity.value}
                for each in self.changes
            ]
        return found

    def result(self) -> dict[str, Any]:
        """Return the refusal as the result of a tool call."""
        content = [{"type": "text", "text": self.message}]
        return {"content": content, "isError": True, "_meta": {META: self.meta}}

    def error(self) -> dict[str, Any]:
        """Return the refusal as the error of any other request."""
        return {"code": REFUSED, "message": self.message, "data": {META: self.meta}}


def changed(server: str, kind: KindName, key: str, changes: Sequence[Decided]) -> Refusal:
    """Return the refusal of an item that differs from the lock."""
    worst = tuple(sorted(changes, key=lambda each: -each.finding.severity.rank))
    lines = [f"govern refused this {_request(kind)}: {kind} {_named(server, key)} differs from the lock."]
    lines += [*_change_lines(worst), "Nothing was sent to the server. A person has to review the change:"]
    return Refusal("changed", "\n".join([*lines, f"  {_diff(server, key)}"]), worst)


def gone(server: str, kind: KindName, key: str) -> Refusal:
    """Return the refusal of an item that the server no longer lists."""
    return Refusal(
        "gone",
        f"govern refused this {_request(kind)}: the server no longer lists the {kind} {_named(server, key)}.\n"
        f"A person can see what changed:\n  {_diff(server, key)}",
    )


def other_source(server: str, changes: Sequence[Decided]) -> Refusal:
    """Return the refusal of every request to a server that is configured differently from the locked one."""
    lines = [f"govern refused this request: server {visible(server)} is configured differently from the lock."]
    lines += [*_change_lines(changes), "A person has to review the change:", f"  {_diff(server)}"]
    return Refusal("source", "\n".join(lines), tuple(changes))


def unreachable(server: str, error: GovernError) -> Refusal:
    """Return the refusal for a server that cannot be listed; the error itself may hold text of the server."""
    return Refusal(
        "unreachable",
        f"govern refused this request: server {visible(server)} cannot be compared with the lock at the "
        f"moment: {reason(error)}.\nTry again later, or ask a person to run:\n  {_diff(server)}",
    )


def reason(error: GovernError) -> str:
    """Return the kind of an error in plain words, without its message, which may hold text of the server."""
    limit = f"the limit `{error.limit}`" if isinstance(error, SurfaceTooLarge) and error.limit else "a limit of govern"
    kinds: dict[type[GovernError], str] = {
        SurfaceTooLarge: f"it sent more than {limit} allows",
        ServerTimedOut: "it took too long",
        SessionEnded: "it ended the session",
        ServerMisbehaved: "it sent an invalid message",
        ServerUnreachable: "it cannot be reached",
    }
    return next(
        (words for kind, words in kinds.items() if isinstance(error, kind)), "govern met an invalid file or value"
    )


def no_answer(server: str, error: GovernError) -> Refusal:
    """Return the failure of a call that was sent and got no answer."""
    return Refusal(
        "unreachable", f"server {visible(server)} gave no answer: {reason(error)}. The call may have taken effect."
    )


def quarantined(server: str) -> Refusal:
    """Return the refusal of every request to a server that changed back and forth."""
    return Refusal(
        "quarantined",
        f"govern refused this request: server {visible(server)} is quarantined, because its tools changed back and "
        f"forth.\nA person can release it:\n  govern serve release {quote(visible(server))}",
    )


def unknown() -> Refusal:
    """Return the refusal of an item that is not locked; a client gets the error for an unknown name."""
    return Refusal("unknown", "govern refused this request: the lock has no item of this name.")


def unlogged() -> Refusal:
    """Return the refusal of every request while the audit log cannot be written."""
    return Refusal("audit", "govern refused this request: it cannot write its audit log. A person has to fix that.")


def _change_lines(changes: Sequence[Decided]) -> list[str]:
    lines = [_change_line(each) for each in changes[:_MOST_CHANGES]]
    return lines + ([f"- and {len(changes) - _MOST_CHANGES} more"] if len(changes) > _MOST_CHANGES else [])


def _change_line(decided: Decided) -> str:
    finding = decided.finding
    missing = decided.missing or "policy allows it, but serve.allow does not"
    return f"- {finding.severity.value} {finding.rule.id} ({finding.change.id}): {missing}"


def _request(kind: KindName) -> str:
    return "call" if kind == "tool" else "request"


def _named(server: str, key: str) -> str:
    return f"{visible(server)}/{visible(key)}"


def _diff(server: str, key: str = "") -> str:
    words = ["govern", "diff", "--live", "--server", server, *(("--tool", key) if key else ())]
    return " ".join(quote(visible(word)) for word in words)
