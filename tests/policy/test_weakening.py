"""The gate reports each weakened key: every key in both directions."""

import tomllib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from datetime import date
from typing import Any, get_args

import pytest

from govern.contract.surface import ABSENT
from govern.policy.approvals import Approvals, Waiver
from govern.policy.parsing import parse_settings
from govern.policy.settings import Settings, SignatureKeys, toml_key
from govern.policy.weakening import (
    WEAKENING,
    CannotWeaken,
    CanWeaken,
    holds_tables,
    trust_widened,
    waivers_added,
    weakening_findings,
    weaker_settings,
)
from govern.signing.verification import TrustSettings

SERVER = '[servers.a]\ncommand = ["a"]\n'
# The key, a stricter value, and a weaker value.
LOOSER = {
    "inherit-env": ('inherit-env = ["LIB_*"]', 'inherit-env = ["LIB_*", "GITHUB_TOKEN"]'),
    "policy.preset": ('preset = "strict"', 'preset = "balanced"'),
    "policy.fail-on": ('fail-on = "risky"', 'fail-on = "breaking"'),
    "policy.encoding": ('encoding = "cl100k_base"', 'encoding = "o200k_base"'),
    "policy.reading": ('reading = "literal"', 'reading = "documented"'),
    "policy.reach": ('reach = ["claude-code", "cursor"]', 'reach = ["cursor"]'),
    "policy.severity": ("", 'severity = { tool-removed = "safe" }'),
    "policy.approvals.approvers": ('approvals.approvers = ["ana"]', 'approvals.approvers = ["ana", "ben"]'),
    "policy.approvals.safe": ("approvals.safe = 1", "approvals.safe = 0"),
    "policy.approvals.risky": ("approvals.risky = 2", ""),
    "policy.approvals.breaking": ("approvals.breaking = 2", "approvals.breaking = 1"),
    "policy.approvals.not-author": ("approvals.not-author = true", ""),
    "policy.waivers.max-days": ("", "waivers.max-days = 181"),
    "policy.signatures.lock": ("signatures.lock = 2", "signatures.lock = 1"),
    "policy.signatures.signers": ('signatures.signers = ["ana"]', ""),
    "policy.signatures.approvals": ("signatures.approvals = true", 'signatures.approvals = "breaking"'),
    "policy.signatures.allowed-signers": ("", 'signatures.allowed-signers = "others"'),
    "policy.signatures.revoked-keys": ('signatures.revoked-keys = "revoked"', ""),
    "policy.signatures.sigstore": (
        "signatures.lock = 1",
        'signatures = { lock = 1, sigstore = { "ana@example.com" = "https://issuer.example" } }',
    ),
    "policy.signatures.sigstore-root": ("", 'signatures.sigstore-root = "root.json"'),
    "policy.budget.server-tokens": ("budget.server-tokens = 10", "budget.server-tokens = 11"),
    "policy.budget.tool-tokens": ("budget.tool-tokens = 10", ""),
    "policy.budget.growth-tokens": ("", "budget.growth-tokens = 1001"),
    "policy.budget.growth-percent": ("budget.growth-percent = 5", "budget.growth-percent = 5.5"),
    "policy.risk.low": ("risk.low = 500", "risk.low = 501"),
    "policy.risk.medium": ("risk.medium = 3000", ""),
    "policy.risk.high": ("", "risk.high = 9000"),
    "policy.results": ('results = ["a.json", "b.json"]', 'results = ["a.json"]'),
    "policy.gate.unpinned": ('gate.unpinned = "fail"', ""),
    "policy.gate.uncovered": ('gate.uncovered = ["tests"]', 'gate.uncovered = ["tests", "npx evil"]'),
    "policy.gate.version": ('gate.version = "package.json"', 'gate.version = "none"'),
    "policy.bump.breaking": ("", 'bump.breaking = "minor"'),
    "policy.bump.risky": ("", 'bump.risky = "patch"'),
    "policy.bump.added": ("", 'bump.added = "none"'),
    "policy.bump.safe": ("", 'bump.safe = "none"'),
    "policy.release.base": ('release.base = "attested"', ""),
    "policy.traces.dir": ('traces.dir = "recorded"', ""),
    "policy.traces.required": ("traces.required = true", ""),
    "policy.text.judge": ('text.judge = ["judge"]', ""),
    "serve.allow": ('serve.allow = "approved"', ""),
    "serve.answers": ("", 'serve.answers = "off"'),
    "serve.max-age": ("serve.max-age = 5", "serve.max-age = 5.5"),
    "serve.http.hosts": ("", 'serve.http.hosts = ["a"]'),
    "serve.http.origins": ("", 'serve.http.origins = ["https://a"]'),
    "serve.http.oauth.issuer": ("", 'serve.http.oauth.issuer = "https://a"'),
    "serve.http.oauth.audience": ("", 'serve.http.oauth.audience = "https://a"'),
    "serve.http.oauth.jwks-url": ("", 'serve.http.oauth.jwks-url = "https://a"'),
    "serve.http.oauth.scopes": ('serve.http.oauth.scopes = ["a"]', ""),
}
OF_SERVERS = {
    "servers": ("[servers.b]\ncommand = ['b']", ""),
    "servers.*.limits.bytes": ("", "limits.bytes = 1_000_000_000"),
    "servers.*.limits.nodes": ("", "limits.nodes = 10_000_000"),
    "servers.*.limits.pages": ("limits.pages = 5", ""),
    "servers.*.limits.items": ("limits.items = 5", "limits.items = 6"),
    "servers.*.limits.depth": ("limits.depth = 5", "limits.depth = 6"),
    "servers.*.guards": ("guards.look.limit = 5", ""),
    "servers.*.guards.*.limit": ("guards.look.limit = 5", "guards.look.limit = 6"),
    "servers.*.guards.*.max_bytes": (
        "guards.look = { limit = 5, max_bytes = 5 }",
        "guards.look = { limit = 5 }",
    ),
    "servers.*.inherit-env": ('inherit-env = "none"', 'inherit-env = "all"'),
    "servers.*.profiles": ("profiles.readonly = {}", ""),
    "servers.*.normalize": ("", "normalize.dates = true"),
    "servers.*.trusted": ("", "trusted = true"),
    "servers.*.sandbox.network": ("", "sandbox.network = true"),
}

