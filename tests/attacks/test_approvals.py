"""Invalid approvals: forged, copied, too wide, by other people or one person twice, or by tricks of TOML."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.attacks.victim import BROKEN, POISONED, RELEASED, Tools, Victim, assert_held, assert_passes, tools
from tests.desk import Answer, Desk, in_days
from tests.signing.people import Person

FILE = "capability.approvals.toml"
POLICY = '[policy.approvals]\napprovers = ["ana@example.com", "ben@example.com"]\n'
Edit = Callable[[str], str]


def value(key: str, now: str) -> Edit:
    """Return an edit that sets a key to another TOML value."""
    return lambda text: re.sub(rf"(?m)^{key} = .*$", lambda _: f"{key} = {now}", text)


def by(who: str) -> Edit:
    return value("by", f'"{who}"')


def more(line: str) -> Edit:
    return lambda text: f"{text}{line}\n"


def waiver(
    server: str = "a", tool: str = "*", rule: str = "input-*", *, by: str = "ana@example.com", days: int = 30
) -> Edit:
    lines = [f'server = "{server}"', f'tool = "{tool}"', f'rule = "{rule}"', 'reason = "x"', f"until = {in_days(days)}"]
    text = "\n".join(["[[waiver]]", *lines, *([f'by = "{by}"'] if by else []), ""])
    return lambda _: text


def both(*edits: Edit) -> Edit:
    return lambda text: "\n".join(edit(text) for edit in edits)


def same(text: str) -> str:
    return text


def inline(text: str) -> str:
    pairs = ", ".join(line for line in text.splitlines() if " = " in line and not line.startswith("#"))
    return f"approval = [ {{ {pairs} }} ]\n"


def among(*others: str, own: str = "") -> Edit:
    """Return an edit that moves the ID of the approved change, with keys of its own, into a list of changes."""

    def edit(text: str) -> str:
        change = re.findall('(?m)^(change = ".*")\n', text)[0]
        rest = text.replace(f"{change}\n", "")
        return f"{rest}changes = [ {', '.join([f'{{ {change}{own} }}', *others])} ]\n"

    return edit


ATTEMPTS: dict[str, tuple[Edit, str]] = {
    "another person": (by("eve@example.com"), "eve@example.com is not in policy.approvals.approvers"),
    "nobody": (lambda text: re.sub("(?m)^by = .*\n", "", text), "by: is missing"),
    "a longer address": (by("ana@example.com.evil.example"), "ana@example.com.evil.example is not in policy.approvals"),
    "a look-alike letter": (by("\u0430na@example.com"), "is not in policy.approvals.approvers"),
    "wide letters": (by("\uff41na@example.com"), "is not in policy.approvals.approvers"),
    "another look-alike letter": (by("b\u0435n@example.com"), "is not in policy.approvals.approvers"),
    "two at once": (by("ana@example.com, ben@example.com"), "is not in policy.approvals.approvers"),
    "an address in a name": (by("Eve <ana@example.com>"), "is not in policy.approvals.approvers"),
    "a comment in a name": (by("ana@example.com # eve"), "is not in policy.approvals.approvers"),
    "another id": (value("change", '"c-000000000000"'), "needs approval"),
    "any id": (value("change", '"c-*"'), "should be a change ID"),
    "an id in capitals": (lambda text: text.replace('"c-', '"C-'), "should be a change ID"),
    "a milder severity": (value("severity", '"RISKY"'), "forged: "),
    "another rule": (value("rule", '"tool-title-changed"'), "forged: "),
    "another tool": (value("tool", '"look"'), "forged: "),
    "another server": (value("server", '"b"'), "forged: "),
    "another state before": (value("from", f'"sha256:{"0" * 64}"'), "has changed again"),
    "another state after": (value("to", f'"sha256:{"0" * 64}"'), "has changed again"),
    "no state at all": (value("to", '"-"'), "has changed again"),
    "half a digest": (value("to", '"sha256:0123"'), "should be sha256: and 64 hexadecimal digits"),
    "an expired one": (more("until = 2020-01-01"), "expired on 2020-01-01"),
    "a day in quotes": (more('until = "2999-01-01"'), "should be a date without quotes"),
    "a day with a time": (more("until = 2999-01-01T00:00:00Z"), "should be a date without quotes"),
    "an unseen reason": (value("reason", '"\u200b\u2060"'), "reason: is empty"),
    "an approver of its own": (among(own=', by = "ana@example.com"'), "by: is set for all of these changes already"),
    "another tool of its own": (lambda text: among(own=', tool = "look"')(re.sub("(?m)^tool = .*\n", "", text)),
                                "forged: "),
    "no changes": (value("change", '"c-000000000000"\nchanges = []'), "changes: should be a list of tables"),
    "one table": (lambda text: text.replace("[[approval]]", "[approval]"), "should be a list of tables"),
    "dotted keys": (lambda text: re.sub("(?m)^(?=[a-z]+ =)", "approval.", text.replace("[[approval]]", "")),
                    "should be a list of tables"),
    "a key twice": (more('by = "ben@example.com"'), "is not valid TOML"),
    "a key that nobody knows": (more("approved = true"), "unknown key"),
    "a table that nobody knows": (lambda text: text.replace("[[approval]]", "[[approvals]]"), "unknown table"),
    "a merge conflict": (lambda text: f"<<<<<<< HEAD\n{text}=======\n>>>>>>> evil\n", "contains a merge conflict"),
    "a control character": (lambda text: text.replace("meant", "meant\x00"), "is not valid TOML"),
    "a key of many parts": (lambda text: text + "a" + ".a" * 100_000 + " = 1\n", "a key has more than 64 parts"),
    "a waiver of everything": (waiver("*", "*", "*"), "counts only if signed"),
    "a waiver of nearly everything": (waiver("**", "*", "*-*"), "counts only if signed"),
    "a waiver for ever": (waiver(days=100_000), "policy.waivers.max-days"),
    "a waiver from yesterday": (waiver(days=-1), "expired on"),
    "a waiver by another": (waiver(by="eve@example.com"), "eve@example.com is not in policy.approvals.approvers"),
    "a waiver by nobody": (waiver(by=""), "an unnamed person is not in"),
    "a waiver for a rule that is not": (waiver(rule="input-bound-tightend"), "no rule is named"),
    "a waiver elsewhere": (waiver(server="A"), "needs approval"),
    "a waiver without an end": (lambda text: re.sub("(?m)^until.*\n", "", waiver()(text)), "until: is missing"),
}  # fmt: skip
# A BREAKING change needs two people, and one person is listed as two.
AS_TWO: dict[str, tuple[Edit, str]] = {
    "the same block twice": (both(same, same), "has 1 (ana@example.com)"),
    "the same change twice": (lambda text: among(re.findall("change = .*", text)[0].join("{}"))(text),
                              "has 1 (ana@example.com)"),
    "in capitals": (both(same, by("ANA@Example.COM")), "needs 2 approvals, has 1"),
    "with spaces": (both(same, by(" ana@example.com ")), "needs 2 approvals, has 1"),
    "with an unseen character": (both(same, by("ana@exa\u200bmple.com")), "needs 2 approvals, has 1"),
    "with another reason": (both(same, value("reason", '"again"')), "needs 2 approvals, has 1"),
    "and a waiver of her own": (both(same, waiver()), "needs 2 approvals, has 1"),
    "and a waiver by nobody": (both(same, waiver(by="")), "needs 2 approvals, has 1"),
    "and a look-alike of Ben": (both(same, by("b\u0435n@example.com")), "needs 2 approvals, has 1"),
    "and one of Ben that expired": (both(same, lambda text: f'{by("ben@example.com")(text)}until = 2020-01-01\n'),
                                    "expired on 2020-01-01"),
}  # fmt: skip
HONEST: dict[str, Edit] = {
    "as it was written": same,
    "her name in capitals": by("Ana@Example.COM"),
    "line ends of another machine": lambda text: text.replace("\n", "\r\n"),
    "a mark of the encoding": lambda text: f"\ufeff{text}",
    "a list of inline tables": inline,
    "among other changes": among('{ change = "c-000000000000" }'),
    "valid for a while": lambda text: f"{text}until = {in_days(1)}\n",
    "a narrow waiver": waiver("a", "find", "input-bound-tightened"),
    "beside an old one": both(same, value("change", '"c-000000000000"')),
}


@pytest.fixture(scope="module")
def broken(plain_template: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Create a repository with an unapproved BREAKING change, and Ana's approval of it."""
    root = tmp_path_factory.mktemp("broken") / "repository"
    shutil.copytree(plain_template / "repository", root, symlinks=True)
    desk = Desk(root / "pkg", pytest.MonkeyPatch(), None)  # type: ignore[arg-type]
    desk.catalogs(a=BROKEN, more=POLICY)
    assert desk.typed("lock").code == 0
    words = ("--rule", "input-bound-tightened", "--reason", "meant", "--by", "ana@example.com")
    written = desk.typed("approve", "--against", "v1.0.0", *words)
    assert written.code == 0, written
    text = (root / "pkg" / FILE).read_text("utf-8")
    (root / "pkg" / FILE).unlink()
    return root, text


