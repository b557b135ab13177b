"""What it means that tools, prompts, resources and templates come, go, move and are renamed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.rules.rule import Example, Rule, Severity

if TYPE_CHECKING:
    from govern.facts.change import Place

_CALLED: dict[Place, tuple[str, str]] = {
    "tool": ("name", "Every call to it by the name that was promised fails."),
    "prompt": ("name", "Every client that offers it by that name finds nothing."),
    "resource": ("uri", "Every client that reads it by that address finds nothing."),
    "template": ("uriTemplate", "Every address made from it may lead nowhere."),
}
# A tool without one is refused by all clients.
_SCHEMA: dict[str, object] = {"inputSchema": {"type": "object"}}


def _capture(kind: Place, *names: str) -> dict[str, object]:
    listed = {"tool": "tools", "prompt": "prompts", "resource": "resources", "template": "resourceTemplates"}[kind]
    fields = {"description": "Finds the loans of one reader.", **(_SCHEMA if kind == "tool" else {})}
    return {"tools": [], listed: [{_CALLED[kind][0]: name, **fields} for name in names]}


def _of(kind: Place) -> tuple[Rule, ...]:
    old, new = ("lib://loans", "lib://Loans") if kind in ("resource", "template") else ("find_loans", "find-loans")
    return (*_come_and_gone(kind, old), *_renamed_and_moved(kind, old, new))


def _come_and_gone(kind: Place, name: str) -> tuple[Rule, Rule]:
    return (
        Rule(
            f"{kind}-added",
            Severity.SAFE,
            f"A {kind} was added",
            "it was added",
            "Nobody depends on it yet.",
            "Read what it says before a model does.",
            Example("server", _capture(kind), _capture(kind, name)),
            mirror=f"{kind}-removed",
        ),
        Rule(
            f"{kind}-removed",
            Severity.BREAKING,
            f"A {kind} was removed",
            "it was removed",
            _CALLED[kind][1],
            "Keep it, marked as deprecated in its description, until nobody uses it.",
            Example("server", _capture(kind, name), _capture(kind)),
            mirror=f"{kind}-added",
        ),
    )


def _renamed_and_moved(kind: Place, old: str, new: str) -> tuple[Rule, Rule]:
    key, lost = _CALLED[kind]
    here, there = {"a": _capture(kind, old), "b": _capture(kind)}, {"a": _capture(kind), "b": _capture(kind, old)}
    return (
        Rule(
            f"{kind}-renamed",
            Severity.BREAKING,
            f"A {kind} was renamed",
            f"its {key} is {{after}} now; by what it says the two are {{similarity:.0%}} alike",
            lost,
            "Offer it under both names for a while.",
            Example("server", _capture(kind, old), _capture(kind, new)),
            mirror=f"{kind}-renamed",
        ),
        Rule(
            f"{kind}-moved",
            Severity.BREAKING,
            f"A {kind} moved to another server",
            "it is {after} now",
            f"{lost} Hosts name tools by their server, and permissions are given by it.",
            "Keep it in both places for a while.",
            Example("server", here, there),
            mirror=f"{kind}-moved",
        ),
    )


def _hinted(**annotations: bool) -> dict[str, object]:
    return {"tools": [{"name": "wipe", **_SCHEMA, "annotations": annotations}]}


RULES = (
    *_of("tool"),
    *_of("prompt"),
    *_of("resource"),
    *_of("template"),
    Rule(
        "destructive-tool-added",
        Severity.RISKY,
        "A tool that destroys was added",
        "it was added, and says of itself that it destroys",
        "A model may call it from the first day on.",
        "Decide whether the agents that use this server may have it.",
        Example("server", {"tools": []}, _hinted(destructiveHint=True)),
        unmirrored="its removal is tool-removed, whatever the tool did",
    ),
    Rule(
        "open-world-tool-added",
        Severity.RISKY,
        "A tool that reaches the outside was added",
        "it was added, and says of itself that it reaches an open world",
        "What it brings in may be anybody's text, and what is given to it may leave.",
        "Decide whether the agents that use this server may have it.",
        Example("server", {"tools": []}, _hinted(openWorldHint=True)),
        unmirrored="its removal is tool-removed, whatever the tool did",
    ),
    Rule(
        "tool-name-collides",
        Severity.RISKY,
        "A tool's name is another server's too",
        "its name may be taken for that of {others}",
        "A client or a model may call one where the other was meant; a name is also how a hostile server shadows a "
        "good one.",
        "Rename or prefix one of them.",
        Example(
            "server",
            {"a": {"tools": [{"name": "search", **_SCHEMA}]}, "b": {"tools": []}},
            {
                "a": {"tools": [{"name": "search", **_SCHEMA}]},
                "b": {"tools": [{"name": "Search", **_SCHEMA}]},
            },
        ),
        unmirrored="a collision that ends is a tool that was renamed or removed",
    ),
)
