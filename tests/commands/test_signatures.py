"""Signatures of a lock and of approvals by the real ssh-keygen, and each reason why one does not count."""

import base64
import json
import re
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.desk import Desk, Prepared, in_days
from tests.report.documents.test_documents import assert_valid
from tests.signing.people import WITHOUT, Person, keygen, somebody

pytestmark = WITHOUT

TOOL = {"name": "look", "description": "Looks.", "inputSchema": {"type": "object"}}
NAME = "capability.signatures.jsonl"
ASKS = "[policy.signatures]\nlock = 1\n"


@pytest.fixture
def locked(desk: Desk) -> Desk:
    """Create a lock whose policy requires one signature."""
    lock(desk)
    return desk


def lock(desk: Desk) -> None:
    desk.catalogs(a=[TOOL], more=ASKS)
    desk.ok("lock")


@pytest.fixture
def signed(prepared: Prepared, ana: Person) -> Desk:
    """Create that lock with Ana's signature."""

    def lock_and_sign(desk: Desk) -> None:
        lock(desk)
        desk.write("allowed_signers", ana.line())
        sign(desk, ana)
        desk.ok("verify")

    return prepared(lock_and_sign)


@pytest.fixture
def approved(prepared: Prepared, ana: Person) -> Desk:
    """Create a change that Ana approved and signed, with a policy that requires it."""

    def approve_and_sign(desk: Desk) -> None:
        desk.git("init", "-q")
        desk.catalogs(a=[TOOL], more="[policy.signatures]\napprovals = true\n")
        desk.ok("lock")
        desk.commit()
        desk.catalogs(a=[TOOL | {"description": "Sees."}], more="[policy.signatures]\napprovals = true\n")
        desk.ok("lock")
        desk.ok("approve", "--tool", "look", "--reason", "read it", "--by", ana.name)
        desk.write("allowed_signers", ana.line())
        assert desk.govern("diff").code == 1
        sign(desk, ana, "--approvals")
        desk.ok("diff")
        desk.ok("verify")

    return prepared(approve_and_sign)


def sign(desk: Desk, who: Person, *words: str) -> str:
    return desk.ok("sign", "--key", str(who.key), "--identity", who.name, *words).out


def envelopes(desk: Desk) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (desk.folder / NAME).read_text("utf-8").splitlines()]


def put(desk: Desk, *found: dict[str, Any]) -> None:
    desk.write(NAME, "".join(json.dumps(each) + "\n" for each in found))


def payload(envelope: dict[str, Any]) -> dict[str, Any]:
    statement: dict[str, Any] = json.loads(base64.b64decode(envelope["payload"]))
    return statement


def with_payload(envelope: dict[str, Any], statement: dict[str, Any]) -> dict[str, Any]:
    text = json.dumps(statement, sort_keys=True, separators=(",", ":"))
    return envelope | {"payload": base64.b64encode(text.encode()).decode()}


def refused(desk: Desk, standing: str) -> str:
    """Return the message about the one signature that does not count, the same in text and JSON."""
    answer = desk.govern("verify")
    assert answer.code == 1, answer
    document = assert_valid(desk.govern("verify", "--json"))
    (message,) = [each["message"] for each in document["signatures"] if each["standing"] == standing]
    assert document["verdict"] == "refused"
    assert message in answer.out
    return str(message)


def test_a_signed_lock(signed: Desk, ana: Person) -> None:
    answer = signed.ok("verify")
    (envelope,) = envelopes(signed)
    key = envelope["signatures"][0]["keyid"]
    assert key == keygen("-l", "-f", f"{ana.key}.pub").split()[1]
    assert answer.out.startswith("verified 1 server, 1 item: ")
    assert answer.out.endswith(f"signed the lock by ana@example.com ({key})\n")


def test_without_a_signature_the_lock_is_refused_where_policy_asks(locked: Desk) -> None:
    answer = locked.govern("verify")
    assert answer.code == 1
    assert "refused 1 server, 1 item" in answer.out
    assert "missing the lock needs a signature\n" in answer.out
    locked.catalogs(a=[TOOL])
    locked.ok("verify")


