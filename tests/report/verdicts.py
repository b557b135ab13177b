"""Verdicts for tests of reports."""

from datetime import date
from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT
from govern.facts.change import Change, Witness
from govern.policy.approvals import Approval, Standing, Waiver
from govern.rules.finding import Finding, Override
from govern.rules.rule import RULES, Example, Rule, Severity
from govern.verdict import Decided, Verdict

if TYPE_CHECKING:
    from govern.facts.change import Place

OLD_TEXT = (
    "Searches the issues of a repository. Returns at most one page of them, newest first. The query is the one of the "
    "website, so anything that can be typed there can be given here, with the same meaning and the same limits. "
    "An empty query is refused."
)
NEW_TEXT = OLD_TEXT.replace("newest first", "oldest first").replace("refused", "taken for all of them")
REQUIRED = Rule(
    "test-required-added", Severity.BREAKING, "A parameter is required", "`{after}` is required now",
    "Whoever left it out is refused.", "Keep it optional.",
    example=Example("tool", {}, {}), unmirrored="made for tests",
)  # fmt: skip
BOUND = Rule(
    "test-bound-narrowed", Severity.BREAKING, "A bound was narrowed", "fewer values are taken", "Some are refused now.",
    "Take as many as before.", example=Example("tool", {}, {}), unmirrored="made for tests",
)  # fmt: skip
LIMIT = "/inputSchema/properties/limit/maximum"


def finding(
    rule: Rule | str,
    pointer: str = "",
    before: Any = ABSENT,
    after: Any = ABSENT,
    *,
    server: str = "github",
    kind: "Place" = "tool",
    name: str = "search_issues",
    witness: Witness | None = None,
    override: Override | None = None,
    **fields: Any,
) -> Finding:
    row = RULES[rule] if isinstance(rule, str) else rule
    change = Change(row.id, server, kind, name, pointer, before, after, fields, witness)
    severity = override.severity if override else row.severity
    return Finding(change, row, severity, "sha256:" + "0" * 64, "sha256:" + "1" * 64, override)


def approval(of: Finding, reason: str = "callers moved in #412", by: str = "ana@example.com") -> Approval:
    change = of.change
    return Approval(
        change.id, change.server, change.name, change.rule, of.severity.value, of.origin, of.target, reason, by,
        date(2027, 1, 31), 12,
    )  # fmt: skip


def waiting(of: Finding, needed: int = 1) -> Decided:
    return Decided(of, needed, (), "needs approval")


def passing(of: Finding) -> Decided:
    return Decided(of, 0)


def rich(*, fails: bool = True) -> Verdict:
    """Return a verdict with every kind of content."""
    refused = Witness({"query": "is:open"}, "old", "new", "documented", "'owner' is a required property")
    lost = Witness({"query": "x", "dry_run": True}, "old", None, "documented")
    required = finding(REQUIRED, "/inputSchema/required", after="owner", witness=refused)
    bound = finding(BOUND, LIMIT, 100, 50, witness=lost)
    reworded = finding("tool-description-changed", "/description", OLD_TEXT, NEW_TEXT)
    removed = finding("tool-removed", before="sha256:1", name="get_issue")
    steers = finding(
        "text-hidden", "/description", after=["x"], name="add", server="maths",
        cues="concealment at /description: do not tell the user",
    )  # fmt: skip
    lowered = finding(
        "server-protocol-lowered", "/protocolVersion", "2025-11-25", "2025-06-18", kind="server", name="",
        override=Override(Severity.SAFE, "our client speaks both", "policy.severity"),
    )  # fmt: skip
    stale = Standing(approval(removed, by="bo@example.com"), "stale", "c-000000000000 is no change any more")
    return Verdict(
        "capability.lock at HEAD",
        "capability.lock",
        (
            waiting(required),
            Decided(bound, 2, (approval(bound),), "needs 2 approvals, has 1 (ana@example.com)"),
            Decided(
                reworded, 1, (Waiver("github", "*", "tool-*", "texts are reviewed weekly", date(2027, 1, 1), "bo"),)
            ),
            Decided(removed, 1, (approval(removed),)),
            waiting(steers),
            passing(lowered),
            passing(finding("tool-added", after="sha256:2", name="list_labels")),
            passing(finding("tool-title-respelled", "/title", "Find", "find", name="list_labels")),
        ),
        (stale,),
        fails=fails,
    )
