"""The JSON documents that govern prints, as types; published.py says which of them are published."""

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.contract.json_type import Json
from govern.report.recorded_documents import RecordedDocument


class MovedDocument(TypedDict):
    """Something that is not what it was; `parts` names what changed in it."""

    kind: str
    name: str
    how: Literal["added", "removed", "changed"]
    parts: list[str]


class NoteDocument(TypedDict):
    """Something that a lock cannot hold still, or that a reader should know."""

    code: str
    message: str


class ErrorDocument(TypedDict):
    """Why a server could not be seen; `evidence` is the end of what it printed."""

    message: str
    where: str
    hint: str
    evidence: str


class LockedServerDocument(TypedDict):
    """What came of one server."""

    name: str
    status: Literal["new", "changed", "same", "dropped", "failed"]
    digest: str | None
    moved: list[MovedDocument]
    notes: list[NoteDocument]
    error: ErrorDocument | None


class LockDocument(TypedDict):
    """`govern lock --json`."""

    format: Literal["govern.lock/1"]
    lock: str
    digest: str
    verdict: Literal["written", "unchanged", "current", "stale"]
    servers: list[LockedServerDocument]
    notes: list[NoteDocument]


class EconomicsDocument(TypedDict):
    """A tool's numbers as locked."""

    tokens: int
    fields: int
    bounded: bool
    risk: str
    guard: dict[str, int]


class ItemDocument(TypedDict):
    """A tool, prompt, resource or template; `definition` is what the server advertised."""

    kind: Literal["tool", "prompt", "resource", "template"]
    name: str
    copy: int
    digest: str
    parts: dict[str, str]
    economics: EconomicsDocument | None
    definition: dict[str, Any]


class ServerDocument(TypedDict):
    """A server's block; `hello` is what it said when it was greeted."""

    name: str
    source: str
    digest: str
    client: Json
    folds: Json
    hello: dict[str, Any]
    items: list[ItemDocument]


class ShowDocument(TypedDict):
    """`govern show --json`."""

    format: Literal["govern.show/1"]
    digest: str
    encoding: str
    servers: list[ServerDocument]


class SplitDocument(TypedDict):
    """Definition tokens by part; `title` is counted by itself."""

    name: int
    title: int
    description: int
    parameters: int
    structure: int


class ToolCostDocument(TypedDict):
    """What one tool costs."""

    server: str
    name: str
    tokens: int
    share: float
    split: SplitDocument
    fields: int
    min_tokens: int
    max_tokens: int | None
    bounded: bool
    risk: str
    basis: str


class SummaryDocument(TypedDict):
    """What a server, or all of them, cost."""

    name: str
    tool_count: int
    definition_tokens: int
    share: float
    context_share: float
    min_tokens: int
    max_tokens: int
    risk: str
    unbounded: list[str]
    undeclared: list[str]
    critical: list[str]
    usd_per_call: dict[str, float]


class AdviceDocument(TypedDict):
    """A piece of advice; priority 1 is the most urgent."""

    id: str
    title: str
    priority: int
    places: list[str]
    message: str


class BrokenBudgetDocument(TypedDict):
    """A budget that is broken; `tool` is null where it is a server's."""

    budget: str
    server: str
    tool: str | None
    tokens: int
    allowed: float
    before: int | None


class CostDocument(TypedDict):
    """`govern cost --format json`; `sources` says of each number where it comes from."""

    format: Literal["govern.cost/1"]
    verdict: Literal["within budget", "over budget"]
    encoding: str
    context_window: int
    prices_date: str
    sources: dict[str, str]
    total: SummaryDocument
    servers: list[SummaryDocument]
    tools: list[ToolCostDocument]
    advice: list[AdviceDocument]
    broken: list[BrokenBudgetDocument]


class WitnessDocument(TypedDict):
    """An instance that shows what a change does; `rejected_by` is null where it is not refused but loses its effect."""

    instance: Any
    accepted_by: Literal["old", "new"]
    rejected_by: Literal["old", "new"] | None
    reading: Literal["documented", "literal"]
    error: str


class ApprovalDocument(TypedDict):
    """Who let a change pass: by an approval of it alone, or by a waiver of its kind."""

    kind: Literal["approval", "waiver"]
    by: str
    reason: str
    until: str | None


class OverrideDocument(TypedDict):
    """A severity that policy gave; `instead_of` is the table's."""

    severity: Literal["BREAKING", "RISKY", "SAFE"]
    instead_of: Literal["BREAKING", "RISKY", "SAFE"]
    reason: str
    where: str


# By its functional form, since two of its keys are words of Python's.
ChangeDocument = TypedDict(
    "ChangeDocument",
    {
        "id": str,
        "server": str,
        "kind": Literal["server", "tool", "prompt", "resource", "template", "policy"],
        "name": str,
        "rule": str,
        "severity": Literal["BREAKING", "RISKY", "SAFE"],
        "pointer": str,
        "before": Any,
        "after": Any,
        "message": str,
        "approved": bool,
        "approval": ApprovalDocument | None,
        "witness": WitnessDocument | None,
        "how": Literal["added", "removed", "changed"],
        "from": str,
        "to": str,
        "lane": Literal["compatibility", "text", "reach"],
        "override": OverrideDocument | None,
        "needed": int,
        "missing": str,
        "approvals": list[ApprovalDocument],
        "calls": NotRequired[int],
        "hits": NotRequired[int | None],
    },
)
ChangeDocument.__doc__ = """One change; a side without a value is null, and `how` tells that from a null that is there.

Where recorded calls were held against it, `calls` are those to what it is about, and `hits` those of them that fail by
it: null where recordings cannot show that.
"""


class StandingDocument(TypedDict):
    """An approval or waiver that did not count, or a waiver that is `new`; `change` is null for a waiver."""

    kind: Literal["approval", "waiver"]
    change: str | None
    server: str
    tool: str
    rule: str
    by: str
    line: int
    why: str
    message: str


class DiffSummaryDocument(TypedDict):
    """How many changes there are."""

    breaking: int
    risky: int
    safe: int
    unapproved: int


class UnseenDocument(TypedDict):
    """A server that could not be looked at."""

    server: str
    message: str


class DiffDocument(TypedDict):
    """`govern diff --format json`; `fails` says whether policy lets it pass, `first` that there was no old lock.

    `recorded` is there where recorded calls were asked for, `unsigned` where policy asks for signatures on NEW's lock
    that are missing or wrong.
    """

    format: Literal["govern.diff/1"]
    verdict: Literal["unchanged", "approved", "unapproved"]
    summary: DiffSummaryDocument
    changes: list[ChangeDocument]
    old: str
    new: str
    first: bool
    fails: bool
    standings: list[StandingDocument]
    unseen: list[UnseenDocument]
    recorded: NotRequired[RecordedDocument]
    unsigned: NotRequired[list[str]]
