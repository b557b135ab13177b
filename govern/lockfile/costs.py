"""What a lock costs: the bill, and the lock that it is for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from govern.economics.bill import Bill
    from govern.lockfile.document import Lock


@dataclass(frozen=True, slots=True)
class Costs:
    """The bill of the lock at this path; the path is relative to where the report will be read, if it can be."""

    path: Path
    lock: Lock
    bill: Bill