# Both directions are findings: another program or account answers under the same source.
LAUNCHED = {
    "servers.*.command": ('command = ["/usr/bin/a", "--x"]', 'command = ["/opt/evil/a", "--x"]'),
    "servers.*.args": ('args = ["--token", "hunter2hunter2"]', 'args = ["--token", "hunter3hunter3"]'),
    "servers.*.env-file": ('env-file = ".env"', 'env-file = "other.env"'),
    "servers.*.env": ('env.PYTHONPATH = "lib"', 'env.PYTHONPATH = "other"'),
    "servers.*.sandbox.image": ('sandbox.image = "a"', 'sandbox.image = "b"'),
    "servers.*.cwd": ('cwd = "safe"', 'cwd = "other"'),
    "servers.*.url": ('url = "https://ana:one@a.example/mcp"', 'url = "https://ana:two@a.example/mcp"'),
    "servers.*.headers": ('headers.X-Tenant = "a"', 'headers.x-tenant = "b"'),
    "servers.*.token": ('token = "${ONE}"', 'token = "${TWO}"'),
    "servers.*.oauth": (
        'oauth = { client-id = "a", client-secret = "${ONE}" }',
        'oauth = { client-id = "a", client-secret = "${TWO}" }',
    ),
    "servers.*.profiles.*.command": ("profiles.p = {}", 'profiles.p.command = ["/opt/evil/a"]'),
    "servers.*.profiles.*.args": (
        'profiles.p.args = ["--token", "hunter2hunter2"]',
        'profiles.p.args = ["--token", "hunter3hunter3"]',
    ),
    "servers.*.profiles.*.env": ('profiles.p.env.NODE_OPTIONS = "${A}"', 'profiles.p.env.NODE_OPTIONS = "${B}"'),
    "servers.*.profiles.*.cwd": ("profiles.p = {}", 'profiles.p.cwd = "other"'),
    "servers.*.profiles.*.url": (
        'profiles.p.url = "https://b.example/?key=0123456789abcdefABCDEF0123"',
        'profiles.p.url = "https://b.example/?key=9876543210abcdefABCDEF0123"',
    ),
    "servers.*.profiles.*.headers": ("profiles.p = {}", 'profiles.p.headers.X-Tenant = "b"'),
    "servers.*.profiles.*.token": ("profiles.p = {}", 'profiles.p.token = "${TWO}"'),
    "servers.*.profiles.*.oauth": (
        'profiles.p.oauth = { client-id = "b", client-secret = "${A}" }',
        'profiles.p.oauth = { client-id = "b", client-secret = "${B}" }',
    ),
}
OF_SERVERS |= LAUNCHED


