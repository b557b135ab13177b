"""Rules about the size of definitions and answers."""

from __future__ import annotations

from govern.facts import rule_ids as ids
from govern.rules.rule import Example, Rule, Severity

_RISK = "answer size risk: {before} → {after}"
_STILL_FITS = "Answers that fitted into a context before still do."


def _answers(properties: dict[str, object]) -> dict[str, object]:
    """Return a tool that declares these properties of its answers."""
    return {"outputSchema": {"type": "object", "properties": properties}}


RULES = (
    Rule(ids.RISK_ESCALATED, Severity.BREAKING, "Answer size risk raised",
         _RISK,
         "An answer may no longer fit the context that an agent has for it.",
         "Bound the answer: fewer items, shorter texts or pages.",
         example=Example("tool", _answers({"x": {"type": "string", "maxLength": 100}}),
         _answers({"x": {"type": "string", "maxLength": 20000}})), mirror=ids.RISK_EASED),
    Rule(ids.RISK_ESTIMATE_RAISED, Severity.RISKY, "Estimated answer size risk raised",
         "answer size risk: {before} → {after} (estimated; answers have no bound)",
         "The old value was an estimate too; the new one is higher.",
         "Declare `maxItems`, `maxLength` or a page size, or set a guard: `[servers.NAME.guards.TOOL]` in govern.toml.",
         example=Example("tool", _answers({"a": {"type": "string"}}), _answers({"a": {"type": "string"},
         "b": {"type": "string"}, "c": {"type": "string"}, "d": {"type": "string"}})),
         unmirrored="a lower estimate is risk-eased"),
    Rule(ids.RISK_EASED, Severity.SAFE, "Answer size risk lowered",
         _RISK, _STILL_FITS,
         example=Example("tool", _answers({"x": {"type": "string", "maxLength": 20000}}),
         _answers({"x": {"type": "string", "maxLength": 100}})), mirror=ids.RISK_ESCALATED),
    Rule(ids.ANSWERS_UNBOUNDED, Severity.RISKY, "Answers no longer bounded",
         "answers: bounded → unbounded",
         "One call may fill a context.",
         "Declare `maxItems`, `maxLength` or a page size, or set a guard: `[servers.NAME.guards.TOOL]` in govern.toml.",
         example=Example("tool", _answers({"x": {"type": "string", "maxLength": 100}}),
         _answers({"x": {"type": "string"}})), mirror=ids.ANSWERS_BOUNDED),
    Rule(ids.ANSWERS_BOUNDED, Severity.SAFE, "Answers now bounded",
         "answers: unbounded → bounded",
         _STILL_FITS,
         example=Example("tool", _answers({"x": {"type": "string"}}), _answers({"x": {"type": "string",
         "maxLength": 100}})), mirror=ids.ANSWERS_UNBOUNDED),
    Rule(ids.ANSWERS_UNDECLARED, Severity.RISKY, "Answer size no longer known",
         _RISK,
         "Without an output schema or a guard, the size of an answer is unknown.",
         "Declare an output schema, or set a guard: `[servers.NAME.guards.TOOL]` in govern.toml.",
         example=Example("tool", {"_meta": {"anthropic/maxResultSizeChars": 1000}}, {}),
         mirror=ids.ANSWERS_DECLARED),
    Rule(ids.ANSWERS_DECLARED, Severity.SAFE, "Answer size now known",
         _RISK,
         "Nothing was known before, so no caller relied on a smaller size.",
         example=Example("tool", {}, {"_meta": {"anthropic/maxResultSizeChars": 1000}}),
         mirror=ids.ANSWERS_UNDECLARED),
    Rule(ids.GUARD_LOOSENED, Severity.RISKY, "Guard loosened",
         "guard: {before} → {after}",
         "The guard promises a bound on answers, and the bound is now higher or gone.",
         "Check that the server still keeps within it.",
         example=Example("tool", {"guard": {"limit": 10}}, {"guard": {"limit": 20}}), mirror=ids.GUARD_TIGHTENED),
    Rule(ids.GUARD_TIGHTENED, Severity.SAFE, "Guard tightened",
         "guard: {before} → {after}",
         _STILL_FITS,
         example=Example("tool", {"guard": {"limit": 20}}, {"guard": {"limit": 10}}), mirror=ids.GUARD_LOOSENED),
    Rule(ids.SERVER_TOKENS_GREW, Severity.RISKY, "Definitions of a server grew",
         "definitions: {before:,} → {after:,} tokens on every call{percent}",
         "Every model call pays for it, also one that uses no tool of the server. It is reported above both "
         "`policy.budget.growth-percent` (25 by default) and `policy.budget.growth-tokens` (1,000 by default).",
         "Lock fewer tools, for example with a profile or the server's own flags, or approve the growth.",
         example=Example("server", {"tools": [{"name": "find", "description": "Finds books."}]},
         {"tools": [{"name": "find", "description": "Finds books. " * 9}], "budget": {"growth_tokens": 20}}),
         unmirrored="smaller definitions are definition-cost-moved"),
    Rule(ids.LOCK_TOKENS_GREW, Severity.RISKY, "Definitions of all servers grew",
         "definitions: {before:,} → {after:,} tokens on every call{percent}",
         "Every model call pays for it. New servers count; growth of a server that is reported by itself does not. "
         "It is reported above the same bounds as `server-tokens-grew`.",
         "Remove servers that agents do not need, or approve the growth.",
         example=Example("server", {"a": {"tools": [{"name": "find"}]}},
         {"a": {"tools": [{"name": "find"}]}, "b": {"tools": [{"name": "seek"}, {"name": "order"}]},
          "budget": {"growth_tokens": 2}}),
         unmirrored="a smaller lock has fewer or smaller tools, which are reported one by one"),
    Rule(ids.DEFINITION_OVER_BUDGET, Severity.RISKY, "Definition over budget",
         "definition: {before:,} → {after:,} tokens; the budget is {budget:,}",
         "Every model call pays for it.",
         "Shorten the definition, or raise `policy.budget.tool-tokens`.",
         example=Example("tool", {"description": "Short."}, {"description": "Long. " * 40,
         "budget": {"tool_tokens": 60}}), unmirrored="a definition back within its budget is definition-cost-moved"),
    Rule(ids.DEFINITION_GREW, Severity.RISKY, "Definition grew more than policy allows",
         "definition: {before:,} → {after:,} tokens; policy allows {percent:g}% growth",
         "Every model call pays for it. It is only reported if `policy.budget.growth-percent` is set, and its server "
         "has no `server-tokens-grew`.",
         "Shorten the definition, or raise `policy.budget.growth-percent`.",
         example=Example("tool", {"description": "Short."}, {"description": "Long. " * 40,
         "budget": {"growth_percent": 10}}), unmirrored="a smaller definition is definition-cost-moved"),
    Rule(ids.DEFINITION_COST_MOVED, Severity.SAFE, "Definition cost changed",
         "definition: {before} → {after}",
         "The cause is reported separately.",
         example=Example("tool", {"description": "Finds."}, {"description": "Finds books."}),
         mirror=ids.DEFINITION_COST_MOVED),
)  # fmt: skip
