"""The parts of a message that are calls or answers, for Amazon Bedrock, the AI SDK and Pydantic AI."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from govern.traces.call import FAILED, is_failure, mapping_in
from govern.traces.values import arguments_in

if TYPE_CHECKING:
    from collections.abc import Mapping

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
