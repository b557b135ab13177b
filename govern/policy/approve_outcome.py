"""What came of approving."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from govern.policy.approvals import Approval


@dataclass(frozen=True, slots=True)
class ApproveOutcome:
    """What was written; what would have added nothing, and why; what has to be named by its id; how much is open.

    `sealed` is how many of what was written count only once they are signed.
    """

    path: Path
    written: tuple[Approval, ...] = ()
    idle: tuple[tuple[Approval, str], ...] = ()
    left_out: tuple[Approval, ...] = ()
    open: int = 0
    interrupted: bool = False
    sealed: int = 0
