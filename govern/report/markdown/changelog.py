"""A changelog for release notes: CommonMark in which nothing that a server, a tag or a commit says is markup."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from govern.contract.characters import visible
from govern.gate.bump import step_between
from govern.gate.release import UNRELEASED
from govern.policy.approvals import Approval
from govern.report.edits import edit_of, texts_of
from govern.report.markdown.elements import code
from govern.report.passages import passages
from govern.report.terminal.page import count
from govern.report.wording import WORST_FIRST, harm_and_place
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.gate.bump import RequiredBump
    from govern.gate.release import Changelog, Release
    from govern.policy.approvals import Waiver
    from govern.report.passages import Passage
    from govern.rules.finding import Finding


# What a version's tag looks like when nothing in it can be markup, a mention or a link.
_PLAIN = re.compile(r"v?[0-9]+(?:\.[0-9]+)*(?:-?(?:a|b|rc|alpha|beta)\.?[0-9]*)?")
_LONGEST_NAME = 120
_LONGEST_VALUE = 120
_LONGEST_SENTENCE = 400
_LONGEST_TEXT = 300
_MOST_PASSAGES = 3


def changelog_markdown(changelog: Changelog) -> str:
    """The newest release first; in each the worst first, by server and tool."""
    lines = ["# Changelog of the contract", ""]
    if changelog.note:
        lines += [changelog.note, ""]
    for release in changelog.releases:
        lines += _release(release)
    if not changelog.releases:
        lines += ["No release holds a lock.", ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _release(release: Release) -> Iterator[str]:
    day = f" ({release.when.date().isoformat()})" if release.when else ""
    yield from (f"## {_named(release.name)}{day}", "")
    if release.subject:
        yield from (code(release.subject, _LONGEST_NAME), "")
    yield from (" ".join(_told(release)), "")
    for note in release.notes:
        yield from (code(note, _LONGEST_SENTENCE), "")
    for severity in WORST_FIRST:
        found = [each for each in sorted(release.findings, key=harm_and_place) if each.severity is severity]
        if found:
            yield from (f"### {severity}", "", *_items(found, release), "")
    if release.on_the_way:
        yield from ("### Approved on the way", "", *map(_step, release.on_the_way), "")


def _named(name: str) -> str:
    """A version as it is, anything else as code."""
    plain = name == UNRELEASED or (len(name) <= _LONGEST_NAME and _PLAIN.fullmatch(name))
    return name if plain else code(name, _LONGEST_NAME)


def _told(release: Release) -> Iterator[str]:
    """What there is to say of the release as a whole."""
    if release.also:
        by_commit = release.commit.startswith(release.name)
        tags = ", ".join(code(each, _LONGEST_NAME) for each in release.also)
        yield f"{'Released as' if by_commit else 'Also tagged'} {tags}."
    if release.problem:
        yield f"Nothing can be told of it: {code(release.problem, _LONGEST_SENTENCE)}."
    elif release.contents:
        held = " and ".join(count(number, noun.removesuffix("s")) for noun, number in release.contents.items())
        yield f"The first lock: {held}."
    elif not release.findings:
        yield f"No change since {_named(release.since)}."
    else:
        numbers = ", ".join(f"{number:,} {each}" for each in WORST_FIRST if (number := release.count(each)))
        yield f"{count(len(release.findings), 'change')} since {_named(release.since)}: {numbers}."
    yield from _demanded(release.demand)


def _demanded(demand: RequiredBump) -> Iterator[str]:
    """The step, where changes demand one; the version as well, where none is declared that is enough."""
    if demand.actual_step == "none":
        return
    if demand.declared and demand.base and not demand.met:
        made = step_between(demand.base, demand.declared)
        less = "no step on" if made == "none" else f"a {made} one"
        yield f"The changes demand a **{demand.actual_step}** version ({demand.next}), and this is {less}."
    else:
        version = f" ({demand.next})" if demand.next and not demand.declared else ""
        yield f"The changes demand a **{demand.actual_step}** version{version}."


def _items(findings: Sequence[Finding], release: Release) -> Iterator[str]:
    for _, group in groupby(findings, key=lambda each: (each.change.server, each.change.kind, each.change.name)):
        found = list(group)
        change = found[0].change
        item = f" {change.kind} {code(change.name, _LONGEST_NAME)}" if change.name else ""
        yield f"- **{code(change.server, _LONGEST_NAME)}**{item}"
        for finding in found:
            parts = [f"{code(finding.message, _LONGEST_SENTENCE)} (`{finding.rule.id}`)"]
            parts += _difference(finding) if finding.severity is not Severity.SAFE else ()
            parts += [_approved(each) for each in release.given.get(finding.change.id, ())]
            # A backslash at its end breaks a line inside a paragraph.
            yield "  - " + "\\\n    ".join(parts)


def _difference(finding: Finding) -> Iterator[str]:
    texts, edit = texts_of(finding), edit_of(finding)
    if texts:
        found = passages(*texts)
        yield from (_words(each) for each in found[:_MOST_PASSAGES])
        if len(found) > _MOST_PASSAGES:
            yield f"and {count(len(found) - _MOST_PASSAGES, 'more passage')}"
    elif edit and edit.before is not None and edit.after is not None:
        lead = ": ".join(code(part, _LONGEST_NAME) for part in (edit.place, edit.what) if part)
        before, after = (code(side or "", _LONGEST_VALUE) for side in edit.within(_LONGEST_VALUE))
        yield f"{lead} {before} → {after}".strip()


def _words(passage: Passage) -> str:
    """Old words struck through, new ones strong, a few around them."""
    room = _LONGEST_TEXT
    shown = []
    for span in passage:
        text = visible(span.text)[:room].strip()
        room -= len(text)
        mark = {"same": "", "gone": "~~", "come": "**"}[span.how]
        if text:
            shown.append(f"{mark}{code(text)}{mark}")
        if room <= 0:
            return " ".join([*shown, "…"])
    return " ".join(shown)


def _approved(given: Approval | Waiver) -> str:
    how = "Approved" if isinstance(given, Approval) else "Waived"
    by = f" by {code(given.by, _LONGEST_NAME)}" if given.by else ""
    return f"{how}{by}: {code(given.reason, _LONGEST_SENTENCE)}"


def _step(approval: Approval) -> str:
    place = f"{approval.server}/{approval.tool}" if approval.tool else approval.server
    change = f"{code(place, _LONGEST_NAME)} ({code(approval.rule, _LONGEST_NAME)})"
    return f"- {change}\\\n  {_approved(approval)}"
