"""A diff as a pull request comment."""

import re
from collections import Counter

import pytest
from inline_snapshot import snapshot
from markdown_it import MarkdownIt
from markdown_it.token import Token

from govern.contract.characters import has_hidden
from govern.facts.change import Witness
from govern.lockfile.costs import ContractSize, ServerSize
from govern.report.markdown.diff import MARKER, diff_markdown
from govern.verdict import Verdict
from tests.report.hostile import ATTACKS, EVIL, hostile_verdict, undirected, whatever_is_said
from tests.report.verdicts import NEW_TEXT, OLD_TEXT, REQUIRED, finding, passing, rich, waiting

LARGEST_COMMENT = 65_536
MARKUP = MarkdownIt("commonmark").enable(["table", "strikethrough"])
OURS = re.compile(
    rf"{re.escape(MARKER)}|<details( open)?><summary>((BREAKING|RISKY|SAFE): )?[\d,]+ changes?[ ,a-z]*</summary>"
    r"|</details>"
)
SAFE_KINDS = {"text", "code_inline", "strong_open", "strong_close", "s_open", "s_close", "softbreak"}


def tokens_of(text: str) -> list[Token]:
    return [each for token in MARKUP.parse(text) for each in (token, *(token.children or ()))]


def output(text: str, kind: str) -> list[str]:
    return [token.content.strip() for token in tokens_of(text) if token.type == kind]


def test_a_full_report() -> None:
    assert diff_markdown(rich()) == snapshot("""\
<!-- govern diff -->
## govern diff: unapproved

`unapproved: 3 of 8 changes from capability.lock at HEAD to capability.lock (4 BREAKING, 1 RISKY, 3 SAFE)`

| server | changes | need approval | definitions |
| --- | --- | ---: | --- |
| `maths` | 1 BREAKING | 1 |  |
| `github` | 3 BREAKING, 1 RISKY, 3 SAFE | 2 |  |

Ignored approvals:

- `stale: c-000000000000 is no change any more (capability.approvals.toml:12)`

Once reviewed:

```sh
govern approve
```

<details open><summary>BREAKING: 3 changes need approval</summary>

- **`text-hidden`** `c-2c3f27a04d1a` **`maths`** tool `add`: `concealment at /description: do not tell the user`
- **`test-bound-narrowed`** `c-c2daf5ff5658` **`github`** tool `search_issues`: ``fewer values are taken: `limit`: maximum 100 → 50``
  - **`needs 2 approvals, has 1 (ana@example.com); so far by ana@example.com: callers moved in #412, until 2027-01-31`**
  - example call `{"query": "x", "dry_run": true}`: `still accepted, but the argument is now ignored`
- **`test-required-added`** `c-a7d274aa189e` **`github`** tool `search_issues`: `` `owner` is required now ``
  - example call `{"query": "is:open"}`: `accepted before, rejected now: 'owner' is a required property`

</details>

<details><summary>BREAKING: 1 change, approved</summary>

- **`tool-removed`** `c-6a589749e0e3` **`github`** tool `get_issue`: `removed`
  - `approved by ana@example.com: callers moved in #412, until 2027-01-31`

</details>

<details><summary>RISKY: 1 change, approved</summary>

- **`tool-description-changed`** `c-59ef10f65f28` **`github`** tool `search_issues`: `description reworded`
  - `approved with a waiver by bo: texts are reviewed weekly, until 2027-01-01`
  > `Searches the issues of a repository. Returns at most one page of them,` ~~`newest`~~ **`oldest`** `first. The query is the one of the website, so anything that can be typed there can be given here, with the same meaning and the same limits. An empty query is` ~~`refused`~~ **`taken for all of them`** `.`

</details>

SAFE: 3 changes, no approval needed: 1 server-protocol-lowered by policy, 1 tool-added, 1 tool-title-respelled
""")  # noqa: E501 - as it is printed


def test_the_marker_is_the_first_line() -> None:
    for verdict in (rich(), Verdict("a", "b", ()), hostile_verdict(ATTACKS[5])):
        first, *rest = diff_markdown(verdict).split("\n")
        assert first == MARKER
        assert MARKER not in rest


def test_what_needs_no_approval_is_folded() -> None:
    html = output(diff_markdown(rich()), "html_block")
    assert html[1::2] == [
        "<details open><summary>BREAKING: 3 changes need approval</summary>",
        "<details><summary>BREAKING: 1 change, approved</summary>",
        "<details><summary>RISKY: 1 change, approved</summary>",
    ]


def test_removed_and_added_words_are_marked() -> None:
    text = diff_markdown(
        Verdict("a", "b", (waiting(finding("tool-description-changed", "/description", OLD_TEXT, NEW_TEXT)),))
    )
    assert "~~`newest`~~ **`oldest`** `first. The query" in text
    kinds = [token.type for token in tokens_of(text)]
    assert kinds.count("s_open") == kinds.count("s_close") == 2


