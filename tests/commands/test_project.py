"""`--config-from REF`: policy and commands come from a commit, whatever the work tree contains."""

import json
import sys
from pathlib import Path

import pytest

from tests.desk import Desk, Prepared

STRICT = '[policy]\npreset = "strict"\n'
NEVER = '[policy]\nfail-on = "never"\n'
TOOLS = [{"name": "look"}, {"name": "find"}]


@pytest.fixture
def branched(prepared: Prepared) -> Desk:
    """`main` has a strict policy; the work tree lacks a tool and has a policy that lets everything pass."""

    def build(desk: Desk) -> None:
        desk.git("init", "-q", "-b", "main")
        desk.catalogs(a=TOOLS, more=STRICT)
        desk.ok("lock")
        desk.commit()
        desk.git("checkout", "-q", "-b", "theirs")
        desk.catalogs(a=TOOLS[:1], more=NEVER)
        desk.ok("lock")
        desk.commit()

    return prepared(build)


def test_policy_is_the_commits(branched: Desk) -> None:
    branched.ok("diff", "main")
    answer = branched.govern("diff", "main", "--config-from", "main")
    assert answer.code == 1
    assert "REMOVED" in answer.out.upper()


def test_budgets_are_the_commits(branched: Desk) -> None:
    branched.git("checkout", "-q", "main")
    branched.catalogs(a=TOOLS, more="[policy.budget]\nserver-tokens = 1\n")
    branched.commit()
    branched.git("checkout", "-q", "theirs")
    branched.ok("cost")
    assert branched.govern("cost", "--config-from", "main").code == 1
    assert branched.govern("cost", "--config-from", "main", "--lock", "capability.lock").code == 1


def test_approvers_are_the_commits(branched: Desk) -> None:
    branched.git("checkout", "-q", "main")
    branched.catalogs(a=TOOLS, more='[policy.approvals]\napprovers = ["ana@example.com"]\n')
    branched.commit()
    branched.git("checkout", "-q", "theirs")
    branched.catalogs(a=TOOLS[:1], more='[policy.approvals]\napprovers = ["eve@example.com"]\n')
    branched.ok("approve", "--against", "main", "--server", "*", "--reason", "mine", "--by", "eve@example.com")
    branched.ok("diff", "main")
    assert branched.govern("diff", "main", "--config-from", "main").code == 1


def test_commands_are_the_commits(branched: Desk) -> None:
    """The work tree's command never runs; the committed one runs in the work tree."""
    marker = branched.folder / "started"
    stranger = branched.write("stranger.py", f"open({str(marker)!r}, 'w')\n")
    branched.write("govern.toml", f"[servers.a]\ncommand = {json.dumps([sys.executable, str(stranger)])}\n{NEVER}")
    branched.commit()
    for words in (("diff", "--live"), ("lock", "--check"), ("lock",)):
        assert branched.govern(*words, "--config-from", "main").code in (0, 1)
        assert not marker.exists()
    branched.govern("lock", "--check")
    assert marker.exists()


def test_relative_paths_are_the_work_trees(branched: Desk) -> None:
    answer = branched.govern("lock", "--check", "--config-from", "main")
    assert answer.code == 0
    branched.catalogs(a=TOOLS, more=NEVER)
    assert branched.govern("lock", "--check", "--config-from", "main").code == 1


