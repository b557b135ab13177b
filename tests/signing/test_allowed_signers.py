"""Parse allowed_signers to explain rejections; only ssh-keygen decides."""

from datetime import UTC, datetime

import pytest

from govern.signing.allowed_signers import is_revocation_list, parse_allowed_signers

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