def test_ssh_keygen_finds_the_signature_good_by_itself(signed: Desk, ana: Person, tmp_path: Path) -> None:
    """The PAE of DSSE is signed, so that other tools can verify it."""
    (envelope,) = envelopes(signed)
    body = base64.b64decode(envelope["payload"])
    kind = envelope["payloadType"]
    message = b"DSSEv1 %d %b %d %b" % (len(kind), kind.encode(), len(body), body)
    sig = envelope["signatures"][0]["sig"]
    lines = "\n".join(re.findall(".{1,70}", sig))
    file = tmp_path / "sig"
    file.write_text(f"-----BEGIN SSH SIGNATURE-----\n{lines}\n-----END SSH SIGNATURE-----\n")
    words = ["-Y", "verify", "-n", "govern-lock", "-f", "allowed_signers", "-I", ana.name, "-s", str(file)]
    done = subprocess.run(["ssh-keygen", *words], input=message, cwd=signed.folder, capture_output=True, check=False)
    assert done.returncode == 0, done


def test_a_changed_lock(signed: Desk) -> None:
    signed.catalogs(a=[TOOL | {"description": "Sees."}], more=ASKS)
    before = signed.lock.digest
    signed.ok("lock")
    message = refused(signed, "stale")
    assert message == (
        "the signature of the lock by ana@example.com: "
        f"it signs another lock ({before[:19]}…); sign this one with `govern sign`"
    )
    signed.catalogs(a=[TOOL | {"description": "Sees."}])
    answer = signed.ok("verify")
    assert f"stale {NAME}:1: " in answer.out


def test_another_text_of_the_lock_under_the_same_digest(desk: Desk, ana: Person) -> None:
    schema = {"type": "object", "properties": {"x": {"enum": ["b", "a"]}}}
    desk.catalogs(a=[TOOL | {"inputSchema": schema}], more=ASKS)
    desk.ok("lock")
    desk.write("allowed_signers", ana.line())
    sign(desk, ana)
    digest = desk.lock.digest
    text = desk.lock_path.read_text("utf-8")
    desk.write("capability.lock", re.sub(r'"b",(\s+)"a"', r'"a",\1"b"', text))
    assert desk.lock.digest == digest
    assert desk.lock_path.read_text("utf-8") != text
    assert "an earlier text of this lock (same digest)" in refused(desk, "stale")


@pytest.mark.parametrize(
    ("key", "old", "new"),
    [
        ("reason", "read it", "never read it"),
        ("severity", "RISKY", "BREAKING"),
        ("to", "sha256:", "sha256:"),
        ("from", "sha256:", "sha256:"),
        ("rule", "tool-description-changed", "tool-description-whitespace"),
    ],
)
def test_a_changed_approval(approved: Desk, key: str, old: str, new: str) -> None:
    text = (approved.folder / "capability.approvals.toml").read_text("utf-8")
    line = next(line for line in text.splitlines() if line.startswith(f"{key} = "))
    changed = f'{key} = "sha256:{"0" * 64}"' if old == new else line.replace(old, new)
    assert changed != line
    approved.write("capability.approvals.toml", text.replace(line, changed))
    message = refused(approved, "changed")
    assert f"the entry was edited after signing: {key} '{line.split(chr(34))[1][:20]}" in message
    assert approved.govern("diff").code == 1


def test_an_approval_that_is_given_a_longer_life(approved: Desk) -> None:
    file = approved.folder / "capability.approvals.toml"
    approved.write(file.name, file.read_text("utf-8") + "until = 2999-01-01\n")
    assert "until None → '2999-01-01'" in refused(approved, "changed")


def test_an_approval_under_another_name(approved: Desk) -> None:
    file = approved.folder / "capability.approvals.toml"
    approved.write(file.name, file.read_text("utf-8").replace("ana@", "ben@"))
    answer = approved.govern("verify")
    assert "the approvals no longer have this entry" in answer.out
    assert "unsigned the approval" in answer.out
    assert approved.govern("diff").code == 1


def test_a_name_in_another_case_is_the_same_person(approved: Desk, ana: Person) -> None:
    approved.write("allowed_signers", ana.line(name="Ana@Example.COM"))
    approved.ok("diff")
    assert ana.name in approved.ok("verify").out.lower()


