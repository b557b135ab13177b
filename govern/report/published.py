"""Every JSON document that govern prints, by its format; docs/schemas is made from these types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.changelog_documents import ChangelogDocument
from govern.report.documents import CostDocument, DiffDocument, LockDocument, ShowDocument
from govern.report.gate_documents import GateDocument
from govern.report.replay_documents import ReplayDocument
from govern.report.trust_documents import VerifyDocument
from govern.report.watch import WatchDocument

if TYPE_CHECKING:
    from collections.abc import Mapping

DOCUMENTS: Mapping[str, type] = {
    "govern.changelog/1": ChangelogDocument,
    "govern.cost/1": CostDocument,
    "govern.diff/1": DiffDocument,
    "govern.gate/1": GateDocument,
    "govern.lock/1": LockDocument,
    "govern.replay/1": ReplayDocument,
    "govern.show/1": ShowDocument,
    "govern.watch/1": WatchDocument,
    "govern.verify/1": VerifyDocument,
}
