"""The reports of `govern approve` and `--prune`, and the state and screen of the interactive review."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from govern.contract.characters import without_hidden
from govern.files import relative_path
from govern.policy.approvals_writing import APPROVE
from govern.report.terminal.finding import finding_lines
from govern.report.terminal.page import FURTHER, TONES, clipped, count, flowed, shown
from govern.report.terminal.show import rule_lines
from govern.report.wording import WORST_FIRST, item_of, standing_words, worst_first
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.policy.approvals import Approval
    from govern.policy.approvals_writing import ApproveOutcome, Pruned
    from govern.report.terminal.page import Page, Piece
    from govern.verdict import Decided

_MOST_IDS = 4
_MOST_LEFT_OUT = 10
_LONGEST_PLACE = 100


def approve_report(outcome: ApproveOutcome, page: Page) -> str:
    """Return a line for each approval, then the file written and what still needs approval."""
    if outcome.listed:
        return "\n".join(_result_lines(outcome, page)) + "\n"
    word = "to approve" if outcome.previewed else "approved"
    rows = [*(_row(word, each, page) for each in outcome.written)]
    rows += [_row(page.paint("not approved", "bad"), each, page) for each in outcome.left_out[:_MOST_LEFT_OUT]]
    more = len(outcome.left_out) - _MOST_LEFT_OUT
    lines = [
        *page.table(rows),
        *([f"and {more:,} more that are not approved"] if more > 0 else []),
        *_idle_lines(outcome, page),
        *_left_out_lines(outcome),
        *_summary_lines(outcome, page),
        *_result_lines(outcome, page),
    ]
    return "\n".join(lines) + "\n"


def _row(word: str, approval: Approval, page: Page) -> tuple[str, ...]:
    severity = page.paint(approval.severity, TONES[Severity(approval.severity)])
    return word, severity, _place(approval, page), approval.rule, page.paint(approval.change, "dim")


def _place(approval: Approval, page: Page) -> str:
    return page.paint(clipped(shown(f"{approval.server}/{approval.tool}".rstrip("/")), _LONGEST_PLACE), "bold")


def _idle_lines(outcome: ApproveOutcome, page: Page) -> Iterator[str]:
    """Yield the changes for which an approval would add nothing; many are counted by the reason."""
    if len(outcome.idle) <= _MOST_LEFT_OUT:
        yield from (f"  {_place(each, page)} {each.rule} {shown(why)}" for each, why in outcome.idle)
        return
    for why, number in Counter(why for _, why in outcome.idle).most_common():
        yield f"  {count(number, 'change')}: {shown(why)}"


def _left_out_lines(outcome: ApproveOutcome) -> Iterator[str]:
    left_out = outcome.left_out
    if left_out:
        them, number = "it" if len(left_out) == 1 else "them", count(len(left_out), "change")
        if len(left_out) > _MOST_IDS:
            how = f"review them one by one: {APPROVE}" if outcome.command == APPROVE else "approve them by ID"
            yield f"{number} left out; {how}"
            return
        yield f"{number} left out; review {them} in the diff, then approve {them} by ID:"
        yield f'  {shown(outcome.command)} {" ".join(each.change for each in left_out)} --reason "..."'


def _summary_lines(outcome: ApproveOutcome, page: Page) -> Iterator[str]:
    if len(outcome.written) <= _MOST_IDS:
        return
    for severity in WORST_FIRST:
        rules = Counter(each.rule for each in outcome.written if each.severity == severity)
        if rules:
            named = ", ".join(f"{number:,} {rule}" for rule, number in rules.most_common())
            lead = f"{severity}: {count(rules.total(), 'change')}"
            yield from flowed([(lead, TONES[severity]), (f": {named}", None)], page, "", FURTHER)


def _result_lines(outcome: ApproveOutcome, page: Page) -> Iterator[str]:
    number, where = len(outcome.written), shown(relative_path(outcome.path, Path.cwd()))
    if outcome.previewed:
        yield f"{count(number, 'approval')} to write to {where}; nothing is written yet"
        return
    if number:
        written = page.paint(f"{count(number, 'approval')} written", "good")
        yield f"{written} to {where}: review and commit it"
    else:
        yield f"{where} unchanged"
    if outcome.sealed:
        yield f"{page.paint('not signed yet', 'warn')}: they take effect once signed: govern sign --approvals"
    if outcome.open:
        yield f"{count(outcome.open, 'change')} still {'needs' if outcome.open == 1 else 'need'} approval"
    elif not outcome.sealed:
        yield page.paint("no change needs approval", "good")


def prune_report(pruned: Pruned, page: Page) -> str:
    """Return a line for each removed approval, then their number."""
    removed, name = pruned.removed, shown(relative_path(pruned.path, Path.cwd()))
    lines = [line for each in removed for line in page.wrapped(standing_words(each), "  ")]
    numbers = ", ".join(f"{number:,} {why}" for why, number in sorted(Counter(each.why for each in removed).items()))
    if removed and pruned.previewed:
        lines.append(f"{numbers} to remove from {name}; nothing is removed yet")
    elif removed:
        lines.append(f"{page.paint(f'{numbers} removed', 'good')} from {name}: review and commit it")
    else:
        lines.append(f"{name} unchanged")
    if pruned.kept:
        lines.append(f"{count(pruned.kept, 'stale approval')} kept: `govern gate` needs them until the next release")
    return "\n".join(lines) + "\n"


Detail = Literal["brief", "more", "explain", "help", "several"]
Scope = Literal["group", "rule", "tool", "server"]


class Effect(Enum):
    """The action that a key requires; the screen is redrawn in any case."""

    NOTHING = "nothing"
    ASK = "ask for a reason"
    WRITE = "write what is approved"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class ReviewStep:
    """The decision about changes, given by index; the reason is None if they were skipped."""

    about: tuple[int, ...]
    reason: str | None


@dataclass(frozen=True, slots=True)
class Walk:
    """The state of a review; `steps` are the decisions so far, `notice` is shown once.

    With a `scope`, the next decision is about all undecided changes of the current one's group, which is its
    rule on its server, or of its rule, tool or server.
    """

    open: tuple[Decided, ...]
    at: int = 0
    steps: tuple[ReviewStep, ...] = ()
    reason: str = ""
    detail: Detail = "brief"
    scope: Scope | None = None
    notice: str = ""

    @property
    def here(self) -> Decided | None:
        """Return the current change, or None at the end."""
        return self.open[self.at] if self.at < len(self.open) else None

    @property
    def approved(self) -> tuple[tuple[Decided, str], ...]:
        """Return the approved changes, each with its reason."""
        made = [(at, step.reason) for step in self.steps for at in step.about]
        return tuple((self.open[at], reason) for at, reason in made if reason is not None)

    @property
    def skipped(self) -> int:
        """Return the number of skipped changes."""
        return sum(len(step.about) for step in self.steps if step.reason is None)

    def undecided(self) -> list[int]:
        """Return the changes without a decision, by index."""
        made = {at for step in self.steps for at in step.about}
        return [at for at in range(len(self.open)) if at not in made]

    def within(self, scope: Scope) -> list[int]:
        """Return the undecided changes of the current one's scope that may be approved together."""
        here = _part(self.open[self.at], scope)
        return [
            at for at in self.undecided()
            if self.open[at].finding.rule.waivable and _part(self.open[at], scope) == here
        ]  # fmt: skip