def judged(broken: tuple[Path, str], desk: Desk, edit: Edit, policy: str = POLICY) -> Answer:
    """Run the diff with these approvals."""
    root, text = broken
    desk = Desk(root / "pkg", desk.monkeypatch, desk.capsys)
    desk.monkeypatch.chdir(desk.folder)
    desk.monkeypatch.setenv("COLUMNS", "500")
    desk.write("govern.toml", f'[servers.a]\ncatalog = "a.json"\n{policy}')
    desk.write(FILE, edit(text))
    try:
        return desk.govern("diff", "v1.0.0")
    finally:
        (desk.folder / FILE).unlink()


@pytest.mark.parametrize(("edit", "message"), ATTEMPTS.values(), ids=ATTEMPTS)
def test_an_approval_without_a_giver_does_not_count(
    broken: tuple[Path, str], desk: Desk, edit: Edit, message: str
) -> None:
    assert_held(judged(broken, desk, edit), message)


@pytest.mark.parametrize(("edit", "message"), AS_TWO.values(), ids=AS_TWO)
def test_one_person_is_not_two(broken: tuple[Path, str], desk: Desk, edit: Edit, message: str) -> None:
    assert_held(judged(broken, desk, edit, POLICY + "breaking = 2\n"), message, code=1)


@pytest.mark.parametrize("edit", HONEST.values(), ids=HONEST)
def test_an_approval_by_an_allowed_approver_counts(broken: tuple[Path, str], desk: Desk, edit: Edit) -> None:
    assert_passes(judged(broken, desk, edit), "approved: ")