def settings(text: str) -> Settings:
    made = parse_settings(tomllib.loads(text))
    assert isinstance(made, Settings), made
    return made


def keys(kind: Any, pattern: str = "") -> Iterator[str]:
    for field in fields(kind):
        inner, key = field.type, f"{pattern}{toml_key(field.name)}"
        if is_dataclass(inner):
            yield from keys(inner, f"{key}.")
            continue
        yield key
        if holds_tables(inner):
            yield from keys(get_args(inner)[1], f"{key}.*.")


# Keys that decide which changes need approval, by whom, and how that is proven.
APPROVAL = {
    "policy.preset", "policy.fail-on", "policy.reading", "policy.severity", "policy.traces.dir", "policy.text.judge",
    "policy.release.base", "policy.traces.required", "policy.waivers.max-days", "servers.*.normalize",
    "serve.allow",
}  # fmt: skip


def rule_of(key: str) -> str:
    if key in LAUNCHED:
        return "server-launch-changed"
    approval = key in APPROVAL or key.startswith(("policy.approvals.", "policy.signatures."))
    return "policy-approval-weakened" if approval else "policy-weakened"


def both(key: str) -> tuple[Settings, Settings]:
    sides = (OF_SERVERS | LOOSER)[key]
    head = SERVER if key in OF_SERVERS else "[policy]\n" if key.startswith("policy.") else ""
    if key.endswith((".url", ".headers", ".token", ".oauth")):
        head = '[servers.a]\nurl = "https://a.example/mcp"\n'
    if any(side.startswith(("command", "url")) for side in sides):
        head = "[servers.a]\n"
    return settings(head + sides[0]), settings(head + sides[1])


def test_every_key_is_in_the_table() -> None:
    """A new key of settings.py needs a row in WEAKENING: a comparison, or why it cannot weaken."""
    assert set(keys(Settings)) == set(WEAKENING)


def test_every_key_that_can_weaken_the_gate_is_tested_here() -> None:
    assert {key for key, row in WEAKENING.items() if isinstance(row, CanWeaken)} == {*LOOSER, *OF_SERVERS}


def test_every_row_has_an_effect_or_a_reason() -> None:
    for row in WEAKENING.values():
        words = row.reason if isinstance(row, CannotWeaken) else row.effect
        assert words
        assert not words.endswith(".")


@pytest.mark.parametrize("key", [*LOOSER, *OF_SERVERS])
def test_a_weaker_key_is_one_finding(key: str) -> None:
    old, new = both(key)
    (found,) = weaker_settings(old, new)
    assert (found.rule, found.kind, found.server) == (rule_of(key), "policy", "policy")
    assert [part for part in key.split(".") if part != "*"] == [
        part for part in found.name.split(".") if part in key.split(".")
    ]
    assert found.pointer.startswith(f"/{key.partition('.*')[0].replace('.', '/')}")
    assert weaker_settings(old, old) == weaker_settings(new, new) == []


# Neither value is stricter than the other, so any change is a finding.
INCOMPARABLE = {
    "policy.encoding", "policy.reading", "policy.signatures.allowed-signers", "policy.signatures.sigstore-root",
    "serve.http.oauth.issuer", "serve.http.oauth.audience", "serve.http.oauth.jwks-url",
}  # fmt: skip


