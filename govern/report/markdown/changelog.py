"""The `changelog` report in Markdown, for release notes; no text of a server, a tag or a commit is markup."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from govern.contract.characters import visible
from govern.gate.release import UNRELEASED, step_between
from govern.policy.approvals import Approval
from govern.report.edits import edit_of, passages, texts_of
from govern.report.markdown.elements import code
from govern.report.terminal.page import count
from govern.report.wording import WORST_FIRST, by_severity_and_item, severity_counts
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.gate.release import Changelog, Release, RequiredBump
    from govern.policy.approvals import Waiver
    from govern.report.edits import Passage
    from govern.rules.finding import Finding


# A tag of a version, in which nothing is markup, a mention or a link.
_PLAIN = re.compile(r"v?[0-9]+(?:\.[0-9]+)*(?:-?(?:a|b|rc|alpha|beta)\.?[0-9]*)?")
_LONGEST_NAME = 120
_LONGEST_VALUE = 120
_LONGEST_SENTENCE = 400
_LONGEST_TEXT = 300
_MOST_PASSAGES = 3


def changelog_markdown(changelog: Changelog) -> str:
    """Return the releases, the newest first; in each, the worst changes first, by server and tool."""
    lines = ["# Contract changelog", ""]
    if changelog.note:
        lines += [changelog.note, ""]
    for release in changelog.releases:
        lines += _release_lines(release)
    if not changelog.releases:
        lines += ["No release contains a lock.", ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _release_lines(release: Release) -> Iterator[str]:
    day = f" ({release.when.date().isoformat()})" if release.when else ""
    yield from (f"## {_release_name(release.name)}{day}", "")
    if release.subject:
        yield from (code(release.subject, _LONGEST_NAME), "")
    yield from (" ".join(_summary_sentences(release)), "")
    for note in release.notes:
        yield from (code(note, _LONGEST_SENTENCE), "")
    for severity in WORST_FIRST:
        found = [each for each in sorted(release.findings, key=by_severity_and_item) if each.severity is severity]
        if found:
            yield from (f"### {severity}", "", *_item_lines(found, release), "")
    if release.on_the_way:
        yield from ("### Approved between releases", "", *map(_approval_item, release.on_the_way), "")


def _release_name(name: str) -> str:
    """Return a plain version as it is, and any other name as code."""
    plain = name == UNRELEASED or (len(name) <= _LONGEST_NAME and _PLAIN.fullmatch(name))
    return name if plain else code(name, _LONGEST_NAME)


def _summary_sentences(release: Release) -> Iterator[str]:
    if release.also:
        by_commit = release.commit.startswith(release.name)
        tags = ", ".join(code(each, _LONGEST_NAME) for each in release.also)
        yield f"{'Released as' if by_commit else 'Also tagged'} {tags}."
    if release.problem:
        yield f"Cannot be compared: {code(release.problem, _LONGEST_SENTENCE)}."
    elif release.contents:
        contents = " and ".join(count(number, noun.removesuffix("s")) for noun, number in release.contents.items())
        yield f"First lock: {contents}."
    elif not release.findings:
        yield f"No change since {_release_name(release.since)}."
    else:
        numbers = severity_counts({each: release.count(each) for each in WORST_FIRST})
        yield f"{count(len(release.findings), 'change')} since {_release_name(release.since)}: {numbers}."
    yield from _version_sentence(release.bump)


def _version_sentence(bump: RequiredBump) -> Iterator[str]:
    """Yield the required version step, and the version itself unless a sufficient one is declared."""
    if bump.actual_step == "none":
        return
    if bump.declared and bump.base and not bump.met:
        made = step_between(bump.base, bump.declared)
        actual = "does not raise the version" if made == "none" else f"is a {made} version"
        yield f"The changes need a **{bump.actual_step}** version ({bump.next}); this release {actual}."
    else:
        version = f" ({bump.next})" if bump.next and not bump.declared else ""
        yield f"The changes need a **{bump.actual_step}** version{version}."


def _item_lines(findings: Sequence[Finding], release: Release) -> Iterator[str]:
    """Yield each item with its changes; items of one kind and server with the same changes are one entry."""
    items: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for place, group in groupby(findings, key=lambda each: (each.change.server, each.change.kind, each.change.name)):
        server, kind, name = place
        changes = tuple(_change_line(each, release) for each in group)
        items.setdefault((server, kind, changes), []).append(name)
    for (server, kind, changes), names in items.items():
        named = ", ".join(code(each, _LONGEST_NAME) for each in names)
        item = f" {kind}{'s' if names[1:] else ''} {named}" if any(names) else ""
        yield f"- **{code(server, _LONGEST_NAME)}**{item}"
        yield from changes


def _change_line(finding: Finding, release: Release) -> str:
    parts = [f"{code(finding.message, _LONGEST_SENTENCE)} (`{finding.rule.id}`)"]
    parts += _difference(finding) if finding.severity is not Severity.SAFE else ()
    parts += [_approval_sentence(each) for each in release.given.get(finding.change.id, ())]
    # A backslash at the end of a line is a line break inside a paragraph.
    return "  - " + "\\\n    ".join(parts)


def _difference(finding: Finding) -> Iterator[str]:
    texts, edit = texts_of(finding), edit_of(finding)
    if texts:
        found = passages(*texts)
        yield from (_passage_text(each) for each in found[:_MOST_PASSAGES])
        if len(found) > _MOST_PASSAGES:
            yield f"and {count(len(found) - _MOST_PASSAGES, 'more changed passage')}"
    elif edit and edit.before is not None and edit.after is not None:
        lead = ": ".join(code(part, _LONGEST_NAME) for part in (edit.place, edit.what) if part)
        before, after = (code(side or "", _LONGEST_VALUE) for side in edit.within(_LONGEST_VALUE))
        yield f"{lead} {before} → {after}".strip()


def _passage_text(passage: Passage) -> str:
    """Return a passage with its old words struck through and its new words in bold."""
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


def _approval_sentence(given: Approval | Waiver) -> str:
    how = "Approved" if isinstance(given, Approval) else "Waived"
    by = f" by {code(given.by, _LONGEST_NAME)}" if given.by else ""
    return f"{how}{by}: {code(given.reason, _LONGEST_SENTENCE)}"


def _approval_item(approval: Approval) -> str:
    place = f"{approval.server}/{approval.tool}" if approval.tool else approval.server
    change = f"{code(place, _LONGEST_NAME)} ({code(approval.rule, _LONGEST_NAME)})"
    return f"- {change}\\\n  {_approval_sentence(approval)}"
