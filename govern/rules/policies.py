"""Changes of the config since the last release: what the gate asks for less, and what is started in another way."""

from __future__ import annotations

from govern.rules.rule import Example, Rule, Severity

POLICY, APPROVAL, LAUNCH = "policy-weakened", "policy-approval-weakened", "server-launch-changed"

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
    Rule(
        APPROVAL,
        Severity.BREAKING,
        "A change passes with less approval than before",
        "it is {after}, before {before}: {asks}",
        "It lets a BREAKING change pass later, so it takes what a BREAKING change takes: as many people, and "
        "signatures where approvals or the lock had to be signed.",
        "Take it back, or have it approved by its id by those who could approve a BREAKING change before.",
        Example("policy", {"policy": {"approvals": {"breaking": 2}}}, {"policy": {"approvals": {"breaking": 1}}}),
        unmirrored="what asks for more weakens nothing",
        waivable=False,
    ),
    Rule(
        LAUNCH,
        Severity.RISKY,
        "A server is started or reached in another way",
        "it is {after}, before {before}: {asks}",
        "Another program, or another account, may answer under the same name, and the lock's `source` does not show "
        "it: a variable such as PYTHONPATH decides what code runs.",
        "Check that it is meant, lock the servers again, and approve it by its id.",
        Example(
            "policy",
            {"servers": {"a": {"command": ["serve"], "env": {"PYTHONPATH": "lib"}}}},
            {"servers": {"a": {"command": ["serve"], "env": {"PYTHONPATH": "other"}}}},
        ),
        mirror=LAUNCH,
        waivable=False,
    ),
)
