"""`govern cost`: token counts, budgets, and the lock that growth is measured from."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from govern.report.formats import Format
from tests.desk import SAYING, Desk, Prepared

FORMATS = [form.value for form in Format]
GIT = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def tool(name: str, words: int = 1) -> dict[str, Any]:
    return {"name": name, "description": "word " * words, "inputSchema": {"type": "object"}}


@pytest.fixture
def locked(prepared: Prepared) -> Desk:
    def build(desk: Desk) -> None:
        desk.catalogs(a=[tool("small"), tool("large", 300)], b=[tool("middle", 100)])
        desk.ok("lock")

    return prepared(build)


def policy(desk: Desk, more: str) -> None:
    text = (desk.folder / "govern.toml").read_text("utf-8").partition("[policy")[0]
    desk.write("govern.toml", text + more)


def test_what_costs_most_comes_first(locked: Desk) -> None:
    lines = locked.ok("cost").out.splitlines()
    order = [
        next(at for at, line in enumerate(lines) if f"  {place} " in line)
        for place in ("a", "b", "a/large", "b/middle", "a/small")
    ]
    assert order == sorted(order)
    assert [each["name"] for each in locked.ok("cost", "--json").document["tools"]] == ["large", "middle", "small"]


def test_shares_and_totals_agree(locked: Desk) -> None:
    document = locked.ok("cost", "--json", "--window", "1000").document
    tokens = {each["name"]: each["tokens"] for each in document["tools"]}
    assert document["total"]["definition_tokens"] == sum(tokens.values())
    assert document["total"]["context_share"] == sum(tokens.values()) / 1000
    assert sum(each["share"] for each in document["tools"]) == pytest.approx(1, abs=1e-5)
    for each in document["tools"]:
        split = each["split"]
        # Each part is counted by itself, so where two meet a token may come or go.
        parts = split["name"] + split["description"] + split["parameters"] + split["structure"]
        assert abs(parts - each["tokens"]) <= 3
    assert f"{sum(tokens.values()):,} tokens on every model call: 3 tools" in locked.ok("cost").out


def test_answers_and_the_risk_of_them(desk: Desk) -> None:
    listing = {"type": "object", "properties": {"all": {"type": "array", "items": {"type": "string"}}}}
    desk.catalogs(
        a=[tool("one"), tool("two"), tool("lists") | {"outputSchema": listing}], more="[policy.risk]\nlow = 900\n"
    )
    desk.ok("lock")
    text = " ".join(desk.ok("cost").out.split())
    most = desk.ok("cost", "--json").document["total"]["max_tokens"]
    assert f" to ≥ {most:,} tokens with an output schema (estimated), no output schema: 2, unbounded: 1 " in text
    assert ": low up to 900 tokens, medium to 4,000, high to 8,000, critical above; unknown: no output schema " in text
    assert "Unbounded answers: 1 tool " in text
    assert "No output schema: 2 tools " in text
    desk.ok("report", "--output", "page.html")
    page = re.sub(r"<[^>]+>", "|", (desk.folder / "page.html").read_text("utf-8"))
    assert re.search(r"Unbounded answers\|+1\|+no output schema: 2 tools\|", page)


def test_some_servers(locked: Desk) -> None:
    assert {each["server"] for each in locked.ok("cost", "b", "--json").document["tools"]} == {"b"}
    assert locked.ok("cost", "a", "b", "a", "--json").document == locked.ok("cost", "--json").document
    answer = locked.govern("cost", "nope")
    assert answer.code == 2
    assert "no server 'nope' in the lock (there are: 'a', 'b')" in answer.err


def test_a_lock_without_tools(desk: Desk) -> None:
    desk.catalogs(a=[])
    desk.ok("lock")
    for form in FORMATS:
        desk.ok("cost", "--format", form)
    assert desk.ok("cost", "--json").document["total"]["definition_tokens"] == 0


def test_without_a_config(locked: Desk) -> None:
    (locked.folder / "govern.toml").unlink()
    answer = locked.govern("cost")
    assert answer.code == 2
    assert "no govern.toml, and no pyproject.toml" in answer.err
    assert "a/large" in locked.ok("cost", "--lock", "capability.lock").out


def test_without_a_lock(desk: Desk) -> None:
    desk.catalogs(a=[])
    answer = desk.govern("cost")
    assert answer.code == 2
    assert "lock not found" in answer.err


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    ("budget", "place"), [("tool-tokens = 200", "a/large"), ("server-tokens = 200", "a")], ids=["tool", "server"]
)
def test_a_broken_budget_is_reported_in_every_format(locked: Desk, form: str, budget: str, place: str) -> None:
    assert locked.ok("cost", "--format", form).code == 0
    policy(locked, f"[policy.budget]\n{budget}\n")
    answer = locked.govern("cost", "--format", form)
    assert answer.code == 1
    assert place in answer.out
    assert "200" in answer.out
    assert answer.err == ""
    assert locked.govern("cost", "--format", form, "--output", "report").code == 1
    assert place in (locked.folder / "report").read_text("utf-8")


def test_what_is_just_within_a_budget(locked: Desk) -> None:
    tokens = locked.ok("cost", "--json").document["tools"][0]["tokens"]
    policy(locked, f"[policy.budget]\ntool-tokens = {tokens}\n")
    locked.ok("cost")
    policy(locked, f"[policy.budget]\ntool-tokens = {tokens - 1}\n")
    assert locked.govern("cost").code == 1


GROWTH = "[policy.budget]\ngrowth-percent = 10\n"


@pytest.fixture
def committed(locked: Desk) -> Desk:
    """Commit the lock; since then one tool has grown."""
    policy(locked, GROWTH)
    locked.git("init", "-q", "-b", "main")
    locked.commit("first")
    locked.catalogs(a=[tool("small"), tool("large", 400)], b=[tool("middle", 100)], more=GROWTH)
    locked.ok("lock")
    return locked


def broken(desk: Desk, *words: str) -> list[tuple[str, str, str | None]]:
    answer = desk.govern("cost", "--json", *words)
    found = [(each["budget"], each["server"], each["tool"]) for each in answer.document["broken"]]
    assert answer.code == bool(found)
    return found


GREW = [("growth-percent", "a", None), ("growth-percent", "a", "large")]


@GIT
def test_growth_is_measured_from_the_last_commit(committed: Desk) -> None:
    assert broken(committed) == GREW
    assert "before; growth-percent allows" in committed.govern("cost").out
    committed.commit("second")
    assert broken(committed) == []
    assert broken(committed, "--against", "HEAD~1") == GREW
    assert broken(committed, "--against", "main~1", "b") == []


@GIT
def test_growth_from_another_place(committed: Desk) -> None:
    (committed.folder / "old.lock").write_text(committed.git("show", "HEAD:capability.lock"), "utf-8", newline="\n")
    assert broken(committed, "--against", "old.lock") == GREW
    assert broken(committed, "--against", "capability.lock") == []


@GIT
def test_growth_from_a_folder_below(committed: Desk) -> None:
    (committed.folder / "below").mkdir()
    committed.monkeypatch.chdir(committed.folder / "below")
    assert broken(committed) == GREW


@GIT
def test_another_encoding_is_no_growth(committed: Desk) -> None:
    unlike = [{"name": "größe", "description": "Größenverhältnisse überprüfen. " * 20}]
    committed.catalogs(a=unlike, more=GROWTH)
    committed.ok("lock")
    committed.commit()
    before = committed.ok("cost", "--json").document["total"]["definition_tokens"]
    committed.catalogs(a=unlike, more='[policy]\nencoding = "o200k_base"\n' + GROWTH)
    committed.ok("lock")
    after = committed.ok("cost", "--json", "--against", "HEAD").document["total"]["definition_tokens"]
    assert after < before / 1.1
    committed.commit()
    committed.catalogs(a=unlike, more=GROWTH)
    committed.ok("lock")
    assert broken(committed) == []


@GIT
def test_a_lock_that_git_does_not_hold_yet_is_a_beginning(locked: Desk) -> None:
    policy(locked, GROWTH)
    locked.git("init", "-q")
    assert broken(locked) == []


@GIT
def test_what_growth_cannot_be_measured_from(committed: Desk) -> None:
    committed.write("bad.lock", "lock = 1\n")
    for against, message in (
        ("no-such-ref", "no commit 'no-such-ref'"),
        ("--exec=x", "no such option"),
        ("-x", "no commit '-x'"),
        ("HEAD:capability.lock", "no lock at 'HEAD:capability.lock'"),
        ("none.lock", "no lock at 'none.lock'"),
        ("bad.lock", "bad.lock: economics: missing"),
    ):
        words = ("--against", against) if "no such o" not in message else (against,)
        answer = committed.govern("cost", *words)
        assert answer.code == 2
        assert message in answer.err
    committed.write("capability.lock", committed.lock_path.read_text("utf-8").replace("word", "ward"))
    assert committed.govern("cost").code == 2


@GIT
def test_growth_needs_something_to_grow_from(locked: Desk) -> None:
    policy(locked, GROWTH)
    answer = locked.govern("cost")
    assert answer.code == 2
    assert "not a git repository" in answer.err
    policy(locked, "")
    answer = locked.govern("cost", "--against", "HEAD")
    assert answer.code == 2
    assert "policy.budget.growth-percent is not set" in answer.err


def test_another_table_of_prices(locked: Desk) -> None:
    locked.write("prices.toml", 'date = "2026-01-02"\n[usd-per-million]\nours = 1000000\n')
    document = locked.ok("cost", "--prices", "prices.toml", "--json").document
    assert document["prices_date"] == "2026-01-02"
    assert document["total"]["usd_per_call"] == {"ours": document["total"]["definition_tokens"]}
    assert "prices of 2026-01-02): ours $" in locked.ok("cost", "--prices", "prices.toml").out
    locked.write("prices.toml", 'date = "2026-01-02"\n[usd-per-million]\nfree = 0\ncheap = 0.000001\n')
    assert "cheap <$0.0001, free $0.0000" in " ".join(locked.ok("cost", "--prices", "prices.toml").out.split())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--prices", "none.toml"), "none.toml: the price table cannot be read"),
        (("--prices", "govern.toml"), "`usd-per-million` is not a table of prices"),
        (("--prices", "."), "the price table cannot be read"),
        (("--prices", "a.json"), "a.json"),
        (("--window", "0"), "--window"),
        (("--format", "xml"), "--format"),
        (("--output", "none/report"), "cannot be written"),
        (("--output", "."), "cannot be written"),
        (("--lock", "none.lock"), "lock not found"),
        (("--lock", "govern.toml"), "not a capability.lock"),
        (("--config", "none.toml"), "file not found"),
    ],
)
def test_usage_errors(locked: Desk, words: tuple[str, ...], message: str) -> None:
    answer = locked.govern("cost", *words)
    assert answer.code == 2
    assert message in answer.err
    assert answer.out == ""


def test_the_job_summary_gets_markdown_by_itself(locked: Desk) -> None:
    summary = locked.write("summary.md", "before\n")
    locked.monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    markdown = locked.ok("cost", "--format", "markdown").out
    assert summary.read_text("utf-8") == "before\n" + markdown
    json.loads(locked.ok("cost", "--json").out)
    locked.ok("cost", "--output", "report")
    assert summary.read_text("utf-8") == "before\n" + 3 * markdown
    locked.monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(locked.folder / "none" / "summary.md"))
    locked.ok("cost")


def test_long_bills_are_cut_unless_all_is_wanted(desk: Desk) -> None:
    desk.catalogs(a=[tool(f"t{at:03}") for at in range(100)])
    desk.ok("lock")
    short, long = desk.ok("cost").out, desk.ok("cost", "--verbose").out
    rows = re.compile(r"^ +\d+ .*  a/t", re.MULTILINE)
    assert (len(rows.findall(short)), len(rows.findall(long))) == (40, 100)
    assert "and 60 more (--verbose shows all)" in short
    assert "a/t003, a/t004 and 95 more" in " ".join(short.split())
    assert "and 95 more" not in long
    assert "--verbose" not in long


def test_advice_for_servers_of_this_project_comes_first(desk: Desk) -> None:
    desk.say("ours", tool("find"))
    desk.write("server.py", Path(SAYING[-1]).read_bytes())
    desk.write("theirs.json", json.dumps({"tools": [tool(f"t{at}") for at in range(8)]}))
    own = json.dumps([*SAYING[:-1], "server.py", "ours.json"])
    desk.write("govern.toml", f'[servers.theirs]\ncatalog = "theirs.json"\n[servers.ours]\ncommand = {own}\n')
    desk.ok("lock")
    text = desk.ok("cost").out
    ours, others = text.partition("advice for servers of this project\n")[2].split("advice for other servers\n")
    assert "No output schema: 1 tool\n" in ours
    assert "ours/find" in ours
    assert "theirs" not in ours
    assert "No output schema: 8 tools\n" in others
    assert "ours/find" not in others
    advice = desk.ok("cost", "--json").document["advice"]
    assert {each["own"]: each["places"][0].split("/")[0] for each in advice} == {True: "ours", False: "theirs"}
    markdown = desk.ok("cost", "--format", "markdown").out
    assert markdown.index("Advice for servers of this project") < markdown.index("Advice for other servers")
