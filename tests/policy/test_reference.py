import re

from govern.policy.reference import config_reference


def test_every_key_has_a_row_with_a_meaning():
    rows = [re.split(r" (?<!\\)\| ", row.strip("| ")) for row in config_reference().splitlines()[2:]]
    keys = [row[0].strip("`") for row in rows]
    assert len(keys) == len(set(keys))
    assert {
        "servers.<name>.command",
        "servers.<name>.oauth.client-id",
        "servers.<name>.guards.<name>.max_bytes",
        "servers.<name>.profiles.<name>.args",
        "servers.<name>.limits.depth",
        "policy.fail-on",
        "policy.approvals.approvers",
        "policy.budget.growth-percent",
        "policy.risk.high",
        "jobs",
    } <= set(keys)
    assert all(len(row[-1]) > 10 for row in rows)


def test_rows_show_types_and_defaults():
    text = config_reference()
    assert "| `servers.<name>.timeout` | number | `60` |" in text
    assert "| `policy.fail-on` | `safe` \\| `risky` \\| `breaking` \\| `never` |  |" in text
    assert "| `servers.<name>.normalize` | table |  |" in text
    assert "| `servers.<name>.command` | list of text or text |  |" in text
