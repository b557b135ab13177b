"""`govern gate` in every format."""

import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest
import xmlschema
from inline_snapshot import snapshot
from markdown_it import MarkdownIt
from pydantic import TypeAdapter

from govern.contract.characters import has_hidden
from govern.contract.version import Version
from govern.gate.release import Check, CheckLine, Gate, RequiredBump
from govern.report.annotations import TITLES
from govern.report.documents.release import GateDocument
from govern.report.formats import Detail, Format, gate_text
from govern.report.markdown.diff import GATE_MARKER
from govern.report.terminal.page import Page
from govern.verdict import Verdict
from tests.report.documents.test_documents import closed
from tests.report.hostile import EVIL, hostile_verdict, whatever_is_said
from tests.report.verdicts import finding, passing, rich, waiting

SCHEMAS = Path(__file__).parent / "schemas"
SARIF = jsonschema.Draft7Validator(json.loads((SCHEMAS / "sarif-schema-2.1.0.json").read_text("utf-8")))
JUNIT = xmlschema.XMLSchema(SCHEMAS / "junit-10.xsd")
DOCUMENT = jsonschema.Draft202012Validator(closed(TypeAdapter(GateDocument).json_schema()))
LARGEST_COMMENT = 65_536
ANNOTATION = re.compile(
    r"::(error|warning|notice) file=capability\.lock,line=\d+,title=[^,:%\r\n]+ \([a-z-]+\)::[^\r\n]+"
)
WEAKER = finding("policy-weakened", "/policy/budget/tool-tokens", 500, 900, server="policy", kind="policy",
                 name="policy.budget.tool-tokens", asks="definitions may cost more")  # fmt: skip
DEMAND = RequiredBump("major", WEAKER, Version(1, 2, 3), Version(1, 3, 0), "package.json")


def gate(*lines: CheckLine, verdict: Verdict | None = None) -> Gate:
    return Gate(lines, verdict or rich(), DEMAND)


def small() -> Gate:
    verdict = Verdict(
        "v1.2.3", "capability.lock", (waiting(WEAKER), passing(finding("tool-added"))), fails=True, repeat=" --gate"
    )
    return gate(
        CheckLine("lock", "ok", "1 server, 2 tools"),
        CheckLine("servers", "not asked", "use --live to compare the lock with the servers"),
        CheckLine("policy", "failed", "it asks for less", ("one", "two")),
        CheckLine("launchers", "warning", "1 command is not pinned to a version", ("a: npx pkg",)),
        CheckLine(
            "version", "failed", "package.json: version 1.3.0 (minor); these changes need 2.0.0 (major)",
            step="set version 2.0.0 in package.json",
        ),
        verdict=verdict,
    )  # fmt: skip


def text_of(output: Gate, form: Format, width: int = 100, **how: Any) -> str:
    return gate_text(output, (Path("capability.lock"), "sha256:" + "a" * 64), dict, form, Page(width), **how)


def test_text() -> None:
    assert text_of(small(), Format.TEXT) == snapshot("""\
  policy  1 RISKY  1 needs approval
  github  1 SAFE

RISKY: 1 change needs approval
  policy-weakened c-05e59f6cfdb1 policy.budget.tool-tokens: 500 → 900: definitions may cost more

SAFE: 1 change, no approval needed: 1 tool-added (--verbose shows all)

ok       lock        1 server, 2 tools
skipped  servers     use --live to compare the lock with the servers
failed   policy      it asks for less
                       one
                       two
warning  launchers   1 command is not pinned to a version
                       a: npx pkg
failed   version     package.json: version 1.3.0 (minor); these changes need 2.0.0 (major)

refused: 2 of 4 checks failed: policy, version
next: govern approve --gate
then: set version 2.0.0 in package.json
""")


