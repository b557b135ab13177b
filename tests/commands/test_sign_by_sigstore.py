"""`govern sign --sigstore` and `govern verify`, with a Sigstore of our own and real keys."""

import base64
import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.desk import Desk
from tests.signing.sigstore_instance import ISSUER, Sigstore, running, token

TOOL = {"name": "look", "description": "Looks.", "inputSchema": {"type": "object"}}
NAME = "capability.signatures.jsonl"
ANA = "ana@example.com"
ASKS = f"""
[policy.signatures]
lock = 1
sigstore = {{ "{ANA}" = "{ISSUER}" }}
sigstore-root = "sigstore.json"
"""
# Import the library as if the extra were not installed.
WITHOUT = ("sigstore", "sigstore.errors", "sigstore.models", "sigstore.verify", "sigstore.sign", "sigstore.oidc")


@pytest.fixture(scope="module")
def sigstore() -> Iterator[Sigstore]:
    pytest.importorskip("sigstore", reason="the extra govern-mcp[sigstore] is not installed")
    with running() as instance:
        yield instance


@pytest.fixture
def locked(desk: Desk, sigstore: Sigstore, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Create a lock that requires Ana's signature by this Sigstore, on a CI machine that runs for her."""
    desk.catalogs(a=[TOOL], more=ASKS)
    desk.write("sigstore.json", sigstore.trust_config())
    monkeypatch.setenv("GITLAB_CI", "true")
    monkeypatch.setenv("SIGSTORE_ID_TOKEN", token(ANA))
    monkeypatch.setenv("HOME", str(desk.folder))
    desk.ok("lock")
    return desk


@pytest.fixture
def signed(locked: Desk) -> Desk:
    locked.ok("sign", "--sigstore", "--identity", ANA)
    locked.ok("verify")
    return locked


def bundle(desk: Desk) -> Any:
    return json.loads((desk.folder / NAME).read_text("utf-8"))


def refused(desk: Desk, standing: str) -> str:
    answer = desk.govern("verify", "--json")
    assert answer.code == 1, answer
    (found,) = answer.document["signatures"]
    assert found["standing"] == standing
    return str(found["message"])


def test_a_lock_signed_by_sigstore(locked: Desk, sigstore: Sigstore) -> None:
    entries = sigstore.entries
    answer = locked.ok("sign", "--sigstore", "--identity", ANA)
    signed = f"  signed the lock {locked.lock.digest[:19]}… by {ANA}"
    assert answer.out == f"{signed}\n{NAME} written: review and commit it\n"
    assert sigstore.entries == entries + 1
    held = bundle(locked)
    assert held["mediaType"] == "application/vnd.dev.sigstore.bundle.v0.3+json"
    statement = json.loads(base64.b64decode(held["dsseEnvelope"]["payload"]))
    assert statement["predicate"] == {"by": ANA, "digest": locked.lock.digest}
    assert f"signed the lock by {ANA} (Sigstore, {ISSUER})\n" in locked.ok("verify").out


def test_it_is_verified_where_nobody_answers(signed: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the root of trust alone and without network access."""
    root = json.loads((signed.folder / "sigstore.json").read_text("utf-8"))["trustedRoot"]
    signed.write("sigstore.json", json.dumps(root))
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    signed.ok("verify")
    answer = signed.govern("sign", "--sigstore", "--identity", ANA)
    assert answer.code == 2
    assert "is only a trusted root, which is enough to verify" in answer.err


def test_a_changed_lock(signed: Desk) -> None:
    signed.catalogs(a=[TOOL | {"description": "Sees."}], more=ASKS)
    signed.ok("lock")
    answer = signed.govern("verify")
    assert answer.code == 1
    assert "it signs another lock" in answer.out


def test_another_payload_in_the_bundle(signed: Desk) -> None:
    held = bundle(signed)
    signed.catalogs(a=[TOOL | {"description": "Sees."}], more=ASKS)
    signed.ok("lock")
    signed.ok("sign", "--sigstore", "--identity", ANA)
    fresh = bundle(signed)
    held["dsseEnvelope"]["payload"] = fresh["dsseEnvelope"]["payload"]
    signed.write(NAME, json.dumps(held) + "\n")
    assert "Sigstore rejected it: DSSE: invalid signature" in refused(signed, "forged")


@pytest.mark.parametrize("part", ["logIndex", "canonicalizedBody", "integratedTime"])
def test_a_log_entry_of_something_else(signed: Desk, part: str) -> None:
    held = bundle(signed)
    entry = held["verificationMaterial"]["tlogEntries"][0]
    entry[part] = base64.b64encode(b"{}").decode() if part == "canonicalizedBody" else str(int(entry[part]) + 1)
    signed.write(NAME, json.dumps(held) + "\n")
    assert "Sigstore rejected it" in refused(signed, "forged")


def test_another_sigstore_is_not_believed(signed: Desk) -> None:
    with running() as other:
        signed.write("sigstore.json", other.trust_config())
    assert "Sigstore rejected it" in refused(signed, "forged")


def test_another_sigstore_under_the_name_of_the_released_one_needs_an_approval(signed: Desk) -> None:
    signed.git("init", "-q", "-b", "main")
    signed.commit("first")
    signed.git("tag", "v1.0.0")
    signed.catalogs(a=[TOOL, TOOL | {"name": "see"}], more=ASKS)
    signed.ok("lock")
    signed.ok("sign", "--sigstore", "--identity", ANA)
    assert signed.govern("gate").code == 0
    with running() as other:
        signed.write("sigstore.json", other.trust_config())
        signed.ok("sign", "--sigstore", "--identity", ANA)
    answer = signed.govern("gate")
    assert answer.code == 1, answer
    assert "another trusted root is used" in answer.out
    assert "the lock needs a signature" in answer.out


def test_the_public_one_does_not_know_it(signed: Desk) -> None:
    """Its root is part of the package, so nothing is fetched."""
    signed.catalogs(a=[TOOL], more=ASKS.replace('sigstore-root = "sigstore.json"\n', ""))
    assert "Sigstore rejected it" in refused(signed, "forged")


def test_who_is_not_named(signed: Desk) -> None:
    signed.catalogs(a=[TOOL], more=ASKS.replace(ANA, "ben@example.com"))
    assert f"policy.signatures.sigstore does not name {ANA}" in refused(signed, "not allowed")


def test_another_issuer(signed: Desk) -> None:
    signed.catalogs(a=[TOOL], more=ASKS.replace(ISSUER, "https://evil.example.com"))
    assert f"it was not signed by {ANA} (https://evil.example.com)" in refused(signed, "not allowed")


def test_somebody_who_signs_in_anothers_name(locked: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIGSTORE_ID_TOKEN", token("eve@example.com"))
    output = locked.ok("sign", "--sigstore", "--identity", ANA).out
    assert "not valid yet" in output
    assert "eve@example.com" in refused(locked, "not allowed")


def test_signing_again_replaces(signed: Desk) -> None:
    signed.ok("sign", "--sigstore", "--identity", ANA)
    signed.ok("verify")
    assert len((signed.folder / NAME).read_text("utf-8").splitlines()) == 1


@pytest.mark.parametrize("broken", ['{"dsseEnvelope": 3}', '{"dsseEnvelope": {}, "verificationMaterial": {}}'])
def test_what_is_no_bundle(signed: Desk, broken: str) -> None:
    signed.write(NAME, broken + "\n")
    assert refused(signed, "malformed")


def test_a_bundle_without_its_proofs(signed: Desk) -> None:
    held = bundle(signed)
    for part in list(held["verificationMaterial"]):
        less = held | {"verificationMaterial": {**held["verificationMaterial"], part: None}}
        if part == "timestampVerificationData":
            continue
        signed.write(NAME, json.dumps(less) + "\n")
        assert "Sigstore rejected it" in refused(signed, "forged")


def test_a_root_of_trust_that_is_none(signed: Desk) -> None:
    for content in ("nonsense", "{}", '{"signingConfig": 1}'):
        signed.write("sigstore.json", content)
        answer = signed.govern("verify")
        assert answer.code == 2
        assert "policy.signatures.sigstore-root is not a valid root of trust" in answer.err


def test_a_sigstore_that_does_not_answer(locked: Desk, sigstore: Sigstore) -> None:
    locked.write("sigstore.json", sigstore.trust_config().replace(sigstore.url, "http://127.0.0.1:9"))
    answer = locked.govern("sign", "--sigstore", "--identity", ANA)
    assert answer.code == 2
    assert "Sigstore could not sign: " in answer.err


def test_a_machine_that_knows_nobody(locked: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SIGSTORE_ID_TOKEN")
    answer = locked.govern("sign", "--sigstore", "--identity", ANA)
    assert answer.code == 2
    assert "SIGSTORE_ID_TOKEN" in answer.err


def test_without_the_extra(signed: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in WITHOUT:
        monkeypatch.setitem(sys.modules, name, None)
    assert "Sigstore is not installed, so it cannot be checked: pip install 'govern-mcp[sigstore]'" in refused(
        signed, "unchecked"
    )
    answer = signed.govern("sign", "--sigstore", "--identity", ANA)
    assert answer.code == 2
    assert "--sigstore requires an extra that is not installed" in answer.err
    assert "pip install 'govern-mcp[sigstore]'" in answer.err
