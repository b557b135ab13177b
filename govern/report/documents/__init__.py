"""JSON documents: their types and the functions that build them, a module for related verbs."""

from __future__ import annotations

import json
import re
from importlib import import_module
from typing import Final, TypeVar, cast

Document = TypeVar("Document")


def json_text(document: object, indent: int | None = 2) -> str:
    """Return a document as JSON that no terminal and no CI system acts on: ASCII only, and without `##`."""
    return re.sub("#(?=#)", r"\\u0023", json.dumps(document, indent=indent)) + "\n"


def document_of(kind: type[Document], value: object, /, **others: object) -> Document:
    """Return a document of this type, whose keys are those in `others` and attributes of the value."""
    found = {key: others[key] if key in others else getattr(value, key) for key in kind.__annotations__}
    return cast("Document", {key: list(each) if isinstance(each, tuple) else each for key, each in found.items()})


# The module and the type of each document.
_TYPES: Final = {
    "govern.add/1": "servers.AddDocument",
    "govern.approve/1": "approve.ApproveDocument",
    "govern.audit/1": "serve.AuditDocument",
    "govern.bench/1": "evaluations.BenchDocument",
    "govern.changelog/1": "release.ChangelogDocument",
    "govern.cost/1": "cost.CostDocument",
    "govern.coverage/1": "servers.CoverageDocument",
    "govern.diff/1": "diff.DiffDocument",
    "govern.eval/1": "evaluations.EvalDocument",
    "govern.explain/1": "approve.ExplainDocument",
    "govern.fleet-merge/1": "fleet.FleetMergeDocument",
    "govern.fleet-export/1": "fleet.FleetExportDocument",
    "govern.fleet-diff/1": "fleet.FleetDiffDocument",
    "govern.fleet-show/1": "fleet.FleetShowDocument",
    "govern.fleet-scan/1": "fleet.FleetScanSummaryDocument",
    "govern.fleet-sql/1": "fleet.FleetSqlDocument",
    "govern.gate/1": "release.GateDocument",
    "govern.init/1": "servers.InitDocument",
    "govern.lock/1": "lock.LockDocument",
    "govern.login/1": "servers.LoginDocument",
    "govern.profile/1": "recordings.ProfileDocument",
    "govern.replay/1": "recordings.ReplayDocument",
    "govern.serve-check/1": "serve.ServeCheckDocument",
    "govern.show/1": "lock.ShowDocument",
    "govern.sign/1": "signatures.SignDocument",
    "govern.upgrade/1": "servers.UpgradeDocument",
    "govern.verify/1": "signatures.VerifyDocument",
    "govern.watch/1": "serve.WatchDocument",
}


def document_types() -> dict[str, type]:
    """Return the type of each published document by its format; docs/schemas is generated from these."""
    places = {name: place.split(".") for name, place in _TYPES.items()}
    return {name: getattr(import_module(f"{__name__}.{module}"), kind) for name, (module, kind) in places.items()}
