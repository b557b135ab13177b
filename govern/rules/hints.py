"""What a change of a tool's hints means, and of whatever has no place of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.rules.rule import Example, Rule, Severity

if TYPE_CHECKING:
    from govern.facts.change import Place


def _annotated(key: str, *, before: bool | None = None, after: bool | None = None) -> Example:
    sides = ({} if value is None else {"annotations": {key: value}} for value in (before, after))
    return Example("tool", *sides)


def _reading(before: dict[str, bool], after: dict[str, bool]) -> Example:
    """Of a tool that says on both sides that it only reads."""
    sides = ({"annotations": {"readOnlyHint": True, **hints}} for hints in (before, after))
    return Example("tool", *sides)


def _task(before: str, after: str) -> Example:
    return Example("tool", {"execution": {"taskSupport": before}}, {"execution": {"taskSupport": after}})


def _mime(kind: Place) -> tuple[Rule, ...]:
    def example(before: str | None, after: str | None) -> Example:
        return Example(kind, *({"mimeType": mime} if mime else {} for mime in (before, after)))

    return (
        Rule(f"{kind}-mime-changed", Severity.BREAKING, f"A {kind}'s type changed",
             "its type is {after}, was {before}",
             "Who reads it as what it was cannot read what it is.", "Offer the new form under an address of its own.",
             example("text/plain", "text/html"), mirror=f"{kind}-mime-changed"),
        Rule(f"{kind}-mime-respelled", Severity.SAFE, f"A {kind}'s type is written otherwise",
             "its type is written {after}, was {before}; it means the same",
             "A media type ignores case, quotes, and blanks and order of its parameters.", "Nothing to do.",
             example("text/plain;charset=utf-8", "text/Plain; charset=UTF-8"), mirror=f"{kind}-mime-respelled"),
        Rule(f"{kind}-mime-declared", Severity.SAFE, f"A {kind} says its type now", "it says now that it is {after}",
             "Nothing was promised before.", "Nothing to do.",
             example(None, "text/plain"), mirror=f"{kind}-mime-withdrawn"),
        Rule(f"{kind}-mime-withdrawn", Severity.RISKY, f"A {kind} no longer says its type",
             "it no longer says that it is {before}",
             "Who chose how to read it by its type must guess now.", "Declare the type.",
             example("text/plain", None), mirror=f"{kind}-mime-declared"),
    )  # fmt: skip


_ASKS_LESS = "Hosts ask their users less often about a tool that claims this. It is a claim, and nothing proves it."
_LESS_REMEDY = "Make sure that the claim is true before agents act on it."

RULES = (
    Rule("read-only-dropped", Severity.BREAKING, "A tool no longer says that it only reads",
         "it no longer says that it only reads",
         "Who allowed it because it only reads has now allowed it to write.",
         "Allow it anew where it may write; offer the reading part as a tool of its own.",
         _annotated("readOnlyHint", before=True, after=False), mirror="read-only-claimed"),
    Rule("read-only-claimed", Severity.RISKY, "A tool says now that it only reads", "it says now that it only reads",
         _ASKS_LESS, _LESS_REMEDY, _annotated("readOnlyHint", after=True), mirror="read-only-dropped"),
    Rule("destructive-claimed", Severity.BREAKING, "A tool no longer says that it destroys nothing",
         "it no longer says that it destroys nothing",
         "Who allowed it because it destroys nothing has now allowed it to destroy.",
         "Allow it anew where it may destroy.",
         _annotated("destructiveHint", before=False, after=True), mirror="destructive-dropped"),
    Rule("destructive-dropped", Severity.RISKY, "A tool says now that it destroys nothing",
         "it says now that it destroys nothing",
         _ASKS_LESS, _LESS_REMEDY, _annotated("destructiveHint", after=False), mirror="destructive-claimed"),
    Rule("destructive-dropped-read-only", Severity.SAFE, "A tool that only reads says that it destroys nothing",
         "it says now that it destroys nothing, as it says that it only reads",
         "To the protocol the hint means something only beside writing; that it only reads is told by itself.",
         "Nothing to do.",
         _reading({}, {"destructiveHint": False}), mirror="destructive-claimed-read-only"),
    Rule("destructive-claimed-read-only", Severity.SAFE,
         "A tool that only reads no longer says that it destroys nothing",
         "it no longer says that it destroys nothing, and says that it only reads",
         "To the protocol the hint means something only beside writing, and a hint that is left out says that it may.",
         "Nothing to do.",
         _reading({"destructiveHint": False}, {}), mirror="destructive-dropped-read-only"),
    Rule("idempotent-dropped", Severity.BREAKING, "A tool no longer says that it can be called twice",
         "it no longer says that calling it twice does no more than once",
         "Callers that try again after an error may now do it twice.",
         "Stop retrying it, or make it idempotent again.",
         _annotated("idempotentHint", before=True, after=False), mirror="idempotent-claimed"),
    Rule("idempotent-dropped-read-only", Severity.SAFE,
         "A tool that only reads no longer says that it can be called twice",
         "it no longer says that calling it twice does no more than once, and says that it only reads",
         "To the protocol the hint means something only beside writing: reading twice changes nothing.",
         "Nothing to do.",
         _reading({"idempotentHint": True}, {}), mirror="idempotent-claimed"),
    Rule("idempotent-claimed", Severity.SAFE, "A tool says now that it can be called twice",
         "it says now that calling it twice does no more than once",
         "Callers that never retried it lose nothing.", "Nothing to do.",
         _annotated("idempotentHint", after=True), mirror="idempotent-dropped"),
    Rule("open-world-dropped", Severity.RISKY, "A tool says now that its world is closed",
         "it says now that its world is closed",
         _ASKS_LESS, _LESS_REMEDY, _annotated("openWorldHint", after=False), mirror="open-world-claimed"),
    Rule("open-world-claimed", Severity.RISKY, "A tool no longer says that its world is closed",
         "it no longer says that its world is closed",
         "What it brings in may be anybody's text, and what is given to it may leave.",
         "Decide whether it may still be used beside private data.",
         _annotated("openWorldHint", before=False, after=True), mirror="open-world-dropped"),
    Rule("task-required", Severity.BREAKING, "A tool can only be called as a task now",
         "it can only be called as a task now",
         "Plain calls are refused, and many clients know no tasks.",
         "Keep plain calls working: `taskSupport: optional`.", _task("optional", "required"),
         mirror="task-not-required"),
    Rule("task-not-required", Severity.SAFE, "A tool can be called plainly now", "it can be called without a task now",
         "Callers that use a task still can, or are told otherwise by the server's capabilities.", "Nothing to do.",
         _task("required", "optional"), mirror="task-required"),
    Rule("task-refused", Severity.BREAKING, "A tool that was called as a task is refused as one",
         "it could only be called as a task, and cannot be now",
         "The one way in which it was to be called is refused.",
         "Keep tasks working: `taskSupport: optional`.", _task("required", "forbidden"),
         unmirrored="from forbidden to required it is task-required"),
    Rule("task-support-added", Severity.SAFE, "A tool can be called as a task now", "it can be called as a task now",
         "Plain calls go on as before.", "Nothing to do.", _task("forbidden", "optional"),
         mirror="task-support-removed"),
    Rule("task-support-removed", Severity.RISKY, "A tool can no longer be called as a task",
         "it can no longer be called as a task",
         "Callers that used a task must wait for the answer now.", "Check for callers that use tasks.",
         _task("optional", "forbidden"), mirror="task-support-added"),
    Rule("icons-changed", Severity.SAFE, "Icons changed", "its icons changed",
         "People see them; no call depends on them.", "Nothing to do.",
         Example("tool", {"icons": []}, {"icons": [{"src": "a.png"}]}), mirror="icons-changed"),
    Rule("bookkeeping-changed", Severity.SAFE, "A framework's own notes changed", "`{pointer}` changed",
         "Frameworks note such things for themselves; no model reads them and no host decides by them.",
         "Nothing to do.",
         Example("tool", {"_meta": {"fastmcp": {"tags": []}}}, {"_meta": {"fastmcp": {"tags": ["a"]}}}),
         mirror="bookkeeping-changed"),
    Rule("bookkeeping-respelled", Severity.SAFE, "A framework's own notes go by another name",
         "`{pointer}` is written otherwise, and says the same",
         "Two majors of a framework spell the key of their notes differently.", "Nothing to do.",
         Example("tool", {"_meta": {"_fastmcp": {"tags": ["a"]}}}, {"_meta": {"fastmcp": {"tags": ["a"]}}}),
         mirror="bookkeeping-respelled"),
    Rule("page-changed", Severity.RISKY, "What hosts show with it changed",
         "`{pointer}` is {after}, was {before}",
         "Hosts show a page of the server's own, which talks to people and may call tools.",
         "Look at the page, and at what it may load and ask for.",
         Example("tool", {}, {"_meta": {"ui": {"permissions": {"camera": {}}}}}), mirror="page-changed"),
    Rule("tool-hidden", Severity.BREAKING, "Models do not see a tool any more", "only its page may call it now",
         "Every call that a model makes to it fails.", "Keep it visible to models, or offer them another tool.",
         Example("tool", {}, {"_meta": {"ui": {"visibility": ["app"]}}}), mirror="tool-shown"),
    Rule("tool-shown", Severity.SAFE, "Models see a tool that only a page could call", "models may call it now",
         "Nobody depends on it yet.", "Read what it says before a model does.",
         Example("tool", {"_meta": {"ui": {"visibility": ["app"]}}}, {}), mirror="tool-hidden"),
    Rule("size-hint-raised", Severity.RISKY, "Answers may be larger than was said",
         "its answers may hold {after} characters, and could hold {before} before",
         "Hosts let through as much as it asks for.", "Make sure that callers can afford it, or set a guard.",
         Example("tool", {"_meta": {"anthropic/maxResultSizeChars": 1000}},
                 {"_meta": {"anthropic/maxResultSizeChars": 2000}}), mirror="size-hint-lowered"),
    Rule("size-hint-lowered", Severity.SAFE, "Answers are smaller than was said",
         "its answers may hold {after} characters, and could hold {before} before",
         "Whoever could afford it before still can.", "Nothing to do.",
         Example("tool", {"_meta": {"anthropic/maxResultSizeChars": 2000}},
                 {"_meta": {"anthropic/maxResultSizeChars": 1000}}), mirror="size-hint-raised"),
    Rule("loading-hint-changed", Severity.RISKY, "When hosts load a tool changed",
         "`{pointer}` is {after}, was {before}",
         "A tool that is always loaded costs its definition on every call; one that is searched for may be missed.",
         "Decide whether it is worth its place in every context.",
         Example("tool", {}, {"_meta": {"anthropic/searchHint": "books"}}), mirror="loading-hint-changed"),
    Rule("resource-size-changed", Severity.SAFE, "A resource's size changed", "its size is {after}, was {before}",
         "A size is how it is today, and no promise.", "Nothing to do.",
         Example("resource", {"size": 1}, {"size": 2}), mirror="resource-size-changed"),
    Rule("resource-annotations-changed", Severity.SAFE, "A resource's annotations changed", "its annotations changed",
         "Audience, priority and date are for showing it.", "Nothing to do.",
         Example("resource", {"annotations": {"priority": 1}}, {"annotations": {"priority": 0}}),
         mirror="resource-annotations-changed"),
    *_mime("resource"),
    *_mime("template"),
    Rule("null-appeared", Severity.BREAKING, "SDKs refuse the whole list: a field is null that can only be left out",
         "the whole list is refused by the TypeScript SDK (1.x and 2.x): null: {fields}",
         "The protocol lets these fields be left out, and knows no null in them. The TypeScript SDK refuses the "
         "whole list (tried with 1.32.2 and 2.4.0), so that a client that is built on it loses everything in it; "
         "others read the null as nothing.",
         "Leave the field out, as `exclude_none` or its like does.",
         Example("tool", {}, {"title": None}), lane="reach", mirror="null-gone"),
    Rule("null-gone", Severity.SAFE, "A field is no longer null", "no longer null: {fields}",
         "The protocol knows no null there, and clients that read it at all took it for nothing.", "Nothing to do.",
         Example("tool", {"title": None}, {}), lane="reach", mirror="null-appeared"),
    Rule("unclassified", Severity.RISKY, "Something changed that no rule knows",
         "`{pointer}` is {after}, was {before}",
         "A field that govern does not know may mean anything to who does.",
         "Look it up, and tell us: a rule may be missing.",
         Example("tool", {"x-new": 1}, {"x-new": 2}), mirror="unclassified"),
)  # fmt: skip
