"""Values of a valid type that are invalid, and the first and last valid ones."""

import tomllib

import pytest

from govern.policy.parsing import dotted, parse_settings
from govern.policy.validation import find_problems

SERVER = '[servers.x]\ncommand = ["a"]\n'


def problems(text: str) -> str:
    settings = parse_settings(tomllib.loads(text))
    found = settings if isinstance(settings, list) else find_problems(settings)
    return "\n".join(f"{dotted(each.path)}: {each.message}" for each in found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[servers.x]", "needs exactly one of command, url, python, catalog; found none"),
        ('[servers.x]\ncommand = ["a"]\nurl = "http://a"', "found command and url"),
        ("[servers.x]\ncommand = []", "servers.x.command: is empty"),
        ('[servers.x]\ncommand = [""]', "the program's name is empty"),
        ('[servers.x]\npython = "examples.weather"', "should be module:object"),
        (
            '[servers.x]\nurl = "http://a"\nenv = { A = "b" }',
            "servers.x.env: is only valid with command; this server has url",
        ),
        (
            '[servers.x]\ncommand = ["a"]\ntoken = "b"',
            "servers.x.token: is only valid with url; this server has command",
        ),
        ('[servers."a/b"]\ncommand = ["a"]', 'servers."a/b": a name must not contain /'),
        ('[servers."a@b"]\ncommand = ["a"]', "a name must not contain @"),
        ('[servers."-a"]\ncommand = ["a"]', "must not begin with -"),
        ('[servers." "]\ncommand = ["a"]', "must not be empty"),
        ('[servers."a\\nb"]\ncommand = ["a"]', "hidden characters"),
        ('[servers."a\\u200bb"]\ncommand = ["a"]', "hidden characters"),
        ('[servers.x]\ncommand = ["a"]\n[servers.x.profiles."p/q"]\nargs = ["b"]', "a name must not contain /"),
        ('[servers.x]\nurl = "http://a"\nargs = ["b"]', "servers.x.args: is only valid with command"),
        ("[servers.x]\ncommand = \"npx -y 'a b'\"", 'servers.x.command: should be a list: ["npx", "-y", "a b"]'),
        ('[servers.x]\ncommand = "a"\ninherit-env = ["*"]', 'inherit-env[0]: write `inherit-env = "all"`'),
        ('inherit-env = ["A=B"]', "inherit-env[0]: should be the name of a variable"),
        ('inherit-env = ["A*B"]', "inherit-env[0]: should be the name of a variable"),
        ('[servers.x]\ncommand = ["a"]\n[servers.x.profiles.p]\nurl = "http://b"', "profiles.p: needs exactly one"),
        (
            '[servers.x]\nurl = "http://a"\n[servers.x.profiles.p]\nargs = ["b"]',
            "profiles.p.args: is only valid with command",
        ),
        ('[servers.x]\ncommand = ["a"]\ntimeout = 0', "timeout: should be a finite number greater than 0"),
        ('[servers.x]\ncommand = ["a"]\ntimeout = inf', "timeout: should be a finite number greater than 0"),
        ("[serve.http]\ntimeout = nan", "serve.http.timeout: should be a finite number greater than 0"),
        ("[serve.http]\nidle-timeout = -1.0", "serve.http.idle-timeout: should be a finite number greater than 0"),
        ('[servers.x]\ncommand = ["a"]\nsandbox = { image = "-v/:/h" }', "image: should be the name of an image"),
        ('[servers.x]\ncommand = ["a"]\nretries = -1', "retries: should be 0 or more"),
        ('[servers.x]\ncommand = ["a"]\nprotocol = "newest"', "protocol: should be a protocol version"),
        ('[servers.x]\ncommand = ["a"]\nclient = { a = 2026-01-01 }', "client: should contain only JSON values"),
        ('[servers.x]\ncommand = ["a"]\nlimits = { pages = 0 }', "limits.pages: should be at least 1"),
        ('[policy.text]\njudge = ["a", "${B}"]', "policy.text.judge[1]: placeholders are not filled in here"),
        ('[servers.x]\ncommand = ["a"]\n[servers.x.guards.t]', "guards.t: limit or max_bytes is required"),
        ('[servers.x]\ncommand = ["a"]\n[servers.x.guards.t]\nlimit = 0', "guards.t.limit: should be at least 1"),
        ('[servers.x]\ncommand = ["${input:a}"]', "servers.x.command[0]: ${input:a} is not a valid placeholder"),
        ('[servers.x]\ncommand = ["a"]\nenv = { A = "${B" }', "servers.x.env.A: ${B is not a valid placeholder"),
        ('[servers.x]\ncommand = ["a"]\nenv = { "A=B" = "c" }', "is not a valid variable name"),
        ('[servers.x]\ncommand = ["a\\u0000"]', "must not contain a NUL character"),
        ('[servers.x]\nurl = "http://a"\ntoken = "b"\nheaders = { authorization = "c" }', "both set Authorization"),
        ('[servers.x]\nurl = "http://a"\noauth = { client-id = "c" }', "oauth.client-secret: is missing"),
        ('[servers.x]\ncommand = ["a"]\nnormalize = { x = "(" }', "normalize.x: is not a valid regular expression"),
        ('[servers.x]\ncommand = ["a"]\nnormalize = { x = "a*" }', "normalize.x: matches the empty string"),
        (
            '[servers.x]\ncommand = ["a"]\nnormalize = { path = true }',
            "normalize.path: should be a regular expression; only paths, dates",
        ),
        ('[servers.x]\ncommand = ["a"]\nnormalize = { paths = "x" }', "normalize.paths: is built in"),
        ('[servers.x]\ncommand = ["a"]\nnormalize = { "a b" = "x" }', "should be a word"),
        ("jobs = 0", "jobs: should be at least 1"),
        ('[policy.severity]\n"s/t" = "safe"', "should be a table of rules"),
        ('[policy.severity]\ntool-removed = { tool-added = "safe" }', "a table of rules is only valid for a server"),
        ('[policy.severity]\n"s/" = { tool-added = "safe" }', "a table of rules is only valid for a server"),
        ('[policy.severity]\ntool-remved = "safe"', "unknown rule; did you mean tool-removed?"),
        (
            '[policy.severity.s]\nnonsense = "safe"',
            "policy.severity.s.nonsense: unknown rule; `govern explain`",
        ),
        ('[policy.severity]\ntext-hidden = "safe"', "text-hidden: the severity of this rule cannot be lowered"),
        ('[policy.severity]\ntool-removed = { severity = "safe", reason = " " }', "tool-removed.reason: is empty"),
        (
            '[policy.severity]\ntool-removed = { severity = "safe", reason = "\\u200B" }',
            "tool-removed.reason: is empty",
        ),
        ('[policy.severity]\ntool-removed = { severity = "safe" }', "policy.severity.tool-removed.reason: is missing"),
        ('[policy.severity]\ntool-removed = { reason = "x" }', "policy.severity.tool-removed.severity: is missing"),
        ('[policy.severity]\ns.tool-removed = { severity = "sfe", reason = "x" }', "severity: should be safe | risky"),
        ('[policy.severity]\ntool-removed = { severity = "safe", why = "x" }', "tool-removed.why: unknown key"),
        (
            '[policy.severity]\ntool-removed = { severity = "safe", reason = 1 }',
            "tool-removed.reason: should be a string",
        ),
        (
            '[policy.severity]\n"s/t" = { tool-removed = "unsafe" }',
            '"s/t".tool-removed: should be safe | risky | breaking',
        ),
        ('[policy.severity]\n"s/t" = { tool-removed = 3 }', '"s/t".tool-removed: should be safe | risky | breaking'),
        ("[policy.severity]\ntool-removed = 3", "tool-removed: should be safe | risky | breaking or a table"),
        ("[policy.approvals]\nbreaking = 0", "breaking: should be at least 1; `fail-on"),
        ("[policy.approvals]\nrisky = -1", "policy.approvals.risky: should be at least 0"),
        ('[policy.approvals]\napprovers = ["a", " A"]\nrisky = 2', "risky: cannot be met: approvers lists 1"),
        ('[policy.approvals]\napprovers = ["a", ""]', "policy.approvals.approvers[1]: is empty"),
        ("[policy.risk]\nlow = 5000", "policy.risk: should increase"),
        ("[policy.budget]\ntool-tokens = -1", "policy.budget.tool-tokens: should be at least 0"),
        ("[policy]\nlater = 1", "policy.later: unknown key"),
        ("servers = 3", "servers: should be a table"),
        ("policy = 3", "policy: should be a table"),
        ("jobs = true", "jobs: should be a whole number"),
        ('[servers.x]\ncommand = ["a"]\nenv = []', "servers.x.env: should be a table"),
        ("[servers.x]\ncommand = [1]", "servers.x.command[0]: should be a string; put it in quotes"),
        ('[servers.x]\ncommand = ["a"]\nnormalize = { x = 3 }', "normalize.x: should be true or false or a string"),
    ],
)
def test_an_invalid_value_is_reported_with_its_key(text, expected):
    assert expected in problems(text)


