"""Loosen each key of docs/config.md alone after the strictest release: the gate rejects it with the reason."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from govern.contract.surface import TOOL, Item, Surface
from govern.lockfile.document import Lock
from govern.lockfile.integrity import digest_of_lock
from govern.lockfile.lock_server import Origin, lock_server
from govern.lockfile.store import save
from govern.policy.config import load_config
from govern.policy.folds import active
from govern.policy.measuring import measures_of
from govern.policy.source import source_of
from govern.policy.targets import servers_of
from govern.policy.weakening import WEAKENING, CanWeaken
from tests.attacks.victim import BROKEN, RELEASED, Tools, assert_held, assert_passes
from tests.desk import REPOSITORY, Answer, Desk
from tests.signing.people import WITHOUT, Person, somebody

pytestmark = WITHOUT
OAUTH_Q = 'oauth = { client-id = "q", client-secret = "${SECRET_Q}" }'
IDENTITY = '"ci@example.com" = "https://issuer.example"'
STRICT = """\
jobs = 4
inherit-env = ["TEAM"]
[servers.a]
catalog = "a.json"
timeout = 30.0
retries = 1
limits = { bytes = 1_000_000, pages = 5, items = 50, depth = 20, nodes = 9000 }
guards.look = { limit = 5, max_bytes = 500 }
normalize.dates = false
[servers.cmd]
trusted = false
sandbox = { network = false, image = "node:22" }
command = ["/usr/bin/serve", "--stdio"]
cwd = "safe"
integrity = "cmd@1 sha512-YQ=="
env = { PYTHONPATH = "lib", API_KEY = "${API_KEY}" }
protocol = "2025-06-18"
client = { roots = {} }
[servers.cmd.profiles.p]
command = ["/usr/bin/serve", "--read-only"]
args = ["--token", "hunter2hunter2"]
env = { NODE_OPTIONS = "--no-warnings" }
cwd = "other"
protocol = "2025-03-26"
client = { sampling = {} }
timeout = 20.0
[servers.plain]
command = "serve"
args = ["--key", "swordfish1swordfish1"]
env-file = "plain.env"
bundle = "https://plain.example/a.mcpb#sha256=0000000000000000000000000000000000000000000000000000000000000000"
inherit-env = ["PLAIN_*"]
[servers.web]
url = "https://ana:one@web.example/mcp"
transport = "http"
headers = { X-Tenant = "a" }
[servers.web.profiles.p]
url = "https://web.example/mcp?key=0123456789abcdefABCDEF0123"
headers = { X-Team = "a" }
token = "${TEAM}"
[servers.bearer]
url = "https://bearer.example/mcp"
token = "${ONE}"
[servers.cloud]
url = "https://cloud.example/mcp"
oauth = { client-id = "id", client-secret = "${SECRET}" }
[servers.cloud.profiles.q]
oauth = { client-id = "q", client-secret = "${SECRET_Q}" }
[servers.code]
python = "code:server"
[servers.cloud.reduce.fetch]
collapse = 20
chunk = 21
intent = 22
cut = 23
[policy]
preset = "strict"
fail-on = "safe"
encoding = "cl100k_base"
reading = "literal"
reach = ["claude-code", "openai"]
results = ["eval.json"]
[policy.severity]
"tool-added" = "breaking"
[policy.approvals]
approvers = ["dan@example.com", "ana@example.com", "ben@example.com"]
safe = 1
risky = 2
breaking = 3
not-author = true
[policy.waivers]
max-days = 30
[policy.signatures]
lock = 1
signers = ["ana@example.com"]
approvals = true
allowed-signers = "allowed_signers"
revoked-keys = "revoked"
sigstore = { "ci@example.com" = "https://issuer.example" }
sigstore-root = "root.json"
[policy.budget]
server-tokens = 5000
tool-tokens = 900
growth-percent = 10
growth-tokens = 500
context-window = 100_000
[policy.risk]
low = 500
medium = 2000
high = 4000
[policy.traces]
dir = "recorded"
required = true
[policy.text]
timeout = 25.0
[policy.gate]
unpinned = "fail"
version = "package.json"
uncovered = ["tests/*"]
[policy.bump]
breaking = "major"
risky = "minor"
added = "minor"
safe = "patch"
[watch]
interval = "5m"
webhook = "https://watch.example/hook"
headers = { X-Watch = "1" }
command = ["tell"]
[serve]
allow = "none"
answers = "refuse"
max-age = 30.0
call-timeout = 21.0
names = "plain"
surface = "all"
[serve.reduce]
collapse = 10
chunk = 11
intent = 12
cut = 13
[serve.http]
hosts = ["gate.example"]
origins = ["https://app.example"]
sessions = 10
requests-per-minute = 60
request-bytes = 1000
answer-bytes = 2000
timeout = 5.0
idle-timeout = 600.0
oauth.issuer = "https://login.example"
oauth.audience = "https://gate.example/mcp"
oauth.jwks-url = "https://login.example/jwks"
oauth.scopes = ["call"]
"""
# The original text, the attacker's replacement, and the gate's reason.
LOOSENED = {
    "serve.allow": ('allow = "none"', 'allow = "approved"', "serve.allow"),
    "serve.answers": ('answers = "refuse"', 'answers = "warn"', "serve.answers"),
    "serve.max-age": ("max-age = 30.0", "max-age = 90.0", "serve.max-age"),
    "serve.http.hosts": ('hosts = ["gate.example"]', 'hosts = ["gate.example", "eve"]', "serve.http.hosts.eve"),
    "serve.http.origins": ('["https://app.example"]', '["https://eve.example"]', "these web pages"),
    "serve.http.oauth.issuer": ('"https://login.example"', '"https://eve.example"', "other access tokens"),
    "serve.http.oauth.audience": ("gate.example/mcp", "eve.example/mcp", "other access tokens"),
    "serve.http.oauth.jwks-url": ("login.example/jwks", "eve.example/jwks", "other access tokens"),
    "serve.http.oauth.scopes": ('scopes = ["call"]', "scopes = []", "tokens without this scope"),
    "servers": ('[servers.code]\npython = "code:server"\n', "", "servers.code"),
    "servers.*.command": ('["/usr/bin/serve", "--stdio"]', '["/tmp/evil/serve", "--stdio"]', "another program"),
    "servers.*.env": ('PYTHONPATH = "lib"', 'PYTHONPATH = "/tmp/evil"', "servers.cmd.env.PYTHONPATH"),
    "servers.*.args": ('["--key", "swordfish1swordfish1"]', '["--key", "swordfish2swordfish2"]',
                       "servers.plain.args"),
    "servers.*.env-file": ('env-file = "plain.env"', 'env-file = "evil.env"', "servers.plain.env-file"),
    "servers.*.inherit-env": ('inherit-env = ["PLAIN_*"]', 'inherit-env = "all"', "servers.plain.inherit-env"),
    "inherit-env": ('inherit-env = ["TEAM"]', 'inherit-env = ["TEAM", "GITHUB_TOKEN"]', "inherit-env.GITHUB_TOKEN"),
    "servers.*.cwd": ('cwd = "safe"', 'cwd = "evil"', "servers.cmd.cwd"),
    "servers.*.url": ("ana:one@web", "eve:two@web", "other credentials"),
    "servers.*.headers": ('X-Tenant = "a"', 'X-Tenant = "eve"', "servers.web.headers.x-tenant"),
    "servers.*.token": ('token = "${ONE}"', 'token = "${EVE}"', "servers.bearer.token"),
    "servers.*.oauth": ('"${SECRET}"', '"${EVE}"', "servers.cloud.oauth.client-secret"),
    "servers.*.limits.bytes": ("bytes = 1_000_000", "bytes = 9_000_000", "a server may return more"),
    "servers.*.limits.pages": ("pages = 5", "pages = 500", "a server may return more"),
    "servers.*.limits.items": ("items = 50", "items = 500", "a server may return more"),
    "servers.*.limits.depth": ("depth = 20", "depth = 200", "a server may return more"),
    "servers.*.limits.nodes": ("nodes = 9000", "nodes = 90000", "a server may return more"),
    "servers.*.guards": ("guards.look = { limit = 5, max_bytes = 500 }\n", "", "servers.a.guards.look"),
    "servers.*.guards.*.limit": ("limit = 5,", "limit = 50,", "a guard states a larger bound"),
    "servers.*.guards.*.max_bytes": ("max_bytes = 500", "max_bytes = 900", "a guard states a larger bound"),
    "servers.*.profiles": (f"[servers.cloud.profiles.q]\n{OAUTH_Q}\n", "", "servers.cloud.profiles.q"),
    "servers.*.profiles.*.command": ('["/usr/bin/serve", "--read-only"]', '["/tmp/evil/serve", "--read-only"]',
                                     "servers.cmd.profiles.p.command"),
    "servers.*.profiles.*.args": ("hunter2hunter2", "hunter3hunter3", "servers.cmd.profiles.p.args"),
    "servers.*.profiles.*.env": ("--no-warnings", "--require ./evil.js", "servers.cmd.profiles.p.env.NODE_OPTIONS"),
    "servers.*.profiles.*.cwd": ('cwd = "other"', 'cwd = "evil"', "servers.cmd.profiles.p.cwd"),
    "servers.*.profiles.*.url": ("key=0123456789", "key=9876543210", "servers.web.profiles.p.url"),
    "servers.*.profiles.*.headers": ('X-Team = "a"', 'X-Team = "eve"', "servers.web.profiles.p.headers.x-team"),
    "servers.*.profiles.*.token": ('"${TEAM}"', '"${EVE}"', "servers.web.profiles.p.token"),
    "servers.*.profiles.*.oauth": ('"${SECRET_Q}"', '"${EVE}"', "servers.cloud.profiles.q.oauth.client-secret"),
    "servers.*.trusted": ("trusted = false", "trusted = true", "start it without a sandbox"),
    "servers.*.sandbox.network": ("network = false", "network = true", "use the network in a sandbox"),
    "servers.*.sandbox.image": ('"node:22"', '"evil:22"', "runs in another image"),
    "servers.*.normalize": ("normalize.dates = false", "normalize.dates = true", "that it matches are hidden"),
    "policy.preset": ('preset = "strict"', 'preset = "compatible"', "fewer changes need approval"),
    "policy.fail-on": ('fail-on = "safe"', 'fail-on = "never"', "fewer changes fail the gate"),
    "policy.encoding": ("cl100k_base", "o200k_base", "tokens are counted differently"),
    "policy.reading": ('"literal"', '"documented"', "schemas are compared differently"),
    "policy.reach": ('reach = ["claude-code", "openai"]', 'reach = ["openai"]', "a client may lose tools"),
    "policy.severity": ('"tool-added" = "breaking"', '"tool-removed" = "safe"', "a rule is less severe"),
    "policy.approvals.approvers": ('"ben@example.com"]', '"ben@example.com", "eve@example.com"]',
                                   "another person may approve"),
    "policy.approvals.safe": ("safe = 1", "safe = 0", "fewer people have to approve"),
    "policy.approvals.risky": ("risky = 2", "risky = 0", "fewer people have to approve"),
    "policy.approvals.breaking": ("breaking = 3", "breaking = 2", "fewer people have to approve"),
    "policy.approvals.not-author": ("not-author = true", "not-author = false", "authors may approve their own changes"),
    "policy.waivers.max-days": ("max-days = 30", "max-days = 3000", "waivers may last longer"),
    "policy.signatures.lock": ("lock = 1", "lock = 0", "fewer people have to sign the lock"),
    "policy.signatures.signers": ('signers = ["ana@example.com"]', "signers = []", "no longer has to sign"),
    "policy.signatures.approvals": ("approvals = true", "approvals = false", "unsigned approvals count"),
    "policy.signatures.allowed-signers": ('= "allowed_signers"', '= "evil_signers"', "another file lists the allowed"),
    "policy.signatures.revoked-keys": ('revoked-keys = "revoked"\n', "", "another file lists the revoked"),
    "policy.signatures.sigstore": (f"{{ {IDENTITY} }}", f'{{ {IDENTITY}, "eve@example.com" = "https://eve.example" }}',
                                   "another identity may sign"),
    "policy.signatures.sigstore-root": ('"root.json"', '"evil.json"', "another trusted root"),
    "policy.budget.server-tokens": ("server-tokens = 5000\n", "", "definitions may cost more"),
    "policy.budget.tool-tokens": ("tool-tokens = 900", "tool-tokens = 9000", "definitions may cost more"),
    "policy.budget.growth-tokens": ("growth-tokens = 500", "growth-tokens = 5000", "definitions may cost more"),
    "policy.budget.growth-percent": ("growth-percent = 10", "growth-percent = 1000", "definitions may cost more"),
    "policy.risk.low": ("low = 500", "low = 1500", "answer-size risk starts"),
    "policy.risk.medium": ("medium = 2000", "medium = 3500", "answer-size risk starts"),
    "policy.risk.high": ("high = 4000", "high = 90000", "answer-size risk starts"),
    "policy.results": ('results = ["eval.json"]', "results = []", "this result is no longer required"),
    "policy.traces.dir": ('dir = "recorded"', 'dir = "evil"', "recorded calls are read from another path"),
    "policy.traces.required": ("required = true", "required = false", "pass without recorded calls"),
    "policy.gate.unpinned": ('unpinned = "fail"', 'unpinned = "ignore"', "unpinned launchers pass"),
    "policy.gate.uncovered": ('uncovered = ["tests/*"]', 'uncovered = ["*"]', "client configs may start"),
    "policy.gate.version": ('version = "package.json"', 'version = "none"', "version is read from another source"),
    "policy.bump.breaking": ('breaking = "major"', 'breaking = "patch"', "a smaller version bump"),
    "policy.bump.risky": ('risky = "minor"', 'risky = "none"', "a smaller version bump"),
    "policy.bump.added": ('added = "minor"', 'added = "none"', "a smaller version bump"),
    "policy.bump.safe": ('safe = "patch"', 'safe = "none"', "a smaller version bump"),
}  # fmt: skip
# These make the gate no weaker, so an unapproved BREAKING change beside them is refused as ever.
REDUCTIONS = ("collapse", "chunk", "intent", "cut")
HARMLESS = {
    "servers.*.python": ('"code:server"', '"evil:server"', "code is configured as python:evil:server"),
    "servers.*.catalog": ('"a.json"', '"evil.json"', "a is configured as evil.json"),
    "servers.*.integrity": ('integrity = "cmd@1 sha512-YQ=="', 'integrity = "cmd@1 sha512-ZXZpbA=="', ""),
    "servers.*.bundle": (f"#sha256={'0' * 64}", f"#sha256={'1' * 64}", ""),
    "servers.*.timeout": ("timeout = 30.0", "timeout = 0.1", ""),
    "servers.*.retries": ("retries = 1", "retries = 0", ""),
    "servers.*.transport": ('transport = "http"', 'transport = "sse"', ""),
    "servers.*.protocol": ('"2025-06-18"', '"2024-11-05"', ""),
    "servers.*.client": ("{ roots = {} }", "{}", ""),
    "servers.*.profiles.*.protocol": ('"2025-03-26"', '"2024-11-05"', ""),
    "servers.*.profiles.*.client": ("{ sampling = {} }", "{}", ""),
    "servers.*.profiles.*.timeout": ("timeout = 20.0", "timeout = 0.1", ""),
    "policy.budget.context-window": ("context-window = 100_000", "context-window = 9", ""),
    "policy.text.timeout": ("timeout = 25.0", "timeout = 90.0", ""),
    "serve.http.sessions": ("sessions = 10", "sessions = 99", ""),
    "serve.http.requests-per-minute": ("requests-per-minute = 60", "requests-per-minute = 99", ""),
    "serve.http.request-bytes": ("request-bytes = 1000", "request-bytes = 9999", ""),
    "serve.http.answer-bytes": ("answer-bytes = 2000", "answer-bytes = 9999", ""),
    "serve.http.timeout": ("timeout = 5.0", "timeout = 99.0", ""),
    "serve.http.idle-timeout": ("idle-timeout = 600.0", "idle-timeout = 6000.0", ""),
    "serve.call-timeout": ("call-timeout = 21.0", "call-timeout = 900.0", ""),
    "serve.names": ('names = "plain"', 'names = "prefixed"', ""),
    "serve.surface": ('surface = "all"', 'surface = "compact"', ""),
    "servers.*.reduce": ("reduce.fetch", "reduce.other", ""),
    **{f"serve.reduce.{key}": (f"{key} = 1{at}", f"{key} = 9{at}", "") for at, key in enumerate(REDUCTIONS)},
    **{f"servers.*.reduce.*.{key}": (f"{key} = 2{at}", f"{key} = 9{at}", "") for at, key in enumerate(REDUCTIONS)},
    "jobs": ("jobs = 4", "jobs = 1", ""),
    "watch.interval": ('"5m"', '"24h"', ""),
    "watch.webhook": ("watch.example/hook", "eve.example/hook", ""),
    "watch.headers": ('X-Watch = "1"', 'X-Watch = "2"', ""),
    "watch.command": ('["tell"]', '["true"]', ""),
}
# These need a release of their own: the test that loosens each.
ELSEWHERE = {
    "policy.release.base": "tests/commands/test_gate_attest.py::test_to_ask_no_verdicts_any_more_takes_an_approval",
    "policy.text.judge": "tests/commands/test_text_judge.py::test_another_judge_or_none_takes_an_approval",
}
# Changes that do not weaken the policy.
HONEST = {
    "a comment": ("jobs = 4", "jobs = 4  # enough"),
    "a tighter budget": ("tool-tokens = 900", "tool-tokens = 800"),
    "a shorter waiver": ("max-days = 30", "max-days = 20"),
    "a narrower limit": ("items = 50", "items = 40"),
    "a stricter rule": ('"tool-added" = "breaking"', '"tool-added" = "breaking"\n"server-added" = "risky"'),
    "the same program by its name": ('["/usr/bin/serve", "--stdio"]', '["serve", "--stdio"]'),
    "a header in another case": ('X-Tenant = "a"', 'x-tenant = "a"'),
    "a server that inherits less": ('inherit-env = ["PLAIN_*"]', 'inherit-env = ["PLAIN_NAME"]'),
    "more time": ("timeout = 30.0", "timeout = 60.0"),
    "a larger step": ('risky = "minor"', 'risky = "major"'),
    "another look": ('"5m"', '"1m"'),
}


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """Create a repository released under the strict policy, with an unapproved BREAKING change."""
    folder = tmp_path_factory.mktemp("keys")
    desk = Desk(folder, pytest.MonkeyPatch(), None)  # type: ignore[arg-type]
    ana = somebody(tmp_path_factory.mktemp("signer"), "ana@example.com")
    desk.git("init", "-q", "-b", "main")
    desk.git("config", "user.email", "eve@example.com")
    desk.git("config", "user.name", "Eve")
    for name, text in files(ana).items():
        desk.write(name, text)
    lock(desk, BROKEN)
    broken = desk.lock_path.read_bytes()
    lock(desk, RELEASED)
    desk.write("eval.json", json.dumps({"format": "govern.eval/1", "verdict": "passed"}))
    signed = desk.typed("sign", "--key", str(ana.key), "--identity", ana.name)
    assert signed.code == 0, signed
    desk.commit("release")
    desk.git("tag", "v1.0.0")
    desk.write("README.md", "Later.")
    desk.commit("later")
    return folder, broken


def files(ana: Person) -> dict[str, str]:
    return {
        "govern.toml": STRICT,
        "package.json": '{"version": "1.0.0"}',
        "allowed_signers": ana.line(),
        "evil_signers": ana.line(),
        "revoked": "",
        "root.json": "{}",
        "evil.json": "{}",
        "recorded/none.jsonl": "",
        "evil/none.jsonl": "",
    }


def lock(desk: Desk, listed: Tools) -> None:
    """Lock every configured server as if all of them listed these tools."""
    config = load_config(desk.folder / "govern.toml", desk.folder)
    surface = Surface({}, tuple(Item(TOOL, tool) for tool in listed))
    servers = {
        name: lock_server(
            Origin(name, source_of(server, config.root), server.client, active(server.normalize)),
            surface,
            measures_of(config, name, None),
        )
        for name, server in servers_of(config).items()
    }
    made = Lock(encoding=config.policy.encoding, risk=config.policy.risk.steps).with_servers(servers)
    save(desk.lock_path, replace(made, digest=digest_of_lock(made)))


def gated(released: tuple[Path, bytes], desk: Desk, *changes: tuple[str, str], broken: bool = False) -> Answer:
    """Run the gate with these parts of the policy replaced, then restore everything."""
    folder, lock = released
    desk = Desk(folder, desk.monkeypatch, desk.capsys)
    desk.monkeypatch.chdir(folder)
    text = STRICT
    for old, new in changes:
        assert STRICT.count(old) == 1, old
        text = text.replace(old, new)
    before = desk.lock_path.read_bytes()
    try:
        desk.write("govern.toml", text)
        if broken:
            desk.write("capability.lock", lock)
        return desk.govern("gate", "--format", "json")
    finally:
        desk.write("govern.toml", STRICT)
        desk.write("capability.lock", before)


def weaker(answer: Answer) -> list[dict[str, Any]]:
    return [each for each in answer.document["changes"] if each["kind"] == "policy"]


def test_every_key_of_the_docs_is_attacked() -> None:
    """A key added to settings.py needs a row here, because it might loosen the gate."""
    assert {key for key, row in WEAKENING.items() if isinstance(row, CanWeaken)} == {*LOOSENED, *ELSEWHERE}
    assert set(WEAKENING) - {*LOOSENED, *ELSEWHERE} == set(HARMLESS)
    attacked = {*LOOSENED, *ELSEWHERE, *HARMLESS}
    for file, _, name in (each.partition("::") for each in ELSEWHERE.values()):
        assert f"def {name}(" in (REPOSITORY / file).read_text("utf-8")
    page = (REPOSITORY / "docs" / "config.md").read_text("utf-8")
    for key in (each.replace("<name>", "*") for each in re.findall(r"^\| `([^`]+)` \|", page, re.MULTILINE)):
        inside = any(each.startswith(f"{key}.") or key.startswith(f"{each}.") for each in attacked)
        assert key in attacked or inside, f"{key}: add a row that loosens it"


def test_the_release_itself_passes(released: tuple[Path, bytes], desk: Desk) -> None:
    answer = gated(released, desk)
    assert_passes(answer, '"allowed"')
    assert weaker(answer) == []


@pytest.mark.parametrize(("old", "new", "message"), LOOSENED.values(), ids=LOOSENED)
def test_loosening_a_single_key_is_rejected(
    released: tuple[Path, bytes], desk: Desk, old: str, new: str, message: str
) -> None:
    answer = gated(released, desk, (old, new))
    assert_held(answer, message, code=1)
    (line,) = [each for each in answer.document["checks"] if each["check"] == "policy"]
    assert line["state"] == "failed"
    assert any(message in f"{each['name']} {each['message']}" for each in weaker(answer))
    assert not any(each["approved"] for each in weaker(answer))
    assert "hunter3" not in answer.out


def test_harmless_keys_allow_nothing_else(released: tuple[Path, bytes], desk: Desk) -> None:
    changes = [(old, new) for old, new, message in HARMLESS.values() if not message]
    answer = gated(released, desk, *changes, broken=True)
    assert_held(answer, "input-bound-tightened", code=1)
    assert weaker(answer) == []
    (line,) = [each for each in answer.document["checks"] if each["check"] == "changes"]
    assert line["state"] == "failed"


@pytest.mark.parametrize(("old", "new", "message"), [each for each in HARMLESS.values() if each[2]])
def test_a_harmless_key_of_another_server_makes_the_lock_stale(
    released: tuple[Path, bytes], desk: Desk, old: str, new: str, message: str
) -> None:
    answer = gated(released, desk, (old, new), broken=True)
    assert_held(answer, message, "input-bound-tightened", code=1)
    assert weaker(answer) == []


def test_an_equally_strict_policy_passes(released: tuple[Path, bytes], desk: Desk) -> None:
    assert_passes(gated(released, desk, *HONEST.values()), '"allowed"')
