"""An edit the other way round: outputs are judged from the side that reads them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from govern.contract.surface import ABSENT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.schemas.edits.edit import Direction, Edit

_FAMILIES: Mapping[str, str] = {
    "enum-value-added": "enum-value-removed",
    "enum-value-removed": "enum-value-added",
    "property-added": "property-removed",
    "property-removed": "property-added",
    "property-required": "property-removed",
    "required-added": "required-removed",
    "required-removed": "required-added",
}
_DIRECTIONS: Mapping[Direction, Direction] = {"narrower": "wider", "wider": "narrower", "either": "either"}


def mirrored(edit: Edit) -> Edit:
    """The edit that leads back."""
    back = replace(
        edit,
        family=_FAMILIES.get(edit.family, edit.family),
        path=edit.now,
        now=edit.path,
        before=edit.after,
        after=edit.before,
        direction=_DIRECTIONS[edit.direction],
        steps=(),
    )
    if edit.family == "property-required":
        said = {"name": edit.said["name"], "elsewhere": edit.said["elsewhere"]}
        return replace(back, keyword=edit.said["name"], before=edit.said["schema"], after=ABSENT, said=said)
    if edit.family == "names":
        return replace(back, said={"gone": edit.said["come"], "come": edit.said["gone"]})
    if edit.family == "property-renamed":
        said = {
            "name": edit.said["renamed"],
            "renamed": edit.said["name"],
            "also": list(map(mirrored, edit.said["also"])),
        }
        return replace(back, keyword=edit.said["name"], said=said)
    return back
