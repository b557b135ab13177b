import asyncio
import json
import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from opentelemetry import trace
from pydantic import TypeAdapter

from govern.errors import UsageError
from govern.lockfile.document import Lock
from govern.policy.target import Secrets
from govern.report.documents import document_types
from govern.serve.audit import Audit, AuditSubject
from govern.serve.refusals import REFUSED, quarantined
from tests.desk import Desk
from tests.report.documents.test_documents import closed
from tests.serve.clients import gateway, join, puppet, puppets, stateless, tool

SECRET, TOKEN, PIN = "s3cret-value", "ghp_0123456789abcdefghij", 482_913_771
SECRETS = {"books": Secrets({SECRET: "${TOKEN}", str(PIN): "***"})}
FIND = AuditSubject("session-id", "agent\u202e", "books", "tool", "find", "sha256:ab")
ARGUMENTS = {"query": f"a {SECRET}", "password": "hunter2", "pin": PIN, "big": 2**70}
RESULT = {"content": [{"type": "text", "text": f"use {TOKEN} or not, says Ana"}], "structuredContent": {"id": 7}}


def audited(path: Path, *, record: bool = False) -> Audit:
    return Audit(Lock(digest="sha256:cd"), SECRETS, path, record=record)


def lines(audit: Audit, path: Path) -> list[dict[str, Any]]:
    audit.close()
    return written_to(path)


