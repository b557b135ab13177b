"""Start a rule: `make rule ID=tool-icon-lost` adds its id, a row and a pair of captures to fill in.

The new row fails the laws of the table until it is filled in; docs/writing-a-rule.md lists the steps.
"""

import ast
import json
import re
import sys
from pathlib import Path

from govern.rules.rule import RULES

REPOSITORY = Path(__file__).resolve().parents[2]
# The module in govern/rules and the file in tests/pairs that hold a rule, by the first word of its id.
FILES = {
    "input": ("schemas", "inputs"),
    "output": ("schemas", "outputs"),
    "prompt": ("items", "prompts"),
    "reach": ("reach", "reach"),
    "server": ("servers", "server"),
    "text": ("texts", "texts"),
    "tool": ("items", "items"),
    "answers": ("costs", "economics"),
    "definition": ("costs", "economics"),
    "guard": ("costs", "economics"),
}
OTHERWISE = ("hints", "hints")
ROW = """\
    Rule(ids.{constant}, Severity.RISKY, "",  # title: what happened, such as "Tool icon removed"
         "",  # message: this change, filled from {{before}}, {{after}}, {{pointer}} and the fact's own values
         "",  # why it matters to a caller who did nothing wrong
         "",  # what to do about it
         example=Example("tool", {{}}, {{}}),
         mirror=None,  # the constant of the reverse change; or unmirrored="why there is none"
         ),
"""
SCHEMA_ROW = """\
    SchemaRule({{"{position}": ids.{constant}}}, "",  # title: what happened, such as "Output format removed"
        "",  # message: this change, filled from {{before}}, {{after}}, {{place}} and the fact's own values
        Impact(Severity.RISKY, "",  # why it matters to a caller who did nothing wrong
               ""),  # what to do about it
        example=of_property(None, None),
        mirror=None,  # the constant of the reverse change; or unmirrored="why there is none"
        ),
"""
CAPTURE = {"tools": [{"name": "search_issues"}]}


def add_rule(rule_id: str, repository: Path = REPOSITORY) -> list[Path]:
    """Write the constant, the row and the pair of a new rule, and return the files that changed."""
    if not re.fullmatch(r"[a-z]+(-[a-z]+)+", rule_id):
        raise ValueError(f"{rule_id!r} is not a valid id: use lower-case words joined by hyphens, like tool-icon-lost")
    if rule_id in RULES:
        raise ValueError(f"rule {rule_id!r} exists already; ids are never reused")
    module, pairs = FILES.get(rule_id.partition("-")[0], OTHERWISE)
    ids, row_file = repository / "govern/facts/rule_ids.py", repository / "govern/rules" / f"{module}.py"
    pair_file = repository / "tests/pairs" / f"{pairs}.json"
    ids.write_text(_with_constant(ids.read_text("utf-8"), rule_id, module), "utf-8")
    row_file.write_text(_with_row(row_file.read_text("utf-8"), rule_id), "utf-8")
    pair_file.write_text(_with_pair(pair_file.read_text("utf-8"), rule_id, pairs), "utf-8")
    return [ids, row_file, pair_file]


def _constant(rule_id: str) -> str:
    return rule_id.upper().replace("-", "_")


def _with_constant(source: str, rule_id: str, module: str) -> str:
    """Add the constant at the end of its section of rule_ids.py."""
    head, mark, rest = source.partition(f"(rules/{module}.py)\n")
    section, gap, tail = rest.partition("\n\n")
    return f'{head}{mark}{section.rstrip()}\n{_constant(rule_id)} = "{rule_id}"\n{gap[1:]}{tail}'


def _with_row(source: str, rule_id: str) -> str:
    """Add the row at the end of the module's table."""
    (table,) = (
        node.value
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["RULES"]
    )
    lines = source.splitlines(keepends=True)
    end = (table.end_lineno or 0) - 1
    word = rule_id.partition("-")[0]
    row = SCHEMA_ROW if word in ("input", "output") else ROW
    return "".join([*lines[:end], row.format(constant=_constant(rule_id), position=word), *lines[end:]])


def _with_pair(text: str, rule_id: str, topic: str) -> str:
    """Add the pair at the end of the list, and leave the formatting of the others alone."""
    body = text.rstrip().removesuffix("]").rstrip()
    fields = {
        "name": rule_id,
        "topic": topic,
        "severity": "RISKY",
        "why": "",
        "rules": [rule_id],
        "before": CAPTURE,
        "after": CAPTURE,
    }
    pair = "\n".join(f"  {line}" for line in json.dumps(fields, indent=2).split("\n"))
    return f"{body}{',' if body != '[' else ''}\n{pair}\n]\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: make rule ID=tool-icon-lost")
    try:
        written = [f"wrote {path.relative_to(REPOSITORY)}" for path in add_rule(sys.argv[1])]
        print(*written, "next: fill in the row and the pair, and emit the fact: docs/writing-a-rule.md", sep="\n")
    except ValueError as error:
        sys.exit(str(error))
