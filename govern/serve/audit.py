"""The audit log: a JSON line for each request; arguments and answers only if they are recorded."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal, Self

from govern.contract.characters import visible
from govern.economics.answer_blocks import answer_blocks, compact_json
from govern.economics.tokens import count_tokens
from govern.errors import UsageError
from govern.lockfile.document import Lock
from govern.lockfile.writing import exclusive_access
from govern.policy.redaction import redacted
from govern.policy.target import Secrets
from govern.report.documents.serve import audit_document
from govern.serve.refusals import unlogged
from govern.serve.telemetry import Counters, start_span
from govern.traces.call import is_failure

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from govern.contract.surface import KindName
    from govern.report.documents.serve import AuditDocument, AuditedChangeDocument
    from govern.serve.enforcement import Judgement
    from govern.serve.refusals import Refusal
    from govern.serve.telemetry import CallSpan
    from govern.verdict import Decided

    Verdict = Literal["allowed", "refused", "failed"]


_LONGEST_NAME, _LONGEST_TEXT = 200, 2_000
# Requests are refused while lines for this many bytes of arguments and answers wait to be written.
_MOST_WAITING = 64 * 1024 * 1024
_NO_SECRETS = Secrets()


@dataclass(frozen=True, slots=True)
class AuditSubject:
    """The session and client of a request, its method, and the item that it is for with its locked digest.

    `session` is not the id of an HTTP session, with which whoever reads it could use that session.
    """

    session: str
    client: str
    server: str
    kind: KindName
    name: str
    digest: str = ""
    method: str = "tools/call"


class Audit:
    """Counts requests, makes a span of each, and writes them to a file if there is one.

    With `record` the lines hold arguments and answers, so that `govern replay` reads them. Another process may append
    to the same file, and rotation may move it away at any time.
    """

    def __init__(
        self,
        lock: Lock | None = None,
        secrets: Mapping[str, Secrets] | None = None,
        path: Path | None = None,
        *,
        record: bool = False,
    ) -> None:
        lock = lock or Lock()
        self.counters = Counters()
        self._path, self._record, self._encoding = path, record, lock.encoding
        self._secrets = secrets or {}
        # One thread, so that neither a slow disk nor counting tokens delays a call, and lines stay in order.
        self._writer = ThreadPoolExecutor(1, "govern-audit") if path else None
        self._problem = ""
        self._torn = False
        self._waiting, self._counting = 0, threading.Lock()
        if path:
            self._append(*([{"lock": lock.digest}] if record else ()))
            if self._problem:
                raise UsageError(f"the audit log cannot be written: {self._problem}", where=str(path))

    def use_secrets(self, secrets: Mapping[str, Secrets]) -> None:
        """Hide these values of each server from now on."""
        self._secrets = {**self._secrets, **secrets}

    def begin(self, subject: AuditSubject, arguments: Any = None, meta: Any = None) -> AuditedRequest:
        """Begin a request; `meta` is its `_meta`, which may name the trace that it is a part of."""
        span = start_span(subject, meta)
        return AuditedRequest(self, subject, arguments, span)

    def refusal(self) -> Refusal | None:
        """Return why no request may pass now: the last line could not be written, or too many wait."""
        return unlogged() if self._problem or self._waiting > _MOST_WAITING else None

    def judged(self, judgement: Judgement, before: Judgement | None = None) -> None:
        """Write what a listing changed, unless the previous listing had the same result."""
        if before is not None and (before.state, before.changes) == (judgement.state, judgement.changes):
            return
        if before is None and not judgement.changes and not judgement.refused_all:
            return
        line = audit_document(_now(), judgement.server)
        line["refused"], line["changes"] = [*judgement.state], [*map(_audited_change, judgement.changes)]
        if judgement.refused_all:
            line["error"], line["warning"] = judgement.refused_all.meta, judgement.refused_all.message
        self.write(line)

    def write(self, line: AuditDocument, answer: Any = None) -> None:
        """Write a line in the background; the tokens of an answer are counted there."""
        if self._writer:
            size = line["argument_bytes"] + line["answer_bytes"]
            with self._counting, suppress(RuntimeError):  # it is closed already
                self._writer.submit(self._finish, line, answer, size)
                self._waiting += size

    def close(self) -> None:
        """Wait until all lines are written."""
        if self._writer:
            self._writer.shutdown()

    def shown_name(self, subject: AuditSubject) -> str:
        """Return the name of an item, without credentials, which a URI may hold."""
        secrets = self._secrets.get(subject.server, _NO_SECRETS)
        return visible(str(redacted(subject.name, secrets)))[:_LONGEST_TEXT]

    def _finish(self, line: AuditDocument, answer: Any, size: int) -> None:
        try:
            if answer is not None:
                texts = (block.text for block in answer_blocks(answer).blocks if block.text)
                line["answer_tokens"] = sum(count_tokens(text, self._encoding) for text in texts)
            if line["event"] == "call":
                values = line["arguments"], answer
                line["arguments"], line["result"] = (self._recorded(each, line["server"]) for each in values)
            self._append(line)
        except Exception as error:  # noqa: BLE001 - no line is lost for what a server returned
            line["arguments"] = line["result"] = None
            line["warning"] = f"not recorded: {type(error).__name__}"
            self._append(line)
        with self._counting:
            self._waiting -= size

    def _recorded(self, value: Any, server: str) -> Any:
        """Return a value as it is recorded, None if nothing is."""
        return redacted(value, self._secrets.get(server, _NO_SECRETS)) if self._record else None

    def _append(self, *lines: Mapping[str, Any]) -> None:
        """Append lines in one write, which no other process's write can split."""
        assert self._path is not None  # noqa: S101 - a writer exists only with a path
        data = "".join(f"{json.dumps(line)}\n" for line in lines).encode("ascii")
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        try:
            # Windows seeks before it appends.
            with exclusive_access(self._path) if sys.platform == "win32" else nullcontext():
                descriptor = os.open(self._path, flags, 0o600)
                try:
                    self._write_all(descriptor, b"\n" + data if self._torn else data)
                finally:
                    os.close(descriptor)
        except OSError as error:
            self._problem = error.strerror or str(error)
        else:
            self._problem = ""

    def _write_all(self, descriptor: int, data: bytes) -> None:
        view = memoryview(data)
        while view:
            written = os.write(descriptor, view)
            view = view[written:]
            self._torn = bool(view)


