"""Speaks for somebody who must be obeyed."""

from __future__ import annotations

from govern.compare.text.rule import WEAK, rows

AUTHORITY = rows(
    "authority",
    ("already-approved", "user 3 already 3 approve*", {"unless_after": "when"}),
    ("required-by", "authority 2 demand", WEAK),
    ("approved-by", "approve* 3 authority", WEAK),
    ("required-by", "authority 3 must|approve*|ask*", WEAK),
    ("required-by", "must 3 authority", WEAK),
    ("already-approved", "approve* 2 all", WEAK),
    ("approved-by", "authority 3 approve* 2 you", WEAK),
    ("already-approved", "user 4 preapprove*", {"unless_after": "when"}),
    ("already-approved", "preapprove* 3 all"),
    ("already-approved", "preapprove* 2 authority"),
    ("may-skip", "model 4 approve* 4 avoid"),
)
