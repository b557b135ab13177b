"""`govern explain`: the meaning of a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.errors import UsageError, did_you_mean
from govern.rules.rule import RULES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.rules.rule import Rule


def explain(name: str | None) -> Rule | Mapping[str, Rule]:
    """Return the rule of this name, or all rules if no name is given."""
    if not name:
        return RULES
    rule = RULES.get(name) or RULES.get(name.strip().lower().replace("_", "-"))
    if rule is None:
        raise no_such_rule(name)
    return rule


def no_such_rule(name: str) -> UsageError:
    """Return the error for an unknown rule, with a suggestion."""
    close = did_you_mean(name, list(RULES))
    return UsageError(f"unknown rule {name!r}{close}", hint="list all rules with `govern explain`")