def test_a_signer_who_is_not_allowed(signed: Desk, ben: Person) -> None:
    signed.write("allowed_signers", ben.line())
    message = refused(signed, "not allowed")
    assert re.search(r"by ana@example.com: key SHA256:\S+ is not in allowed_signers$", message)


def test_without_the_file_nobody_is_allowed(signed: Desk) -> None:
    (signed.folder / "allowed_signers").unlink()
    assert "cannot be checked without allowed_signers" in refused(signed, "not allowed")


def test_somebody_who_signs_in_anothers_name(signed: Desk, ana: Person, ben: Person) -> None:
    signed.write("allowed_signers", ana.line() + ben.line())
    (signed.folder / NAME).unlink()
    output = signed.ok("sign", "--key", str(ben.key), "--identity", ana.name).out
    assert "not valid yet: " in output
    assert "belongs to ben@example.com in allowed_signers, not to ana@example.com" in refused(signed, "not allowed")


def test_an_expired_key(signed: Desk, ana: Person) -> None:
    """It was valid when it signed, but that cannot be proven."""
    signed.write("allowed_signers", "# keys\n" + ana.line('valid-before="20240131"'))
    message = refused(signed, "expired")
    assert message.endswith("is expired: valid before 20240131 (allowed_signers:2)")


def test_a_key_that_is_not_valid_yet(signed: Desk, ana: Person) -> None:
    signed.write("allowed_signers", ana.line('namespaces="govern-*",valid-after="29990131Z"'))
    assert "is not valid yet: valid after 29990131Z (allowed_signers:1)" in refused(signed, "not yet valid")


def test_a_key_in_its_time(signed: Desk, ana: Person) -> None:
    signed.write("allowed_signers", ana.line('valid-after="20200101",valid-before="29990131"'))
    assert ana.name in signed.ok("verify").out


def test_a_key_for_another_use(signed: Desk, ana: Person) -> None:
    signed.write("allowed_signers", ana.line('namespaces="git,govern-approval"'))
    assert "is not allowed for govern-lock (allowed_signers:1)" in refused(signed, "not allowed")
    signed.write("allowed_signers", ana.line('namespaces="git,govern-l*"'))
    signed.ok("verify")


@pytest.mark.parametrize("how", ["list", "krl"])
def test_a_revoked_key(signed: Desk, ana: Person, ben: Person, how: str) -> None:
    more = ASKS + 'revoked-keys = "revoked"\n'
    signed.catalogs(a=[TOOL], more=more)
    assert signed.govern("verify").code == 2
    for who, code in ((ben, 0), (ana, 1)):
        if how == "list":
            signed.write("revoked", f"{who.public}\n")
        else:
            keygen("-k", "-q", "-f", "revoked", f"{who.key}.pub")
        assert signed.govern("verify").code == code
    assert refused(signed, "revoked").endswith("is revoked")


def test_a_list_of_revoked_keys_that_nobody_can_read(signed: Desk) -> None:
    signed.catalogs(a=[TOOL], more=ASKS + 'revoked-keys = "revoked"\n')
    for content in (b"\x00\xff nonsense\n", b"nonsense\n", b"ssh-ed25519\n", b"ssh-ed25519 AAAA\n", b"\xff\n"):
        signed.write("revoked", content)
        answer = signed.govern("verify")
        assert answer.code == 2
        assert "revoked: is neither a KRL nor a list of public keys" in answer.err
    signed.write("revoked", b"SSHKRL\n\0 cut off")
    assert refused(signed, "revoked")
    signed.write("revoked", b"# nobody yet\n\n")
    signed.ok("verify")


def test_a_signature_of_another_lock_replayed(signed: Desk) -> None:
    """The whole envelope of an older lock, restored."""
    old = envelopes(signed)
    signed.catalogs(a=[TOOL | {"description": "Sees."}], more=ASKS)
    signed.ok("lock")
    put(signed, *old)
    assert "it signs another lock" in refused(signed, "stale")


def test_a_signature_moved_to_another_lock(signed: Desk) -> None:
    (old,) = envelopes(signed)
    statement = payload(old)
    signed.catalogs(a=[TOOL | {"description": "Sees."}], more=ASKS)
    signed.ok("lock")
    statement["predicate"]["digest"] = signed.lock.digest
    digest = sha256(signed.lock_path.read_bytes()).hexdigest()
    statement["subject"][0]["digest"]["sha256"] = digest
    put(signed, with_payload(old, statement))
    message = refused(signed, "forged")
    assert message.endswith("it does not match the statement, which was edited or belongs to another signature")


