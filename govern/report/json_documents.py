"""For programs: values to the JSON documents of documents.py."""

import json
from typing import Literal

from govern.contract.json_text import decode
from govern.economics.bill import Bill
from govern.economics.costed import Costed
from govern.economics.split import Split
from govern.economics.summary import SOURCES, Summary
from govern.errors import ServerError
from govern.lockfile.document import LockedItem, LockedServer, Numbers
from govern.lockfile.outcome import LockOutcome, ServerOutcome
from govern.lockfile.selection import Selection
from govern.report.documents import (
    CostDocument,
    EconomicsDocument,
    ErrorDocument,
    ItemDocument,
    LockDocument,
    LockedServerDocument,
    ServerDocument,
    ShowDocument,
    SummaryDocument,
    ToolCostDocument,
)


def json_text(document: object, indent: int | None = 2) -> str:
    """A document's text: ASCII only and without `##`, so that neither terminal nor CI acts on what a server says."""
    return json.dumps(document, indent=indent).replace("##", "\\u0023#") + "\n"


def lock_document(outcome: LockOutcome) -> LockDocument:
    """What locking did."""
    if outcome.checked:
        verdict: Literal["written", "unchanged", "current", "stale"] = "stale" if outcome.stale else "current"
    else:
        verdict = "written" if outcome.wrote else "unchanged"
    return {
        "format": "govern.lock/1",
        "lock": outcome.path.name,
        "digest": outcome.lock.digest,
        "verdict": verdict,
        "servers": [_outcome(server) for server in outcome.servers],
        "notes": [{"code": note.code, "message": note.message} for note in outcome.notes],
    }


def show_document(selection: Selection) -> ShowDocument:
    """What is locked."""
    servers = selection.lock.servers if selection.server is None else (selection.server,)
    return {
        "format": "govern.show/1",
        "digest": selection.lock.digest,
        "encoding": selection.lock.encoding,
        "servers": [_server(server, selection.items or server.items) for server in servers],
    }


def cost_document(bill: Bill) -> CostDocument:
    """The bill."""
    return {
        "format": "govern.cost/1",
        "verdict": "over budget" if bill.broken else "within budget",
        "encoding": bill.encoding,
        "context_window": bill.window,
        "prices_date": bill.prices_date,
        "sources": {name: str(source) for name, source in SOURCES.items()},
        "total": _summary(bill.summary.whole, bill),
        "servers": [_summary(server, bill) for server in bill.summary.servers],
        "tools": [_tool(tool, split, bill) for tool, split in zip(bill.tools, bill.splits, strict=True)],
        "advice": [
            {"id": each.id, "title": each.title, "priority": each.priority, "places": [*each.places],
             "message": each.message}
            for each in bill.summary.advice
        ],
        "broken": [
            {"budget": each.budget, "server": each.server, "tool": each.tool, "tokens": each.tokens,
             "allowed": each.allowed, "before": each.before}
            for each in bill.broken
        ],
    }  # fmt: skip


def _outcome(server: ServerOutcome) -> LockedServerDocument:
    return {
        "name": server.name,
        "status": server.status,
        "digest": server.locked.digest if server.locked else None,
        "moved": [
            {"kind": each.kind, "name": each.key, "how": each.how, "parts": list(each.parts)} for each in server.moved
        ],
        "notes": [{"code": note.code, "message": note.message} for note in server.notes],
        "error": error_document(server.error),
    }


def error_document(error: ServerError | None) -> ErrorDocument | None:
    """Why a server could not be seen, where it could not."""
    if error is None:
        return None
    return {"message": error.message, "where": error.where, "hint": error.hint, "evidence": error.evidence}


def _server(server: LockedServer, items: tuple[LockedItem, ...]) -> ServerDocument:
    return {
        "name": server.name,
        "source": server.source,
        "digest": server.digest,
        "client": decode(server.client) if server.client else {},
        "folds": decode(server.folds) if server.folds else {},
        "hello": server.surface().hello,
        "items": [_item(item) for item in items],
    }


def _item(item: LockedItem) -> ItemDocument:
    return {
        "kind": item.kind.name,
        "name": item.key,
        "copy": item.copy,
        "digest": item.digest,
        "parts": item.stated,
        "economics": _economics(item.numbers) if item.numbers else None,
        "definition": item.item().raw,
    }


def _economics(numbers: Numbers) -> EconomicsDocument:
    return {
        "tokens": numbers.tokens,
        "fields": numbers.fields,
        "bounded": numbers.bounded,
        "risk": numbers.risk,
        "guard": dict(numbers.guard),
    }


def _summary(summary: Summary, bill: Bill) -> SummaryDocument:
    return {
        "name": summary.name,
        "tool_count": summary.tool_count,
        "definition_tokens": summary.definition_tokens,
        "share": round(bill.share(summary.definition_tokens), 6),
        "context_share": round(summary.context_share, 6),
        "min_tokens": summary.min_tokens,
        "max_tokens": summary.max_tokens,
        "risk": summary.risk,
        "unbounded": list(summary.unbounded),
        "undeclared": list(summary.undeclared),
        "critical": list(summary.critical),
        "usd_per_call": dict(summary.usd_per_call),
    }


def _tool(costed: Costed, split: Split, bill: Bill) -> ToolCostDocument:
    answer = costed.assessment
    return {
        "server": costed.server,
        "name": costed.name,
        "tokens": costed.tokens,
        "share": round(bill.share(costed.tokens), 6),
        "split": {
            "name": split.name,
            "title": split.title,
            "description": split.description,
            "parameters": split.parameters,
            "structure": split.structure,
        },
        "fields": answer.fields,
        "min_tokens": answer.min_tokens,
        "max_tokens": answer.max_tokens,
        "bounded": answer.bounded,
        "risk": answer.risk,
        "basis": answer.basis,
    }
