"""A changelog as release notes."""

from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from inline_snapshot import snapshot
from markdown_it import MarkdownIt
from markdown_it.token import Token

from govern.contract.characters import has_hidden
from govern.contract.version import Version
from govern.gate.release import Changelog, Release, RequiredBump
from govern.report.markdown.changelog import changelog_markdown
from govern.rules.rule import Severity
from govern.verdict import Verdict
from tests.report.hostile import EVIL, hostile_verdict, undirected, whatever_is_said
from tests.report.verdicts import NEW_TEXT, OLD_TEXT, approval, finding, rich

# With the extensions of code hosts.
MARKUP = MarkdownIt("commonmark").enable(["table", "strikethrough", "linkify"], ignoreInvalid=True)
DAY = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
OURS = {
    "heading_open", "heading_close", "inline", "paragraph_open", "paragraph_close", "bullet_list_open",
    "bullet_list_close", "list_item_open", "list_item_close", "text", "code_inline", "strong_open", "strong_close",
    "s_open", "s_close", "hardbreak",
}  # fmt: skip


def tokens_of(text: str) -> list[Token]:
    return [each for token in MARKUP.parse(text) for each in (token, *(token.children or ()))]


def release_of(verdict: Verdict, text: str | None = None) -> Release:
    """Return the verdict as a release, with `text` in every field of a person, tag or commit."""
    message = text if text is not None else "x"
    findings = tuple(each.finding for each in verdict.decided)
    given = {each.finding.change.id: each.given for each in verdict.decided if each.given}
    other = replace(approval(findings[0], message, message), server=message, tool=message, rule=message)
    return Release(
        message, DAY, "0" * 40, message, message, (message, message), findings, given, (other,), {},
        RequiredBump("major"), (message,),
    )  # fmt: skip


def test_a_full_report() -> None:
    verdict = rich()
    output = replace(
        release_of(verdict), name="v1.3.0", subject="", since="v1.2.0", also=("docs@1.3.0",), notes=("A note.",),
        bump=RequiredBump("major", None, Version(1, 2, 0), Version(1, 3, 0)),
        on_the_way=(approval(verdict.decided[3].finding),),
    )  # fmt: skip
    first = Release("v1.2.0", DAY, "1" * 40, contents={"servers": 1, "tools": 1_200})
    away = Release("v1.1.0", DAY, "2" * 40, problem="it has no lock")
    assert changelog_markdown(Changelog((output, away, first), "A note of all.")) == snapshot("""\
# Contract changelog

A note of all.

## v1.3.0 (2026-03-01)

Also tagged `docs@1.3.0`. 8 changes since v1.2.0: 4 BREAKING, 1 RISKY, 3 SAFE. The changes need a **major** version (2.0.0); this release is a minor version.

`A note.`

### BREAKING

- **`github`** tool `get_issue`
  - `removed` (`tool-removed`)\\
    Approved by `ana@example.com`: `callers moved in #412`
- **`github`** tool `search_issues`
  - `fewer values are taken` (`test-bound-narrowed`)\\
    `limit`: `maximum` `100` → `50`\\
    Approved by `ana@example.com`: `callers moved in #412`
  - `` `owner` is required now `` (`test-required-added`)
- **`maths`** tool `add`
  - `concealment at /description: do not tell the user` (`text-hidden`)

### RISKY

- **`github`** tool `search_issues`
  - `description reworded` (`tool-description-changed`)\\
    `Searches the issues of a repository. Returns at most one page of them,` ~~`newest`~~ **`oldest`** `first. The query is the one of the website, so anything that can be typed there can be given here, with the same meaning and the same limits. An empty query is` ~~`refused`~~ **`taken for all of them`** `.`\\
    Waived by `bo`: `texts are reviewed weekly`

### SAFE

- **`github`**
  - `protocol: 2025-11-25 → 2025-06-18` (`server-protocol-lowered`)
- **`github`** tool `list_labels`
  - `added` (`tool-added`)
  - `title reformatted` (`tool-title-respelled`)

### Approved between releases

- `github/get_issue` (`tool-removed`)\\
  Approved by `ana@example.com`: `callers moved in #412`

## v1.1.0 (2026-03-01)

Cannot be compared: `it has no lock`.

## v1.2.0 (2026-03-01)

First lock: 1 server and 1,200 tools.
""")  # noqa: E501 - as it is printed


def test_no_release() -> None:
    assert changelog_markdown(Changelog(())) == "# Contract changelog\n\nNo release contains a lock.\n"