def test_a_signature_of_the_lock_moved_to_an_approval(approved: Desk, ana: Person) -> None:
    (approval,) = envelopes(approved)
    sign(approved, ana)
    lock = next(each for each in envelopes(approved) if payload(each)["subject"][0]["name"] == "capability.lock")
    put(approved, lock, approval | {"signatures": lock["signatures"]})
    assert "made for namespace 'govern-lock', not for 'govern-approval'" in refused(approved, "replayed")
    assert approved.govern("diff").code == 1


def test_a_signature_of_another_program_of_the_same_key(signed: Desk, ana: Person) -> None:
    (envelope,) = envelopes(signed)
    body = base64.b64decode(envelope["payload"]).decode()
    message = f"DSSEv1 28 application/vnd.in-toto+json {len(body)} {body}"
    armored = keygen("-Y", "sign", "-q", "-f", str(ana.key), "-n", "git", message=message)
    sig = "".join(armored.splitlines()[1:-1])
    put(signed, envelope | {"signatures": [{"keyid": "", "sig": sig}]})
    assert "made for namespace 'git', not for 'govern-lock'" in refused(signed, "replayed")


def test_a_signature_of_another_approval_of_the_same_person(desk: Desk, ana: Person) -> None:
    asks = "[policy.signatures]\napprovals = true\n"
    desk.git("init", "-q")
    desk.catalogs(a=[TOOL, TOOL | {"name": "b"}], more=asks)
    desk.ok("lock")
    desk.commit()
    desk.catalogs(a=[TOOL | {"description": "Sees."}, TOOL | {"name": "b", "description": "Sees."}], more=asks)
    desk.ok("lock")
    desk.ok("approve", "--server", "a", "--reason", "x", "--by", ana.name)
    desk.write("allowed_signers", ana.line())
    sign(desk, ana, "--approvals")
    one, two = envelopes(desk)
    put(desk, one, two | {"signatures": one["signatures"]})
    assert "does not match the statement" in refused(desk, "forged")
    assert desk.govern("diff").code == 1


def test_how_many_people_and_who(locked: Desk, ana: Person, ben: Person) -> None:
    locked.catalogs(a=[TOOL], more='[policy.signatures]\nlock = 2\nsigners = ["Ben@example.com"]\n')
    locked.write("allowed_signers", ana.line() + ben.line())
    sign(locked, ana)
    answer = locked.govern("verify")
    assert answer.code == 1
    assert "missing the lock needs signatures by 2 people; it has 1 (ana@example.com)\n" in answer.out
    assert "missing the lock needs a signature by Ben@example.com\n" in answer.out
    sign(locked, ben)
    locked.ok("verify")


def test_one_key_is_one_person_whatever_a_pattern_says(locked: Desk, ana: Person) -> None:
    locked.catalogs(a=[TOOL], more="[policy.signatures]\nlock = 2\n")
    locked.write("allowed_signers", ana.line(name="*@example.com"))
    sign(locked, ana)
    assert "has 1 (ana@example.com)" in locked.govern("verify").out
    locked.ok("sign", "--key", str(ana.key), "--identity", "eve@example.com")
    answer = locked.govern("verify")
    assert answer.code == 1
    assert answer.out.count("signs as ana@example.com and as eve@example.com; a key may belong to one person only") == 2


def test_a_pattern_lets_nobody_else_sign(locked: Desk, ana: Person) -> None:
    locked.write("allowed_signers", ana.line(name="!ana@example.com,*@example.com"))
    sign(locked, ana)
    assert refused(locked, "not allowed")
    locked.write("allowed_signers", ana.line(name="*@example.org"))
    assert "belongs to *@example.org" in refused(locked, "not allowed")


