"""`govern replay` in every format."""

import json
import re

from inline_snapshot import snapshot

from govern.contract.characters import has_hidden
from govern.facts.change import Change
from govern.report.documents.recordings import replay_document
from govern.report.markdown.measurements import MARKER, replay_markdown
from govern.report.terminal.page import Page, width_of
from govern.report.terminal.recordings import reading_words, replay_report
from govern.rules.finding import Finding
from govern.rules.rule import RULES, Severity
from govern.traces.outcome import CallExample, Evidence, Outsider, Reason, Replay, Replayed, Tally, ToolReplay
from govern.traces.reading import Notes
from tests.desk import Desk
from tests.report.documents.test_documents import assert_valid
from tests.report.hostile import EVIL, undirected, whatever_is_said
from tests.report.markdown.test_diff import tokens_of

LOOK = {"name": "look", "inputSchema": {"type": "object", "properties": {"q": {"type": "string"}}}}


def replay_of(text: str, *, tools: int = 1, unseen: bool = False) -> Replay:
    """Return a replay with `text` as every external name."""
    change = Change(
        "input-property-removed", "zoo", "tool", text, f"/inputSchema/properties/{text}", 1, 2, {"place": text}
    )
    finding = Finding(change, RULES[change.rule], Severity.BREAKING, "-", "-")
    example = CallExample(f"{text}.jsonl:3", ((text, "text of 4"), ("…", "number")), 2)
    reasons = tuple(
        Reason(kind, f"`{text}` is not taken", f"/inputSchema/{text}", 2, (change.id,), (example, example))
        for kind in ("refused", "answer", "loses its effect")
    )
    tally = Tally(12, 1, 1, 0, 2, 1, 1, 4, 2, 1, 1, 5)
    replayed = Replayed(
        tuple(ToolReplay("zoo", f"{text}{at or ''}", tally, reasons) for at in range(tools)),
        (Outsider(text, text, "ambiguous", 3), Outsider("", text, "not ours", 4)),
        {change.id: 3},
    )
    notes = Notes(2, 40, 2, 1, [(f"{text}:1", f"is no JSON: {text}"), ("b:2", "is longer than 3 bytes")])
    return Replay(text if unseen else "capability.lock", "HEAD", Evidence(replayed), (finding,), notes)


def test_replay_on_a_terminal() -> None:
    assert replay_report(replay_of("look", tools=1), Page(100)) == snapshot("""\
zoo/look
  12 calls: 2 rejected by the input schema, 1 accepted with an argument that is now ignored, 1
            invalid under both contracts, 1 with an answer that is no longer valid, 1 with an answer
            that only SAFE changes affect, 1 that could not be checked, 1 that failed when recorded,
            1 recorded without arguments
    rejected: `look` is not taken (c-111e8f3996a0): 2 recorded calls
      for example look.jsonl:3: {look: text of 4, …: number, and 2 more}
    invalid answer: `look` is not taken (c-111e8f3996a0): 2 recorded calls
      for example look.jsonl:3: {look: text of 4, …: number, and 2 more}
    argument ignored: `look` is not taken (c-111e8f3996a0): 2 recorded calls
      for example look.jsonl:3: {look: text of 4, …: number, and 2 more}

by change
  BREAKING input-property-removed c-111e8f3996a0 zoo tool look: affects 3 of 11 recorded calls

3 calls skipped, several tools match: look/look (3)
4 calls skipped, not in the lock: look (4)
read 40 lines from 2 files
1 line without a recorded call
2 lines skipped: look:1 is no JSON: look; b:2 is longer than 3 bytes
breaks: 5 of 11 recorded calls that worked under HEAD fail under capability.lock; could not check 1
          recorded call
""")


