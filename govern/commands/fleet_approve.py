"""`govern fleet approve`: approve changes between two scans of a fleet."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from govern.commands.approve import changes_with_id

if TYPE_CHECKING:
    from govern.commands.approve import ApproveRequest
    from govern.fleet.judging import FleetDiff


def with_members(request: ApproveRequest, diff: FleetDiff) -> ApproveRequest:
    """Return the request with the ID of every member of a family in place of the one that `fleet diff` prints."""
    ids: list[str] = []
    for given in request.ids:
        found = [*changes_with_id(diff.verdict, given)]
        ids += [each.change.id for each in found[0].findings] if len(found) == 1 else [given]
    return replace(request, ids=tuple(dict.fromkeys(ids)))
