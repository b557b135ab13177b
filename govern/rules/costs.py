"""What a change in economics means."""

from __future__ import annotations

from govern.rules.rule import Example, Rule, Severity


def _answer(output: dict[str, object] | None, **limit: object) -> dict[str, object]:
    return {} if output is None else {"outputSchema": {"type": "object", "properties": {"x": {**output, **limit}}}}


def _texts(*names: str) -> dict[str, object]:
    return {"outputSchema": {"type": "object", "properties": dict.fromkeys(names, _TEXT)}}


_TEXT: dict[str, object] = {"type": "string"}
RULES = (
    Rule("risk-escalated", Severity.BREAKING, "One answer may take up much more of a context",
         "the risk of what one answer may cost is {after}, was {before}",
         "An agent that could afford to call it may no longer be able to.",
         "Bound the answer: fewer items, shorter texts, pages.",
         Example("tool", _answer(_TEXT, maxLength=100), _answer(_TEXT, maxLength=20_000)), mirror="risk-eased"),
    Rule("risk-estimate-raised", Severity.RISKY, "One answer, which nothing bounds, may take up more of a context",
         "nothing bounds its answers, and what one may cost is estimated higher: risk {after}, was {before}",
         "It is a guess as before, and a higher one.",
         "Declare `maxItems`, `maxLength` or a page size, or set a guard.",
         Example("tool", _texts("a"), _texts("a", "b", "c", "d")),
         unmirrored="an estimate that is lower is risk-eased"),
    Rule("risk-eased", Severity.SAFE, "One answer takes up less of a context",
         "the risk of what one answer may cost is {after}, was {before}",
         "Whoever could afford it before still can.", "Nothing to do.",
         Example("tool", _answer(_TEXT, maxLength=20_000), _answer(_TEXT, maxLength=100)), mirror="risk-escalated"),
    Rule("answers-unbounded", Severity.RISKY, "Nothing bounds the answers any more",
         "nothing that it declares bounds its answers now",
         "One call may fill a context.", "Declare `maxItems`, `maxLength` or a page size, or set a guard.",
         Example("tool", _answer(_TEXT, maxLength=100), _answer(_TEXT)), mirror="answers-bounded"),
    Rule("answers-bounded", Severity.SAFE, "The answers are bounded now", "what it declares bounds its answers now",
         "Whoever could afford it before still can.", "Nothing to do.",
         Example("tool", _answer(_TEXT), _answer(_TEXT, maxLength=100)), mirror="answers-unbounded"),
    Rule("answers-undeclared", Severity.RISKY, "Nothing is known of the answers any more",
         "what it declares no longer says what one answer may cost",
         "Their size was known, and is not now.", "Declare an output schema, or set a guard.",
         Example("tool", _answer(_TEXT, maxLength=100), _answer(None)), mirror="answers-declared"),
    Rule("answers-declared", Severity.SAFE, "Something is known of the answers now",
         "the risk of what one answer may cost is {after} now, where nothing was known",
         "It was not known before, so nothing that was known is worse.", "Nothing to do.",
         Example("tool", _answer(None), _answer(_TEXT, maxLength=100)), mirror="answers-undeclared"),
    Rule("guard-loosened", Severity.RISKY, "A guard was loosened", "its guard is {after}, was {before}",
         "Somebody vouched for a bound, and vouches for less now.", "Make sure that the server still keeps to it.",
         Example("tool", {"guard": {"limit": 10}}, {"guard": {"limit": 20}}), mirror="guard-tightened"),
    Rule("guard-tightened", Severity.SAFE, "A guard was tightened", "its guard is {after}, was {before}",
         "Whoever could afford it before still can.", "Nothing to do.",
         Example("tool", {"guard": {"limit": 20}}, {"guard": {"limit": 10}}), mirror="guard-loosened"),
    Rule("definition-over-budget", Severity.RISKY, "A definition costs more than the budget",
         "its definition costs {after:,} tokens, up from {before:,}; the budget is {budget:,}",
         "Every model call pays for it.", "Shorten it, or raise `policy.budget.tool-tokens`.",
         Example("tool", {"description": "Short."}, {"description": "Long. " * 40, "budget": {"tool_tokens": 60}}),
         unmirrored="a definition back within its budget is definition-cost-moved"),
    Rule("definition-grew", Severity.RISKY, "A definition grew more than policy allows",
         "its definition costs {after:,} tokens, up from {before:,}; it may grow by {percent:g} %",
         "Every model call pays for it.", "Shorten it, or raise `policy.budget.growth-percent`.",
         Example("tool", {"description": "Short."}, {"description": "Long. " * 40, "budget": {"growth_percent": 10}}),
         unmirrored="a definition that shrank is definition-cost-moved"),
    Rule("definition-cost-moved", Severity.SAFE, "A definition costs more or less",
         "its definition has {after}; it had {before}",
         "What made it so is told by itself.", "Nothing to do.",
         Example("tool", {"description": "Finds."}, {"description": "Finds books."}), mirror="definition-cost-moved"),
)  # fmt: skip
