"""Findings: changes judged by a rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from govern.contract.characters import shortened
from govern.contract.json_text import canonical
from govern.contract.surface import Absent
from govern.facts.change import Change, pointer_keys
from govern.rules.rule import RULES

if TYPE_CHECKING:
    from govern.contract.json_text import Json
    from govern.rules.rule import Rule, Severity

_LONGEST = 200
_BEFORE_DIFFERENCE = 40


@dataclass(frozen=True, slots=True)
class Override:
    """A severity that policy sets in place of the rule's own, with the reason and the config key."""

    severity: Severity
    reason: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """A change with its rule and severity; `override` is set where policy changed the severity.

    `origin` and `target` are the digests of the item before and after, `-` where there is no item. `suspicion` is
    the score of a text change, by which reports order such findings.
    """

    change: Change
    rule: Rule
    severity: Severity
    origin: str
    target: str
    override: Override | None = None
    suspicion: float = -inf

    @property
    def message(self) -> str:
        """Return what happened as one line; text that comes from servers is not escaped yet."""
        change = self.change
        before, after = _both_shown(change.before, change.after)
        values = {"before": before, "after": after}
        values |= {"pointer": _dotted_pointer(change.pointer), "how": _text_change(change)}
        details = change.values
        if "schema" in details:
            # Most runs report no change of a schema.
            from govern.rules.schema_wording import message_values

            details = message_values(change.rule, details["schema"])
        return self.rule.message.format(**{**values, **details})


Overrides = Callable[[Change], Override | None]


def judge(change: Change, overrides: Overrides, digests: tuple[str, str]) -> Finding:
    """Judge a change by its rule, or by policy where the rule may be overridden."""
    rule = RULES[change.rule]
    override = overrides(change) if rule.waivable else None
    return Finding(change, rule, override.severity if override else rule.severity, *digests, override)


def _dotted_pointer(pointer: str) -> str:
    """Return `_meta.ui.csp`, in backticks, for the pointer /_meta/ui/csp."""
    return f"`{'.'.join(pointer_keys(pointer))}`" if pointer else "definition"


def _text_change(change: Change) -> str:
    """Return how a text changed: added, removed, reworded or reformatted."""
    had, has = (not isinstance(side, Absent) and bool(str(side).strip()) for side in (change.before, change.after))
    if not change.rule.endswith("-respelled"):
        return "reworded" if had == has else "added" if has else "removed"
    if not isinstance(change.before, Absent) and not isinstance(change.after, Absent):
        return "reformatted"
    if isinstance(change.before, Absent):
        return "added (repeats existing text)" if has else "added (empty)"
    return "removed (repeated elsewhere)" if had else "removed (was empty)"


def _both_shown(before: Json | Absent, after: Json | Absent) -> tuple[Json, Json]:
    """Return both values so that they look different: as JSON, and long ones from shortly before the difference."""
    shown = _shown(before), _shown(after)
    if isinstance(before, Absent) or isinstance(after, Absent) or str(shown[0]) != str(shown[1]):
        return shown
    texts = [canonical(each).decode("utf-8", "replace") for each in (before, after)]
    pairs = enumerate(zip(*texts, strict=False))
    same = next((at for at, (one, other) in pairs if one != other), min(map(len, texts)))
    start = max(0, same - _BEFORE_DIFFERENCE)
    was, now = (f"{'…' if start else ''}{shortened(text[start:], _LONGEST)}" for text in texts)
    return was, now


def _shown(value: Json | Absent) -> Json:
    """Return texts and numbers as they are and anything else as JSON, shortened to fit a sentence."""
    if isinstance(value, Absent):
        return "not set"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    text = value if isinstance(value, str) and value else canonical(value).decode("utf-8", "replace")
    return shortened(text, _LONGEST)