def test_it_is_looked_for_in_the_commit(branched: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A nearer config, or another kind of config file, in the work tree has no effect."""
    branched.write("below/govern.toml", NEVER)
    branched.write("below/pyproject.toml", "[tool.govern.policy]\nfail-on = 'never'\n")
    monkeypatch.chdir(branched.folder / "below")
    assert branched.govern("diff", "main").code == 2
    assert branched.govern("diff", "main", "--config-from", "main").code == 1
    (branched.folder / "govern.toml").unlink()
    branched.write("pyproject.toml", "[tool.govern.policy]\nfail-on = 'never'\n")
    monkeypatch.chdir(branched.folder)
    branched.ok("diff", "main")
    assert branched.govern("diff", "main", "--config-from", "main").code == 1


def test_a_pyproject(branched: Desk) -> None:
    branched.git("checkout", "-q", "main")
    (branched.folder / "govern.toml").unlink()
    branched.write(
        "pyproject.toml", '[tool.govern.servers.a]\ncatalog = "a.json"\n[tool.govern.policy]\npreset="strict"'
    )
    branched.commit()
    branched.git("checkout", "-q", "theirs")
    assert branched.govern("diff", "main", "--config-from", "main").code == 1
    assert branched.govern("diff", "main", "--config-from", "main", "--config", "pyproject.toml").code == 1


@pytest.mark.parametrize("words", [("diff", "main"), ("lock", "--check"), ("cost",)])
def test_a_commit_without_a_config_is_a_usage_error(desk: Desk, words: tuple[str, ...]) -> None:
    desk.git("init", "-q", "-b", "main")
    desk.write("pyproject.toml", "[project]\nname = 'govern'\n")
    desk.commit()
    desk.catalogs(a=TOOLS)
    desk.ok("lock")
    answer = desk.govern(*words, "--config-from", "main")
    assert (answer.code, answer.out) == (2, "")
    assert "no govern.toml and no [tool.govern] in pyproject.toml in 'main'" in answer.err
    named = desk.govern(*words, "--config-from", "main", "--config", "govern.toml")
    assert (named.code, named.out) == (2, "")


@pytest.mark.parametrize("ref", ["nowhere", "", "--help", "govern.toml"])
def test_what_is_no_commit_is_a_usage_error(branched: Desk, ref: str) -> None:
    answer = branched.govern("diff", "main", f"--config-from={ref}")
    assert (answer.code, answer.out) == (2, "")
    assert "no commit" in answer.err


def test_an_invalid_config_is_named_by_its_commit(branched: Desk) -> None:
    branched.git("checkout", "-q", "main")
    branched.write("govern.toml", "\n\n[policy]\nfail-on = 'perhaps'\n")
    branched.commit()
    branched.write("govern.toml", "[policy")
    branched.commit()
    branched.git("checkout", "-q", "theirs")
    shape = branched.govern("diff", "main", "--config-from", "main~1")
    assert shape.code == 2
    assert "govern.toml at main~1" in shape.err
    assert "line 4: policy.fail-on" in shape.err
    broken = branched.govern("diff", "main", "--config-from", "main")
    assert broken.code == 2
    assert "govern.toml at main" in broken.err


def test_an_unset_variable_is_named_by_its_commit(branched: Desk) -> None:
    branched.git("checkout", "-q", "main")
    branched.write("govern.toml", '[servers.a]\nurl = "${NOWHERE_SET}"\n')
    branched.commit()
    branched.git("checkout", "-q", "theirs")
    answer = branched.govern("lock", "--check", "--config-from", "main")
    assert answer.code == 3
    assert "govern.toml at main" in answer.out


def test_the_first_config_has_to_come_from_somewhere(desk: Desk) -> None:
    """With `?`, the work tree's config counts if the commit has none."""
    desk.git("init", "-q", "-b", "main")
    desk.write("a.json", json.dumps({"tools": TOOLS}))
    desk.commit()
    desk.catalogs(a=TOOLS, more=STRICT)
    desk.ok("lock", "--config-from", "main?")
    assert desk.govern("diff", "main", "--config-from", "main?").code == 1
    desk.commit()
    desk.catalogs(a=TOOLS[:1], more=NEVER)
    desk.ok("lock")
    assert desk.govern("diff", "main", "--config-from", "main?").code == 1
    (desk.folder / "govern.toml").unlink()
    assert desk.ok("diff", "main~1", "--config-from", "main~1?").code == 0
    assert desk.ok("changelog", "--config-from", "main~1?").code == 0
    assert desk.govern("diff", "main", "--config-from", "nowhere?").code == 2


def test_a_merge_asks_no_config(branched: Desk) -> None:
    assert branched.govern("lock", "--merge", "--config-from", "main").code == 2


def test_a_pyproject_whose_tool_is_no_table(desk: Desk) -> None:
    desk.write("pyproject.toml", "tool = 1\n")
    answer = desk.govern("lock", "--config", "pyproject.toml")
    assert answer.code == 2
    assert "[tool.govern]" in answer.err


def test_a_folder_that_is_not_there(branched: Desk) -> None:
    answer = branched.govern("diff", "main", "--config-from", "main", "--config", str(Path("no", "govern.toml")))
    assert (answer.code, answer.out) == (2, "")
