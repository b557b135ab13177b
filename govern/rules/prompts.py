"""What a change of a prompt's arguments means."""

from __future__ import annotations

from govern.rules.rule import Example, Rule, Severity


def _example(before: list[dict[str, object]], after: list[dict[str, object]]) -> Example:
    return Example("prompt", {"arguments": before}, {"arguments": after})


_OPTIONAL: dict[str, object] = {"name": "a"}
_REQUIRED: dict[str, object] = {"name": "a", "required": True}

RULES = (
    Rule("prompt-argument-added", Severity.SAFE, "A prompt takes another argument",
         "it takes another argument: `{name}`",
         "Who does not give it is served as before.", "Nothing to do.", _example([], [_OPTIONAL]),
         mirror="prompt-argument-removed"),
    Rule("prompt-required-argument-added", Severity.BREAKING, "A prompt needs another argument",
         "it needs another argument: `{name}`",
         "Whoever uses it as before is refused.", "Make the argument optional.", _example([], [_REQUIRED]),
         mirror="prompt-argument-removed"),
    Rule("prompt-argument-removed", Severity.BREAKING, "A prompt no longer takes an argument",
         "it no longer takes `{name}`",
         "Whoever gives it is refused, or not heard.", "Keep taking it.", _example([_OPTIONAL], []),
         mirror="prompt-argument-added"),
    Rule("prompt-argument-renamed", Severity.BREAKING, "A prompt's argument was renamed",
         "`{name}` was renamed to `{renamed}`",
         "Whoever gives it by the name that was promised is refused, or not heard.", "Take both names for a while.",
         _example([{"name": "book_id"}], [{"name": "bookId"}]), mirror="prompt-argument-renamed"),
    Rule("prompt-argument-became-required", Severity.BREAKING, "An optional argument is required",
         "`{name}` is required now",
         "Whoever left it out is refused.", "Keep it optional.", _example([_OPTIONAL], [_REQUIRED]),
         mirror="prompt-argument-became-optional"),
    Rule("prompt-argument-became-optional", Severity.SAFE, "A required argument is optional",
         "`{name}` is optional now",
         "Whoever gives it is served as before.", "Nothing to do.", _example([_REQUIRED], [_OPTIONAL]),
         mirror="prompt-argument-became-required"),
    Rule("prompt-argument-respelled", Severity.SAFE, "An argument says the same in other words",
         "{what} means the same",
         "`required: false` says what its absence says.", "Nothing to do.",
         _example([_OPTIONAL], [{"name": "a", "required": False}]), mirror="prompt-argument-respelled"),
)  # fmt: skip