def test_replay_in_markdown() -> None:
    assert replay_markdown(replay_of("look", tools=1)) == snapshot("""\
<!-- govern replay -->
## govern replay: breaks

`breaks: 5 of 11 recorded calls that worked under HEAD fail under capability.lock; could not check 1 recorded call`

| severity | rule | change | item | recorded calls |
| --- | --- | --- | --- | --- |
| BREAKING | `input-property-removed` | `c-111e8f3996a0` | `zoo tool look` | affects 3 of 11 recorded calls |

**`zoo/look`**: 5 of 11 calls

- ``rejected: `look` is not taken (c-111e8f3996a0): 2 recorded calls``
  - `look.jsonl:3: {look: text of 4, …: number, and 2 more}`
- ``invalid answer: `look` is not taken (c-111e8f3996a0): 2 recorded calls``
  - `look.jsonl:3: {look: text of 4, …: number, and 2 more}`
- ``argument ignored: `look` is not taken (c-111e8f3996a0): 2 recorded calls``
  - `look.jsonl:3: {look: text of 4, …: number, and 2 more}`

<details><summary>Recordings</summary>

- `read 40 lines from 2 files`
- `1 line without a recorded call`
- `2 lines skipped: look:1 is no JSON: look; b:2 is longer than 3 bytes`
- 7 calls skipped: `look/look (3), look (4)`

</details>
""")


def test_the_document_matches_its_schema(desk: Desk) -> None:
    desk.catalogs(zoo=[LOOK])
    desk.ok("lock")
    (desk.folder / "old.lock").write_bytes(desk.lock_path.read_bytes())
    desk.catalogs(zoo=[LOOK | {"inputSchema": {"type": "object", "properties": {"q": {"type": "integer"}}}}])
    desk.ok("lock")
    calls = [{"tool": "look", "arguments": {"q": "x"}}, {"tool": "Bash"}, {"level": 3}]
    desk.write("a.jsonl", "".join(json.dumps(each) + "\n" for each in calls) + "oops\n")
    document = assert_valid(desk.govern("replay", "a.jsonl", "--against", "old.lock", "--json"))
    assert document["changes"][0]["hits"] == document["tools"][0]["reasons"][0]["calls"] == 1
    assert document["outsiders"] == [{"server": "", "tool": "Bash", "why": "not ours", "calls": 1}]
    assert_valid(desk.govern("replay", "a.jsonl", "--json"))
    assert_valid(desk.govern("diff", "old.lock", "capability.lock", "--json", "--traces", "a.jsonl"))


def test_long_reports_are_clipped_with_a_count() -> None:
    many = replay_of("look", tools=50)
    assert "and 20 more tools" in replay_markdown(many)
    assert "and 30 more tools (--verbose shows all)" in replay_report(many, Page(100))
    assert "more tools" not in replay_report(many, Page(100), verbose=True)


@whatever_is_said(30)
def test_no_line_of_a_hostile_text_looks_like_a_line_of_govern(text: str) -> None:
    ours = re.compile(r"$|zoo/|by change|read |breaks: |1 line|2 lines|3 calls skipped|4 calls skipped|  ")
    for page in (Page(40), Page(100, colour=False), Page(140, ascii=True)):
        for verbose in (False, True):
            report = replay_report(replay_of(text), page, verbose=verbose)
            assert not has_hidden(report)
            for line in report.rstrip("\n").split("\n"):
                assert ours.match(line), line
                assert width_of(line) <= page.width


@whatever_is_said(30)
def test_hostile_texts_are_not_markup(text: str) -> None:
    markdown = replay_markdown(replay_of(text))
    assert markdown.startswith(MARKER)
    assert not has_hidden(undirected(markdown))
    tokens = tokens_of(markdown)
    kinds = {token.type for token in tokens}
    assert not kinds & {"html_inline", "link_open", "image", "hr", "code_block", "fence", "em_open", "hardbreak"}
    assert [token.tag for token in tokens if token.type == "heading_open"] == ["h2"]
    plain = [token.content for token in tokens if token.type == "text"]
    assert not any(EVIL in message or "@" in message for message in plain)


@whatever_is_said(10)
def test_hostile_texts_are_kept_in_the_document(text: str) -> None:
    document = replay_document(replay_of(text))
    assert document["tools"][0]["tool"] == text


def test_one_line_is_one_line() -> None:
    assert [*reading_words(Notes(files=1, lines=1))] == ["read 1 line from 1 file"]