def test_an_authority_vouches_for_keys(locked: Desk, ana: Person, ben: Person, tmp_path: Path) -> None:
    boss = somebody(tmp_path, "boss@example.com")
    keygen("-q", "-s", str(boss.key), "-I", "ana", "-n", ana.name, "-V", "-1d:+1d", f"{ana.key}.pub")
    locked.write("allowed_signers", boss.line("cert-authority", name="*@example.com"))
    locked.ok("sign", "--key", f"{ana.key}-cert.pub", "--identity", ana.name)
    locked.ok("verify")
    (locked.folder / NAME).unlink()
    locked.ok("sign", "--key", f"{ana.key}-cert.pub", "--identity", ben.name)
    assert refused(locked, "not allowed")
    locked.write("allowed_signers", boss.line(name="*@example.com"))
    assert "is not in allowed_signers" in refused(locked, "not allowed")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("nonsense", "this line is invalid: not JSON"),
        ("<<<<<<< ours", "this line is invalid: not JSON"),
        ("[]", "this envelope has no payloadType"),
        ('{"payload":"e30=","payloadType":"text/plain","signatures":[{"sig":"aaaa"}]}', "has no in-toto statement"),
        ('{"payload":"e30=","payloadType":"application/vnd.in-toto+json","signatures":[]}', "exactly one signature"),
        ('{"payload":"*","payloadType":"application/vnd.in-toto+json","signatures":[{"sig":""}]}', "invalid base64"),
        (
            '{"payload":"e30=","payloadType":"application/vnd.in-toto+json","signatures":[{"sig":""}]}',
            "not one of govern's",
        ),
        ('{"payload":"e30=","payload":"e30=","payloadType":"","signatures":[]}', "is repeated"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
    ],
)
def test_a_line_that_is_no_signature(signed: Desk, line: str, expected: str) -> None:
    good = (signed.folder / NAME).read_text("utf-8")
    signed.write(NAME, f"{good}\n{line}\n")
    assert expected in refused(signed, "malformed")
    answer = signed.govern("sign")
    assert answer.code == 2


def test_bytes_that_are_no_ssh_signature(signed: Desk) -> None:
    (envelope,) = envelopes(signed)
    blob = base64.b64decode(envelope["signatures"][0]["sig"])
    for broken in (b"", b"SSHSIG", blob[:20], blob[:40], b"\xff" * 9, blob[:10] + b"\xff\xff\xff\xff"):
        put(signed, envelope | {"signatures": [{"sig": base64.b64encode(broken).decode()}]})
        assert "not in SSH format" in refused(signed, "malformed")
    put(signed, envelope | {"signatures": [{"sig": base64.b64encode(blob[:-3]).decode()}]})
    assert refused(signed, "forged")


@pytest.mark.parametrize("edit", [{"extra": 1}, {"predicate": {"by": 3}}, {"subject": []}, {"predicateType": "x"}])
def test_a_statement_with_anything_else_in_it(signed: Desk, edit: dict[str, Any]) -> None:
    (envelope,) = envelopes(signed)
    put(signed, with_payload(envelope, payload(envelope) | edit))
    assert "statement " in refused(signed, "malformed")


def test_a_statement_that_is_spelled_otherwise(signed: Desk) -> None:
    (envelope,) = envelopes(signed)
    text = json.dumps(payload(envelope), indent=1)
    put(signed, envelope | {"payload": base64.b64encode(text.encode()).decode()})
    assert "not one of govern's" in refused(signed, "malformed")


@pytest.mark.parametrize(
    "by", ["ana@example.com\nben@example.com", "*", "*@example.com", "-Y", "", "ana ben", "a,b", "\u200b"]
)
def test_names_that_mean_something_else(locked: Desk, ana: Person, by: str) -> None:
    locked.write("allowed_signers", ana.line(name="*"))
    answer = locked.govern("sign", "--key", str(ana.key), f"--identity={by}")
    assert answer.code == 2
    assert "the identity" in answer.err


def test_a_name_that_is_a_pattern_is_nobody_even_when_signed(signed: Desk, ana: Person) -> None:
    (envelope,) = envelopes(signed)
    statement = payload(envelope)
    statement["predicate"]["by"] = "*@example.com"
    moved = with_payload(envelope, statement)
    body = base64.b64decode(moved["payload"]).decode()
    message = f"DSSEv1 28 application/vnd.in-toto+json {len(body)} {body}"
    armored = keygen("-Y", "sign", "-q", "-f", str(ana.key), "-n", "govern-lock", message=message)
    put(signed, moved | {"signatures": [{"sig": "".join(armored.splitlines()[1:-1])}]})
    signed.write("allowed_signers", ana.line(name="*@example.com"))
    assert refused(signed, "not allowed")


