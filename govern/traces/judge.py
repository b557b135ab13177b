"""Judge recorded calls by one contract, or by two: calls that worked under the old one and fail under the new."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Literal

from govern.traces.call import FAILED, Guess
from govern.traces.case import CallPlace, Case
from govern.traces.contract import Sides
from govern.traces.names import Names
from govern.traces.outcome import Outsider, Replayed
from govern.traces.reasons import by_tool, successors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.facts.change import Change
    from govern.rules.finding import Finding
    from govern.traces.call import Server, Take
    from govern.traces.contract import Contract
    from govern.traces.names import Whose

_MOST_NAMES = 50_000
_Outside = Literal["ambiguous", "not ours"]


class _Stranger:
    """A name that is not a tool of the contract; its calls are only counted."""

    __slots__ = ("calls", "failed", "server", "tool", "why")
    reads = False

    def __init__(self, server: str, tool: str, why: _Outside) -> None:
        self.server, self.tool, self.why = server, tool, why
        self.calls = self.failed = 0

    @staticmethod
    def quick(_: Any) -> bool:
        """Accept any arguments."""
        return True

    quick_text = quick_answer = quick

    def judge_call(self, arguments: Any, answer: Any, where: CallPlace) -> None:
        """Do nothing."""

    def answered(self, answer: Any, where: CallPlace) -> None:
        """Do nothing."""


class Judge:
    """Judges calls one by one. `findings` are the changes from old to new, where there is an old contract."""

    def __init__(
        self,
        new: Contract,
        old: Contract | None = None,
        findings: Sequence[Finding] = (),
        aliases: dict[str, str] | None = None,
        default: str | None = None,
    ) -> None:
        changes = [finding.change for finding in findings]
        self._new, self._old = new, old
        self._changes = by_tool(changes, old, new) if old else {}
        self._became = successors(changes)
        self._harmless = frozenset(finding.change.id for finding in findings if finding.severity.rank == 0)
        self._contracts = [new] if old is None else [old, new]
        self._names = [
            Names(each.tools, each.own_names(), _known_aliases(aliases or {}, each), _one_of(default, each))
            for each in self._contracts
        ]
        self._cases: dict[tuple[Server, str], Case | _Stranger] = {}
        self._tools: dict[tuple[str, str], Case] = {}
        self._hits: Counter[str] = Counter()
        self._rest: dict[_Outside, _Stranger] = {
            "ambiguous": _Stranger("", "…", "ambiguous"),
            "not ours": _Stranger("", "…", "not ours"),
        }
        self._place = CallPlace()
        self.take: Take = self._taker()

    def at(self, file: str) -> None:
        """Set the file of the calls that follow."""
        self._place.file = file

    def outcome(self) -> Replayed:
        """Return the result of all calls, with broken tools first."""
        tools = [case.replayed() for case in self._tools.values()]
        tools.sort(key=lambda each: (-each.tally.broken, -each.tally.calls, each.server, each.tool))
        strangers = [each for each in self._cases.values() if isinstance(each, _Stranger)]
        outsiders = [
            Outsider(each.server, each.tool, each.why, each.calls)
            for each in (*strangers, *self._rest.values())
            if each.calls
        ]
        outsiders.sort(key=lambda each: (each.why, -each.calls, each.server, each.tool))
        return Replayed(tuple(tools), tuple(outsiders), dict(self._hits))

    def _taker(self) -> Take:
        """Return the function that judges one call, kept short since it runs for every call."""
        known, found, place = self._cases.get, self._case, self._place

        def take(server: Server, tool: str, arguments: Any, answer: Any, number: int) -> None:
            case = known((server, tool)) or found(server, tool)
            case.calls += 1
            if answer is FAILED:
                case.failed += 1
                return
            try:
                fine = case.quick(arguments) if arguments.__class__ is dict else case.quick_text(arguments)
            except Exception:  # noqa: BLE001 - judge_call reports the error
                fine = False
            if not fine:
                place.number = number
                case.judge_call(arguments, answer, place)
            elif answer is not None and case.reads and not case.quick_answer(answer):
                place.number = number
                case.answered(answer, place)

        return take

    def _case(self, server: Server, tool: str) -> Case | _Stranger:
        whose = self._whose(server, tool)
        if not isinstance(whose, str) and whose in self._tools:
            case: Case | _Stranger = self._tools[whose]
        elif not isinstance(whose, str) and (self._is_known(*whose) or self._has_room):
            case = self._tools[whose] = Case(self._sides(*whose))
        else:
            case = self._stranger(server, tool, whose if isinstance(whose, str) else "not ours")
        if self._has_room:
            self._cases[server, tool] = case
        return case

    @property
    def _has_room(self) -> bool:
        """Return whether another unknown name may be kept; a log may hold any number."""
        return len(self._cases) < _MOST_NAMES

    def _is_known(self, server: str, tool: str) -> bool:
        return any(contract.holds(server, tool) for contract in self._contracts)

    def _stranger(self, server: Server, tool: str, why: _Outside) -> _Stranger:
        if self._has_room:
            named = server if isinstance(server, str) else server.name if isinstance(server, Guess) else ""
            return _Stranger(named, tool, why)
        return self._rest[why]

    def _whose(self, server: Server, tool: str) -> Whose:
        """Return the tool of a recorded name in the old contract, or in the new one if the old lacks it."""
        answers = [names.whose(server, tool) for names in self._names]
        for answer, contract in zip(answers, self._contracts, strict=True):
            if not isinstance(answer, str) and contract.holds(*answer):
                return answer
        placed = [answer for answer in answers if not isinstance(answer, str)]
        if placed:
            return placed[0]
        return "ambiguous" if "ambiguous" in answers else "not ours"

    def _sides(self, server: str, tool: str) -> Sides:
        changes: list[Change] = self._changes.get((server, tool), [])
        after = (server, tool)
        if not self._new.holds(*after):
            after = self._became.get(after, after)
        return Sides(
            server=server,
            tool=tool,
            after=after,
            old=self._old,
            new=self._new,
            changes=changes,
            harmless=self._harmless,
            hits=self._hits,
        )


def _known_aliases(aliases: dict[str, str], contract: Contract) -> dict[str, str]:
    return {alias: server for alias, server in aliases.items() if server in contract.servers}


def _one_of(default: str | None, contract: Contract) -> str | None:
    return default if default in contract.servers else None
