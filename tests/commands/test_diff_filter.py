"""`govern diff` of some servers, tools or rules."""

import pytest

from tests.desk import Desk, Prepared

LOOK = {"name": "look", "description": "Looks."}
FIND = {"name": "find", "description": "Finds."}


@pytest.fixture
def changed(prepared: Prepared) -> Desk:
    """Remove a tool of two servers, and reword another of one."""

    def build(desk: Desk) -> None:
        desk.git("init", "-q", "-b", "main")
        desk.catalogs(api=[LOOK, FIND], web=[LOOK, FIND])
        desk.ok("lock")
        desk.commit()
        desk.catalogs(api=[LOOK], web=[LOOK | {"description": "Looks at everything."}])
        desk.ok("lock")

    return prepared(build)


def rules(desk: Desk, *words: str) -> set[tuple[str, str]]:
    changes = desk.govern("diff", *words, "--json").document["changes"]
    return {(each["server"], each["rule"]) for each in changes if each["severity"] != "SAFE"}


def test_only_what_is_requested_is_shown(changed: Desk) -> None:
    gone = {("api", "tool-removed"), ("web", "tool-removed")}
    reworded = {("web", "tool-description-changed")}
    assert rules(changed) == gone | reworded
    assert rules(changed, "--rule", "tool-removed") == gone
    assert rules(changed, "--rule", "tool-desc*", "--rule", "tool-removed") == gone | reworded
    assert rules(changed, "--tool", "l*") == reworded
    assert rules(changed, "--server", "api") == gone - {("web", "tool-removed")}
    assert rules(changed, "--server", "api", "--rule", "tool-description-changed") == set()


def test_the_verdict_and_the_exit_code_are_about_what_is_shown(changed: Desk) -> None:
    everything = changed.govern("diff", "--json").document
    answer = changed.govern("diff", "--rule", "tool-description-changed")
    total = len(everything["changes"])
    assert answer.code == 1
    assert f"; filtered by --rule tool-description-changed: 1 of {total} changes shown\n" in answer.out
    changed.ok("approve", "--rule", "tool-removed", "--reason", "nobody calls it", "--by", "ana@example.com", "--yes")
    assert changed.govern("diff").code == 1
    passing = changed.ok("diff", "--rule", "tool-removed")
    assert f"filtered by --rule tool-removed: 2 of {total} changes shown\n" in passing.out
    document = changed.ok("diff", "--rule", "tool-removed", "--json").document
    assert document["filter"] == {"servers": [], "tools": [], "rules": ["tool-removed"], "hidden": total - 2}
    assert "filter" not in everything
    same = changed.ok("diff", "capability.lock", "capability.lock", "--server", "api").out
    assert same.splitlines()[-1].endswith("; filtered by --server api")


def test_the_next_step_keeps_the_filter(changed: Desk) -> None:
    tools = [LOOK | {"name": f"t{at}"} for at in range(6)]
    changed.catalogs(api=[LOOK], web=[LOOK | {"description": "Looks at everything."}, *tools])
    changed.ok("lock")
    changed.commit()
    changed.catalogs(api=[LOOK], web=[LOOK])
    changed.ok("lock")
    answer = changed.govern("diff", "--server", "w*", "--rule", "tool-removed")
    assert "\nnext: govern approve --server 'w*' --rule tool-removed\n" in answer.out
    assert "--server" not in changed.govern("diff", "--rule", "tool-description-changed").out.split("next: ")[1]


def test_an_approval_of_a_hidden_change_is_not_stale(changed: Desk) -> None:
    changed.ok("approve", "--rule", "tool-removed", "--reason", "nobody calls it", "--by", "ana@example.com", "--yes")
    assert changed.govern("diff", "--tool", "look", "--json").document["standings"] == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--server", "apo"), "--server apo matches no server; did you mean api?"),
        (("--tool", "finds"), "--tool finds matches no tool; did you mean find?"),
        (("--rule", "tool-remove"), "--rule tool-remove matches no rule; did you mean tool-removed?"),
        (("--live", "--server", "apo"), "--server apo matches no server"),
        (("HEAD", "HEAD", "--server", "apo"), "--server apo matches no server"),
    ],
)
def test_a_misspelled_filter_does_not_pass_as_no_change(changed: Desk, words: tuple[str, ...], message: str) -> None:
    answer = changed.govern("diff", *words)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err


def test_only_the_named_servers_are_started(desk: Desk) -> None:
    desk.say("a", LOOK)
    desk.config("a", more='[servers.b]\ncommand = ["no-such-program-anywhere"]\n')
    desk.ok("lock", "a")
    desk.say("a", FIND)
    assert desk.govern("diff", "--live").code == 3
    answer = desk.govern("diff", "--live", "--server", "a*")
    assert answer.code == 1
    assert "tool-removed" in answer.out or "tool-renamed" in answer.out
    assert "no-such-program" not in answer.err


@pytest.mark.parametrize("name", ["look", "watch"])
def test_a_renamed_tool_is_shown_and_approved_by_either_name(desk: Desk, name: str) -> None:
    described = {"description": "Looks at one thing after another, and returns what it saw as a list of names."}
    desk.git("init", "-q", "-b", "main")
    desk.catalogs(api=[LOOK | described, FIND])
    desk.ok("lock")
    desk.commit()
    desk.catalogs(api=[LOOK | described | {"name": "watch"}, FIND])
    desk.ok("lock")
    assert rules(desk, "--tool", name) == {("api", "tool-renamed")}
    desk.ok("approve", "--tool", name, "--reason", "clearer", "--by", "ana@example.com")
    assert desk.ok("diff").out.splitlines()[-1].startswith("approved: ")
