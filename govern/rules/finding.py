"""A change that has been judged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from govern.contract.json_text import canonical
from govern.contract.surface import Absent
from govern.facts.change import Change
from govern.rules.table import RULES

if TYPE_CHECKING:
    from govern.contract.json_type import Json
    from govern.rules.rule import Rule, Severity

_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Override:
    """A severity that policy gives in place of the table's, and why."""

    severity: Severity
    reason: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """A change, the rule that speaks of it, and its severity; `override` says where policy gave another than the table.

    `origin` and `target` are the digests of what changed, before and after, `-` where there was nothing. `suspicion`
    is the score of a text change, by which reports order such findings.
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
        """What happened, in a sentence; what servers say in it is not escaped yet."""
        change = self.change
        values = {"before": _shown(change.before), "after": _shown(change.after)}
        values |= {"pointer": _place(change.pointer), "how": _how(change)}
        said = change.said
        if "schema" in said:
            # Most runs report no change of a schema.
            from govern.rules.schema_wording import message_values

            said = message_values(change.rule, said["schema"])
        return self.rule.message.format(**{**values, **said})


Overrides = Callable[[Change], Override | None]


def judge(change: Change, overrides: Overrides, digests: tuple[str, str]) -> Finding:
    """What the table says of a change, unless policy says otherwise; what steers a model, no policy makes harmless."""
    rule = RULES[change.rule]
    override = overrides(change) if rule.waivable else None
    return Finding(change, rule, override.severity if override else rule.severity, *digests, override)


def _place(pointer: str) -> str:
    """`/_meta/ui/csp` as `_meta.ui.csp`."""
    return ".".join(step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]) or "it"


def _how(change: Change) -> str:
    """What happened to a text."""
    respelled = change.rule.endswith("-respelled")
    if not respelled and _is_silent(change.before) != _is_silent(change.after):
        return "added" if _is_silent(change.before) else "removed"
    if not isinstance(change.before, Absent) and not isinstance(change.after, Absent):
        return "only written otherwise" if respelled else "reworded"
    came, text = ("added", change.after) if isinstance(change.before, Absent) else ("removed", change.before)
    if not str(text).strip():
        return f"{came}, and is empty"
    return "added, and says nothing new" if came == "added" else "removed, and all that it said is said elsewhere"


def _is_silent(text: Json | Absent) -> bool:
    return isinstance(text, Absent) or not str(text).strip()


def _shown(value: Json | Absent) -> Json:
    """Texts and numbers as they are, anything else as JSON, nothing too long for a sentence."""
    if isinstance(value, Absent):
        return "nothing"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    text = value if isinstance(value, str) and value else canonical(value).decode("utf-8", "replace")
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
