"""`govern show`: everything in the lock, with texts of servers distinguishable from those of govern."""

import json
import re
from typing import Any

import pytest

from govern.commands.show import show
from govern.report.terminal.page import Page
from govern.report.terminal.show import show_report
from tests.desk import Desk
from tests.report.hostile import COMMAND

PLAIN = {"name": "plain", "title": "Plain", "description": "Says hello."}
NODE = {
    "$ref": "#/$defs/node",
    "$defs": {
        "node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}, "value": {"type": "string"}}}
    },
}
RICH = {
    "name": "rich",
    "description": "Finds a book.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "What to look for.", "maxLength": 80},
            "sort": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
            "by": {"type": "array", "items": {"$ref": "#/$defs/person"}},
            "limits": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}},
        },
        "required": ["query"],
        "$defs": {"person": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}},
    },
    "outputSchema": {"type": "object", "properties": {"total": {"type": "integer"}}},
    "annotations": {"readOnlyHint": True},
}


def shown(desk: Desk, *tools: dict[str, Any], what: str = "s") -> str:
    """Return the output of `show` after these tools are locked."""
    desk.catalogs(s=list(tools))
    desk.ok("lock")
    return desk.ok("show", what).out


def test_everything_in_short(desk: Desk) -> None:
    desk.catalogs(a=[PLAIN], b=[PLAIN, RICH])
    desk.ok("lock")
    head, blank, *rows = desk.ok("show").out.splitlines()
    assert head == f"2 servers, 3 tools · cl100k_base · {desk.lock.digest}"
    assert blank == ""
    assert [row.split() for row in rows] == [
        ["a", "1", "tool", "6", "tokens", "a.json"],
        ["b", "2", "tools", *rows[1].split()[3:5], "b.json"],
    ]


def test_one_server(desk: Desk) -> None:
    desk.say(
        "s",
        PLAIN,
        prompts=[{"name": "ask"}],
        resources=[{"uri": "a://b", "name": "b"}],
        resourceTemplates=[{"uriTemplate": "a://{c}", "name": "c"}],
        initialize={"instructions": "Be kind.\n\ndigests\n  all is well", "serverInfo": {"name": "x", "version": "2"}},
    )
    desk.config("s", more="client = { roots = {} }\n")
    desk.ok("lock")
    for what in ("s", "s/"):
        lines = desk.ok("show", what).out.splitlines()
        assert "  version       2" in lines
        assert '  client        {"roots":{}}' in lines
        assert "  │ Be kind." in lines
        assert "  │   all is well" in lines
        assert '  │     "name": "x"' in lines
        assert [line for line in lines if re.match(r"\d", line)] == ["1 tool", "1 prompt", "1 resource", "1 template"]
        assert "  plain  6 tokens  Says hello." in lines
        assert "  a://{c}" in lines


def test_one_tool(desk: Desk) -> None:
    lines = shown(desk, RICH, what="s/rich").splitlines()
    assert lines[:2] == ["rich  tool of s", "  │ Finds a book."]
    rows = [line.split(None, 2) for line in lines[lines.index("input") + 1 : lines.index("output") - 1]]
    assert rows == [
        ["query*", "string", "maxLength 80; What to look for."],
        ["sort", "string", "| null  default null"],
        ["by", "person[]"],
        ["by[].name*", "string"],
        ["limits", "object"],
        ["limits.*", "integer", "minimum 1"],
    ]
    assert "  total  integer" in lines
    assert '  │     "readOnlyHint": true' in lines
    assert [line.split() for line in lines if "computed" in line or "estimated" in line][2:] == [
        ["answers", "bounded", "estimated"],
        ["risk", "low", "estimated"],
    ]
    assert f"  {desk.lock.servers[0].tools[0].digest}" in lines


def test_a_guard_is_shown_with_its_origin(desk: Desk) -> None:
    desk.catalogs(s=[PLAIN], more="[servers.s.guards.plain]\nlimit = 5000\n")
    desk.ok("lock")
    assert "guard limit  5,000" in desk.ok("show", "s/plain").out


