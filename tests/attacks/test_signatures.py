"""Invalid signatures: own keys, other namespaces, other locks, edited statements, and added signers."""

import base64
import json
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from tests.attacks.victim import Victim, assert_held, assert_passes, tools
from tests.signing.people import WITHOUT, Person

pytestmark = WITHOUT
FILE = "capability.signatures.jsonl"
CHANGED = tools(20, "Find a book.")
Attack = Callable[[Victim], object]


def envelope(victim: Victim) -> dict[str, Any]:
    """Return the only signature."""
    (line,) = (victim.folder / FILE).read_text("utf-8").splitlines()
    found: dict[str, Any] = json.loads(line)
    return found


def put(victim: Victim, *lines: dict[str, Any] | str) -> None:
    texts = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    victim.desk.write(FILE, "".join(f"{text}\n" for text in texts))


def signed_as(victim: Victim, who: Person, name: str, *words: str) -> None:
    victim.desk.ok("sign", *words, "--key", str(who.key), "--identity", name)


def edited(victim: Victim, **words: str) -> None:
    """Edit the statement after signing."""
    found = envelope(victim)
    statement = json.loads(base64.b64decode(found["payload"]))
    statement["predicate"] |= words
    text = json.dumps(statement, sort_keys=True, separators=(",", ":"))
    put(victim, found | {"payload": base64.b64encode(text.encode()).decode()})


def cut(victim: Victim) -> None:
    found = envelope(victim)
    signature = base64.b64decode(found["signatures"][0]["sig"])[:-20]
    put(victim, found | {"signatures": [{"keyid": "", "sig": base64.b64encode(signature).decode()}]})


def for_another_use(victim: Victim) -> None:
    """Sign the bytes with Ana's key in git's namespace."""
    found = envelope(victim)
    payload, kind = base64.b64decode(found["payload"]), found["payloadType"].encode()
    encoded = b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)
    words = ["ssh-keygen", "-Y", "sign", "-q", "-n", "git", "-f", str(victim.people["ana"].key)]
    done = subprocess.run(words, input=encoded, capture_output=True, check=True)
    digits = "".join(done.stdout.decode().splitlines()[1:-1])
    put(victim, found | {"signatures": [{"keyid": "", "sig": digits}]})


def of_an_approval(victim: Victim) -> None:
    """Use the signature of an approval in place of one of the lock."""
    victim.lists(CHANGED)
    victim.approve("ana", "--rule", "*")
    (victim.folder / FILE).unlink()
    victim.sign("ana", "--approvals")


def as_a_bundle(victim: Victim) -> None:
    """Wrap Ana's envelope in a Sigstore bundle of Eve."""
    put(victim, {"mediaType": "application/vnd.dev.sigstore.bundle.v0.3+json", "dsseEnvelope": envelope(victim)})


def doubled(victim: Victim) -> None:
    found = envelope(victim)
    put(victim, found | {"signatures": found["signatures"] * 2})


def again(who: str, name: str, signers: str = "") -> Attack:
    """Sign again with a key in a name, and write the allowed_signers that fit."""

    def attack(victim: Victim) -> None:
        if signers:
            victim.desk.write("allowed_signers", victim.people[who].line(name=signers))
        put(victim)
        signed_as(victim, victim.people[who], name)

    return attack


def behind_a_link(victim: Victim) -> None:
    (victim.folder / "allowed_signers").unlink()
    victim.desk.write("evil", victim.people["eve"].line(name="*"))
    (victim.folder / "allowed_signers").symlink_to("evil")
    again("eve", "ana@example.com")(victim)


def elsewhere(victim: Victim) -> None:
    victim.configure("lock = 1", 'lock = 1\nallowed-signers = "evil"')
    victim.desk.write("evil", victim.people["eve"].line())
    again("eve", "eve@example.com")(victim)


def without_policy(victim: Victim) -> None:
    victim.configure("lock = 1\napprovals = true\n", "")
    victim.lists(CHANGED)


