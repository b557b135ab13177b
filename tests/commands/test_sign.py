"""`govern sign`: with the keys that git signs with, as files, in agents and as literals, and its output file."""

import base64
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from govern.signing.ssh import sign_by_ssh
from govern.signing.statement import NAMESPACES, Envelope
from tests.desk import Desk, Prepared
from tests.signing.people import WITHOUT, Person, keygen, somebody

pytestmark = WITHOUT

TOOL = {"name": "look", "description": "Looks.", "inputSchema": {"type": "object"}}
NAME = "capability.signatures.jsonl"


@pytest.fixture
def locked(prepared: Prepared, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Create a lock in a repository without git settings other than those of the test."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")

    def build(desk: Desk) -> None:
        desk.git("init", "-q")
        desk.catalogs(a=[TOOL])
        desk.ok("lock")

    return prepared(build)


@pytest.fixture
def agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run an ssh-agent for the test."""
    if sys.platform == "win32":
        pytest.skip("the agent is a service there")
    socket = tmp_path / "agent"
    with subprocess.Popen(["ssh-agent", "-D", "-a", str(socket)], stdout=subprocess.DEVNULL) as process:
        while not socket.exists():
            assert process.poll() is None
        monkeypatch.setenv("SSH_AUTH_SOCK", str(socket))
        yield
        process.terminate()


def trust(desk: Desk, *people: Person) -> None:
    desk.write("allowed_signers", "".join(each.line() for each in people))


def lines(desk: Desk) -> list[str]:
    return (desk.folder / NAME).read_text("utf-8").splitlines()


def git_signs_with(desk: Desk, who: Person, key: str = "") -> None:
    desk.git("config", "user.email", who.name)
    desk.git("config", "gpg.format", "ssh")
    desk.git("config", "user.signingkey", key or str(who.key))


@pytest.mark.parametrize("how", ["private", "public"])
def test_the_key_that_git_signs_with(locked: Desk, ana: Person, how: str) -> None:
    git_signs_with(locked, ana, f"{ana.key}.pub" if how == "public" else "")
    trust(locked, ana)
    answer = locked.ok("sign")
    assert answer.out.startswith(f"  signed the lock {locked.lock.digest[:19]}… by ana@example.com (SHA256:")
    assert answer.out.endswith(f"{NAME} written: review and commit it\n")
    assert "not valid yet" not in answer.out
    locked.ok("verify")


def test_a_key_at_home(locked: Desk, ana: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(ana.key.parent))
    git_signs_with(locked, ana, f"~/{ana.key.name}.pub")
    trust(locked, ana)
    locked.ok("sign")
    assert ana.name in locked.ok("verify").out


@pytest.mark.usefixtures("agent")
@pytest.mark.parametrize("prefix", ["key::", ""])
def test_a_literal_key_is_in_the_agent(locked: Desk, ana: Person, prefix: str) -> None:
    git_signs_with(locked, ana, prefix + ana.public)
    trust(locked, ana)
    answer = locked.govern("sign")
    assert answer.code == 2
    assert "the key of git's user.signingkey: ssh-keygen could not sign" in answer.err
    assert "ssh-add -l" in answer.err
    subprocess.run(["ssh-add", "-q", str(ana.key)], check=True, capture_output=True)
    locked.ok("sign")
    locked.ok("verify")


@pytest.mark.usefixtures("agent")
def test_a_public_key_whose_private_half_is_in_the_agent_alone(locked: Desk, ana: Person) -> None:
    subprocess.run(["ssh-add", "-q", str(ana.key)], check=True, capture_output=True)
    ana.key.unlink()
    git_signs_with(locked, ana, f"{ana.key}.pub")
    trust(locked, ana)
    locked.ok("sign")
    locked.ok("verify")


@pytest.mark.parametrize("kind", ["ecdsa", "rsa"])
def test_other_kinds_of_keys_whose_signatures_differ_each_time(locked: Desk, tmp_path: Path, kind: str) -> None:
    eve = somebody(tmp_path, "eve@example.com", kind)
    trust(locked, eve)
    words = ("sign", "--key", str(eve.key), "--identity", eve.name)
    locked.ok(*words)
    locked.ok("verify")
    before = lines(locked)
    answer = locked.ok(*words)
    assert answer.out.startswith("  already signed: the lock sha256:")
    assert answer.out.endswith(f"{NAME} unchanged\n")
    assert lines(locked) == before
    Path(f"{eve.key}.pub").unlink()
    locked.ok(*words)
    assert len(lines(locked)) == 1


def test_a_signature_that_was_spoiled_is_made_anew(locked: Desk, ana: Person) -> None:
    trust(locked, ana)
    words = ("sign", "--key", str(ana.key), "--identity", ana.name)
    locked.ok(*words)
    (good,) = lines(locked)
    envelope = json.loads(good)
    blob = base64.b64decode(envelope["signatures"][0]["sig"])
    envelope["signatures"][0]["sig"] = base64.b64encode(blob[:-1] + bytes([blob[-1] ^ 1])).decode()
    locked.write(NAME, json.dumps(envelope) + "\n")
    assert locked.govern("verify").code == 1
    assert locked.ok(*words).out.startswith("  signed the lock")
    assert lines(locked) == [good]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({}, "no SSH key to sign with: git has no user.signingkey here"),
        ({"user.signingkey": "ABCDEF"}, "no SSH key to sign with: git signs with openpgp here"),
        ({"gpg.format": "ssh"}, "git has no user.signingkey here"),
        ({"gpg.format": "ssh", "user.signingkey": "/none/such"}, "/none/such: key file not found"),
    ],
)
def test_where_git_knows_no_ssh_key(locked: Desk, settings: dict[str, str], message: str) -> None:
    locked.git("config", "user.email", "ana@example.com")
    for key, value in settings.items():
        locked.git("config", key, value)
    answer = locked.govern("sign")
    assert answer.code == 2
    assert message in answer.err
    assert not (locked.folder / NAME).exists()


def test_where_git_knows_nobody(locked: Desk, ana: Person) -> None:
    answer = locked.govern("sign", "--key", str(ana.key))
    assert answer.code == 2
    assert "no signer: git has no user.email here" in answer.err


def test_a_key_that_cannot_sign(locked: Desk, ana: Person, ben: Person, tmp_path: Path) -> None:
    """Another person's public key, a missing key, and one with a passphrase that is not entered."""
    junk = tmp_path / "junk"
    junk.write_text("nonsense\n")
    alone = tmp_path / "alone.pub"
    alone.write_text(f"{ben.public}\n")
    keygen("-q", "-p", "-P", "", "-N", "secret", "-f", str(ana.key))
    words = ("sign", "--identity", ana.name, "--key")
    # Without a terminal, on which ssh-keygen would ask for the passphrase.
    protected = locked.typed(*words, str(ana.key), start_new_session=True)
    for answer in (locked.govern(*words, str(junk)), locked.govern(*words, str(alone)), protected):
        assert answer.code == 2
        assert "ssh-keygen could not sign: " in answer.err
    assert not (locked.folder / NAME).exists()


