"""Begin a rule: `make rule ID=tool-icon-lost` puts a row into its room and a pair into tests/pairs.

What it writes fails the laws of the table until it says something; docs/writing-a-rule.md tells the rest.
"""

import ast
import json
import re
import sys
from pathlib import Path

from govern.rules.table import RULES

REPOSITORY = Path(__file__).resolve().parents[2]
# The room of a rule by the beginning of its id, and the file that holds pairs of that kind.
ROOMS = {
    "input": ("inputs", "inputs"),
    "output": ("outputs", "outputs"),
    "prompt": ("prompts", "prompts"),
    "reach": ("reach", "reach"),
    "server": ("servers", "server"),
    "text": ("texts", "texts"),
    "tool": ("items", "items"),
    "answers": ("costs", "economics"),
    "definition": ("costs", "economics"),
    "guard": ("costs", "economics"),
}
ELSE = ("hints", "hints")
ROW = """\
    Rule(
        "{id}",
        Severity.RISKY,
        "",  # what happened, as a title
        "",  # what happened here: {{before}}, {{after}}, {{pointer}} and whatever the walker said
        "",  # why it matters to a caller who did nothing wrong
        "",  # what to do about it
        Example("tool", {{}}, {{}}),
        mirror="",  # the rule that speaks of the change the other way round; or unmirrored="why there is none"
    ),
"""
PAIR = {
    "topic": "",
    "severity": "RISKY",
    "why": "",
    "before": {"tools": [{"name": "search_issues"}]},
    "after": {"tools": [{"name": "search_issues"}]},
}


def begin(name: str, repository: Path = REPOSITORY) -> list[Path]:
    """Write both skeletons; the files that changed."""
    if not re.fullmatch(r"[a-z]+(-[a-z]+)+", name):
        raise ValueError(f"{name!r} is no id: words of small letters with hyphens between them, such as tool-icon-lost")
    if name in RULES:
        raise ValueError(f"there is a rule {name!r} already; an id is stable for ever")
    room, pairs = ROOMS.get(name.partition("-")[0], ELSE)
    row_file, pair_file = repository / "govern/rules" / f"{room}.py", repository / "tests/pairs" / f"{pairs}.json"
    row_file.write_text(_with_row(row_file.read_text("utf-8"), name), "utf-8")
    pair_file.write_text(_with_pair(pair_file.read_text("utf-8"), name), "utf-8")
    return [row_file, pair_file]


def _with_row(source: str, name: str) -> str:
    """The row behind the last one of the room's table."""
    (table,) = (
        node.value
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["RULES"]
    )
    lines = source.splitlines(keepends=True)
    end = (table.end_lineno or 0) - 1
    longer = "".join([*lines[:end], ROW.format(id=name), *lines[end:]])
    return longer.replace("rules.rule import Rule", "rules.rule import Example, Rule")


def _with_pair(text: str, name: str) -> str:
    """The pair behind the last one of the list, all others as they are written."""
    body = text.rstrip().removesuffix("]").rstrip()
    pair = "\n".join(f"  {line}" for line in json.dumps({"name": name} | PAIR, indent=2).split("\n"))
    return f"{body}{',' if body != '[' else ''}\n{pair}\n]\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("which rule? make rule ID=tool-icon-lost")
    try:
        print(*(f"wrote {path}" for path in begin(sys.argv[1])), "next: docs/writing-a-rule.md", sep="\n")
    except ValueError as error:
        sys.exit(str(error))