# Edits of Ana's signature of the released lock; --config-from decides which signers are trusted.
ON_THE_LOCK: dict[str, tuple[Attack, str]] = {
    "none at all": (lambda victim: (victim.folder / FILE).unlink(), "the lock needs a signature"),
    "one of another lock": (lambda victim: victim.lists(CHANGED), "it signs another lock"),
    "Eve's own": (again("eve", "eve@example.com"), "is not in allowed_signers"),
    "Eve's key in Ana's name": (again("eve", "ana@example.com"), "is not in allowed_signers"),
    "Ben's key in Ana's name": (again("ben", "ana@example.com"), "the lock needs a signature"),
    "Ana's key in another name": (again("ana", "x@example.com"), "the lock needs a signature"),
    "cut off in the line": (lambda victim: put(victim, json.dumps(envelope(victim))[:-40]), "this line is invalid"),
    "cut off in the signature": (cut, "the lock needs a signature"),
    "without a signature": (lambda victim: put(victim, envelope(victim) | {"signatures": []}), "exactly one signature"),
    "two signatures in one": (doubled, "exactly one signature"),
    "of another type": (lambda victim: put(victim, envelope(victim) | {"payloadType": "text/plain"}),
                        "has no in-toto statement"),
    "another digest in it": (lambda victim: edited(victim, digest=f"sha256:{'0' * 64}"), "it signs another lock"),
    "another name in it": (lambda victim: edited(victim, by="ben@example.com"), "it does not match the statement"),
    "made for commits": (for_another_use, "made for namespace 'git', not for 'govern-lock'"),
    "of an approval": (of_an_approval, "the lock needs a signature"),
    "as a bundle of Sigstore": (as_a_bundle, "policy.signatures.sigstore does not name ana@example.com"),
    "Eve's key in the pull request": (again("eve", "eve@example.com", "eve@example.com"), "is not in allowed_signers"),
    "a key for everybody": (again("eve", "ana@example.com", "*"), "is not in allowed_signers"),
    "signers behind a link": (behind_a_link, "is not in allowed_signers"),
    "signers elsewhere": (elsewhere, "is not in allowed_signers"),
    "no signatures asked for": (without_policy, "the lock needs a signature"),
}  # fmt: skip
# The line of Ana's key in allowed_signers; the key is otherwise valid.
OPTIONS = {
    "expired": ('valid-before="20200101"', "expired"),
    "not yet valid": ('valid-after="29990101Z"', "is not valid yet"),
    "for commits alone": ('namespaces="git"', "the lock needs a signature"),
    "for approvals alone": ('namespaces="govern-approval"', "the lock needs a signature"),
}


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Join wrapped lines, so that a reason is found in one line."""
    monkeypatch.setenv("COLUMNS", "500")


@pytest.mark.parametrize(("attack", "message"), ON_THE_LOCK.values(), ids=ON_THE_LOCK)
def test_a_signature_that_is_not_theirs_does_not_count(fortress: Victim, attack: Attack, message: str) -> None:
    attack(fortress)
    answer = fortress.attempt("verify", "--config-from", "v1.0.0")
    assert_held(answer, message, "missing the lock needs a signature", code=1)
    fortress.commit("evil")
    document = fortress.desk.govern("gate", "--format", "json").document
    assert document["verdict"] == "refused"


@pytest.mark.parametrize(("options", "message"), OPTIONS.values(), ids=OPTIONS)
def test_a_key_counts_in_its_namespace_and_validity_period(fortress: Victim, options: str, message: str) -> None:
    fortress.desk.write("allowed_signers", fortress.people["ana"].line(options))
    assert_held(fortress.attempt("verify"), message, code=1)


def test_a_revoked_key_does_not_count_and_stays_revoked(fortress: Victim) -> None:
    fortress.configure("lock = 1", 'lock = 1\nrevoked-keys = "revoked"')
    fortress.desk.write("revoked", f"{fortress.people['ana'].public}\n")
    assert_held(fortress.attempt("verify"), "is revoked", code=1)
    fortress.commit("revoke")
    fortress.git("tag", "-f", "v1.0.0")
    fortress.branch()
    fortress.desk.write("revoked", "")
    assert_held(fortress.attempt("verify", "--config-from", "v1.0.0"), "is revoked", code=1)
    assert_held(fortress.attempt("gate"), "revoked keys may be valid again", code=1)


def test_one_key_is_one_person(fortress: Victim) -> None:
    key = fortress.people["ana"]
    fortress.configure("lock = 1", "lock = 2")
    fortress.desk.write("allowed_signers", key.line(name="ana@example.com,ben@example.com"))
    signed_as(fortress, key, "ben@example.com")
    assert_held(fortress.attempt("verify"), "a key may belong to one person only", code=1)


@pytest.mark.parametrize(
    ("who", "edit", "message"),
    [
        ("eve", ("", ""), "does not count until ana@example.com signs it"),
        ("ana", ('reason = "meant"', 'reason = "never mind"'), "does not count until ana@example.com signs it"),
        ("ana", ('by = "ana@example.com"', 'by = "ben@example.com"'), "does not count until ben@example.com"),
        ("ana", ("\n[[approval]]", "\n[[approval]]\nuntil = 2999-01-01"), "does not count until ana@example.com"),
    ],
    ids=["by another key", "another reason", "in another name", "for longer"],
)
def test_a_signed_approval_covers_every_field(fortress: Victim, who: str, edit: tuple[str, str], message: str) -> None:
    fortress.break_lock()
    fortress.approve("ana", "--rule", "*")
    signed_as(fortress, fortress.people[who], "ana@example.com", "--approvals")
    file = fortress.folder / "capability.approvals.toml"
    fortress.desk.write(file.name, file.read_text("utf-8").replace(*edit))
    assert_held(fortress.attempt("gate"), message, "input-bound-tightened", code=1)


@pytest.mark.parametrize("content", [b"\xff\xfe\n", None], ids=["not UTF-8", "a folder"])
def test_an_unreadable_file_is_not_treated_as_missing(fortress: Victim, content: bytes | None) -> None:
    (fortress.folder / FILE).unlink()
    if content is None:
        (fortress.folder / FILE).mkdir()
    else:
        fortress.desk.write(FILE, content)
    assert_held(fortress.attempt("verify"), "not valid UTF-8" if content else "Is a directory", code=2)


def test_signatures_are_given_up_by_two_signed_approvals(fortress: Victim) -> None:
    fortress.configure("lock = 1\n", "")
    (dropped,) = fortress.open_ids()
    for who in ("ana", "ben"):
        fortress.approve(who, dropped)
        assert_held(fortress.attempt("gate"), "fewer people have to sign the lock", code=1)
    fortress.sign("ana", "--approvals")
    assert_held(fortress.attempt("gate"), "needs 2 signed approvals, has 1", code=1)
    fortress.sign("ben", "--approvals")
    assert_passes(fortress.attempt("gate"))


@pytest.mark.parametrize("options", ["", 'namespaces="govern-*"', 'valid-before="29990101"'])
def test_principals_of_the_file_may_sign(fortress: Victim, options: str) -> None:
    ana = fortress.people["ana"]
    fortress.desk.write("allowed_signers", ana.line(options))
    assert_passes(fortress.attempt("verify"), "signed the lock by ana@example.com")


def test_a_new_lock_needs_a_new_signature(fortress: Victim) -> None:
    fortress.lists(tools(30))
    assert_held(fortress.attempt("verify"), "it signs another lock", code=1)
    fortress.sign("ben")
    assert_passes(fortress.attempt("verify", "--config-from", "v1.0.0"), "signed the lock by ben@example.com")
