"""Rules about clients that reject a tool, or the whole list that contains it."""

from __future__ import annotations

from govern.facts import rule_ids as ids
from govern.rules.rule import Example, Rule, Severity

_LIST = "tool list rejected by {clients}: {what}"
_TOOL = "rejected by {clients}: {what}"
_ALL_LOST = "A client built on such an SDK gets an error in place of the list, and loses every tool."
_ONE_LOST = "The client drops the tool, or its provider rejects every request that contains it."

_TOOLS = "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool"


RULES = (
    Rule(ids.REACH_INPUT_ROOT, Severity.BREAKING, "SDKs reject the whole list: an input schema is not an object",
         _LIST, _ALL_LOST,
         'Add `"type": "object"` at the root of the input schema.',
         example=Example("tool", {"inputSchema": {"type": "object"}}, {"inputSchema": {}}), lane="reach",
         mirror=ids.REACH_RESTORED, spec=_TOOLS),
    Rule(ids.REACH_OUTPUT_ROOT, Severity.BREAKING, "SDKs reject the whole list: an output schema is not an object",
         _LIST,
         "A client built on such an SDK gets an error in place of the list, and loses every tool. Protocol "
         "2026-07-28 and later allow any root.",
         "Wrap the answer in an object with one property.",
         example=Example("tool", {}, {"outputSchema": {"type": "array", "items": {"type": "string"}}}), lane="reach",
         mirror=ids.REACH_RESTORED, spec=_TOOLS),
    Rule(ids.REACH_OUTPUT_COMPILE, Severity.BREAKING, "SDK rejects the whole list: an output schema does not compile",
         _LIST,
         "A client built on such an SDK gets an error in place of the list, and loses every tool. The SDK "
         "compiles every output schema when it lists the tools.",
         "Fix the reference or type, or rewrite the pattern for JavaScript's Unicode mode.",
         example=Example("tool", {"outputSchema": {"type": "object",
         "properties": {"at": {"type": "string", "pattern": "^a"}}}}, {"outputSchema": {"type": "object",
         "properties": {"at": {"type": "string", "pattern": "(?i)^a"}}}}), lane="reach", mirror=ids.REACH_RESTORED),
    Rule(ids.REACH_FIELD_TYPE, Severity.BREAKING, "SDKs reject the whole list: a field has the wrong type",
         _LIST, _ALL_LOST,
         "Use the type that the protocol requires.",
         example=Example("tool", {}, {"annotations": {"readOnlyHint": "yes"}}), lane="reach",
         mirror=ids.REACH_RESTORED, spec=_TOOLS),
    Rule(ids.REACH_ROOT_UNION, Severity.RISKY, "Client rejects a keyword at the root of an input schema",
         _TOOL, _ONE_LOST,
         "Declare one object at the root, and check combinations inside the tool.",
         example=Example("tool", {"reach": ["claude-code"], "inputSchema": {"type": "object",
         "properties": {"id": {"type": "string"}}}}, {"reach": ["claude-code"], "inputSchema": {"type": "object",
         "properties": {"id": {"type": "string"}}, "anyOf": [{}]}}), lane="reach", mirror=ids.REACH_RESTORED),
    Rule(ids.REACH_TOOL_NAME, Severity.RISKY, "Client rejects a tool name",
         _TOOL, _ONE_LOST,
         "Use a shorter name of letters, digits, `_` and `-`, or a shorter name for the server.",
         example=Example("server", {"reach": ["openai"], "tools": []}, {"reach": ["openai"],
         "tools": [{"name": "find.loans", "inputSchema": {"type": "object"}}]}), lane="reach",
         unmirrored="another tool name is tool-renamed"),
    Rule(ids.REACH_PROPERTY_NAME, Severity.RISKY, "Client rejects a parameter name",
         _TOOL, _ONE_LOST,
         "Use a name of at most 64 letters, digits, `_`, `.` and `-`.",
         example=Example("tool", {"reach": ["anthropic"], "inputSchema": {"type": "object",
         "properties": {"id": {"type": "string"}}}}, {"reach": ["anthropic"], "inputSchema": {"type": "object",
         "properties": {"id": {"type": "string"}, "$top": {"type": "string"}}}}), lane="reach",
         mirror=ids.REACH_RESTORED),
    Rule(ids.REACH_ARRAY_ITEMS, Severity.RISKY, "Client rejects an array without `items`",
         _TOOL, _ONE_LOST,
         "Add `items`; `{}` is enough.",
         example=Example("tool", {"reach": ["vscode"], "inputSchema": {"type": "object",
         "properties": {"ids": {"type": "array", "items": {}}}}}, {"reach": ["vscode"],
         "inputSchema": {"type": "object", "properties": {"ids": {"type": "array"}}}}), lane="reach",
         mirror=ids.REACH_RESTORED),
    Rule(ids.REACH_STRICT_SCHEMA, Severity.RISKY, "Provider's strict mode rejects an input schema",
         _TOOL,
         "With `strict` the request fails; without it nothing makes the model follow the schema.",
         "Use only keywords that strict mode supports, or use the tool without it.",
         example=Example("tool", {"reach": ["openai-strict"], "inputSchema": {"type": "object", "properties": {},
         "additionalProperties": False}}, {"reach": ["openai-strict"], "inputSchema": {"type": "object",
         "properties": {}}}), lane="reach", mirror=ids.REACH_RESTORED),
    Rule(ids.REACH_RESTORED, Severity.SAFE, "Client accepts a tool or list again",
         "no longer rejected by {clients}: {what}",
         "No client loses the tool.",
         example=Example("tool", {"inputSchema": {}}, {"inputSchema": {"type": "object"}}), lane="reach",
         mirror=ids.REACH_INPUT_ROOT),
)  # fmt: skip
