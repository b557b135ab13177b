"""The table: every rule by its id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.rules import costs, hints, inputs, items, outputs, policies, prompts, servers, texts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.rules.rule import Rule

_ROOMS = (servers, items, texts, hints, prompts, inputs, outputs, costs, policies)
RULES: Mapping[str, Rule] = {rule.id: rule for room in _ROOMS for rule in room.RULES}