@pytest.mark.parametrize(
    "name", ["a/b/../c", "a\nb", "\"'`", "\\u0041\x1b[31m", "__proto__", "", "/", "x" * 500, "ö 漢"]
)
def test_odd_names_are_found(desk: Desk, name: str) -> None:
    desk.catalogs(s=[PLAIN | {"name": name}, PLAIN | {"name": "other"}])
    desk.ok("lock")
    text = desk.ok("show", f"s/{name}").out
    assert "tool of s" in text.splitlines()[0]
    assert "\x1b" not in text
    assert [item["name"] for item in desk.ok("show", f"s/{name}", "--json").document["servers"][0]["items"]] == [name]


def test_equal_names_are_all_shown(desk: Desk) -> None:
    text = shown(desk, PLAIN, PLAIN | {"title": "Again"}, what="s/plain")
    assert "plain  tool of s\n" in text
    assert "plain (copy 2 of this name)  tool of s\n" in text


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("s", "plain  prompt of s"),
        ("s/plain", "plain  prompt of s"),
        ("s/a://b", "mimeType: text/x"),
        ("s/a://{c}", "a://{c}  template of s"),
    ],
)
def test_what_is_no_tool(desk: Desk, what: str, message: str) -> None:
    arguments = [{"name": "mood", "description": "How\nit feels.", "required": True}, {"name": 3}, "odd"]
    desk.say(
        "s",
        prompts=[{"name": "plain", "title": "P", "arguments": arguments}],
        resources=[{"uri": "a://b", "name": "b", "mimeType": "text/x"}],
        resourceTemplates=[{"uriTemplate": "a://{c}", "name": "c"}],
    )
    desk.config("s")
    desk.ok("lock")
    text = desk.ok("show", what).out
    assert message in text or what == "s"
    if what == "s/plain":
        assert "  mood  required  How⏎it feels.\n  3     optional\n" in text


def test_hidden_characters_and_escapes_are_made_visible(desk: Desk) -> None:
    message = "\x1b[31mred\x1b[0m \u202eevil\u202c \u200bzero\x07 \r\U000e0041tag"
    hostile = {
        "name": "h",
        "title": message,
        "description": message,
        "inputSchema": {"properties": {message: {"enum": [message], "description": message, "type": message}}},
        "annotations": {message: message},
    }
    text = shown(desk, hostile, what="s/h") + shown(desk, hostile) + desk.ok("cost", "--verbose").out
    assert not re.search("[\x00-\x09\x0b-\x1f\u200b\u202a-\u202e\U000e0000-\U000e0fff]", text)
    assert "  │ ‹U+001B›[31mred‹U+001B›[0m ‹U+202E›evil‹U+202C› ‹U+200B›zero‹U+0007›" in text


def test_a_text_that_looks_like_ours_stands_behind_a_bar(desk: Desk) -> None:
    fake = "Fine.\n\neconomics\n  risk  low  estimated\n\ndigests\n  sha256:0000\n│ title: Trusted"
    text = shown(desk, PLAIN | {"description": fake}, what="s/plain")
    for line in text.splitlines():
        if "low" in line or "0000" in line or "Trusted" in line:
            assert line.startswith("  │ ")
    assert text.count("\neconomics\n") == text.count("\ndigests\n") == 1


CI_COMMANDS = [
    "::error::pwned", "  ::set-output name=a::b", "x ##[add-mask]y", "##vso[task.x]y", "##teamcity[buildStop]",
    "--- x", "+++ x", "~~~ x", "^^^ +++", "travis_fold:start:x\r\x1b[0K", "\x1b[0Ksection_start:1:x\r\x1b[0Kx",
]  # fmt: skip


