"""SSH signatures as `ssh-keygen -Y sign` makes them: who signed, and for what use, as far as their bytes tell.

Nothing here says whether a signature is good; that is for ssh-keygen alone.
"""

from __future__ import annotations

import base64
import binascii
import textwrap
from dataclasses import dataclass
from hashlib import sha256

from govern.signing.dsse import MalformedError

_BEGIN, _END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
_MAGIC = b"SSHSIG"
_VERSION = 1
_LENGTH = 4
_COLUMNS = 70


@dataclass(frozen=True, slots=True)
class SshSignature:
    """The key and the namespace that a signature names."""

    key: bytes
    namespace: str

    @property
    def fingerprint(self) -> str:
        """The key's, as `ssh-keygen -l` shows it."""
        return fingerprint(self.key)


def fingerprint(key: bytes) -> str:
    """What people compare keys by."""
    return "SHA256:" + base64.b64encode(sha256(key).digest()).decode().rstrip("=")


def from_armor(text: str) -> bytes:
    """The bytes of a signature in the form that ssh-keygen prints."""
    lines = text.strip().splitlines()
    if len(lines) < len((_BEGIN, _END)) or (lines[0], lines[-1]) != (_BEGIN, _END):
        raise MalformedError("text is no SSH signature")
    try:
        return base64.b64decode("".join(lines[1:-1]), validate=True)
    except (binascii.Error, ValueError):
        raise MalformedError("SSH signature's base64 is broken") from None


def armored(signature: bytes) -> str:
    """The form that ssh-keygen reads."""
    return "\n".join([_BEGIN, *textwrap.wrap(base64.b64encode(signature).decode(), _COLUMNS), _END, ""])


def read(signature: bytes) -> SshSignature:
    """What the bytes of a signature say of it."""
    if not signature.startswith(_MAGIC) or _number(signature, len(_MAGIC)) != _VERSION:
        raise MalformedError("signature is no SSH signature")
    key, at = _string(signature, len(_MAGIC) + _LENGTH)
    namespace, _ = _string(signature, at)
    return SshSignature(key, namespace.decode("utf-8", "backslashreplace"))


def key_type(key: bytes) -> str:
    """What kind of key it is, as it says."""
    return _string(key, 0)[0].decode("ascii", "backslashreplace")


def is_certificate(key: bytes) -> bool:
    """Whether a key is one that an authority vouches for."""
    return key_type(key).endswith("-cert-v01@openssh.com")


def _string(data: bytes, at: int) -> tuple[bytes, int]:
    end = at + _LENGTH + _number(data, at)
    if end > len(data):
        raise MalformedError("signature is no SSH signature")
    return data[at + _LENGTH : end], end


def _number(data: bytes, at: int) -> int:
    if at + _LENGTH > len(data):
        raise MalformedError("signature is no SSH signature")
    return int.from_bytes(data[at : at + _LENGTH])
