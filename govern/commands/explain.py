"""`govern explain`: what a rule means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.commands.project import suggestion
from govern.errors import UsageError
from govern.rules.table import RULES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.rules.rule import Rule


def explain(name: str | None) -> Rule | Mapping[str, Rule]:
    """The rule of that name, or all of them where none is named."""
    if not name:
        return RULES
    rule = RULES.get(name) or RULES.get(name.strip().lower().replace("_", "-"))
    if rule is None:
        raise no_such_rule(name)
    return rule


def no_such_rule(name: str) -> UsageError:
    """What to say of a name that no rule has."""
    close = suggestion(name, list(RULES), listed=False)
    return UsageError(f"there is no rule {name!r}{close}", hint="`govern explain` lists all rules")