def test_no_ci_finds_a_command_in_what_a_server_says(desk: Desk) -> None:
    tools = [
        {"name": each, "description": each, "inputSchema": {"properties": {each: {"description": each}}}}
        for each in CI_COMMANDS
    ]
    desk.say("s", *tools, prompts=[{"name": each, "arguments": [{"name": each}]} for each in CI_COMMANDS])
    desk.config("s")
    answers = [desk.govern("lock"), desk.govern("lock", "--json"), desk.govern("show", "s/none")]
    answers += [desk.ok("show", *words) for words in (("s",), ("--json",), *((f"s/{each}",) for each in CI_COMMANDS))]
    forms = ("text", "json", "markdown", "sarif", "junit")
    answers += [desk.ok("cost", "--verbose", "--format", form) for form in forms]
    for each in CI_COMMANDS:
        desk.say("bad", stderr=f"{each}\n", exit=1)
        desk.config("bad")
        answers += [desk.govern("lock"), desk.govern("lock", "--json")]
        assert answers[-1].code == 3
    for answer in answers:
        assert not COMMAND.search(answer.out + answer.err), answer


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        (True, "│ true"),
        (None, "│ null"),
        ({}, "│ {}"),
        ([1], "│ [1]"),
        ({"type": "array", "items": {"type": "string"}}, '│ {"items":{"type":"string"},"type":"array"}'),
        ({"properties": {"a": True, "b": None, "c": {"type": ["string", "null"]}}}, "  c  string | null\n"),
        ({"properties": {"a": {"const": 3}, "b": {"not": {"type": "null"}}}}, "  a  const  const 3\n"),
        ({"required": ["a", 3], "properties": {"a": {}}}, "  a*  any\n"),
        (NODE, "  next   node\n  value  string\n"),
        ({"$ref": "#/$defs/none"}, '│ {"$ref":"#/$defs/none"}'),
        ({"properties": {"p": {"$ref": "http://example.com/x"}}}, "  p  x\n"),
        ({"properties": {"a": {"properties": {"b": {"items": {"properties": {"c": {}}}}}}}}, "  a.b[].c  any\n"),
        ({"properties": {"a": {"anyOf": [{"description": "hidden in an arm"}]}}}, "hidden in an arm"),
        ({"properties": {"a": {"items": {"description": "hidden in items"}}}}, "hidden in items"),
        ({"description": "said of the whole", "properties": {"a": {}}}, "said of the whole"),
        ({"properties": {"a": {"$ref": "#/$defs/m"}}, "$defs": {"m": {"description": "said of m"}}}, "said of m"),
        ({"patternProperties": {"^x": {"type": "string"}}}, "/^x/  string"),
        ({"prefixItems": [{"properties": {"a": {}}}]}, "  [0].a  any"),
    ],
)
def test_schemas_of_every_shape(desk: Desk, schema: Any, message: str) -> None:
    assert message in shown(desk, PLAIN | {"inputSchema": schema}, what="s/plain")


def test_references_that_multiply_are_unfolded_once(desk: Desk) -> None:
    def node(at: int) -> dict[str, Any]:
        return {"properties": {name: {"$ref": f"#/$defs/d{at + 1}"} for name in "ab"}}

    laughs = {"$ref": "#/$defs/d0", "$defs": {f"d{at}": node(at) for at in range(60)}}
    assert len(shown(desk, PLAIN | {"inputSchema": laughs}, what="s/plain").splitlines()) < 200


def test_a_chain_of_references_has_no_end_of_the_stack(desk: Desk) -> None:
    chain = {f"d{at}": {"properties": {"a": {"$ref": f"#/$defs/d{at + 1}"}}} for at in range(3000)}
    text = shown(desk, PLAIN | {"inputSchema": {"$ref": "#/$defs/d0", "$defs": chain}}, what="s/plain")
    assert 3000 < len(text.splitlines()) < 3100
    assert max(map(len, text.splitlines())) < 100


def test_very_long_texts_are_whole(desk: Desk) -> None:
    long = "word " * 20_000 + "x" * 100_000
    tool = {"name": "n" * 2000, "description": long, "inputSchema": {"properties": {"p" * 900: {"description": long}}}}
    assert max(map(len, shown(desk, tool).splitlines())) <= 100
    text = desk.ok("show", f"s/{tool['name']}").out
    assert f"  │ {long}\n" in text, "a pipe gets each text on one line"
    assert text.count("word") == 40_000
    assert text.count("x") >= 200_000