@whatever_is_said(60)
def test_hostile_texts_are_not_markup(text: str) -> None:
    changelog = Changelog((
        release_of(hostile_verdict(text), text),
        Release(text, DAY, "", problem=text),
        Release(text, None, "", since=text, also=(text,)),
    ))  # fmt: skip
    output = changelog_markdown(changelog)
    tokens = tokens_of(output)
    assert {token.type for token in tokens} <= OURS
    assert not [token.content for token in tokens if token.type == "text" and EVIL in token.content]
    assert not has_hidden(undirected(output))
    headings = [each for token, each in pairwise(tokens) if token.type == "heading_open"]
    ours = {"Contract changelog", "BREAKING", "RISKY", "SAFE", "Approved between releases"}
    assert {each.content for each in headings if EVIL not in each.content} == ours
    assert sum(token.tag == "h2" for token in tokens if token.type == "heading_open") == 3


@pytest.mark.parametrize(
    ("name", "heading"),
    [
        ("v1.2.3", "v1.2.3"), ("1.2.3-rc.1", "1.2.3-rc.1"), ("Unreleased", "Unreleased"), ("a@1.2.3", "`a@1.2.3`"),
        ("1.2.3-GH-1", "`1.2.3-GH-1`"), ("v1.2.3+abcdef1", "`v1.2.3+abcdef1`"), ("a_b_", "`a_b_`"), ("1", "1"),
        ("www.evil.test", "`www.evil.test`"), ("", "` `"), ("#1", "`#1`"), ("1.2.3\n# x", "`1.2.3 # x`"),
    ],
)  # fmt: skip
def test_names_other_than_plain_versions_are_code(name: str, heading: str) -> None:
    assert f"\n## {heading}\n" in changelog_markdown(Changelog((Release(name, None, ""),)))


def test_long_texts_are_clipped() -> None:
    words = [f"word{at}" for at in range(900)]
    old = " ".join(words)
    new = " ".join("y" * 9_000 if at == 200 else "other" if at % 200 == 100 else word for at, word in enumerate(words))
    found = finding("tool-description-changed", "/description", old, new)
    long = finding("tool-removed", name="x" * 10_000)
    text = changelog_markdown(Changelog((Release("v1.0.0", DAY, "", since="v0.9.0", findings=(found, long)),)))
    assert len(text) < 3_000
    assert "…" in text
    assert "and 2 more changed passages" in text


def test_items_with_the_same_changes_are_one_entry() -> None:
    found = [finding("tool-removed", name=name) for name in ("", "one", "two")]
    found += [finding("tool-description-changed", "/description", OLD_TEXT, NEW_TEXT, name=name) for name in ("a", "c")]
    other = finding("tool-description-changed", "/description", OLD_TEXT, OLD_TEXT + " More.", name="b")
    text = changelog_markdown(Changelog((Release("v1.0.0", DAY, "", since="v0.9.0", findings=(*found, other)),)))
    assert "- **`github`** tools ` `, `one`, `two`\n  - `removed` (`tool-removed`)\n\n" in text
    assert [line for line in text.splitlines() if "tool" in line and line.startswith("- ")][1:] == [
        "- **`github`** tools `a`, `c`",
        "- **`github`** tool `b`",
    ]


def test_texts_of_safe_changes_are_left_out() -> None:
    found = finding("tool-title-respelled", "/title", "Find", "find")
    assert found.severity is Severity.SAFE
    text = changelog_markdown(Changelog((Release("v1.0.0", DAY, "", since="v0.9.0", findings=(found,)),)))
    assert "~~" not in text


def test_removed_and_added_words_are_marked() -> None:
    found = finding("tool-description-changed", "/description", OLD_TEXT, NEW_TEXT)
    text = changelog_markdown(Changelog((Release("v1.0.0", DAY, "", since="v0.9.0", findings=(found,)),)))
    assert "~~`newest`~~ **`oldest`** `first." in text


@pytest.mark.parametrize(
    ("bump", "message"),
    [
        (RequiredBump("none", None, Version(1, 0, 0)), ""),
        (RequiredBump("major"), "a **major** version."),
        (RequiredBump("major", None, Version(1, 2, 3)), "a **major** version (2.0.0)."),
        (RequiredBump("major", None, Version(0, 2, 3)), "a **minor** version (0.3.0)."),
        (RequiredBump("minor", None, Version(1, 2, 3), Version(2, 0, 0)), "a **minor** version."),
        (
            RequiredBump("minor", None, Version(1, 2, 3), Version(1, 2, 4)),
            "a **minor** version (1.3.0); this release is a patch version.",
        ),
        (
            RequiredBump("patch", None, Version(1, 2, 3), Version(1, 2, 3)),
            "a **patch** version (1.2.4); this release does not raise the version.",
        ),
    ],
)
def test_the_required_version(bump: RequiredBump, message: str) -> None:
    found = finding("tool-removed")
    text = changelog_markdown(Changelog((Release("x", DAY, "", since="v1", findings=(found,), bump=bump),)))
    assert text.partition("1 BREAKING.")[2].partition("\n")[0].removeprefix(" The changes need ") == message