def test_text_on_a_narrow_page() -> None:
    output = text_of(small(), Format.TEXT, 40)
    assert output[output.index("failed   version") :] == snapshot("""\
failed   version
    package.json: version 1.3.0 (minor);
    these changes need 2.0.0 (major)

refused: 2 of 4 checks failed: policy, version
next: govern approve --gate
then: set version 2.0.0 in package.json
""")


def test_steps_are_in_the_order_of_checks_without_repetition() -> None:
    lines = (
        CheckLine("lock", "failed", "x", step="govern lock"),
        CheckLine("servers", "failed", "x", step="govern lock"),
        CheckLine("changes", "failed", "x"),
        CheckLine("policy", "failed", "x"),
        CheckLine("signatures", "failed", "x", step="govern sign"),
        CheckLine("results", "failed", "x"),
        CheckLine("version", "ok", "x", step="set version 2.0.0 in package.json"),
    )
    steps = [line for line in text_of(gate(*lines), Format.TEXT).splitlines() if line.startswith(("next: ", "then: "))]
    assert steps == snapshot(["next: govern lock", "then: govern approve", "then: govern sign"])


def test_quiet_is_the_result_only() -> None:
    assert text_of(small(), Format.TEXT, quiet=True) == "refused: 2 of 4 checks failed: policy, version\n"


@pytest.mark.parametrize(
    ("states", "headline"),
    [
        (["ok", "ok"], "allowed: all 2 checks passed since v1"),
        (["ok", "warning"], "allowed: all 2 checks passed since v1, 1 with a warning"),
        (["ok", "failed"], "refused: 1 of 2 checks failed: policy"),
    ],
)
def test_the_headline(states: list[str], headline: str) -> None:
    lines = [CheckLine(check, state, "x") for check, state in zip(("lock", "policy"), states, strict=True)]  # type: ignore[arg-type]
    assert text_of(gate(*lines, verdict=Verdict("v1", "new", ())), Format.TEXT, quiet=True) == f"{headline}\n"


def test_unreachable_servers_leave_the_gate_undecided() -> None:
    verdict = Verdict("v1", "new", (), unseen=(("a", "is gone"),))
    output = gate(CheckLine("servers", "failed", "1 server could not be seen"), verdict=verdict)
    assert output.outcome == "undecided"
    assert text_of(output, Format.TEXT).endswith("undecided: not reached: a\n")


def test_markdown() -> None:
    assert text_of(small(), Format.MARKDOWN) == snapshot("""\
<!-- govern gate -->
## govern gate: refused

`refused: 2 of 4 checks failed: policy, version`

| check | state | why |
| --- | --- | --- |
| lock | ok | `1 server, 2 tools` |
| servers | skipped | `use --live to compare the lock with the servers` |
| policy | **failed** | `it asks for less` |
| launchers | **warning** | `1 command is not pinned to a version` |
| version | **failed** | `package.json: version 1.3.0 (minor); these changes need 2.0.0 (major)` |

<details><summary>policy: failed</summary>

- `one`
- `two`

</details>

<details><summary>launchers: warning</summary>

- `a: npx pkg`

</details>

Once reviewed:

```sh
govern approve --gate
```

```text
set version 2.0.0 in package.json
```

| server | changes | need approval | definitions |
| --- | --- | ---: | --- |
| `policy` | 1 RISKY | 1 |  |
| `github` | 1 SAFE |  |  |

<details open><summary>RISKY: 1 change needs approval</summary>

- **`policy-weakened`** `c-05e59f6cfdb1` **`policy.budget.tool-tokens`**: `500 → 900: definitions may cost more`

</details>

SAFE: 1 change, no approval needed: 1 tool-added
""")


def test_json_matches_its_schema() -> None:
    for output in (
        small(),
        gate(CheckLine("lock", "ok", "x")),
        Gate((), Verdict("", "new", (), first=True), RequiredBump()),
    ):
        DOCUMENT.validate(json.loads(text_of(output, Format.JSON)))
    document = json.loads(text_of(small(), Format.JSON))
    assert document["verdict"] == "refused"
    assert document["bump"] == {
        "step": "major", "demanded": "major", "because": WEAKER.change.id, "base": "1.2.3", "next": "2.0.0",
        "declared": "1.3.0", "source": "package.json", "met": False,
    }  # fmt: skip
    assert document["changes"][0]["kind"] == "policy"