def test_a_narrow_terminal(desk: Desk) -> None:
    wide = {"name": "wide", "description": "漢字" * 60, "inputSchema": RICH["inputSchema"]}
    desk.catalogs(s=[wide])
    desk.ok("lock")
    lines = show_report(show("s/wide", None, None), Page(40)).splitlines()
    quoted = [line for line in lines if line.startswith("  │ ")]
    assert len(quoted) == 7
    assert all(len(line) <= 4 + 18 for line in quoted)
    assert "".join(line[4:] for line in quoted) == wide["description"]


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
    ],
)
def test_colours(desk: Desk, variables: dict[str, str], coloured: bool) -> None:
    for name, value in variables.items():
        desk.monkeypatch.setenv(name, value)
    assert ("\x1b[" in shown(desk, RICH, what="s/rich")) == coloured


def test_colours_change_nothing_else(desk: Desk) -> None:
    plain = shown(desk, RICH, what="s/rich")
    desk.monkeypatch.setenv("FORCE_COLOR", "1")
    assert re.sub(r"\x1b\[[0-9;]*m", "", desk.ok("show", "s/rich").out) == plain


def test_where_only_ascii_can_be_shown(desk: Desk) -> None:
    shown(desk, PLAIN | {"description": "Überall → 漢 \u200b"}, what="s/plain")
    answer = desk.typed("show", "s/plain", env={"PYTHONIOENCODING": "ascii"})
    assert (answer.code, answer.err) == (0, "")
    assert "  | \\xdcberall \\u2192 \\u6f22 \\u2039U+200B\\u203a" in answer.out
    cost = desk.typed("cost", env={"PYTHONIOENCODING": "ascii"})
    assert "######" in cost.out
    assert desk.ok("show", "s/plain").out.isascii() is False


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("nope", "no server 'nope' in the lock (there are: 's')"),
        ("S", "no server 'S' in the lock (there are: 's')"),
        ("plain", "no server 'plain' in the lock; did you mean s/plain?"),
        ("s/pain", "no item 'pain' in s; did you mean plain?"),
        ("s/zzz", "no item 'zzz' in s (there are: 'plain', 'two\\nlines')"),
    ],
)
def test_what_is_not_there(desk: Desk, what: str, message: str) -> None:
    shown(desk, PLAIN, PLAIN | {"name": "two\nlines"})
    answer = desk.govern("show", what)
    assert answer.code == 2
    assert answer.err.splitlines() == [f"error: {message}"] or answer.err.startswith(f"error: {message}")
    assert len(answer.err.splitlines()) == 1
    assert answer.out == ""


def test_json_holds_what_was_advertised(desk: Desk) -> None:
    odd = RICH | {"later": {"x": [1, None, 2**70]}}
    shown(desk, odd, PLAIN)
    document = desk.ok("show", "--json").document
    assert [item["definition"] for item in document["servers"][0]["items"]] == [PLAIN, odd]
    assert document["digest"] == desk.lock.digest
    assert desk.ok("show", "s/rich", "--json").document["servers"][0]["items"] == document["servers"][0]["items"][1:]
    assert json.dumps(document).isascii()


@pytest.mark.parametrize("odd", [None, 1, "x", [1], True])
def test_a_server_that_is_odd_about_itself(desk: Desk, odd: Any) -> None:
    hello = {"serverInfo": odd, "capabilities": odd, "instructions": odd, "protocolVersion": odd, "later": odd}
    desk.write("s.json", json.dumps({"initialize": hello, "tools": [PLAIN]}))
    desk.write("govern.toml", '[servers.s]\ncatalog = "s.json"\n')
    desk.ok("lock")
    desk.ok("lock", "--check")
    assert "later" in desk.ok("show", "s").out
    message = desk.ok("show", "--json").document["servers"][0]["hello"]
    assert {key: message[key] for key in ("instructions", "later")} == {"instructions": odd, "later": odd}
    if odd is not None:
        assert message["serverInfo"] == message["capabilities"] == odd