def test_files_that_are_no_files(signed: Desk) -> None:
    for name in (NAME, "allowed_signers"):
        content = (signed.folder / name).read_bytes()
        (signed.folder / name).unlink()
        (signed.folder / name).mkdir()
        answer = signed.govern("verify")
        assert answer.code == 2
        assert f"{name}: cannot be read: Is a directory" in answer.err
        (signed.folder / name).rmdir()
        signed.write(name, b"\xff\xfe\x00")
        answer = signed.govern("verify")
        assert answer.code == 2
        assert "is not valid UTF-8" in answer.err
        signed.write(name, content)
    signed.ok("verify")


def test_links(signed: Desk, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The target of a link is checked like a file; a broken link is not a signature."""
    file = signed.folder / NAME
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "signatures"
    file.rename(elsewhere)
    try:
        file.symlink_to(elsewhere)
    except OSError:
        pytest.skip("links cannot be made here")
    signed.ok("verify")
    elsewhere.unlink()
    answer = signed.govern("verify")
    assert answer.code == 2
    assert "cannot be read: No such file" in answer.err
    file.unlink()
    file.symlink_to("/dev/zero")
    assert signed.govern("verify").code == 2


def test_more_than_anybody_signs(signed: Desk) -> None:
    text = (signed.folder / NAME).read_text("utf-8")
    signed.write(NAME, text + "x\n" * 10_001)
    answer = signed.govern("verify")
    assert answer.code == 2
    assert "more than 10,000 lines" in answer.err
    signed.write(NAME, text + " " * 17_000_000)
    assert signed.govern("verify").code == 2


def test_windows_line_ends_are_fine(signed: Desk, ana: Person, ben: Person) -> None:
    signed.catalogs(a=[TOOL], more=ASKS + 'revoked-keys = "revoked"\n')
    signed.write("revoked", f"{ben.public}\r\n")
    for name in ("capability.lock", NAME):
        signed.write(name, (signed.folder / name).read_bytes().replace(b"\n", b"\r\n"))
    signed.write("allowed_signers", f"{ben.line()}{ana.line()}".replace("\n", "\r\n"))
    signed.ok("verify")
    signed.write("revoked", f"{ben.public}\r\n{ana.public}\r\n")
    assert refused(signed, "revoked")


def test_signatures_twice_are_one(signed: Desk) -> None:
    text = (signed.folder / NAME).read_text("utf-8")
    signed.write(NAME, text + text.replace("\n", "\r\n") + "\n\n")
    answer = signed.ok("verify")
    assert answer.out.count("signed the lock") == 1


@pytest.mark.parametrize(("asked", "code"), [("true", 1), ('"risky"', 1), ('"breaking"', 0), ("false", 0)])
def test_from_which_severity_on_approvals_are_signed(desk: Desk, ana: Person, asked: str, code: int) -> None:
    asks = f"[policy.signatures]\napprovals = {asked}\n"
    desk.git("init", "-q")
    desk.catalogs(a=[TOOL], more=asks)
    desk.ok("lock")
    desk.commit()
    desk.catalogs(a=[TOOL | {"description": "Sees."}], more=asks)
    desk.ok("lock")
    desk.ok("approve", "--tool", "look", "--reason", "x", "--by", ana.name)
    assert desk.govern("diff").code == code


def test_an_unsigned_approval_is_reported_and_the_next_step_is_to_sign(approved: Desk) -> None:
    (approved.folder / NAME).unlink()
    answer = approved.govern("diff")
    assert answer.code == 1
    assert "unsigned: c-" in answer.out
    assert "next: govern sign --approvals\n" in answer.out
    document = approved.govern("diff", "--json").document
    (standing,) = document["standings"]
    assert (standing["why"], standing["by"]) == ("unsigned", "ana@example.com")
    (change,) = [each for each in document["changes"] if each["needed"]]
    assert change["missing"] == "needs signed approval"


def test_a_waiver_does_not_get_round_signatures(approved: Desk, ana: Person) -> None:
    waiver = '[[waiver]]\nserver = "a"\ntool = "*"\nrule = "*"\nreason = "x"\n' + f"until = {in_days(30)}\n"
    (approved.folder / NAME).unlink()
    approved.write("capability.approvals.toml", waiver)
    answer = approved.govern("diff")
    assert answer.code == 1
    assert "a named person signs it" in " ".join(answer.out.split())
    approved.write("capability.approvals.toml", waiver + f'by = "{ana.name}"\n')
    assert approved.govern("diff").code == 1
    sign(approved, ana, "--approvals")
    approved.ok("diff")
    assert "signed waiver a/* * by ana@example.com" in approved.ok("verify").out


def test_signatures_of_a_commit_are_read_from_it(approved: Desk) -> None:
    approved.commit("approved")
    (approved.folder / NAME).unlink()
    approved.ok("diff", "HEAD~1", "HEAD")
    approved.commit("unsigned")
    assert approved.govern("diff", "HEAD~2", "HEAD").code == 1


def test_whom_a_config_trusts_comes_from_where_it_does(approved: Desk, ana: Person, ben: Person) -> None:
    """A pull request cannot add its own key."""
    approved.commit("base")
    approved.git("branch", "base")
    approved.write("allowed_signers", ben.line(name=ana.name))
    (approved.folder / NAME).unlink()
    approved.ok("sign", "--key", str(ben.key), "--identity", ana.name, "--approvals")
    approved.ok("diff", "HEAD~1")
    assert approved.govern("diff", "HEAD~1", "--config-from", "base").code == 1
    assert approved.govern("verify", "--config-from", "base").code == 1
    approved.git("checkout", "-q", "base", "--", NAME)
    approved.ok("diff", "HEAD~1", "--config-from", "base")
    approved.ok("verify", "--config-from", "base")


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("lock = -1", "policy.signatures.lock: should be at least 0"),
        ('signers = ["a b"]', "policy.signatures.signers[0]: must not contain spaces"),
        ('signers = ["*"]', "must not contain *"),
        ("approvals = 3", "policy.signatures.approvals: should be true or false or safe | risky | breaking"),
        ('allowed-signers = ""', "policy.signatures.allowed-signers: is empty"),
        ('sigstore = { "ana@example.com" = "google" }', "should be its issuer"),
        ('allowed_signers = "x"', "did you mean allowed-signers?"),
    ],
)
def test_a_policy_that_makes_no_sense(desk: Desk, keys: str, expected: str) -> None:
    desk.catalogs(a=[TOOL], more=f"[policy.signatures]\n{keys}\n")
    answer = desk.govern("lock")
    assert answer.code == 2
    assert expected in answer.err


def test_a_diff_says_which_signatures_the_lock_lacks(signed: Desk, ana: Person) -> None:
    signed.git("init", "-q")
    signed.commit()
    asked = "signatures required by policy"
    assert asked not in signed.ok("diff").out
    signed.catalogs(a=[TOOL | {"title": "Look"}], more=ASKS)
    signed.ok("lock")
    answer = signed.govern("diff", "--fail-on", "never")
    assert (
        "the lock needs a signature; the signature of the lock by ana@example.com: it signs another lock"
        in " ".join(answer.out.split())
    )
    document = signed.govern("diff", "--json").document
    assert document["unsigned"][0].startswith("the lock needs a signature")
    assert "Signatures required by policy:" in signed.govern("diff", "--format", "markdown").out
    (signed.folder / NAME).unlink()
    assert "the lock needs a signature\n" in signed.govern("diff").out
    sign(signed, ana)
    assert "unsigned" not in signed.govern("diff", "--json").document
    (signed.folder / NAME).unlink()
    signed.git("checkout", "--", "capability.lock")
    assert asked in signed.govern("diff").out, "also where nothing else changed"


def test_signers_that_the_target_lacks_do_not_come_from_the_pull_request(signed: Desk, ana: Person) -> None:
    signed.git("init", "-q")
    (signed.folder / "allowed_signers").unlink()
    signed.commit()
    signed.write("allowed_signers", ana.line())
    signed.ok("verify")
    answer = signed.govern("verify", "--config-from", "HEAD")
    assert answer.code == 1
    assert "missing the lock needs a signature" in answer.out
    assert "cannot be checked without allowed_signers" in answer.out
    assert "the lock needs a signature" in signed.govern("diff", "--config-from", "HEAD").out
