"""Sign and verify with ssh-keygen; no temporary file stays behind."""

import tempfile
from pathlib import Path

import pytest

from govern.errors import UsageError
from govern.signing.ssh import (
    armored,
    fingerprint,
    from_armor,
    is_over,
    key_type,
    parse_ssh_signature,
    public_key,
    sign_by_ssh,
    ssh_checker,
)
from tests.signing.people import WITHOUT, Person, keygen, somebody

pytestmark = WITHOUT

USE = "govern-lock"


@pytest.fixture
def ana(tmp_path: Path) -> Person:
    return somebody(tmp_path, "ana@example.com")


def test_a_signature_names_its_key_and_namespace(ana: Person) -> None:
    made = sign_by_ssh(b"message", USE, str(ana.key))
    output = parse_ssh_signature(made)
    assert output.namespace == USE
    assert output.key == public_key(str(ana.key)) == public_key(f"{ana.key}.pub") == public_key(f"key::{ana.public}")
    assert output.fingerprint == fingerprint(output.key) == keygen("-l", "-f", str(ana.key)).split()[1]
    assert key_type(output.key) == "ssh-ed25519"
    assert from_armor(armored(made)) == made


def test_good_signatures(ana: Person, tmp_path: Path) -> None:
    ben = somebody(tmp_path, "ben@example.com")
    made = sign_by_ssh(b"message", USE, str(ana.key))
    with ssh_checker(ana.line() + ben.line(), None) as checker:
        assert checker.principals(made) == [ana.name]
        assert checker.good(made, b"message", USE, ana.name)
        assert not checker.good(made, b"message", USE, ben.name)
        assert not checker.good(made, b"another", USE, ana.name)
        assert not checker.good(made, b"message", "git", ana.name)
        assert checker.is_over(made, b"message", USE)
        assert not checker.is_revoked(made, b"message", USE, ana.name)
    with ssh_checker(ana.line(), f"{ana.public}\n".encode()) as checker:
        assert checker.is_revoked(made, b"message", USE, ana.name)


@pytest.mark.parametrize("bytes_", [b"", b"SSHSIG", b"\0" * 100, b"SSHSIG\0\0\0\1\xff\xff\xff\xff"])
def test_bytes_that_are_not_a_signature(ana: Person, bytes_: bytes) -> None:
    with ssh_checker(ana.line(), None) as checker:
        assert checker.principals(bytes_) == []
        assert not checker.good(bytes_, b"", USE, ana.name)
    assert not is_over(bytes_, b"", USE)


def test_nothing_stays_behind(ana: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    made = sign_by_ssh(b"message", USE, str(ana.key))
    with ssh_checker(ana.line(), b"") as checker:
        assert checker.good(made, b"message", USE, ana.name)
        assert list(folder.iterdir())
    assert not list(folder.iterdir())


def test_an_invalid_key(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_bytes(b"\xff\x00")
    assert public_key(str(file)) is None
    assert public_key(str(tmp_path / "none")) is None
    assert public_key("key::ssh-ed25519 not*base64") is None
    with pytest.raises(UsageError, match="could not sign"):
        sign_by_ssh(b"x", USE, str(file))
