"""What it means that the gate itself is looser than it was at the last release."""

from __future__ import annotations

from govern.rules.rule import Example, Rule, Severity

POLICY = "policy-weakened"

RULES = (
    Rule(
        POLICY,
        Severity.RISKY,
        "The gate asks for less than it did",
        "it is {after}, before {before}: {asks}",
        "Whoever makes a change can otherwise make the gate that it has to pass.",
        "Take it back, or have it approved by its id by somebody who could approve before.",
        Example("policy", {"policy": {"budget": {"tool-tokens": 500}}}, {"policy": {"budget": {"tool-tokens": 900}}}),
        unmirrored="what asks for more weakens nothing",
        waivable=False,
    ),
)