def written_to(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a log, each of which matches the published schema."""
    schema = jsonschema.Draft202012Validator(closed(TypeAdapter(document_types()["govern.audit/1"]).json_schema()))
    found = [json.loads(line) for line in path.read_text().splitlines()]
    assert [error for line in found[:20] if line.keys() != {"lock"} for error in schema.iter_errors(line)] == []
    return found


def test_a_line_says_who_called_what_and_nothing_of_what_was_said(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    audit = audited(path)
    audit.begin(FIND, ARGUMENTS).answered({"result": RESULT}, "- /id: too large")
    audit.begin(FIND, ARGUMENTS).refused(quarantined("books"))
    audit.begin(FIND, ARGUMENTS).answered({"error": {"code": -32603, "message": SECRET}})
    audit.begin(FIND, ARGUMENTS).answered({"result": RESULT | {"isError": True}})
    audit.begin(FIND, ARGUMENTS).answered({"error": {"code": f"says Ana: {SECRET}"}})
    uri = f"books://x?token={TOKEN}"
    audit.begin(AuditSubject("session-id", "", "books", "resource", uri, method="resources/read")).answered(
        {"contents": []}
    )
    allowed, refused, failed, wrong, told, read = lines(audit, path)
    for each in (allowed, refused, failed, wrong, told):
        assert each["arguments"] is each["result"] is None
        assert (each["server"], each["tool"], each["digest"]) == ("books", "find", "sha256:ab")
        assert each["client"] == "agent‹U+202E›"
        assert each["argument_bytes"] > 50
        assert each["duration_ms"] >= 0
    assert allowed["verdict"] == "allowed"
    assert allowed["answer_tokens"] > 5
    assert allowed["warning"] == "- /id: too large"
    assert refused["verdict"] == "refused"
    assert refused["error"] == {"reason": "quarantined"}
    assert failed["error"] == {"code": -32603}
    assert wrong["error"] == {"isError": True}
    assert told["error"] == {"code": None}
    assert (read["event"], read["kind"], read["tool"]) == ("request", "resource", None)
    assert read["name"] == "books://x?token=***"
    text = path.read_text()
    for hidden in (SECRET, TOKEN, str(PIN), "hunter2", "says Ana"):
        assert hidden not in text
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    counts = audit.counters.snapshot()
    assert counts["govern_requests_total", (("kind", "tool"), ("server", "books"), ("verdict", "allowed"))] == 2
    assert counts["govern_refusals_total", (("reason", "quarantined"), ("server", "books"))] == 1
    assert counts["govern_request_seconds_count", (("server", "books"),)] == 5
    assert counts["govern_request_seconds_bucket", (("le", "+Inf"), ("server", "books"))] == 5


def test_a_recorded_log_is_replayed_and_profiled_and_has_no_credentials(desk: Desk) -> None:
    schema = {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}
    desk.catalogs(books=[{"name": "find", "description": "Find.", "inputSchema": schema}])
    desk.ok("lock")
    path = desk.folder / "audit.jsonl"
    audit = audited(path, record=True)
    audit.begin(FIND, ARGUMENTS).answered({"result": RESULT})
    audit.begin(FIND, {}).answered({"result": RESULT})
    audit.begin(FIND, {}).refused(quarantined("books"))
    advise = AuditSubject("s", "", "books", "prompt", "advise", method="prompts/get")
    audit.begin(advise).answered({"result": {"messages": []}})
    first = lines(audit, path)
    assert first[0] == {"lock": "sha256:cd"}
    assert first[1]["arguments"] == {"query": "a ${TOKEN}", "password": "***", "pin": "***", "big": 2**70}
    assert first[1]["result"]["structuredContent"] == {"id": 7}
    for hidden in (SECRET, TOKEN, str(PIN), "hunter2"):
        assert hidden not in path.read_text()
    replayed = desk.govern("replay", "audit.jsonl")
    assert replayed.code == 1
    assert "3 calls: 1 rejected by the input schema, 1 that failed when recorded" in replayed.out
    profiled = desk.ok("profile", "audit.jsonl", "--format", "json").document
    assert profiled["tools"][0] | {"calls": 3, "failed": 1, "answers": 2, "tokens": 14} == profiled["tools"][0]
    assert (profiled["recordings"]["lines"], profiled["recordings"]["unknown"]) == (5, 0)


def test_the_gateway_writes_what_it_let_pass_and_what_it_refused(desk: Desk) -> None:
    path = desk.folder / "audit.jsonl"
    picky = {"type": "object", "properties": {"result": {"type": "object"}}, "required": ["result"]}
    lists: list[Any] = [tool("say", inputSchema=picky), "announce", "die", "task"]
    more: dict[str, Any] = {"task": {"content": [], "structuredContent": {"found": [1, 2]}}}
    more |= {"resources": [{"uri": "a://x", "name": "x"}], "prompts": [{"name": "p"}]}
    puppet(desk, "one", *lists, **more)
    lock = puppets(desk, "one", keys="guards.task.limit = 1")

    async def run() -> None:
        async with gateway(desk, path) as opened:
            client = join(opened, stateless())
            await client.call("say", result={"content": []})
            assert (await client.call("say"))["isError"]
            assert (await client.request("tools/call", {"name": "more"}))["error"]["code"] == -32602
            await client.call("task")
            # What a task returns later is an answer too.
            late = await client.result("tasks/result", taskId="t-1")
            assert late["_meta"]["govern/refusal"] == {"reason": "guard"}
            await client.result("prompts/get", name="p")
            await client.result("resources/read", uri="a://x")
            completed = {"ref": {"type": "ref/prompt", "name": "p"}, "argument": {"name": "a", "value": "b"}}
            await client.result("completion/complete", **completed)
            assert (await client.request("resources/read", {"uri": "b://token=hunter2hunter2"}))["error"]
            assert (await client.request("completion/complete", {"ref": {"type": "ref/prompt", "name": "q"}}))["error"]
            assert (await client.call("die"))["isError"]
            puppet(desk, "one", *lists, tool("more"), **more | {"prompts": [{"name": "p", "description": "new"}]})
            await client.call("announce")
            assert (await client.request("prompts/get", {"name": "p"}))["error"]["code"] == REFUSED

    asyncio.run(run())
    first, *written = written_to(path)
    assert first == {"lock": lock.digest}
    found = [(each["event"], each["verdict"] or each["refused"], each["error"]) for each in written]
    assert found == [
        ("call", "allowed", None),
        ("call", "refused", {"reason": "arguments"}),
        ("call", "refused", {"reason": "unknown"}),
        ("call", "allowed", None),
        ("request", "refused", {"reason": "guard"}),
        ("request", "allowed", None),
        ("request", "allowed", None),
        ("request", "allowed", None),
        ("request", "refused", {"reason": "unknown"}),
        ("request", "refused", {"reason": "unknown"}),
        ("call", "failed", {"reason": "no answer"}),
        ("judged", ["prompt p"], None),
        ("call", "allowed", None),
        ("request", "refused", written[-1]["error"]),
    ]
    judged = next(each for each in written if each["event"] == "judged")
    assert written[-1]["error"]["changes"][0]["rule"] == "prompt-description-changed"
    assert {each["rule"] for each in judged["changes"]} >= {"prompt-description-changed", "tool-added"}
    assert {each["client"] for each in written} == {"test", None}
    assert len({each["session"] for each in written}) == 2
    methods = ["prompts/get", "resources/read", "completion/complete"]
    assert [each["method"] for each in written[4:10]] == ["tasks/result", *methods, *methods[1:]]
    assert (written[4]["kind"], written[4]["name"], written[4]["tool"]) == ("tool", "task", None)
    assert written[0]["digest"] == next(each.digest for each in lock.servers[0].tools if each.key == "say")
    assert "rejected" not in desk.ok("replay", "audit.jsonl").out


def test_it_goes_on_after_rotation_and_refuses_while_it_cannot_write(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    audit = audited(path)

    def call() -> bool:
        audit.begin(FIND).answered({"result": {}})
        audit._writer.submit(int).result()  # type: ignore[union-attr]
        return audit.refusal() is None

    assert call()
    path.rename(tmp_path / "audit.1.jsonl")
    assert call()
    path.unlink()
    path.mkdir()
    assert not call()
    path.rmdir()
    assert call()
    assert len(lines(audit, path)) == 1
    path.unlink()
    path.mkdir()
    with pytest.raises(UsageError, match="audit log cannot be written"):
        audited(path)


def test_several_writers_do_not_split_lines(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    audits = [audited(path, record=True) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        for turn in range(100):
            pool.submit(audits[turn % 4].begin(FIND, {"text": "x" * 20_000}).answered, {"result": {"content": []}})
    for audit in audits:
        audit.close()
    assert len(lines(audits[0], path)) == 4 + 100


def test_a_span_carries_the_digest_and_continues_the_trace_of_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[Any, ...]] = []

    class Span(trace.NonRecordingSpan):
        def set_attribute(self, key: str, value: Any) -> None:
            begun.append((key, value))

    class Tracer(trace.NoOpTracer):
        def start_span(self, name: str, context: Any = None, *more: Any, **_: Any) -> Any:
            parent = trace.get_current_span(context).get_span_context()
            begun.append((name, more[1], f"{parent.trace_id:x}"))
            return Span(parent)

    monkeypatch.setattr(trace, "get_tracer", lambda _: Tracer())
    parent = "4bf92f3577b34da6a3ce929d0e0e4736"
    audit = Audit(Lock(), {})
    audit.begin(FIND, {}, {"traceparent": f"00-{parent}-00f067aa0ba902b7-01", "x": 1}).refused(quarantined("books"))
    (name, attributes, continued), *ended = begun
    assert name == "tools/call find"
    assert attributes["govern.digest"] == "sha256:ab"
    assert continued == parent
    assert ended == [("govern.verdict", "refused"), ("error.type", "quarantined")]