@pytest.mark.parametrize("key", sorted({*LOOSER, *OF_SERVERS} - INCOMPARABLE - {*LAUNCHED}))
def test_a_stricter_key_is_no_finding(key: str) -> None:
    old, new = both(key)
    assert weaker_settings(new, old) == []


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("inherit-env = ['A']", "inherit-env = ['A', 'B', 'C_*']", [("ABSENT", "B"), ("ABSENT", "C_*")]),
        ("inherit-env = 'none'", "inherit-env = ['A']", [("none", ["A"])]),
        ("inherit-env = 'none'", "inherit-env = []", [("none", [])]),
        ("inherit-env = ['A']", "inherit-env = 'all'", [(["A"], "all")]),
        ("inherit-env = 'all'", "inherit-env = ['A']", []),
        ("inherit-env = ['A']", "inherit-env = []", []),
        ("", "[servers.a]\ncommand = ['a']\ninherit-env = ['A']", [("ABSENT", "A")]),
        ("inherit-env = ['A']", "inherit-env = ['A']\n[servers.a]\ncommand = ['a']\ninherit-env = ['A']", []),
        (
            "inherit-env = 'none'",
            "inherit-env = 'none'\n[servers.a]\ncommand = ['a']\ninherit-env = []",
            [("none", [])],
        ),
    ],
)
def test_variables_that_programs_inherit_only_now(old: str, new: str, shown: list[tuple[Any, Any]]) -> None:
    before, after = (settings(text if "[servers" in text else f"{text}\n{SERVER}") for text in (old, new))
    found = weaker_settings(before, after)
    assert [("ABSENT" if each.before is ABSENT else each.before, each.after) for each in found] == shown


def test_each_weakening_has_its_own_id() -> None:
    sides = [both(key) for key in (*LOOSER, *OF_SERVERS)]
    changes = [each for old, new in sides for each in weaker_settings(old, new)]
    assert len({each.id for each in changes}) == len(changes)
    more = [
        each
        for bound in (11, 12)
        for each in weaker_settings(*(settings(f"[policy.budget]\ntool-tokens = {n}") for n in (10, bound)))
    ]
    findings = weakening_findings(more)
    assert len({(each.change.id, each.target) for each in findings}) == 2
    assert {each.severity.value for each in findings} == {"RISKY"}
    assert {
        each.severity.value for each in weakening_findings(weaker_settings(*both("policy.approvals.breaking")))
    } == {"BREAKING"}
    assert {each.origin for each in findings} == {findings[0].origin}
    assert "definitions may cost more" in findings[0].message


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ('"tool-removed" = "risky"', '"tool-removed" = "safe"', ["policy.severity.tool-removed"]),
        ('"tool-added" = "breaking"', "", ["policy.severity.tool-added"]),
        ("", '"tool-added" = "risky"', []),
        ("", 'a = { tool-removed = "risky" }', ["policy.severity.a.tool-removed"]),
        ('tool-removed = "safe"', 'a = { tool-removed = "safe" }', []),
        ('tool-removed = "safe"\n"a/look" = { tool-removed = "breaking" }', 'tool-removed = "safe"',
         ['policy.severity."a/look".tool-removed']),
        ('tool-removed = { severity = "safe", reason = "x" }', 'tool-removed = "safe"', []),
    ],
)  # fmt: skip
def test_a_lowered_severity_is_found_for_its_server_and_tool(old: str, new: str, found: list[str]) -> None:
    sides = [settings(f"[policy.severity]\n{side}") for side in (old, new)]
    assert [each.name for each in weaker_settings(*sides)] == found


@pytest.mark.parametrize("key", sorted(INCOMPARABLE | {*LAUNCHED}))
def test_any_change_of_an_unordered_key_is_a_weakening(key: str) -> None:
    old, new = both(key)
    assert len(weaker_settings(new, old)) == 1


