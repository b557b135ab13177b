"""Message logs of model APIs and agent libraries.

Those of OpenAI (chat completions and responses), Anthropic, Amazon Bedrock, the AI SDK, Pydantic AI and Claude Code's
transcripts have calls with ids. A log may hold requests, answers or both, and repeat the whole history in each line:
calls are told apart by their ids, and each is counted once. Calls of Gemini have ids only in some versions; without,
they are told apart by the conversation before them.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from govern.traces.call import FAILED, Client, Pairing, arguments_in, fingerprint, is_failure, mapping_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.traces.call import Server, Take

_CONTAINERS = frozenset({"messages", "choices", "message", "content", "input", "output", "items", "item", "data",
                         "body", "request", "response", "payload", "params", "result", "parts", "steps", "toolCalls",
                         "toolResults", "toolInvocations", "inputBodyJson", "outputBodyJson", "modelInput",
                         "modelOutput"})  # fmt: skip
_KINDS = ("tool_use", "tool_result", "function_call", "function_call_output", "mcp_call", "mcp_tool_use",
          "mcp_tool_result")  # fmt: skip
_DEEPEST = 12
_MCP_PREFIX = "mcp__"


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
        if self._is_claude_code and not (name.__class__ is str and name.startswith(_MCP_PREFIX)):
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


# How the AI SDK wraps an answer in a message.
_WRAPPED = ("text", "json", "content")
_ERRORS = ("error-text", "error-json", "execution-denied")
# The servers of calls that a model's provider made for Pydantic AI.
_MCP_SERVER = "mcp_server:"


# Stands for the answer of a part that is a call alone.
UNANSWERED: Final = object()


class LibraryPart(NamedTuple):
    """A call, an answer, or both; `tool` is None for an answer alone."""

    ident: Any
    tool: str | None = None
    arguments: Any = None
    server: str | None = None
    answer: Any = UNANSWERED


def library_part(value: Mapping[str, Any]) -> LibraryPart | None:
    """Return a part of a message as a call or an answer, or None if it is neither."""
    if "toolUse" in value or "toolResult" in value:
        return _bedrock(mapping_in(value.get("toolUse")), mapping_in(value.get("toolResult")))
    if value.get("part_kind").__class__ is str:
        return _pydantic_ai(value["part_kind"], value)
    kind = value.get("type")
    if "toolCallId" in value:
        return _ai_sdk(kind if kind.__class__ is str else "", value)
    return _ai_sdk("", mapping_in(value["toolInvocation"])) if "toolInvocation" in value else None


def _bedrock(call: Mapping[str, Any], answer: Mapping[str, Any]) -> LibraryPart | None:
    if call.get("name").__class__ is str:
        return LibraryPart(call.get("toolUseId"), call["name"], call.get("input"))
    if not answer:
        return None
    given = answer.get("content")
    blocks = [*map(mapping_in, given)] if given.__class__ is list else []
    structured = [block["json"] for block in blocks if "json" in block]
    texts = [{"type": "text", "text": block["text"]} for block in blocks if "text" in block]
    content = structured[0] if len(structured) == 1 else texts
    failed = answer.get("status") == "error" or is_failure(content)
    return LibraryPart(answer.get("toolUseId"), answer=FAILED if failed else content)


def _ai_sdk(kind: str, value: Mapping[str, Any]) -> LibraryPart | None:
    """Return a part of a model message (`tool-call`), or of a message for a user interface (`tool-NAME`)."""
    ident, named = value.get("toolCallId"), value.get("toolName")
    arguments = value.get("input", value.get("args"))
    name = named if named.__class__ is str else kind.removeprefix("tool-")
    match kind, value.get("state"):
        case ("tool-call", _) | (_, "call" | "input-available" | "approval-requested" | "approval-responded"):
            return LibraryPart(ident, name, arguments_in(arguments))
        case "tool-result" | "tool-error", _:
            failed = kind == "tool-error" or value.get("isError") is True
            return LibraryPart(ident, answer=FAILED if failed else _ai_sdk_answer(value))
        case _, "output-available" | "output-error" | "output-denied" | "result" as state:
            failed = state in ("output-error", "output-denied")
            return LibraryPart(ident, name, arguments_in(arguments), answer=FAILED if failed else _ai_sdk_answer(value))
        case _:
            return None


def _ai_sdk_answer(part: Mapping[str, Any]) -> Any:
    """Return the answer of a part, which a model message wraps with its type."""
    output = part.get("output", part.get("result"))
    kind = mapping_in(output).get("type")
    if kind in _ERRORS:
        return FAILED
    answer = output["value"] if kind in _WRAPPED and "value" in output else output
    return FAILED if is_failure(answer) else answer


def _pydantic_ai(kind: str, part: Mapping[str, Any]) -> LibraryPart | None:
    ident, named = part.get("tool_call_id"), part.get("tool_name")
    if named.__class__ is not str:
        return None
    match kind:
        case "tool-call":
            return LibraryPart(ident, named, arguments_in(part.get("args")))
        case "builtin-tool-call" if named.startswith(_MCP_SERVER):
            return _provider_call(ident, named.removeprefix(_MCP_SERVER), mapping_in(arguments_in(part.get("args"))))
        case "tool-return" | "builtin-tool-return":
            answer = part.get("content")
            failed = part.get("outcome", "success") != "success" or is_failure(answer)
            return LibraryPart(ident, answer=FAILED if failed else answer)
        case "retry-prompt":
            return LibraryPart(ident, answer=FAILED)
        case _:
            return None


def _provider_call(ident: Any, server: str, request: Mapping[str, Any]) -> LibraryPart | None:
    tool = request.get("tool_name")
    if request.get("action") != "call_tool" or tool.__class__ is not str:
        return None
    return LibraryPart(ident, tool, arguments_in(request.get("tool_args")), server)


_GEMINI_WRAPS = ("request", "body", "payload", "data", "response")
_GEMINI_CALL, _GEMINI_ANSWER = ("functionCall", "function_call"), ("functionResponse", "function_response")
_DEEPEST_WRAP = 6
_MOST_WAITING = 1_000


def is_gemini(value: Mapping[str, Any]) -> bool:
    """Return whether an object is a request, an answer, both in a record, or a turn with a call or its answer."""
    within = (value, mapping_in(value.get("request")), mapping_in(value.get("response")))
    return any("contents" in each or "candidates" in each for each in within) or any(
        name in part for part in _gemini_parts(value) for name in (*_GEMINI_CALL, *_GEMINI_ANSWER)
    )


class Gemini:
    """Reads the requests, answers and turns of one file."""

    def __init__(self, take: Take) -> None:
        self._pairing = Pairing(take, {})
        self._history = 0
        self._turns = 0
        self._waiting: dict[str, deque[str]] = {}

    def read(self, value: Mapping[str, Any], number: int) -> bool:
        """Read the calls of an object and return whether it is one of Gemini's."""
        if "parts" not in value or "contents" in value:
            return self._look(value, number, 0)
        self._turns += 1
        self._history = self._turns
        self._turn(value, number)
        return True

    def end(self) -> None:
        """Add the calls that were never answered."""
        self._pairing.end()

    def _look(self, value: Mapping[str, Any], number: int, depth: int) -> bool:
        found = "contents" in value or "candidates" in value
        if "contents" in value:
            self._history = 0
            self._waiting.clear()
            contents = value["contents"]
            for turn in contents if contents.__class__ is list else [contents]:
                self._turn(turn, number)
        candidates = value.get("candidates")
        if candidates.__class__ is list and candidates:
            self._turn(mapping_in(candidates[0]).get("content"), number)
        for name in _GEMINI_WRAPS if depth < _DEEPEST_WRAP else ():
            inner = value.get(name)
            if inner.__class__ is dict:
                found = self._look(inner, number, depth + 1) or found
        return found

    def _turn(self, turn: Any, number: int) -> None:
        """Read the parts of a turn; what the model thought is left out, since the next request may lack it."""
        for part in _gemini_parts(mapping_in(turn)):
            call, answer = _gemini_field(part, _GEMINI_CALL), _gemini_field(part, _GEMINI_ANSWER)
            if part.get("thought") is not True:
                content = (call.get("name"), call.get("args"), answer.get("name"), answer.get("response"))
                self._history = fingerprint([self._history, part.get("text"), *content])
            if call.get("name").__class__ is str:
                self._called(call["name"], call, number)
            elif answer.get("name").__class__ is str:
                self._answered(answer["name"], answer)

    def _called(self, name: str, call: Mapping[str, Any], number: int) -> None:
        ident = call.get("id")
        ident = ident if ident.__class__ is str else str(self._history)
        if len(self._waiting) >= _MOST_WAITING:
            self._waiting.clear()
        self._waiting.setdefault(name, deque(maxlen=_MOST_WAITING)).append(ident)
        arguments = call.get("args")
        self._pairing.asked(ident, None, name, {} if arguments is None else arguments, number)

    def _answered(self, name: str, answer: Mapping[str, Any]) -> None:
        """Add an answer to the call with its id, or to the first call of the tool that waits."""
        waiting, ident = self._waiting.get(name) or deque(), str(answer.get("id") or "")
        if ident in waiting:
            waiting.remove(ident)
        elif waiting:
            ident = waiting.popleft()
        response = answer.get("response")
        failed = mapping_in(response).get("error") is not None
        self._pairing.answered(ident, _gemini_answer(response), failed=failed)


def _gemini_parts(turn: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    parts = turn.get("parts")
    yield from (part for part in (parts if parts.__class__ is list else ()) if part.__class__ is dict)


def _gemini_field(part: Mapping[str, Any], names: tuple[str, str]) -> Mapping[str, Any]:
    return mapping_in(part.get(names[0], part.get(names[1])))


def _gemini_answer(response: Any) -> Any:
    """Return the answer of a tool, which must be an object here: others are under `output` or `result`."""
    if response.__class__ is dict and len(response) == 1:
        return response.get("output", response.get("result", response))
    return response
