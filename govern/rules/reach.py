"""What it means that clients lose tools: SDKs that refuse a whole list, clients and providers that refuse one tool."""

from __future__ import annotations

from typing import Any

from govern.rules.rule import Example, Rule, Severity

_OBJECT: dict[str, Any] = {"type": "object"}
_TEXT: dict[str, Any] = {"type": "string"}
_TOOLS = "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool"
_ALL_LOST = "A client that is built on such an SDK gets an error in place of the list, and loses every tool."
_ONE_LOST = "Such a client drops the tool, or has its whole request refused as long as the tool is in it."
_REFUSED_LIST = "the whole list is refused by {clients}: {what}"
_REFUSED_TOOL = "refused by {clients}: {what}"
_RESTORED = "reach-restored"


def _asked(client: str, **fields: Any) -> dict[str, Any]:
    return {"reach": [client], **fields}


def _inputs(**properties: Any) -> dict[str, Any]:
    return {"inputSchema": {**_OBJECT, "properties": properties}}


RULES = (
    Rule(
        "reach-input-root",
        Severity.BREAKING,
        "SDKs refuse the whole list: the root of an input schema is not an object",
        _REFUSED_LIST,
        _ALL_LOST,
        'Write `"type": "object"` at the root of the input schema.',
        Example("tool", {"inputSchema": _OBJECT}, {"inputSchema": {}}),
        lane="reach",
        mirror=_RESTORED,
        spec=_TOOLS,
    ),
    Rule(
        "reach-output-root",
        Severity.BREAKING,
        "SDKs refuse the whole list: the root of an output schema is not an object",
        _REFUSED_LIST,
        f"{_ALL_LOST} From protocol 2026-07-28 on any root is allowed.",
        "Wrap the answer: an object with one property that holds it.",
        Example("tool", {}, {"outputSchema": {"type": "array", "items": _TEXT}}),
        lane="reach",
        mirror=_RESTORED,
        spec=_TOOLS,
    ),
    Rule(
        "reach-output-compile",
        Severity.BREAKING,
        "An SDK refuses the whole list: it cannot compile an output schema",
        _REFUSED_LIST,
        f"{_ALL_LOST} That SDK compiles every output schema when it lists the tools.",
        "Mend the reference or the type; write the pattern so that JavaScript can read it in Unicode mode.",
        Example(
            "tool",
            {"outputSchema": {**_OBJECT, "properties": {"at": {**_TEXT, "pattern": "^a"}}}},
            {"outputSchema": {**_OBJECT, "properties": {"at": {**_TEXT, "pattern": "(?i)^a"}}}},
        ),
        lane="reach",
        mirror=_RESTORED,
    ),
    Rule(
        "reach-field-type",
        Severity.BREAKING,
        "SDKs refuse the whole list: a field has a type that the protocol does not allow",
        _REFUSED_LIST,
        _ALL_LOST,
        "Give the field the type that the protocol says.",
        Example("tool", {}, {"annotations": {"readOnlyHint": "yes"}}),
        lane="reach",
        mirror=_RESTORED,
        spec=_TOOLS,
    ),
    Rule(
        "reach-root-union",
        Severity.RISKY,
        "A client refuses a keyword at the root of an input schema",
        _REFUSED_TOOL,
        _ONE_LOST,
        "Describe one object at the root, and check what goes together in the tool.",
        Example(
            "tool",
            _asked("claude-code", **_inputs(id=_TEXT)),
            _asked("claude-code", inputSchema={**_inputs(id=_TEXT)["inputSchema"], "anyOf": [{}]}),
        ),
        lane="reach",
        mirror=_RESTORED,
    ),
    Rule(
        "reach-tool-name",
        Severity.RISKY,
        "A client refuses the name of a tool",
        _REFUSED_TOOL,
        _ONE_LOST,
        "Choose a shorter name of letters, digits, `_` and `-`, or a shorter name for the server.",
        Example(
            "server",
            _asked("openai", tools=[]),
            _asked("openai", tools=[{"name": "find.loans", "inputSchema": _OBJECT}]),
        ),
        lane="reach",
        unmirrored="a tool by another name is tool-renamed",
    ),
    Rule(
        "reach-property-name",
        Severity.RISKY,
        "A client refuses the name of a parameter",
        _REFUSED_TOOL,
        _ONE_LOST,
        "Choose a name of at most 64 letters, digits, `_`, `.` and `-`.",
        Example(
            "tool",
            _asked("anthropic", **_inputs(id=_TEXT)),
            _asked("anthropic", **_inputs(id=_TEXT, **{"$top": _TEXT})),
        ),
        lane="reach",
        mirror=_RESTORED,
    ),
    Rule(
        "reach-array-items",
        Severity.RISKY,
        "A client refuses an array that does not say what it holds",
        _REFUSED_TOOL,
        _ONE_LOST,
        "Write `items`; `{}` is enough.",
        Example(
            "tool",
            _asked("vscode", **_inputs(ids={"type": "array", "items": {}})),
            _asked("vscode", **_inputs(ids={"type": "array"})),
        ),
        lane="reach",
        mirror=_RESTORED,
    ),
    Rule(
        "reach-strict-schema",
        Severity.RISKY,
        "A provider's strict mode does not take an input schema",
        _REFUSED_TOOL,
        "With `strict` the request is refused; without it nothing makes the model keep to the schema.",
        "Keep to what the strict mode supports, or use the tool without it.",
        Example(
            "tool",
            _asked("openai-strict", inputSchema={**_OBJECT, "properties": {}, "additionalProperties": False}),
            _asked("openai-strict", inputSchema={**_OBJECT, "properties": {}}),
        ),
        lane="reach",
        mirror=_RESTORED,
    ),
    Rule(
        "reach-restored",
        Severity.SAFE,
        "A client that refused a tool, or the whole list, reads it again",
        "no longer refused by {clients}: {what}",
        "Nobody who could use the tool loses it.",
        "Nothing to do.",
        Example("tool", {"inputSchema": {}}, {"inputSchema": _OBJECT}),
        lane="reach",
        mirror="reach-input-root",
    ),
)