@pytest.mark.parametrize(
    ("text", "valid", "invalid"),
    [
        ("jobs = {}", 1, 0),
        (f"{SERVER}timeout = {{}}", 0.001, 0),
        (f"{SERVER}retries = {{}}", 0, -1),
        (f"{SERVER}limits.bytes = {{}}", 1, 0),
        (f"{SERVER}limits.depth = {{}}", 240, 241),
        (f"{SERVER}guards.t.limit = {{}}", 1, 0),
        (f"{SERVER}guards.t.max_bytes = {{}}", 1, 0),
        ("[policy.risk]\nlow = {}", 1, 0),
        ("[policy.risk]\nlow = {}", 3_999, 4_000),
        ("[policy.risk]\nmedium = {}", 1_001, 1_000),
        ("[policy.risk]\nmedium = {}", 7_999, 8_000),
        ("[policy.risk]\nhigh = {}", 4_001, 4_000),
        ("[policy.budget]\nserver-tokens = {}", 0, -1),
        ("[policy.budget]\ngrowth-percent = {}", 0, -1),
        ("[policy.approvals]\nsafe = {}", 0, -1),
        ("[policy.approvals]\nrisky = {}", 0, -1),
        ("[policy.approvals]\nbreaking = {}", 1, 0),
        ('[policy.approvals]\napprovers = ["a", "b"]\nrisky = {}', 2, 3),
        ("[policy.waivers]\nmax-days = {}", 1, 0),
        ('[policy.signatures]\nsigners = ["a"]\nlock = {}', 0, -1),
        ("[watch]\ninterval = {}", '"0.1s"', '"0.09s"'),
        ("[policy.severity]\ntool-removed = {}", '"safe"', '"none"'),
        ("[policy.severity]\ntext-hidden = {}", '"breaking"', '"risky"'),
    ],
)
def test_the_last_valid_value_and_the_first_invalid_one(text, valid, invalid):
    assert problems(text.format(valid)) == ""
    assert problems(text.format(invalid))