@pytest.mark.parametrize(
    ("old", "new", "number"),
    [(None, "none", 1), (None, "package.json", 1), ("package.json", None, 1), ("none", "package.json", 0)],
)
def test_another_version_source_is_a_weakening(old: str | None, new: str | None, number: int) -> None:
    sides = [settings(f'[policy.gate]\nversion = "{word}"' if word else "") for word in (old, new)]
    assert len(weaker_settings(*sides)) == number


@pytest.mark.parametrize(
    ("old", "new", "number"), [(None, 10, 0), (None, 25, 0), (None, 26, 1), (10, 20, 1), (50, None, 1), (20, 10, 0)]
)
def test_growth_above_the_default_is_a_weakening(old: int | None, new: int | None, number: int) -> None:
    sides = ("" if percent is None else f"budget.growth-percent = {percent}" for percent in (old, new))
    assert len(weaker_settings(*(settings(f"[policy]\n{side}\n") for side in sides))) == number


def test_a_changed_preset_is_reported_once() -> None:
    sides = [settings(f'[policy]\npreset = "{word}"') for word in ("strict", "compatible")]
    assert [each.name for each in weaker_settings(*sides)] == ["policy.preset"]


def test_an_empty_list_of_approvers_means_anyone() -> None:
    named, nobody = (settings(f"[policy.approvals]\napprovers = {who}") for who in ('["ana"]', "[]"))
    assert [each.name for each in weaker_settings(named, nobody)] == ["policy.approvals.approvers"]
    assert weaker_settings(nobody, named) == []
    spelled = settings('[policy.approvals]\napprovers = [" ANA "]')
    assert weaker_settings(named, spelled) == []


def test_a_removed_server_is_shown_without_secrets() -> None:
    old = settings('[servers.a]\ncommand = ["a", "--api-key", "sk-live-0123456789abcdef0123456789"]')
    (found,) = weaker_settings(old, settings(""))
    assert found.name == "servers.a"
    assert "0123456789" not in str(found.before)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('command = ["npx", "a@1"]', 'command = ["/usr/bin/npx", "a@1"]'),
        ('command = ["npx", "a@1"]', 'command = ["npx", "a@2"]'),
        ('url = "https://a.example/mcp"', 'url = "https://b.example/mcp"'),
        ('url = "https://a.example"\nheaders.X-Tenant = "a"', 'url = "https://a.example"\nheaders.x-tenant = "a"'),
        ('command = ["a"]\ntimeout = 5.0', 'command = ["a"]\ntimeout = 50.0'),
        ('command = ["a"]\nprofiles.p = {}', 'command = ["a"]\nprofiles = { p = {}, q.env.A = "b" }'),
    ],
    ids=["found on PATH", "told by the lock's source", "another host too", "a header's case", "time", "a new profile"],
)
def test_an_equivalent_command_is_no_weakening(old: str, new: str) -> None:
    sides = [settings(f"[servers.a]\n{side}") for side in (old, new)]
    assert weaker_settings(*sides) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('env.API_KEY = "hunter2hunter2"', 'env.API_KEY = "hunter3hunter3"'),
        ('env.API_KEY = "${KEY:-hunter2hunter2}"', 'env.API_KEY = "${KEY:-hunter3hunter3}"'),
        ('env.X = "--token hunter2hunter2"', 'env.X = "--token=hunter3hunter3"'),
    ],
)
def test_a_changed_secret_is_reported_and_not_shown(old: str, new: str) -> None:
    (found,) = weaker_settings(*[settings(f"{SERVER}{side}") for side in (old, new)])
    assert found.before != found.after
    assert "hunter3" not in f"{found.before} {found.after}"


def test_removing_an_override_under_compatible_is_a_weakening() -> None:
    held = '[policy]\npreset = "compatible"\n[policy.severity]\n"tool-description-changed" = "risky"'
    (found,) = weaker_settings(settings(held), settings('[policy]\npreset = "compatible"'))
    assert (found.name, found.before, found.after) == ("policy.severity.tool-description-changed", "risky", "safe")
    assert weaker_settings(settings('[policy]\npreset = "compatible"'), settings(held)) == []


def waiver(rule: str = "tool-*", until: date = date(2027, 1, 1), by: str = "ana", reason: str = "x") -> Waiver:
    return Waiver("a", "*", rule, reason, until, by)