def test_without_ssh_keygen(locked: Desk, ana: Person, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    trust(locked, ana)
    locked.ok("sign", "--key", str(ana.key), "--identity", ana.name)
    monkeypatch.setenv("PATH", str(tmp_path))
    for words in (("verify",), ("sign", "--key", str(ana.key), "--identity", ana.name)):
        answer = locked.govern(*words)
        assert answer.code == 2
        assert "ssh-keygen is not installed, or not on PATH" in answer.err
        assert "install OpenSSH" in answer.err


def test_a_missing_signer_is_shown_the_line_to_add(locked: Desk, ana: Person, ben: Person) -> None:
    trust(locked, ben)
    answer = locked.ok("sign", "--key", str(ana.key), "--identity", ana.name)
    assert "not valid yet: the signature of the lock by ana@example.com: key SHA256:" in answer.out
    line = answer.out.splitlines()[-1]
    assert line == f'ana@example.com namespaces="govern-*" {ana.public}'
    locked.write("allowed_signers", f"{line}\n")
    locked.ok("verify")


def test_without_allowed_signers_verify_says_what_to_write(locked: Desk, ana: Person) -> None:
    locked.ok("sign", "--key", str(ana.key), "--identity", ana.name)
    answer = locked.govern("verify")
    assert answer.code == 1
    said = locked.ok("sign", "--key", str(ana.key), "--identity", ana.name).out.splitlines()[-1]
    assert shlex.split(said)[2:] == ["govern", "sign", "--init", "--key", str(ana.key), "--identity", ana.name]
    *_, before, line, after = answer.out.splitlines()
    assert before.startswith("next: if you know that this key belongs to ana@example.com, write this line to allowed_")
    assert after == "or, if it is your own: govern sign --init"
    locked.write("allowed_signers", f"{line}\n")
    assert "next:" not in locked.ok("verify").out


def test_a_line_is_offered_only_for_a_name_that_is_no_pattern(locked: Desk, ana: Person) -> None:
    """The name in a signature is the signer's choice, and `*` in allowed_signers is everybody."""
    locked.ok("sign", "--key", str(ana.key), "--identity", ana.name)
    forged = json.loads(lines(locked)[0])
    forged["payload"] = base64.b64encode(
        base64.b64decode(forged["payload"]).replace(b'"by":"ana@example.com"', b'"by":"*"')
    ).decode()
    unsigned = Envelope(base64.b64decode(forged["payload"]), b"")
    signature = sign_by_ssh(unsigned.signed, NAMESPACES["lock"], str(ana.key))
    forged["signatures"][0]["sig"] = base64.b64encode(signature).decode()
    locked.write(NAME, json.dumps(forged, separators=(",", ":")) + "\n")
    answer = locked.govern("verify")
    assert answer.code == 1
    assert "by *: key SHA256:" in answer.out
    assert "ssh-ed25519 AAAA" not in answer.out


def test_init_writes_the_first_signer(locked: Desk, ana: Person, ben: Person) -> None:
    git_signs_with(locked, ana)
    locked.ok("sign")
    out = locked.ok("sign", "--init").out
    written = (locked.folder / "allowed_signers").read_text("utf-8")
    assert written == f'ana@example.com namespaces="govern-*" {ana.public}\n'
    assert "allowed_signers written: ana@example.com may sign with key SHA256:" in out
    assert "not valid yet" not in out
    assert "signed the lock by ana@example.com" in locked.ok("verify").out
    before = (locked.folder / "allowed_signers").read_bytes()
    answer = locked.govern("sign", "--init", "--key", str(ben.key), "--identity", ben.name)
    assert (answer.code, (locked.folder / "allowed_signers").read_bytes()) == (2, before)
    assert "exists already" in answer.err
    assert "ben@example.com" not in "".join(lines(locked))


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_init_follows_no_link_and_writes_where_policy_says(locked: Desk, ana: Person, tmp_path: Path) -> None:
    git_signs_with(locked, ana)
    (locked.folder / "allowed_signers").symlink_to(tmp_path / "elsewhere")
    assert locked.govern("sign", "--init").code == 2
    assert not (tmp_path / "elsewhere").exists()
    config = (locked.folder / "govern.toml").read_text("utf-8")
    locked.write("govern.toml", f'{config}\n[policy.signatures]\nallowed-signers = "trust/signers"\nlock = 1\n')
    assert "cannot be written" in locked.govern("sign", "--init").err
    (locked.folder / "trust").mkdir()
    locked.ok("sign", "--init")
    assert (locked.folder / "trust" / "signers").is_file()
    locked.ok("verify")


def test_init_cannot_be_combined_with_sigstore(locked: Desk) -> None:
    answer = locked.govern("sign", "--init", "--sigstore", "--identity", "ana@example.com")
    assert (answer.code, (locked.folder / "allowed_signers").exists()) == (2, False)


def test_signatures_stand_in_one_order_whoever_signs_first(locked: Desk, ana: Person, ben: Person) -> None:
    texts = []
    for people in ((ana, ben), (ben, ana)):
        (locked.folder / NAME).unlink(missing_ok=True)
        for who in people:
            locked.ok("sign", "--key", str(who.key), "--identity", who.name)
        texts.append(lines(locked))
    assert texts[0] == texts[1]
    assert len(texts[0]) == 2


def test_two_branches_that_sign_merge(locked: Desk, ana: Person, ben: Person) -> None:
    """With git's `union` driver."""
    trust(locked, ana, ben)
    locked.write(".gitattributes", f"{NAME} merge=union\n")
    locked.commit()
    for branch, who in (("ana", ana), ("ben", ben)):
        locked.git("checkout", "-q", "-b", branch, "HEAD" if branch == "ana" else "HEAD~1")
        locked.ok("sign", "--key", str(who.key), "--identity", who.name)
        locked.commit()
    locked.git("merge", "-q", "--no-edit", "ana")
    assert locked.ok("verify").out.count("signed the lock by ") == 2


def test_what_is_no_more_is_taken_out(locked: Desk, ana: Person, ben: Person) -> None:
    trust(locked, ana, ben)
    locked.ok("sign", "--key", str(ana.key), "--identity", ana.name)
    locked.catalogs(a=[TOOL | {"description": "Sees."}])
    locked.ok("lock")
    answer = locked.ok("sign", "--key", str(ben.key), "--identity", ben.name)
    assert answer.out.endswith(f"{NAME} written; 1 older signature removed: review and commit it\n")
    assert len(lines(locked)) == 1
    assert "stale" not in locked.ok("verify").out


@pytest.fixture
def approved(locked: Desk, ana: Person, ben: Person) -> Desk:
    """Create a change that both people have approved."""
    trust(locked, ana, ben)
    locked.catalogs(a=[TOOL], more="[policy.signatures]\napprovals = true\n")
    locked.commit()
    locked.catalogs(
        a=[TOOL | {"description": "Sees."}],
        more="[policy.approvals]\nrisky = 2\n[policy.signatures]\napprovals = true\n",
    )
    locked.ok("lock")
    output = [locked.ok("approve", "--tool", "look", "--reason", "x", "--by", who.name).out for who in (ana, ben)]
    assert "not signed yet: they take effect once signed: govern sign --approvals" in output[0]
    return locked


def test_everybody_signs_their_own_approvals(approved: Desk, ana: Person, ben: Person) -> None:
    answer = approved.ok("sign", "--approvals", "--key", str(ana.key), "--identity", "Ana@Example.com")
    subject = r"  signed approval c-[0-9a-f]{12}, tool-description-changed of a/look, by ana@example\.com \(SHA256:"
    assert re.match(subject, answer.out)
    assert "needs 2 signed approvals, has 1 (ana@example.com)" in approved.govern("diff").out
    approved.ok("sign", "--approvals", "--key", str(ben.key), "--identity", ben.name)
    approved.ok("diff")
    assert len(lines(approved)) == 2


def test_several_approvals_by_one_signer_are_one_line(locked: Desk, ana: Person) -> None:
    trust(locked, ana)
    tools = [TOOL, TOOL | {"name": "find"}]
    locked.catalogs(a=tools)
    locked.ok("lock")
    locked.commit()
    locked.catalogs(a=[each | {"description": "Sees."} for each in tools])
    locked.ok("lock")
    locked.ok("approve", "--server", "a", "--reason", "x", "--by", ana.name)
    words = ("sign", "--approvals", "--key", str(ana.key), "--identity", ana.name)
    for begins in (
        "  signed 2 approvals by ana@example.com (SHA256:",
        "  already signed: 2 approvals by ana@example.com (",
    ):
        assert locked.ok(*words).out.startswith(begins)
    assert locked.ok("verify").out.count("\nsigned 2 approvals by ana@example.com (SHA256:") == 1


def test_one_approval_by_its_id(approved: Desk, ana: Person) -> None:
    (change,) = {each["change"] for each in approved.govern("diff", "--json").document["standings"]}
    for given in (change, change.removeprefix("c-")[:4]):
        approved.ok("sign", "--approval", given, "--key", str(ana.key), "--identity", ana.name)
    assert len(lines(approved)) == 1


@pytest.mark.parametrize(
    ("who", "words", "message"),
    [
        ("eve@example.com", ["--approvals"], "capability.approvals.toml has no approval by eve@example.com"),
        (
            "eve@example.com",
            ["--approval", "c-"],
            "approved by ana@example.com, ben@example.com; only the approver can sign it",
        ),
        ("ana@example.com", ["--approval", "c-0000"], "has no approval of 'c-0000'"),
        ("ana@example.com", ["--approval", ""], "has no approval of ''"),
        ("ana@example.com", ["--sigstore"], "--key and --sigstore cannot be combined"),
    ],
)
def test_what_cannot_be_signed(approved: Desk, ana: Person, who: str, words: list[str], message: str) -> None:
    answer = approved.govern("sign", "--key", str(ana.key), "--identity", who, *words)
    assert answer.code == 2
    assert message in answer.err


def test_a_change_that_was_signed_and_edited_is_signed_anew(approved: Desk, ana: Person) -> None:
    words = ("sign", "--approvals", "--key", str(ana.key), "--identity", ana.name)
    approved.ok(*words)
    file = approved.folder / "capability.approvals.toml"
    approved.write(file.name, file.read_text("utf-8").replace('reason = "x"', 'reason = "y"'))
    assert approved.govern("verify").code == 1
    assert "1 older signature removed" in approved.ok(*words).out
    approved.ok("verify")


def test_approving_again_what_is_not_signed_says_what_is_missing(approved: Desk, ana: Person) -> None:
    answer = approved.ok("approve", "--tool", "look", "--reason", "x", "--by", ana.name)
    assert "you already approved it; sign it: govern sign --approvals" in answer.out


def test_a_lock_that_is_not_what_it_says_is_not_signed(locked: Desk, ana: Person) -> None:
    text = locked.lock_path.read_text("utf-8")
    locked.write("capability.lock", text.replace("Looks", "Lies"))
    answer = locked.govern("sign", "--key", str(ana.key), "--identity", ana.name)
    assert answer.code == 2
    assert "was changed in the lock" in answer.err


def test_a_file_that_cannot_be_written_stays_as_it_was(locked: Desk, ana: Person) -> None:
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        pytest.skip("root may write anywhere")
    locked.folder.chmod(0o500)
    try:
        answer = locked.govern("sign", "--key", str(ana.key), "--identity", ana.name)
    finally:
        locked.folder.chmod(0o700)
    assert answer.code == 2
    assert "the old file is as it was" in answer.err