def test_two_people_are_two(broken: tuple[Path, str], desk: Desk) -> None:
    assert_passes(judged(broken, desk, both(same, by("ben@example.com")), POLICY + "breaking = 2\n"), "approved: ")


def test_a_file_that_is_not_utf_8_is_not_treated_as_missing(victim: Victim) -> None:
    victim.desk.write(FILE, b'[[approval]]\nby = "\xff"\n')
    assert_held(victim.attempt("diff", "v1.0.0"), "not UTF-8", code=2)


def test_a_broken_link_is_not_treated_as_a_missing_file(victim: Victim) -> None:
    (victim.folder / FILE).symlink_to("nowhere")
    assert_held(victim.attempt("diff", "v1.0.0"), "cannot be read", code=2)


def test_text_that_steers_the_model_cannot_be_waived(victim: Victim) -> None:
    victim.lists(POISONED)
    victim.desk.write(FILE, waiver(rule="*")(""))
    assert_held(victim.attempt("diff", "v1.0.0"), "no waiver covers this", code=1)
    victim.configure("[policy.approvals]", '[policy.severity]\n"text-hidden" = "safe"\n[policy.approvals]')
    assert_held(victim.attempt("diff", "v1.0.0"), "the severity of this rule cannot be lowered", code=2)


RENAMED = [{**RELEASED[0], "name": "seek"}, *RELEASED[1:]]


