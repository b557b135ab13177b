"""Rules about tools, prompts, resources and templates that are added, removed, renamed or moved."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from govern.facts import rule_ids as ids
from govern.rules.rule import Example, Rule, Severity

if TYPE_CHECKING:
    from govern.contract.surface import KindName

_DECIDE = "Decide whether the agents that use this server may call it."

# Clients reject a tool without an input schema.
_SCHEMA: dict[str, object] = {"type": "object"}
_KEYS = {
    "tool": ("tools", "name"),
    "prompt": ("prompts", "name"),
    "resource": ("resources", "uri"),
    "template": ("resourceTemplates", "uriTemplate"),
}


def _lists(kind: str, *names: str) -> dict[str, object]:
    """Return a server that lists items of one kind under these names."""
    listed_as, key = _KEYS[kind]
    fields = {"description": "Finds the loans of one reader.", **({"inputSchema": _SCHEMA} if kind == "tool" else {})}
    return {"tools": [], listed_as: [{key: name, **fields} for name in names]}


def _arguments(before: list[dict[str, object]], after: list[dict[str, object]]) -> Example:
    return Example("prompt", {"arguments": before}, {"arguments": after})


class _Words(NamedTuple):
    """The words in which the rules of one kind of item differ."""

    title: str
    names: str
    why_removed: str
    why_renamed: str
    why_moved: str = "Hosts grant permissions by server."


def _of_kind(kind: KindName, words: _Words) -> tuple[Rule, ...]:
    """Return the rules of items of one kind that are added, removed, renamed or moved."""
    added, removed, renamed, moved = (each[kind] for each in (ids.ADDED, ids.REMOVED, ids.RENAMED, ids.MOVED))
    name, other = ("lib://loans", "lib://Loans") if "URI" in words.names else ("find_loans", "find-loans")
    empty, full = _lists(kind), _lists(kind, name)
    return (
        Rule(added, Severity.SAFE, f"{words.title} added",
             "added",
             "No caller depends on it yet.",
             "Read its texts before a model does.",
             example=Example("server", empty, full), mirror=removed),
        Rule(removed, Severity.BREAKING, f"{words.title} removed",
             "removed",
             words.why_removed,
             "Keep it, marked as deprecated in its description, until nothing uses it.",
             example=Example("server", full, empty), mirror=added),
        Rule(renamed, Severity.BREAKING, f"{words.title} renamed",
             "renamed to {after} ({similarity:.0%} similar)",
             words.why_renamed,
             f"Offer it under both {words.names} for a while.",
             example=Example("server", full, _lists(kind, other)), mirror=renamed),
        Rule(moved, Severity.BREAKING, f"{words.title} moved to another server",
             "moved to {after}",
             f"{words.why_removed} {words.why_moved}",
             "Offer it on both servers for a while.",
             example=Example("server", {"a": full, "b": empty}, {"a": empty, "b": full}), mirror=moved),
    )  # fmt: skip


RULES = (
    *_of_kind("tool", _Words(
        "Tool", "names", "Every call to it fails.", "Calls to the old name fail.",
        "Hosts include the server in the name of a tool, and grant permissions by that name.")),
    *_of_kind("prompt", _Words(
        "Prompt", "names", "Clients that use it find nothing.", "Clients that use the old name find nothing.")),
    *_of_kind("resource", _Words(
        "Resource", "URIs", "Clients that read it find nothing.", "Clients that read the old URI find nothing.")),
    *_of_kind("template", _Words(
        "Resource template", "URI templates", "URIs made from it may not resolve.",
        "URIs made from the old template may not resolve.")),
    Rule(ids.DESTRUCTIVE_TOOL_ADDED, Severity.RISKY, "Destructive tool added",
         "new tool with destructiveHint: true",
         "A model may call it from now on.",
         _DECIDE,
         example=Example("server", _lists("tool"), {"tools": [{"name": "wipe", "inputSchema": _SCHEMA,
         "annotations": {"destructiveHint": True}}]}), unmirrored="its removal is tool-removed, whatever the tool did"),
    Rule(ids.OPEN_WORLD_TOOL_ADDED, Severity.RISKY, "Open-world tool added",
         "new tool with openWorldHint: true",
         "Its answers may contain anybody's text, and its arguments may leave your systems.",
         _DECIDE,
         example=Example("server", _lists("tool"), {"tools": [{"name": "wipe", "inputSchema": _SCHEMA,
         "annotations": {"openWorldHint": True}}]}), unmirrored="its removal is tool-removed, whatever the tool did"),
    Rule(ids.TOOL_NAME_COLLIDES, Severity.RISKY, "Tool name collides with another tool",
         "easily confused with {others}",
         "A client or a model may call the wrong tool. A malicious server can also use a similar name to "
         "shadow a trusted tool.",
         "Rename one of the tools, or add a prefix.",
         example=Example("server", {"a": {"tools": [{"name": "search", "inputSchema": _SCHEMA}]}, "b": {"tools": []}},
         {"a": {"tools": [{"name": "search", "inputSchema": _SCHEMA}]},
         "b": {"tools": [{"name": "Search", "inputSchema": _SCHEMA}]}}),
         unmirrored="a collision ends when a tool is renamed or removed"),
    Rule(ids.TOOL_UNDISCOVERABLE, Severity.RISKY, "Tool no longer found for an intent",
         'search rank for "{query}": {was} → {now} (the first {top} count); {first}',
         "An agent that searches for tools may not find the one that a user needs. It is only reported with "
         "`govern diff --intents FILE`, where govern's own search stands for the agent's.",
         "Let name and description say what users ask for, or tell the tool apart from the one that ranks first.",
         example=Example("tool", {"description": "Finds the borrowed books of a reader."},
         {"description": "Proceeds.", "intents": [{"query": "borrowed books", "expect": "find_loans"}]}),
         unmirrored="an intent that finds its tool again takes nothing from a caller"),
    Rule(ids.PROMPT_ARGUMENT_ADDED, Severity.SAFE, "Optional prompt argument added",
         "optional argument `{name}` added",
         "Clients that omit it still work.",
         example=_arguments([], [{"name": "a"}]), mirror=ids.PROMPT_ARGUMENT_REMOVED),
    Rule(ids.PROMPT_REQUIRED_ARGUMENT_ADDED, Severity.BREAKING, "Required prompt argument added",
         "required argument `{name}` added",
         "Clients that do not send it get an error.",
         "Make the argument optional.",
         example=_arguments([], [{"name": "a", "required": True}]), mirror=ids.PROMPT_ARGUMENT_REMOVED),
    Rule(ids.PROMPT_ARGUMENT_REMOVED, Severity.BREAKING, "Prompt argument removed",
         "argument `{name}` removed",
         "Clients that send it get an error, or the value is ignored.",
         "Keep accepting it.",
         example=_arguments([{"name": "a"}], []), mirror=ids.PROMPT_ARGUMENT_ADDED),
    Rule(ids.PROMPT_ARGUMENT_RENAMED, Severity.BREAKING, "Prompt argument renamed",
         "argument `{name}` renamed to `{renamed}`",
         "Clients that send the old name get an error, or the value is ignored.",
         "Accept both names for a while.",
         example=_arguments([{"name": "book_id"}], [{"name": "bookId"}]), mirror=ids.PROMPT_ARGUMENT_RENAMED),
    Rule(ids.PROMPT_ARGUMENT_BECAME_REQUIRED, Severity.BREAKING, "Prompt argument now required",
         "argument `{name}`: optional → required",
         "Clients that omit it get an error.",
         "Keep it optional.",
         example=_arguments([{"name": "a"}], [{"name": "a", "required": True}]),
         mirror=ids.PROMPT_ARGUMENT_BECAME_OPTIONAL),
    Rule(ids.PROMPT_ARGUMENT_BECAME_OPTIONAL, Severity.SAFE, "Prompt argument now optional",
         "argument `{name}`: required → optional",
         "Clients that send it still work.",
         example=_arguments([{"name": "a", "required": True}], [{"name": "a"}]),
         mirror=ids.PROMPT_ARGUMENT_BECAME_REQUIRED),
    Rule(ids.PROMPT_ARGUMENT_RESPELLED, Severity.SAFE, "Prompt argument rewritten",
         "{what} rewritten with the same meaning",
         "`required: false` means the same as omitting it.",
         example=_arguments([{"name": "a"}], [{"name": "a", "required": False}]),
         mirror=ids.PROMPT_ARGUMENT_RESPELLED),
)  # fmt: skip
