"""Rules about annotations, tasks, metadata, data types and everything without a rule of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.facts import rule_ids as ids
from govern.rules.rule import Example, Rule, Severity

if TYPE_CHECKING:
    from govern.contract.surface import KindName

_FEWER_PROMPTS = (
    "Hosts ask their users less often before they call a tool with this hint. Nothing proves that it is true."
)
_VERIFY = "Verify the claim before agents rely on it."
_ONLY_FOR_WRITING = (
    "The protocol gives this hint a meaning only for tools that write, and this tool has readOnlyHint: true."
)
_READ_ONLY = "readOnlyHint: {before} → {after}"
_DESTRUCTIVE = "destructiveHint: {before} → {after}"
_IDEMPOTENT = "idempotentHint: {before} → {after}"
_OPEN_WORLD = "openWorldHint: {before} → {after}"
_TASKS = "taskSupport: {before} → {after}"
_MIME = "mimeType: {before} → {after}"
_POINTER = "{pointer}: {before} → {after}"


def _of_media_type(kind: KindName, address: str) -> tuple[Rule, ...]:
    """Return the rules of the media type of a resource or of a template."""
    changed, respelled = ids.MIME_CHANGED[kind], ids.MIME_RESPELLED[kind]
    declared, withdrawn = ids.MIME_DECLARED[kind], ids.MIME_WITHDRAWN[kind]
    title, plain = f"{kind.capitalize()} media type", {"mimeType": "text/plain"}
    return (
        Rule(changed, Severity.BREAKING, f"{title} changed",
             _MIME,
             "A client that parses the old type cannot read the new one.",
             f"Offer the new type under another {address}.",
             example=Example(kind, plain, {"mimeType": "text/html"}), mirror=changed),
        Rule(respelled, Severity.SAFE, f"{title} reformatted",
             "mimeType: {before} → {after}, with the same meaning",
             "Media types ignore case, quotes, white space and the order of parameters.",
             example=Example(kind, {"mimeType": "text/plain;charset=utf-8"},
             {"mimeType": "text/Plain; charset=UTF-8"}), mirror=respelled),
        Rule(declared, Severity.SAFE, f"{title} added",
             _MIME,
             "No type was declared before, so no client depends on another one.",
             example=Example(kind, {}, plain), mirror=withdrawn),
        Rule(withdrawn, Severity.RISKY, f"{title} removed",
             _MIME,
             "A client that selects a parser by the type now has to guess.",
             "Declare the type.",
             example=Example(kind, plain, {}), mirror=declared),
    )  # fmt: skip


RULES = (
    Rule(ids.READ_ONLY_DROPPED, Severity.BREAKING, "Tool no longer declared read-only",
         _READ_ONLY,
         "Hosts and users that allowed it as read-only now allow it to write.",
         "Review its permissions, or offer the read-only part as a separate tool.",
         example=Example("tool", {"annotations": {"readOnlyHint": True}}, {"annotations": {"readOnlyHint": False}}),
         mirror=ids.READ_ONLY_CLAIMED),
    Rule(ids.READ_ONLY_CLAIMED, Severity.RISKY, "Tool declared read-only",
         _READ_ONLY, _FEWER_PROMPTS, _VERIFY,
         example=Example("tool", {}, {"annotations": {"readOnlyHint": True}}), mirror=ids.READ_ONLY_DROPPED),
    Rule(ids.DESTRUCTIVE_CLAIMED, Severity.BREAKING, "Tool no longer declared non-destructive",
         _DESTRUCTIVE,
         "Hosts and users that allowed it as non-destructive now allow it to delete or overwrite.",
         "Review its permissions.",
         example=Example("tool", {"annotations": {"destructiveHint": False}},
         {"annotations": {"destructiveHint": True}}), mirror=ids.DESTRUCTIVE_DROPPED),
    Rule(ids.DESTRUCTIVE_DROPPED, Severity.RISKY, "Tool declared non-destructive",
         _DESTRUCTIVE, _FEWER_PROMPTS, _VERIFY,
         example=Example("tool", {}, {"annotations": {"destructiveHint": False}}), mirror=ids.DESTRUCTIVE_CLAIMED),
    Rule(ids.DESTRUCTIVE_DROPPED_READ_ONLY, Severity.SAFE, "Read-only tool declared non-destructive",
         _DESTRUCTIVE, _ONLY_FOR_WRITING,
         example=Example("tool", {"annotations": {"readOnlyHint": True}}, {"annotations": {"readOnlyHint": True,
         "destructiveHint": False}}), mirror=ids.DESTRUCTIVE_CLAIMED_READ_ONLY),
    Rule(ids.DESTRUCTIVE_CLAIMED_READ_ONLY, Severity.SAFE, "Read-only tool no longer declared non-destructive",
         _DESTRUCTIVE, _ONLY_FOR_WRITING,
         example=Example("tool", {"annotations": {"readOnlyHint": True, "destructiveHint": False}},
         {"annotations": {"readOnlyHint": True}}), mirror=ids.DESTRUCTIVE_DROPPED_READ_ONLY),
    Rule(ids.IDEMPOTENT_DROPPED, Severity.BREAKING, "Tool no longer declared idempotent",
         _IDEMPOTENT,
         "Callers that retry after an error may now repeat the effect.",
         "Stop retrying its calls, or make it idempotent again.",
         example=Example("tool", {"annotations": {"idempotentHint": True}},
         {"annotations": {"idempotentHint": False}}), mirror=ids.IDEMPOTENT_CLAIMED),
    Rule(ids.IDEMPOTENT_DROPPED_READ_ONLY, Severity.SAFE, "Read-only tool no longer declared idempotent",
         _IDEMPOTENT, _ONLY_FOR_WRITING,
         example=Example("tool", {"annotations": {"readOnlyHint": True, "idempotentHint": True}},
         {"annotations": {"readOnlyHint": True}}), mirror=ids.IDEMPOTENT_CLAIMED),
    Rule(ids.IDEMPOTENT_CLAIMED, Severity.SAFE, "Tool declared idempotent",
         _IDEMPOTENT,
         "Callers that never retried are not affected.",
         example=Example("tool", {}, {"annotations": {"idempotentHint": True}}), mirror=ids.IDEMPOTENT_DROPPED),
    Rule(ids.OPEN_WORLD_DROPPED, Severity.RISKY, "Tool declared closed-world",
         _OPEN_WORLD, _FEWER_PROMPTS, _VERIFY,
         example=Example("tool", {}, {"annotations": {"openWorldHint": False}}), mirror=ids.OPEN_WORLD_CLAIMED),
    Rule(ids.OPEN_WORLD_CLAIMED, Severity.RISKY, "Tool no longer declared closed-world",
         _OPEN_WORLD,
         "Its answers may contain anybody's text, and its arguments may leave your systems.",
         "Decide whether it may still be used together with private data.",
         example=Example("tool", {"annotations": {"openWorldHint": False}}, {"annotations": {"openWorldHint": True}}),
         mirror=ids.OPEN_WORLD_DROPPED),
    Rule(ids.ANNOTATIONS_DROPPED, Severity.BREAKING, "Tool annotations dropped or reversed",
         "{changes}",
         "Several annotations changed at once, and at least one no longer promises what hosts and users relied on: "
         "that the tool is read-only, non-destructive or idempotent.",
         "Review its permissions.",
         example=Example("tool", {"annotations": {"readOnlyHint": True, "openWorldHint": False}}, {}),
         mirror=ids.ANNOTATIONS_CHANGED),
    Rule(ids.ANNOTATIONS_CHANGED, Severity.RISKY, "Several tool annotations changed",
         "{changes}",
         "Hosts ask their users more or less often before they call a tool, depending on its annotations. Nothing "
         "proves that they are true.",
         _VERIFY,
         example=Example("tool", {}, {"annotations": {"readOnlyHint": True, "openWorldHint": False}}),
         mirror=ids.ANNOTATIONS_DROPPED),
    Rule(ids.TASK_REQUIRED, Severity.BREAKING, "Tool callable only as a task",
         _TASKS,
         "Plain calls get an error, and many clients do not support tasks.",
         "Keep plain calls working with `taskSupport: optional`.",
         example=Example("tool", {"execution": {"taskSupport": "optional"}},
         {"execution": {"taskSupport": "required"}}), mirror=ids.TASK_NOT_REQUIRED),
    Rule(ids.TASK_NOT_REQUIRED, Severity.SAFE, "Tool callable without a task",
         _TASKS,
         "Callers that use tasks still can, unless the server's capabilities changed too.",
         example=Example("tool", {"execution": {"taskSupport": "required"}},
         {"execution": {"taskSupport": "optional"}}), mirror=ids.TASK_REQUIRED),
    Rule(ids.TASK_REFUSED, Severity.BREAKING, "Tool no longer callable as a task",
         _TASKS,
         "Tasks were the only way to call it, and now get an error.",
         "Keep tasks working with `taskSupport: optional`.",
         example=Example("tool", {"execution": {"taskSupport": "required"}},
         {"execution": {"taskSupport": "forbidden"}}), unmirrored="from forbidden to required it is task-required"),
    Rule(ids.TASK_SUPPORT_ADDED, Severity.SAFE, "Task support added",
         _TASKS,
         "Plain calls still work.",
         example=Example("tool", {"execution": {"taskSupport": "forbidden"}},
         {"execution": {"taskSupport": "optional"}}), mirror=ids.TASK_SUPPORT_REMOVED),
    Rule(ids.TASK_SUPPORT_REMOVED, Severity.RISKY, "Task support removed",
         _TASKS,
         "Callers that used tasks now have to wait for the answer.",
         "Check whether your callers use tasks.",
         example=Example("tool", {"execution": {"taskSupport": "optional"}},
         {"execution": {"taskSupport": "forbidden"}}), mirror=ids.TASK_SUPPORT_ADDED),
    Rule(ids.ICONS_CHANGED, Severity.SAFE, "Icons changed",
         "icons changed",
         "Only people see icons; no call depends on them.",
         example=Example("tool", {"icons": []}, {"icons": [{"src": "a.png"}]}), mirror=ids.ICONS_CHANGED),
    Rule(ids.BOOKKEEPING_CHANGED, Severity.SAFE, "Framework metadata changed",
         "{pointer} changed",
         "It is a framework's internal metadata: no model reads it, and no host acts on it.",
         example=Example("tool", {"_meta": {"fastmcp": {"tags": []}}}, {"_meta": {"fastmcp": {"tags": ["a"]}}}),
         mirror=ids.BOOKKEEPING_CHANGED),
    Rule(ids.BOOKKEEPING_RESPELLED, Severity.SAFE, "Framework metadata key renamed",
         "{pointer}: key renamed, with the same value",
         "Two major versions of the framework spell the key differently.",
         example=Example("tool", {"_meta": {"_fastmcp": {"tags": ["a"]}}}, {"_meta": {"fastmcp": {"tags": ["a"]}}}),
         mirror=ids.BOOKKEEPING_RESPELLED),
    Rule(ids.PAGE_CHANGED, Severity.RISKY, "App page changed",
         _POINTER,
         "Hosts show a page of the server to people, and the page may call tools.",
         "Review the page, what it loads and which permissions it requests.",
         example=Example("tool", {}, {"_meta": {"ui": {"permissions": {"camera": {}}}}}), mirror=ids.PAGE_CHANGED),
    Rule(ids.TOOL_HIDDEN, Severity.BREAKING, "Tool hidden from models",
         "{pointer}: {before} → {after}; only the app page may call it",
         "Models can no longer call it.",
         "Keep it visible to models, or offer them another tool.",
         example=Example("tool", {}, {"_meta": {"ui": {"visibility": ["app"]}}}), mirror=ids.TOOL_SHOWN),
    Rule(ids.TOOL_SHOWN, Severity.SAFE, "Tool visible to models",
         "{pointer}: {before} → {after}; models may call it",
         "No model depends on it yet.",
         "Read its texts before a model does.",
         example=Example("tool", {"_meta": {"ui": {"visibility": ["app"]}}}, {}), mirror=ids.TOOL_HIDDEN),
    Rule(ids.SIZE_HINT_RAISED, Severity.RISKY, "Answer size hint raised",
         "maxResultSizeChars: {before} → {after}",
         "Hosts pass on answers up to the size that this hint allows.",
         "Make sure that callers can afford it, or set a guard: `[servers.NAME.guards.TOOL]` in govern.toml.",
         example=Example("tool", {"_meta": {"anthropic/maxResultSizeChars": 1000}},
         {"_meta": {"anthropic/maxResultSizeChars": 2000}}), mirror=ids.SIZE_HINT_LOWERED),
    Rule(ids.SIZE_HINT_LOWERED, Severity.SAFE, "Answer size hint lowered",
         "maxResultSizeChars: {before} → {after}",
         "Answers that fitted into a context before still do.",
         example=Example("tool", {"_meta": {"anthropic/maxResultSizeChars": 2000}},
         {"_meta": {"anthropic/maxResultSizeChars": 1000}}), mirror=ids.SIZE_HINT_RAISED),
    Rule(ids.LOADING_HINT_CHANGED, Severity.RISKY, "Loading hint changed",
         _POINTER,
         "A tool that is always loaded costs its definition on every call; a tool that is searched for may be "
         "missed.",
         "Decide whether the tool should be in every context.",
         example=Example("tool", {}, {"_meta": {"anthropic/searchHint": "books"}}), mirror=ids.LOADING_HINT_CHANGED),
    Rule(ids.RESOURCE_SIZE_CHANGED, Severity.SAFE, "Resource size changed",
         "size: {before} → {after}",
         "A size describes the current content and promises nothing.",
         example=Example("resource", {"size": 1}, {"size": 2}), mirror=ids.RESOURCE_SIZE_CHANGED),
    Rule(ids.RESOURCE_ANNOTATIONS_CHANGED, Severity.SAFE, "Resource annotations changed",
         "annotations changed",
         "Audience, priority and date affect only how it is shown.",
         example=Example("resource", {"annotations": {"priority": 1}}, {"annotations": {"priority": 0}}),
         mirror=ids.RESOURCE_ANNOTATIONS_CHANGED),
    *_of_media_type("resource", "URI"),
    *_of_media_type("template", "URI template"),
    Rule(ids.NULL_APPEARED, Severity.BREAKING, "SDKs reject the whole list: an optional field is null",
         "whole list rejected by the TypeScript SDK (1.x and 2.x): null in {fields}",
         "The protocol lets these fields be omitted but not be null. The TypeScript SDK (tested with 1.32.2 "
         "and 2.4.0) rejects the whole list, so clients built on it lose everything in it; other clients "
         "ignore the null.",
         "Omit the field, for example with `exclude_none`.",
         example=Example("tool", {}, {"title": None}), lane="reach", mirror=ids.NULL_GONE),
    Rule(ids.NULL_GONE, Severity.SAFE, "Null removed from an optional field",
         "no longer null: {fields}",
         "Clients that accept a null there ignore it.",
         example=Example("tool", {"title": None}, {}), lane="reach", mirror=ids.NULL_APPEARED),
    Rule(ids.UNCLASSIFIED, Severity.RISKY, "Unclassified change",
         _POINTER,
         "govern has no rule for this field, and a client may depend on it.",
         "Check what the field means, and report it: a rule may be missing.",
         example=Example("tool", {"x-new": 1}, {"x-new": 2}), mirror=ids.UNCLASSIFIED),
)  # fmt: skip