def _part(decided: Decided, scope: Scope) -> tuple[str, ...]:
    change = decided.finding.change
    parts = {
        "group": (change.server, change.rule),
        "rule": (change.rule,),
        "tool": (change.server, change.kind, change.name),
        "server": (change.server,),
    }
    return parts[scope]


def walk_of(open_changes: tuple[Decided, ...], reason: str = "") -> Walk:
    """Return the initial state."""
    return Walk(tuple(worst_first(open_changes)), reason=reason)


def press(walk: Walk, key: str) -> tuple[Walk, Effect]:
    """Return the new state and the action for a key. Capitals are ignored: a split arrow key ends in one."""
    walk = replace(walk, notice="")
    if walk.detail == "several":
        return _press_among_several(walk, key)
    if key == "u":
        return _undo(walk)
    if key == "q" or (walk.here is None and key in ("\r", "\n")):
        return walk, Effect.STOP
    if walk.here is None:
        return replace(walk, notice="u undo, q finish"), Effect.NOTHING
    if key in ("a", "r"):
        return _approve(walk, key)
    return _after_other_key(walk, key), Effect.NOTHING


def _approve(walk: Walk, key: str) -> tuple[Walk, Effect]:
    # A change that cannot be waived needs a reason of its own, which is not reused.
    reusable = key == "a" and walk.reason and walk.here is not None and walk.here.finding.rule.waivable
    return answer(walk, walk.reason) if reusable else (walk, Effect.ASK)


def _press_among_several(walk: Walk, key: str) -> tuple[Walk, Effect]:
    """Select what to approve together, then approve it; any other key goes back."""
    if walk.scope and key in ("a", "r"):
        return _approve(walk, key)
    if not walk.scope and key in _SCOPES:
        return replace(walk, scope=_SCOPES[key]), Effect.NOTHING
    return replace(walk, scope=None, detail="brief"), Effect.NOTHING


_SCOPES: dict[str, Scope] = {"g": "group", "r": "rule", "t": "tool", "s": "server"}
_SCOPE_WORDS = {
    "group": "this rule on this server",
    "rule": "this rule on all servers",
    "tool": "this tool",
    "server": "this server",
}


def _after_other_key(walk: Walk, key: str) -> Walk:
    """Return the state after a key that approves nothing."""
    if key == "s":
        return _after_decision(walk, None)
    if key == "b" and walk.here and not walk.here.finding.rule.waivable:
        return replace(walk, notice="this change cannot be approved together with others")
    if key in _DETAILS:
        return replace(walk, detail="brief" if walk.detail == _DETAILS[key] else _DETAILS[key])
    return replace(walk, notice="unknown key; ? shows the keys")