@whatever_is_said(60)
def test_hostile_texts_are_not_markup(text: str) -> None:
    markdown = diff_markdown(hostile_verdict(text))
    assert not has_hidden(undirected(markdown))
    tokens = tokens_of(markdown)
    assert sum(token.type == "table_open" for token in tokens) == 1
    kinds = {token.type for token in tokens}
    assert not kinds & {"html_inline", "link_open", "image", "hr", "code_block", "em_open", "hardbreak"}
    assert all(OURS.fullmatch(html) for html in output(markdown, "html_block"))
    assert {token.type for token in tokens if token.level and token.map is None and token.block is False} <= SAFE_KINDS
    assert [token.tag for token in tokens if token.type == "heading_open"] == ["h2"]
    assert not any(word in message for message in output(markdown, "text") for word in (EVIL, "@", "://", "www.", "#"))
    assert sum(token.type == "list_item_open" for token in tokens) == 12
    fences = [token for token in tokens if token.type == "fence"]
    assert [(fence.info, fence.content) for fence in fences] == [("sh", "govern approve\n")]


def test_a_code_span_is_delimited_by_more_backticks_than_any_in_the_witness() -> None:
    witness = Witness({"a": "```\n`````\n"}, "old", "new", "documented", "")
    text = diff_markdown(Verdict("a", "b", (waiting(finding(REQUIRED, "/inputSchema", after="x", witness=witness)),)))
    assert "\n  - example call ``````{" in text
    assert r'{"a": "```\n`````\n"}' in output(text, "code_inline")


def many(number: int, words: int) -> Verdict:
    old = " ".join(f"word{at}" for at in range(words))
    decided = [
        waiting(finding("tool-description-changed", "/description", old, f"{old[::-1]} 漢{at}", name=f"tool{at}"))
        for at in range(number)
    ]
    removed = [waiting(finding("tool-removed", name=f"gone{at}")) for at in range(20)]
    added = [passing(finding("tool-added", name=f"new{at}")) for at in range(20)]
    return Verdict("a", "b", (*decided, *removed, *added), fails=True)


@pytest.mark.parametrize(("number", "words"), [(1_200, 3), (1_200, 60), (100, 3_000)])
def test_changes_beyond_the_limit_are_counted_and_no_entry_is_cut(number: int, words: int) -> None:
    verdict = many(number, words)
    text = diff_markdown(verdict)
    assert len(text.encode("utf-16-le")) // 2 <= LARGEST_COMMENT
    assert len(text) > LARGEST_COMMENT // 2
    kinds = Counter(token.type for token in tokens_of(text))
    match = re.search(
        r"\*\*([\d,]+) changes are not shown in full \((.*)\); `govern diff --verbose` shows all\.\*\*\n$", text
    )
    assert match
    missed = int(match[1].replace(",", ""))
    groups = 2
    assert kinds["list_item_open"] - groups + missed == number
    assert sum(int(number.replace(",", "")) for number in re.findall(r"([\d,]+) [A-Z]", match[2])) == missed
    assert kinds["s_open"] == kinds["s_close"]
    assert text.count("<details") == text.count("</details>")
    assert all(f"`gone{at}`" in text for at in range(20))
    assert "gone19" in text.split("<summary>RISKY")[0]


def test_characters_left_out_of_a_long_text_are_counted() -> None:
    decided = waiting(finding("tool-description-changed", "/description", "Short.", "x" * 10_000))
    text = diff_markdown(Verdict("a", "b", (decided,)))
    match = re.search(r" … ([\d,]+) more characters are not shown\.\n", text)
    assert match
    assert text.count("x") - text.count("next") == pytest.approx(10_000 - int(match[1].replace(",", "")), abs=20)


def test_a_large_upgrade_is_a_short_page() -> None:
    """Changes of one rule in one server are one entry, and only their number is open where they are many."""
    names = [f"tool{at:02}" for at in range(60)]
    reworded = [
        waiting(finding("tool-description-changed", "/description", "Find.", f"Find {name}.", name=name))
        for name in names
    ]
    removed = [waiting(finding("tool-removed", name=name)) for name in names]
    safe = [passing(finding("tool-added", name=f"new{name}")) for name in names]
    sizes = (ServerSize("github", ContractSize(60, 3_399), ContractSize(120, 16_208)),)
    lines = diff_markdown(Verdict("a", "b", (*reworded, *removed, *safe), sizes=sizes)).splitlines()
    row = "| `github` | 60 BREAKING, 60 RISKY, 60 SAFE | 120 | 3,399 → 16,208 tokens on every call, +377% |"
    assert lines.index(row) < 8
    assert len([line for line in lines if line.startswith("- ")]) == 2
    assert len([line for line in lines if line.startswith("  - ")]) == 60
    assert "  <details><summary>60 changes</summary>" in lines
    assert "SAFE: 60 changes, no approval needed: 60 tool-added" in lines
    assert " ".join(lines).count("needs approval") == 0
    assert all(name in next(line for line in lines if line.startswith("- **`tool-removed`**")) for name in names)


def test_no_changes() -> None:
    assert (
        diff_markdown(Verdict("a", "b", ()))
        == f"{MARKER}\n## govern diff: unchanged\n\n`unchanged: no change from a to b`\n"
    )