@dataclass(slots=True)
class AuditedRequest:
    """A request that was begun, as a context; one that is left without a result has failed."""

    audit: Audit
    subject: AuditSubject
    arguments: Any
    span: CallSpan
    started: float = field(default_factory=time.monotonic)
    ended: bool = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if not self.ended:
            self._end("failed", error={"reason": "no answer"})

    def refused(self, refusal: Refusal) -> None:
        """End a request that did not reach the server, or whose answer was withheld."""
        self.audit.counters.add("govern_refusals_total", {"server": self.subject.server, "reason": refusal.reason})
        self._end("refused", error=refusal.meta)

    def answered(self, answer: Mapping[str, Any], warning: str = "") -> None:
        """End a request with the server's response; `warning` is what is wrong with its result."""
        result = answer.get("result")
        if isinstance(result, dict):
            error = {"isError": True} if is_failure(result) else None
            self._end("allowed", error=error, result=result, warning=warning)
        else:
            # The message of an error is text of the server, and its code may be.
            told = answer.get("error")
            code = told.get("code") if isinstance(told, dict) else None
            self._end("failed", error={"code": code if isinstance(code, int) else None})

    def _end(self, verdict: Verdict, *, error: Any = None, result: Any = None, warning: str = "") -> None:
        self.ended = True
        seconds, subject, count = time.monotonic() - self.started, self.subject, self.audit.counters
        labels = {"server": subject.server}
        count.add("govern_requests_total", {**labels, "kind": subject.kind, "verdict": verdict})
        if verdict != "refused":
            count.observe("govern_request_seconds", labels, seconds)
        sizes = {"argument_bytes": _bytes_of(self.arguments), "answer_bytes": _bytes_of(result)}
        for name, size in sizes.items():
            count.add(f"govern_{name}_total", labels, size)
        self.span.end(verdict, error)
        line = audit_document(_now(), subject.server)
        is_call, name = subject.method == "tools/call", self.audit.shown_name(subject)
        line |= {
            "event": "call" if is_call else "request",
            "session": subject.session,
            "client": visible(subject.client)[:_LONGEST_NAME],
            "method": subject.method,
            "tool": name if is_call else None,
            "kind": subject.kind,
            "name": name,
            "digest": subject.digest,
            "verdict": verdict,
            "argument_bytes": sizes["argument_bytes"],
            "answer_bytes": sizes["answer_bytes"],
            "duration_ms": round(seconds * 1000, 3),
            "arguments": self.arguments if is_call else None,
            "error": error,
            "warning": warning or None,
        }
        self.audit.write(line, result)


def _audited_change(decided: Decided) -> AuditedChangeDocument:
    finding = decided.finding
    return {
        "id": finding.change.id,
        "rule": finding.rule.id,
        "severity": finding.severity.value,
        "kind": finding.change.kind,
        "name": visible(finding.change.name),
        "approved": decided.approved,
    }


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _bytes_of(value: Any) -> int:
    return 0 if value is None else len(compact_json(value).encode("utf-8", "replace"))
