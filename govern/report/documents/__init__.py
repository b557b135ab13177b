"""JSON documents: one module per verb, with the document's types and the functions that build them."""

from __future__ import annotations

import json


def json_text(document: object, indent: int | None = 2) -> str:
    """Return a document as JSON that no terminal and no CI system acts on: ASCII only, and without `##`."""
    return json.dumps(document, indent=indent).replace("##", "\\u0023#") + "\n"


def document_types() -> dict[str, type]:
    """Return the type of each published document by its format; docs/schemas is generated from these."""
    from govern.report.documents.approve import ApproveDocument
    from govern.report.documents.bench import BenchDocument
    from govern.report.documents.changelog import ChangelogDocument
    from govern.report.documents.cost import CostDocument
    from govern.report.documents.diff import DiffDocument
    from govern.report.documents.eval import EvalDocument
    from govern.report.documents.explain import ExplainDocument
    from govern.report.documents.gate import GateDocument
    from govern.report.documents.init import CoverageDocument, InitDocument
    from govern.report.documents.lock import LockDocument, ShowDocument
    from govern.report.documents.login import LoginDocument
    from govern.report.documents.profile import ProfileDocument
    from govern.report.documents.replay import ReplayDocument
    from govern.report.documents.serve import ServeCheckDocument
    from govern.report.documents.sign import SignDocument
    from govern.report.documents.verify import VerifyDocument
    from govern.report.documents.watch import WatchDocument

    return {
        "govern.approve/1": ApproveDocument,
        "govern.bench/1": BenchDocument,
        "govern.changelog/1": ChangelogDocument,
        "govern.cost/1": CostDocument,
        "govern.coverage/1": CoverageDocument,
        "govern.diff/1": DiffDocument,
        "govern.eval/1": EvalDocument,
        "govern.explain/1": ExplainDocument,
        "govern.gate/1": GateDocument,
        "govern.init/1": InitDocument,
        "govern.lock/1": LockDocument,
        "govern.login/1": LoginDocument,
        "govern.profile/1": ProfileDocument,
        "govern.replay/1": ReplayDocument,
        "govern.serve-check/1": ServeCheckDocument,
        "govern.show/1": ShowDocument,
        "govern.sign/1": SignDocument,
        "govern.watch/1": WatchDocument,
        "govern.verify/1": VerifyDocument,
    }