@pytest.mark.parametrize(
    ("first", "then"),
    [(RENAMED, [*RENAMED, BROKEN[0]]), (RELEASED[1:], [*RELEASED[1:], BROKEN[0]])],
    ids=["a rename", "a removal"],
)
def test_an_approval_of_a_removed_tool_does_not_cover_its_successor(victim: Victim, first: Tools, then: Tools) -> None:
    victim.lists(first)
    victim.approve("ana", "--rule", "*")
    victim.commit("approved")
    assert_passes(victim.attempt("gate"))
    victim.lists(then)
    assert_held(victim.attempt("gate"), "input-bound-tightened", "needs approval", code=1)


def test_an_approval_of_an_id_that_two_changes_share_does_not_count(victim: Victim) -> None:
    def defaults(limit: str, query: str) -> Tools:
        properties = {"limit": {"type": "string", "default": limit}, "query": {"type": "string", "default": query}}
        return [{"name": "find", "inputSchema": {"type": "object", "properties": properties}}]

    victim.lists(defaults("x", "x"))
    victim.commit("before")
    # Found in five minutes: both changes are c-007d000b91ad.
    victim.lists(defaults("30643911", "46272284"))
    victim.approve("ana", "--against", "HEAD", "--rule", "input-default-changed")
    assert_held(victim.attempt("diff", "HEAD"), "several changes have this ID", code=1)


def test_an_approval_of_one_step_is_not_one_of_the_next(victim: Victim) -> None:
    victim.lists(tools(15))
    victim.approve("ana", "--rule", "*")
    victim.commit("approved")
    assert_passes(victim.attempt("gate"))
    victim.lists(tools(10))
    assert_held(victim.attempt("gate"), "input-bound-tightened", code=1)


def test_an_approver_cannot_add_herself(victim: Victim) -> None:
    victim.configure('"ben@example.com"]', '"ben@example.com", "eve@example.com"]')
    victim.break_lock()
    victim.desk.write(FILE, "".join(map(forged, victim.desk.govern("gate", "--format", "json").document["changes"])))
    assert_held(
        victim.attempt("gate"),
        "eve@example.com is not in policy.approvals.approvers",
        "policy-approval-weakened",
        code=1,
    )


def test_a_higher_severity_does_not_need_fewer_people(victim: Victim) -> None:
    victim.configure("[policy.approvals]", "[policy.approvals]\nrisky = 2")
    victim.commit("two people")
    victim.git("tag", "-f", "v1.0.0")
    victim.branch()
    severity = '[policy.severity]\n"tool-description-changed" = "breaking"\n'
    victim.configure("[policy.approvals]", f"{severity}[policy.approvals]")
    victim.lists(tools(20, "Find any book by its author."))
    victim.approve("ana", "--rule", "*")
    assert_held(victim.attempt("gate"), "needs 2 approvals, has 1", code=1)
    victim.approve("ben", "--rule", "*")
    assert_passes(victim.attempt("gate"))


def forged(change: dict[str, Any]) -> str:
    """Return an approval by Eve that is correct otherwise."""
    message = {"change": change["id"], "tool": change["name"], "reason": "x", "by": "eve@example.com"}
    message |= {key: change[key] for key in ("server", "rule", "severity", "from", "to")}
    return "[[approval]]\n" + "".join(f"{key} = {json.dumps(text)}\n" for key, text in message.items())


def test_authors_cannot_approve_their_own_change(victim: Victim, people: dict[str, Person]) -> None:
    victim.configure("[policy.approvals]", "[policy.approvals]\nnot-author = true")
    victim.commit("stricter")
    victim.branch()
    victim.break_lock()
    victim.commit("by ana")
    victim.approve("ben", "--rule", "*", "--against", "main", gate=False)
    file = victim.folder / FILE
    written = file.read_text("utf-8")
    victim.desk.write(FILE, written.replace("ben@", "ana@"))
    assert_held(victim.attempt("diff", "main"), "(policy.approvals.not-author)", code=1)
    victim.desk.write(FILE, written)
    assert_passes(victim.attempt("diff", "main"))
    assert people["ana"].name == "ana@example.com"
