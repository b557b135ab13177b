"""`govern explain`: a rule in full, or all of them."""

import pytest

from govern.commands.show import explain
from govern.errors import UsageError
from govern.report.terminal.page import Page
from govern.report.terminal.show import explain_report
from govern.rules.rule import RULES, Severity


def output(name: str | None, **page) -> str:
    return explain_report(explain(name), Page(**page))


def test_a_rule_in_full() -> None:
    assert (
        output("guard-loosened")
        == """\
guard-loosened  RISKY
  Guard loosened

why
  The guard promises a bound on answers, and the bound is now higher or gone.
what to do
  Check that the server still keeps within it.

example of a tool: - before, + after
    {
      "guard": {
  -     "limit": 10
  +     "limit": 20
      }
    }

  about           compatibility
  reverse change  guard-tightened
  since           0.1.0
"""
    )


def test_what_no_policy_makes_harmless_is_marked() -> None:
    text = output("text-hidden")
    assert "not allowed; policy cannot lower the severity" in text
    assert "no rule: removing hidden content is reported as a changed text" in text
    assert "text that a model reads" in text


def test_all_rules_by_severity() -> None:
    lines = output(None).splitlines()
    heads = [line for line in lines if line.split(" ")[0] in list(Severity)]
    assert [head.split()[0] for head in heads] == ["BREAKING", "RISKY", "SAFE"]
    assert sum(int(head.split()[1]) for head in heads) == len(RULES)
    at = {line.split()[0]: number for number, line in enumerate(lines) if line.strip()}
    assert at["BREAKING"] < at["tool-removed"] < at["RISKY"] < at["unclassified"] < at["SAFE"] < at["tool-added"]


def test_the_table_has_every_row() -> None:
    assert all(f"  {rule} " in output(None, width=200) for rule in RULES)


@pytest.mark.parametrize("name", ["Tool-Removed", "tool_removed", " tool-removed"])
def test_a_name_may_be_spelled_otherwise(name: str) -> None:
    assert output(name) == output("tool-removed")


def test_an_unknown_rule_is_refused_with_what_may_be_meant() -> None:
    with pytest.raises(UsageError) as error:
        explain("tool-remved")
    assert "unknown rule 'tool-remved'; did you mean tool-removed?" in error.value.message
    assert error.value.hint == "list all rules with `govern explain`"
    with pytest.raises(UsageError) as error:
        explain("c-4f1d0b6a92ce")
    assert "`govern diff --verbose` shows the rule before each change ID" in error.value.hint


def test_colours_only_where_there_are_some() -> None:
    assert "\x1b[" not in output("tool-removed")
    assert "\x1b[31mBREAKING" in output("tool-removed", colour=True)
