"""Message logs of model APIs and agent libraries whose calls have ids.

They are those of OpenAI (chat completions and responses), Anthropic, Amazon Bedrock, the AI SDK and Pydantic AI, and
Claude Code's transcripts.

A log may hold requests, answers or both, and repeat the whole history in each line: calls are told apart by their ids,
and each is counted once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.traces.call import FAILED, Client, Pairing, mapping_in
from govern.traces.chat_parts import UNANSWERED, library_part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.traces.call import Server, Take
    from govern.traces.chat_parts import LibraryPart

_CONTAINERS = frozenset({"messages", "choices", "message", "content", "input", "output", "items", "item", "data",
                         "body", "request", "response", "payload", "params", "result", "parts", "steps", "toolCalls",
                         "toolResults", "toolInvocations", "inputBodyJson", "outputBodyJson", "modelInput",
                         "modelOutput"})  # fmt: skip
_KINDS = ("tool_use", "tool_result", "function_call", "function_call_output", "mcp_call", "mcp_tool_use",
          "mcp_tool_result")  # fmt: skip
_DEEPEST = 12
_MCP = "mcp__"


class Chat:
    """Reads the messages of one file; ids are remembered across files."""

    def __init__(self, take: Take, seen: dict[str, int]) -> None:
        self._pairing = Pairing(take, seen)
        self._is_claude_code = False

    def read(self, value: Any, number: int) -> bool:
        """Read the calls and answers of a value and return whether it is part of such a log."""
        self._is_claude_code = _is_claude_code(value)
        found = self._look(value, number, 0)
        if self._is_claude_code:
            self._structured(value)
        return found

    def end(self) -> None:
        """Add the calls that were never answered."""
        self._pairing.end()

    def _look(self, value: Any, number: int, depth: int) -> bool:
        found = False
        if value.__class__ is list and depth < _DEEPEST:
            for each in value:
                found = self._look(each, number, depth + 1) or found
        if value.__class__ is not dict or depth >= _DEEPEST:
            return found
        kind, role = value.get("type"), value.get("role")
        if kind in _KINDS:
            return self._part(kind, value, number)
        if (part := library_part(value)) is not None:
            return self._library_part(part, number)
        if role == "tool" and "tool_call_id" in value:
            self._pairing.answered(value.get("tool_call_id"), value.get("content"), failed=False)
            return True
        if "tool_calls" in value or "function_call" in value:
            found = self._completion(value, number)
        for key, inner in value.items():
            if key in _CONTAINERS and (inner.__class__ is list or inner.__class__ is dict):
                found = self._look(inner, number, depth + 1) or found
        return found or role is not None

    def _part(self, kind: str, value: Mapping[str, Any], number: int) -> bool:
        """Read a part that is a call or an answer by its type."""
        match kind:
            case "tool_use" | "mcp_tool_use":
                return self._tool_use(value, number)
            case "tool_result" | "mcp_tool_result":
                return self._tool_result(value)
            case "function_call":
                return self._ask(value.get("call_id"), None, value.get("name"), value.get("arguments"), number)
            case "function_call_output":
                self._pairing.answered(value.get("call_id"), value.get("output"), failed=False)
                return True
            case _:
                return self._mcp_call(value, number)

    def _library_part(self, part: LibraryPart, number: int) -> bool:
        if part.tool is not None:
            self._ask(part.ident, part.server, part.tool, part.arguments, number)
        if part.answer is not UNANSWERED:
            self._pairing.answered(part.ident, part.answer, failed=part.answer is FAILED)
        return True

    def _completion(self, message: Mapping[str, Any], number: int) -> bool:
        asked = message.get("tool_calls")
        calls = [*asked] if asked.__class__ is list else []
        if "arguments" in mapping_in(message.get("function_call")):
            calls.append({"function": message["function_call"]})
        for call in map(mapping_in, calls):
            function = mapping_in(call.get("function"))
            self._ask(call.get("id"), None, function.get("name"), function.get("arguments"), number)
        return bool(calls)

    def _mcp_call(self, item: Mapping[str, Any], number: int) -> bool:
        ident, label = item.get("id"), item.get("server_label")
        server = label if label.__class__ is str else None
        found = self._ask(ident, server, item.get("name"), item.get("arguments"), number)
        failed = item.get("error") is not None or item.get("status") in ("failed", "incomplete")
        self._pairing.answered(ident, item.get("output"), failed=failed)
        return found

    def _tool_use(self, block: Mapping[str, Any], number: int) -> bool:
        name, label = block.get("name"), block.get("server_name")
        server: Server = label if label.__class__ is str else None
        if self._is_claude_code and not (name.__class__ is str and name.startswith(_MCP)):
            server = Client()
        return self._ask(block.get("id"), server, name, block.get("input"), number)

    def _tool_result(self, block: Mapping[str, Any]) -> bool:
        failed = block.get("is_error") is True
        answer = block.get("content")
        if self._is_claude_code and not failed:
            self._pairing.hold(block.get("tool_use_id"), answer)
        else:
            self._pairing.answered(block.get("tool_use_id"), answer, failed=failed)
        return True

    def _structured(self, line: Mapping[str, Any]) -> None:
        """Add the structured content, which Claude Code writes beside the message with its text."""
        structured = mapping_in(line.get("mcpMeta")).get("structuredContent")
        self._pairing.release(structured if structured.__class__ is dict else None)

    def _ask(self, ident: Any, server: Server, name: Any, arguments: Any, number: int) -> bool:
        if name.__class__ is not str:
            return False
        self._pairing.asked(ident, server, name, arguments, number)
        return True


def _is_claude_code(value: Any) -> bool:
    record = mapping_in(value)
    return record.get("type") in ("assistant", "user") and ("sessionId" in record or "session_id" in record)