def test_sarif_has_failed_checks_and_every_change() -> None:
    log = json.loads(text_of(small(), Format.SARIF))
    SARIF.validate(log)
    run = log["runs"][0]
    assert [each["ruleId"] for each in run["results"]] == [
        "gate-launchers",
        "gate-version",
        "policy-weakened",
        "tool-added",
    ]
    fingerprints = [tuple(sorted(each["partialFingerprints"].items())) for each in run["results"]]
    assert len(set(fingerprints)) == len(fingerprints)


def test_junit_has_a_case_for_each_check_that_ran() -> None:
    text = text_of(small(), Format.JUNIT)
    JUNIT.validate(text.split("\n", 1)[1])
    suite = ET.fromstring(text.encode()).find("testsuite")
    assert suite is not None
    assert suite.get("name") == "govern gate"
    cases = {case.get("name", "").split(" ")[0]: [each.tag for each in case] for case in suite}
    assert cases == {
        "gate-lock": [], "gate-launchers": ["skipped"], "gate-version": ["failure"], "policy-weakened": ["failure"],
        "tool-added": [],
    }  # fmt: skip


def test_annotation_levels_follow_check_states() -> None:
    output = text_of(small(), Format.GITHUB).splitlines()
    assert [each.split(" ")[0] for each in output] == ["::error", "::warning", "::warning", "::notice"]
    assert all(map(ANNOTATION.fullmatch, output))


@whatever_is_said(25)
def test_no_line_of_a_hostile_text_looks_like_a_line_of_govern(text: str) -> None:
    output = gate(
        CheckLine("lock", "failed", f"{text} is configured", (text, f"a{text}\n::error::x")),
        verdict=hostile_verdict(text),
    )
    plain = text_of(output, Format.TEXT, width=60, detail=Detail(verbose=True))
    assert not [line for line in plain.splitlines() if line.startswith((EVIL, "allowed", "next: rm"))]
    assert not has_hidden(plain.replace("\n", ""))
    assert all(map(ANNOTATION.fullmatch, text_of(output, Format.GITHUB).splitlines()))
    DOCUMENT.validate(json.loads(text_of(output, Format.JSON)))
    SARIF.validate(json.loads(text_of(output, Format.SARIF)))
    JUNIT.validate(text_of(output, Format.JUNIT).split("\n", 1)[1])
    marked = text_of(output, Format.MARKDOWN)
    tokens = [
        each
        for token in MarkdownIt("commonmark").enable("table").parse(marked)
        for each in (token, *(token.children or ()))
    ]
    assert not [token for token in tokens if token.type in ("link_open", "image")]
    html = [token.content.strip() for token in tokens if token.type.startswith("html")]
    ours = re.compile(rf"{re.escape(GATE_MARKER)}|<details( open)?><summary>[\w,:() -]+</summary>|</details>")
    assert all(map(ours.fullmatch, html))
    assert not [token for token in tokens if token.type == "text" and EVIL in token.content]


def test_the_largest_gate_fits_a_comment() -> None:
    details = tuple(f"{'x' * 900} {number}" for number in range(500))
    lines = [CheckLine(check, "failed", "y" * 2_000, details) for check in TITLES]
    many = tuple(waiting(finding("tool-removed", name=f"tool-{number}")) for number in range(3_000))
    output = text_of(gate(*lines, verdict=replace(rich(), decided=many)), Format.MARKDOWN)
    assert len(output.encode("utf-16-le")) // 2 <= LARGEST_COMMENT
    assert ", … 2,900 more\n" in output


def test_each_check_has_a_title() -> None:
    assert [*TITLES] == [*get_args(Check)]