_DETAILS: dict[str, Detail] = {"m": "more", "e": "explain", "b": "several", "?": "help"}


def answer(walk: Walk, reason: str) -> tuple[Walk, Effect]:
    """Approve the current change, or those of the scope, for this reason; without a reason nothing is approved."""
    reason = reason.strip()
    if not without_hidden(reason).strip():
        return replace(walk, notice="not approved: a reason is required"), Effect.NOTHING
    reusable = walk.here is not None and walk.here.finding.rule.waivable
    return replace(_after_decision(walk, reason), reason=reason if reusable else walk.reason), Effect.WRITE


def _after_decision(walk: Walk, reason: str | None) -> Walk:
    about = tuple(walk.within(walk.scope)) if walk.scope else (walk.at,)
    walk = replace(walk, steps=(*walk.steps, ReviewStep(about, reason)), detail="brief", scope=None)
    return replace(walk, at=min(walk.undecided(), default=len(walk.open)))


def _undo(walk: Walk) -> tuple[Walk, Effect]:
    if not walk.steps:
        return replace(walk, notice="nothing to undo"), Effect.NOTHING
    *before, last = walk.steps
    back = replace(walk, at=min(last.about), steps=tuple(before), detail="brief", scope=None, notice="undone")
    return back, Effect.NOTHING if last.reason is None else Effect.WRITE


_KEYS = {
    "a": "approve, with the previous reason if there is one",
    "r": "approve with a new reason",
    "s": "skip",
    "b": "approve a rule, a tool or a server in bulk, after a list of its changes",
    "m": "show more or less",
    "e": "explain the rule",
    "u": "undo the last decision",
    "q": "quit; approvals so far are kept",
}
_LONGEST_REASON = 40


def walk_screen(walk: Walk, page: Page) -> str:
    """Return the whole screen before a key is pressed."""
    decided = walk.here
    lines = [""]
    if decided is None:
        lines.append(f"{page.paint('done', 'bold')}: {len(walk.approved):,} approved, {walk.skipped:,} skipped")
    elif walk.scope:
        lines += _preview_lines(walk, walk.scope, page)
    else:
        lines += _current_change(walk, decided, page)
    if walk.notice:
        lines.append(page.paint(walk.notice, "warn"))
    return "\n".join([*lines, _prompt(walk, page)]) + "\n"


def _current_change(walk: Walk, decided: Decided, page: Page) -> Iterator[str]:
    change = decided.finding.change
    where = f"{shown(change.server)}, {shown(item_of(change))}"
    yield from flowed([(f"{walk.at + 1} of {len(walk.open)}  ", "dim"), (where, "bold")], page, "", "    ")
    yield from finding_lines(decided, page, "  ", verbose=walk.detail == "more")
    if walk.detail == "explain":
        yield from rule_lines(decided.finding.rule, page)
    if walk.detail == "help":
        yield from page.table([(page.paint(key, "accent"), what) for key, what in _KEYS.items()])
    if walk.detail == "several":
        yield from page.table(_scope_rows(walk, page))


def _scope_rows(walk: Walk, page: Page) -> Iterator[tuple[str, str]]:
    for key, scope in _SCOPES.items():
        yield page.paint(key, "accent"), f"{_SCOPE_WORDS[scope]}: {count(len(walk.within(scope)), 'change')}"


def _preview_lines(walk: Walk, scope: Scope, page: Page) -> Iterator[str]:
    """Yield the changes of a scope, all named, by severity and rule."""
    changes = [walk.open[at] for at in walk.within(scope)]
    yield page.paint(f"{count(len(changes), 'change')} of {_SCOPE_WORDS[scope]}", "bold")
    groups: defaultdict[tuple[Severity, str], list[str]] = defaultdict(list)
    for each in changes:
        change = each.finding.change
        place = clipped(shown(f"{change.server}/{change.name}".rstrip("/")), page.width)
        groups[each.finding.severity, change.rule].append(place)
    for (severity, rule), places in groups.items():
        names = ", ".join(f"{place} ({times})" if times > 1 else place for place, times in Counter(places).items())
        head: list[Piece] = [(severity.value, TONES[severity]), (f" {rule}: ", None), (names, "dim")]
        yield from flowed(head, page, "  ", FURTHER)


def _prompt(walk: Walk, page: Page) -> str:
    if walk.here is None:
        return page.paint("u undo, q finish", "dim")
    if walk.detail == "several" and not walk.scope:
        return page.paint("g, r, t or s lists the changes, any other key goes back", "dim")
    again = walk.reason and walk.here.finding.rule.waivable
    reason = f' for "{clipped(shown(walk.reason), _LONGEST_REASON)}", r new reason' if again else ""
    if walk.scope:
        number = len(walk.within(walk.scope))
        return page.paint(f"a approve all {number:,}{reason}, any other key goes back", "dim")
    return page.paint(f"a approve{reason}, s skip, b in bulk, m more, e explain, u undo, q quit, ? help", "dim")
