"""Other programs that report changes of MCP servers: how each locks, checks again, and classifies changes.

Each is taken at its own word: what it calls breaking, or fails a build for at its own default, is breaking; anything
else that it reports is seen.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

Call = Literal["breaking", "seen", "unseen"]
Result = Literal[Call, "failed"]
Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """The output of a program after its second check."""

    code: int
    out: str
    files: dict[str, str]

    @property
    def document(self) -> Any:
        """Return its standard output as JSON."""
        return json.loads(self.out)


@dataclass(frozen=True, slots=True)
class Contender:
    """`SERVER` in a command stands for the server's words, `ONE-WORD` for all of them as one.

    `codes` are the exit codes of a look that worked. `classes` is whether it tells breaking changes from others at all;
    `meaning` says what is counted as breaking.
    """

    package: str
    version: str
    lock: Words
    looks: tuple[Words, ...]
    read: Callable[[Said], Call]
    meaning: str
    beside: Words = ()
    codes: tuple[int, ...] = (0, 1)
    classes: bool = True


def _called(breaking: object, seen: object) -> Call:
    return "breaking" if breaking else "seen" if seen else "unseen"


def _mcp_contract(message: Said) -> Call:
    changes = message.document["changes"]
    return _called(any(each["severity"] == "breaking" for each in changes), changes)


def _toolguard(message: Said) -> Call:
    document = message.document
    return _called(not document["passed"], document["diff"]["changes"] or document["security"]["new"])


def _warden(message: Said) -> Call:
    lines = [json.loads(line) for line in message.out.splitlines() if line.startswith("{")]
    drifts = [each for each in lines if each["kind"] == "drift"]
    return _called(any(each["level"] == "error" for each in drifts), drifts)


def _mcp_pin(message: Said) -> Call:
    drifts = [each for each in message.document["findings"] if "drift" in each["tags"]]
    return _called(message.code == 1, drifts)


def _mcpgawk(message: Said) -> Call:
    return _called(breaking=False, seen=message.document["changes"])


def _mcp_diff(message: Said) -> Call:
    changes = json.loads(message.out or "[]")
    return _called(any(each["severity"] == "breaking" for each in changes), changes)


def _mcplock(message: Said) -> Call:
    findings = json.loads(message.files["o.json"])["findings"]
    return _called(message.code == 1, findings)


def _mcpdrift(message: Said) -> Call:
    return _called(breaking=False, seen=message.document["drift"])


def _govern(message: Said) -> Call:
    changes = message.document["changes"]
    return _called(any(each["severity"] == "BREAKING" for each in changes), changes)


GOVERN = Contender(
    "govern", "", ("govern", "lock", "--quiet"), (("govern", "diff", "--live", "--format", "json"),),
    _govern, "a change of severity BREAKING",
)  # fmt: skip
CONTENDERS = (
    Contender(
        "mcp-contract", "0.6.0",
        ("mcp-contract", "snapshot", "--quiet", "-f", "L.json", "--", "SERVER"),
        (("mcp-contract", "check", "--json", "-f", "L.json", "--", "SERVER"),),
        _mcp_contract, "a change of severity `breaking` (`routing`, `additive` and `cosmetic` are not)",
    ),
    Contender(
        "mcp-toolguard", "0.2.0",
        ("mcp-toolguard", "baseline", "--baseline", "L.json", "ONE-WORD"),
        (("mcp-toolguard", "ci", "--json", "--baseline", "L.json", "ONE-WORD"),),
        _toolguard, "what its policy fails by default: breaking changes, and new findings of security that are high",
        beside=("mcp<2",),
    ),
    Contender(
        "mcp-warden-cli", "2.2.0",
        ("mcp-warden", "pin", "--lock", "L.lock", "SERVER"),
        (("mcp-warden", "check", "--json", "--lock", "L.lock", "SERVER"),),
        _warden, "a drift of level `error`; pinned without an approval, which any change makes an error",
    ),
    Contender(
        "mcp-pin", "0.1.8",
        ("mcp-pin", "approve", ".", "--probe", "--no-user-configs", "--no-skills", "--yes"),
        (("mcp-pin", "scan", ".", "--probe", "--no-user-configs", "--no-skills", "-f", "json"),),
        _mcp_pin, "what it fails by default: a finding that is high or critical",
    ),
    Contender(
        "mcpgawk", "0.1.81",
        ("mcpgawk", "scan", ".mcp.json", "--yes"),
        (("mcpgawk", "scan", ".mcp.json", "--yes"), ("mcpgawk", "changes", "--json")),
        _mcpgawk, "nothing: it has no classes", classes=False,
    ),
    Contender(
        "mcp-diff", "0.1.0",
        ("mcp-diff", "snapshot", "-o", "L", "SERVER"),
        (("mcp-diff", "check", "-l", "L", "--json", "SERVER"),),
        _mcp_diff, "a change of severity `breaking`",
    ),
    Contender(
        "mcplock", "1.0.3",
        ("mcplock", "snapshot", "ONE-WORD"),
        (("mcplock", "check", "ONE-WORD", "--json", "o.json"),),
        _mcplock, "what it fails by default: a drift that is high or critical",
    ),
    Contender(
        "mcpdrift", "0.1.0",
        ("mcpdrift", "snapshot", "--config", ".mcp.json", "--out", "L"),
        (("mcpdrift", "check", "--config", ".mcp.json", "--lock", "L", "--json"),),
        _mcpdrift, "nothing: it has no classes", classes=False,
    ),
)  # fmt: skip
