"""Sign and verify with ssh-keygen; no temporary file stays behind."""

import tempfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from govern.errors import UsageError
from govern.signing.ssh import (
    armored,
    fingerprint,
    from_armor,
    is_over,
    is_revocation_list,
    key_type,
    parse_allowed_signers,
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


KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKlekKSR/6lRDKpo4mhdzyC+woYKPqN0v5JEHAc2oZ0K"
NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


def test_lines_end_where_ssh_keygen_ends_them() -> None:
    lines = parse_allowed_signers(f"ana {KEY}\x0b#\nben {KEY}\u2028{KEY}\n")
    assert [each.principals for each in lines] == [("ana",), ("ben",)]


def test_lines() -> None:
    text = f"""# who
ana@example.com,ben@example.com {KEY} a comment

*@example.com cert-authority,namespaces="a b,c",Valid-Before="20300101" {KEY}
"eve smith@example.com" {KEY}
nonsense
eve@example.com ssh-ed25519 not*base64
eve@example.com ssh-ed25519
eve@example.com {KEY.split()[1]}
"""
    found = parse_allowed_signers(text)
    assert [(each.line, each.principals) for each in found] == [
        (2, ("ana@example.com", "ben@example.com")),
        (4, ("*@example.com",)),
        (5, ("eve smith@example.com",)),
    ]
    assert [each.authority for each in found] == [False, True, False]
    assert found[1].options == {"cert-authority": "", "namespaces": "a b,c", "valid-before": "20300101"}


@pytest.mark.parametrize(
    ("principals", "who", "names"),
    [
        ("ana@example.com", "ana@example.com", True),
        ("ana@example.com", "Ana@example.com", False),
        ("*@example.com", "ana@example.com", True),
        ("*@example.com,!ana@example.com", "ana@example.com", False),
        ("an?@example.com", "ana@example.com", True),
        ("[a]na@example.com", "ana@example.com", False),
        ("!ben@example.com", "ana@example.com", False),
    ],
)
def test_the_principals_of_a_line(principals: str, who: str, names: bool) -> None:
    (signer,) = parse_allowed_signers(f"{principals} {KEY}\n")
    assert signer.names(who) == names


@pytest.mark.parametrize(
    ("moment", "past"),
    [
        ("20260531", True),
        ("20260602", False),
        ("202606011159Z", True),
        ("202606011201Z", False),
        ("20260601120001Z", False),
        ("20260601115959Z", True),
        ("soon", True),
        ("20269999", True),
        ("2026", True),
        ("00010101", True),
        ("99991231", False),
    ],
)
def test_the_validity_period_of_a_key(moment: str, past: bool) -> None:
    (signer,) = parse_allowed_signers(f'a valid-before="{moment}",valid-after="{moment}" {KEY}\n')
    assert bool(signer.expired(NOW)) == past
    assert bool(signer.early(NOW)) != past


def test_a_key_is_valid_in_the_first_and_in_the_last_second_of_its_period() -> None:
    (signer,) = parse_allowed_signers(f'a valid-before="20260601120000Z",valid-after="20260601120000Z" {KEY}\n')
    assert (signer.expired(NOW), signer.early(NOW)) == (None, None)


@pytest.mark.parametrize(
    ("content", "is_one"),
    [
        (b"", True),
        (f"{KEY} ana\r\n# x\n\n".encode(), True),
        (b"SSHKRL\n\0\0\0\0\1", True),
        (b"\0" + KEY.encode(), False),
        (KEY.encode() + b"\0", False),
        (b"ana " + KEY.encode(), False),
        (b"ssh-rsa " + KEY.split()[1].encode(), False),
        (b"ssh-ed25519", False),
        (b"\xff\xff", False),
    ],
)
def test_lists_of_revoked_keys(content: bytes, is_one: bool) -> None:
    assert is_revocation_list(content) == is_one