@pytest.mark.parametrize(
    ("old", "new", "number"),
    [
        ([], [waiver()], 1),
        ([waiver()], [waiver()], 0),
        ([waiver()], [], 0),
        ([waiver()], [waiver(reason="y")], 0),
        ([waiver()], [waiver(until=date(2026, 12, 31))], 0),
        ([waiver()], [waiver(until=date(2027, 1, 2))], 1),
        ([waiver()], [waiver("*")], 1),
        ([waiver()], [waiver(by="ben")], 1),
        ([], [waiver(until=date(2026, 11, 17))], 0),
        ([], [waiver(until=date(2026, 11, 18))], 1),
    ],
)
def test_a_new_or_longer_waiver_is_a_weakening(old: list[Waiver], new: list[Waiver], number: int) -> None:
    found = waivers_added(Approvals((), tuple(old)), Approvals((), tuple(new)), date(2026, 11, 18))
    assert len(found) == number


def test_many_waivers_are_compared_quickly() -> None:
    held = Approvals((), tuple(Waiver(f"a{at}", "*", "*", "r", date(2030, 1, 1), "ana") for at in range(20_000)))
    assert waivers_added(held, held, date(2029, 1, 1)) == []


ANA, BEN = "ana@example.com ssh-ed25519 AAAAana", "ben@example.com ssh-ed25519 AAAAben"


@pytest.mark.parametrize(
    ("keys", "old", "new", "number"),
    [
        (SignatureKeys(), None, ANA, 0),
        (SignatureKeys(lock=1), None, ANA, 1),
        (SignatureKeys(), ANA, f"{ANA}\n{BEN}\n", 1),
        (SignatureKeys(), f"{ANA}\n{BEN}", BEN, 0),
        (SignatureKeys(), ANA, f"# who signs: {BEN}\n\n \t# {BEN}\n \t{ANA}\r\n", 0),
        (SignatureKeys(), ANA, ANA.replace("AAAAana", "AAAAben"), 1),
        # What only looks like a line's end or a space is neither to ssh-keygen.
        *((SignatureKeys(), ANA, f"{ANA}\n{end}#,{BEN}\n", 1) for end in "\r\v\f\x1c\x85\u2028\xa0\0"),
        *((SignatureKeys(), ANA, f"{ANA}\n{end}{ANA}\n", 1) for end in "\v\f\x1c\x85\u2028\xa0"),
        # Another file may be linked here, and is not shown.
        (SignatureKeys(), ANA, f"{ANA}\nexport PASSWORD=hunter2\n", 0),
    ],
)
def test_a_new_signer_is_a_weakening(keys: SignatureKeys, old: str | None, new: str, number: int) -> None:
    assert len(trust_widened(keys, TrustSettings(old), TrustSettings(new))) == number


@pytest.mark.parametrize(
    ("old", "new", "number"),
    [
        (b"a\nb\n", b"b\na\nc\n", 0),
        (b"a\nb\n", b"a\n", 1),
        (b"a\n", None, 1),
        (b"\0krl", b"\0krl2", 1),
        (b"x", b"x", 0),
        (b"a\r\nb\n", b"a\nb\r\n", 0),
        (b"a\nb\n", b"a\n#\rb\n", 1),
    ],
)
def test_a_key_that_is_no_longer_revoked_is_a_weakening(old: bytes, new: bytes | None, number: int) -> None:
    keys = SignatureKeys(revoked_keys="revoked")
    assert len(trust_widened(keys, TrustSettings("", old), TrustSettings("", new))) == number


@pytest.mark.parametrize(
    ("old", "new", "number"), [(b"{\n}", b"{ }", 1), (b"{\n}", b"{\r\n}", 0), (b"\0\n", b"\0\r\n", 1)]
)
def test_another_root_of_trust_is_a_weakening(old: bytes, new: bytes, number: int) -> None:
    keys = SignatureKeys(sigstore_root="root.json")
    before, after = (TrustSettings("", sigstore_root=root) for root in (old, new))
    assert len(trust_widened(keys, before, after)) == number
