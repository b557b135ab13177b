"""How recorded calls are told: as documents, on a terminal, in a pull request."""

import json
import re

from inline_snapshot import snapshot

from govern.contract.characters import has_hidden
from govern.facts.change import Change
from govern.report.documents.replay import replay_document
from govern.report.markdown.replay import MARKER, replay_markdown
from govern.report.terminal.page import Page, width_of
from govern.report.terminal.replay import replay_report
from govern.rules.finding import Finding
from govern.rules.rule import Severity
from govern.rules.table import RULES
from govern.traces.outcome import Evidence, Example, Outsider, Reason, Replay, Replayed, Tally, ToolReplay
from govern.traces.reading import Notes
from tests.desk import Desk
from tests.report.hostile import EVIL, whatever_is_said
from tests.report.test_diff_markdown import tokens_of
from tests.report.test_documents import assert_valid

LOOK = {"name": "look", "inputSchema": {"type": "object", "properties": {"q": {"type": "string"}}}}


def replay_of(text: str, *, tools: int = 1, unseen: bool = False) -> Replay:
    """A replay in which every name that comes from outside is this one."""
    change = Change(
        "input-property-removed", "zoo", "tool", text, f"/inputSchema/properties/{text}", 1, 2, {"place": text}
    )
    finding = Finding(change, RULES[change.rule], Severity.BREAKING, "-", "-")
    example = Example(f"{text}.jsonl:3", ((text, "text of 4"), ("…", "number")), 2)
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


def test_on_a_terminal() -> None:
    assert replay_report(replay_of("look", tools=1), Page(100)) == snapshot("""\
zoo/look
  12 calls: 2 refused by the input schema, 1 taken, with an argument that has no effect
            any more, 1 fit neither contract, 1 with an answer that no longer fits, 1 with an answer
            that only SAFE changes concern, 1 of which nobody can tell, 1 failed in the recording
            already, 1 recorded without their arguments
    refused: `look` is not taken (c-111e8f3996a0): 2 recorded calls
      such as look.jsonl:3: {look: text of 4, …: number, and 2 more}
    an answer does not fit: `look` is not taken (c-111e8f3996a0): 2 recorded calls
      such as look.jsonl:3: {look: text of 4, …: number, and 2 more}
    loses its effect: `look` is not taken (c-111e8f3996a0): 2 recorded calls
      such as look.jsonl:3: {look: text of 4, …: number, and 2 more}

by change
  BREAKING input-property-removed c-111e8f3996a0 zoo tool look: hits 3 of 11 recorded
            calls

3 calls left out, may be one of several tools: look/look (3)
4 calls left out, no tool of the lock: look (4)
read: 40 lines of 2 files
1 line of which nothing is a recorded call
2 lines could not be used: look:1 is no JSON: look; b:2 is longer than 3 bytes
breaks: 5 of 11 recorded calls that worked under HEAD fail by capability.lock; of 1
          recorded call nobody can tell
""")


def test_in_a_pull_request() -> None:
    assert replay_markdown(replay_of("look", tools=1)) == snapshot("""\
<!-- govern replay -->
## govern replay: breaks

`breaks: 5 of 11 recorded calls that worked under HEAD fail by capability.lock; of 1 recorded call nobody can tell`

| severity | rule | change | of | recorded calls |
| --- | --- | --- | --- | --- |
| BREAKING | `input-property-removed` | `c-111e8f3996a0` | `zoo tool look` | hits 3 of 11 recorded calls |

**`zoo/look`**: 5 of 11 calls

- ``refused: `look` is not taken (c-111e8f3996a0): 2 recorded calls``
  - `look.jsonl:3: {look: text of 4, …: number, and 2 more}`
- ``an answer does not fit: `look` is not taken (c-111e8f3996a0): 2 recorded calls``
  - `look.jsonl:3: {look: text of 4, …: number, and 2 more}`
- ``loses its effect: `look` is not taken (c-111e8f3996a0): 2 recorded calls``
  - `look.jsonl:3: {look: text of 4, …: number, and 2 more}`

<details><summary>What was read</summary>

- `read: 40 lines of 2 files`
- `1 line of which nothing is a recorded call`
- `2 lines could not be used: look:1 is no JSON: look; b:2 is longer than 3 bytes`
- 7 calls left out: `look/look (3), look (4)`

</details>
""")


def test_the_document_is_what_its_schema_says(desk: Desk) -> None:
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


def test_long_reports_are_cut_and_say_so() -> None:
    many = replay_of("look", tools=50)
    assert "and 20 more tools" in replay_markdown(many)
    assert "and 30 more tools (--verbose shows all)" in replay_report(many, Page(100))
    assert "more tools" not in replay_report(many, Page(100), verbose=True)


@whatever_is_said(30)
def test_nothing_hostile_acts_or_passes_for_ours_on_a_terminal(text: str) -> None:
    ours = re.compile(r"$|zoo/|by change|read: |breaks: |1 line|2 lines|3 calls left|4 calls left|  ")
    for page in (Page(40), Page(100, colour=False), Page(140, ascii=True)):
        for verbose in (False, True):
            report = replay_report(replay_of(text), page, verbose=verbose)
            assert not has_hidden(report)
            for line in report.rstrip("\n").split("\n"):
                assert ours.match(line), line
                assert width_of(line) <= page.width


@whatever_is_said(30)
def test_nothing_hostile_is_markup(text: str) -> None:
    markdown = replay_markdown(replay_of(text))
    assert markdown.startswith(MARKER)
    assert not has_hidden(markdown)
    tokens = tokens_of(markdown)
    kinds = {token.type for token in tokens}
    assert not kinds & {"html_inline", "link_open", "image", "hr", "code_block", "fence", "em_open", "hardbreak"}
    assert [token.tag for token in tokens if token.type == "heading_open"] == ["h2"]
    plain = [token.content for token in tokens if token.type == "text"]
    assert not any(EVIL in said or "@" in said for said in plain)


@whatever_is_said(10)
def test_nothing_hostile_is_lost_in_the_document(text: str) -> None:
    document = replay_document(replay_of(text))
    assert document["tools"][0]["tool"] == text
