"""Signatures made and checked by ssh-keygen, so that agents and hardware keys work, and no key is ours to hold."""

from __future__ import annotations

import base64
import binascii
import os
import subprocess
import textwrap
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from govern.errors import UsageError
from govern.files import MAX_USER_FILE, read_text
from govern.programs import find_program
from govern.signing.statement import MalformedError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# Somebody may have to find the token and touch it.
_PATIENCE = 300
_TIMEOUT = 30
_INSTALL = "Install OpenSSH 8.9 or later; Windows has it as an optional feature, the OpenSSH client."
_LITERAL = "key::"


@dataclass(frozen=True, slots=True)
class SshChecker:
    """Asks ssh-keygen about signatures, by the files in a folder of our own."""

    folder: Path
    revoked: Path | None

    def principals(self, signature: bytes) -> list[str]:
        """Those who may sign with the key of this signature: names, or patterns of names."""
        with self._written(signature) as file:
            answer = _ask(["-Y", "find-principals", "-s", str(file), "-f", self._allowed])
        told = answer.stdout.decode("utf-8", "replace").splitlines() if not answer.returncode else []
        # Some versions print an empty line for a line of the file that is another's.
        return [line for line in told if line]

    def is_over(self, signature: bytes, message: bytes, namespace: str) -> bool:
        """Whether the signature was made over this message for this use, by whomever."""
        with self._written(signature) as file:
            return _over(file, message, namespace)

    def good(self, signature: bytes, message: bytes, namespace: str, who: str) -> bool:
        """Whether the signature is this person's, by the file and by now; revoked keys are not looked at."""
        with self._written(signature) as file:
            return not self._verify(file, message, namespace, who, ()).returncode

    def is_revoked(self, signature: bytes, message: bytes, namespace: str, who: str) -> bool:
        """Whether a good signature is none for that its key is revoked, or for that nobody can read which are."""
        if self.revoked is None:
            return False
        with self._written(signature) as file:
            return bool(self._verify(file, message, namespace, who, ("-r", str(self.revoked))).returncode)

    @property
    def _allowed(self) -> str:
        return str(self.folder / "allowed_signers")

    def _verify(
        self, file: Path, message: bytes, namespace: str, who: str, more: Sequence[str]
    ) -> subprocess.CompletedProcess[bytes]:
        words = ["-Y", "verify", "-s", str(file), "-f", self._allowed, "-n", namespace, "-I", who, *more]
        return _ask(words, message)

    @contextmanager
    def _written(self, signature: bytes) -> Iterator[Path]:
        file = self.folder / "signature"
        file.write_text(armored(signature), "ascii")
        yield file


def is_over(signature: bytes, message: bytes, namespace: str) -> bool:
    """Whether the signature was made over this message for this use, by whomever."""
    with ssh_checker("", None) as checker:
        return checker.is_over(signature, message, namespace)


def public_key(key: str) -> bytes | None:
    """The public half of a key, as far as it is at hand without asking for a passphrase."""
    if key.startswith((_LITERAL, "ssh-")):
        texts = [key.removeprefix(_LITERAL)]
    else:
        texts = [_text(Path(key)), _text(Path(f"{key}.pub"))]
    return next((found for text in texts if (found := _public(text)) is not None), None)


@contextmanager
def ssh_checker(allowed: str, revoked: bytes | None) -> Iterator[SshChecker]:
    """A checker by the text of an allowed_signers file, and by a KRL or a list of keys that are revoked."""
    with TemporaryDirectory(prefix="govern-") as name:
        folder = Path(name)
        (folder / "allowed_signers").write_bytes(allowed.replace("\r\n", "\n").encode("utf-8", "surrogateescape"))
        if revoked is not None:
            (folder / "revoked").write_bytes(revoked)
        yield SshChecker(folder, folder / "revoked" if revoked is not None else None)


def sign_by_ssh(message: bytes, namespace: str, key: str) -> bytes:
    """The signature of this message by a key: the path of a private or public one, or `key::` and a public one itself.

    Of a public key the private one is asked of the agent, or is the file beside it.
    """
    with _key_file(key) as (file, flags):
        words = ["-Y", "sign", "-n", namespace, "-f", str(file), *flags]
        # On a terminal ssh-keygen itself says when a token wants to be touched.
        seen = os.isatty(2)
        answer = _ask(words, message, timeout=_PATIENCE, stderr=None if seen else subprocess.PIPE)
    if answer.returncode:
        reason = "it said why above" if seen else _last_words(answer.stderr)
        raise UsageError(f"ssh-keygen could not sign: {reason}", where=_called(key), hint=_how(key))
    try:
        return from_armor(answer.stdout.decode("ascii", "replace"))
    except MalformedError as error:
        raise UsageError(f"ssh-keygen signed, and its {error}", where=_called(key)) from None


@contextmanager
def _key_file(key: str) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """The key as a file, as git does it: a literal key is in the agent and nowhere else."""
    if not key.startswith((_LITERAL, "ssh-")):
        if not Path(key).is_file():
            raise UsageError("there is no such key", where=key, hint="Name a file with --key.")
        yield Path(key), ()
        return
    with TemporaryDirectory(prefix="govern-") as name:
        file = Path(name) / "key.pub"
        file.write_text(key.removeprefix(_LITERAL) + "\n", "utf-8")
        yield file, ("-U",)


def _text(file: Path) -> str:
    try:
        return read_text(file, MAX_USER_FILE)
    except OSError:
        return ""


def _public(text: str) -> bytes | None:
    words = text.split()
    if len(words) < len(("type", "key")) or not words[0].startswith(("ssh-", "sk-", "ecdsa-")):
        return None
    try:
        return base64.b64decode(words[1], validate=True)
    except ValueError:
        return None


def _over(file: Path, message: bytes, namespace: str) -> bool:
    return not _ask(["-Y", "check-novalidate", "-s", str(file), "-n", namespace], message).returncode


def _ask(
    words: Sequence[str], message: bytes = b"", *, timeout: int = _TIMEOUT, stderr: int | None = subprocess.PIPE
) -> subprocess.CompletedProcess[bytes]:
    program = find_program("ssh-keygen")
    if program is None:
        raise UsageError("ssh-keygen is not installed, or not on PATH", hint=_INSTALL)
    try:
        return subprocess.run(  # noqa: S603
            [program, *words], input=message, stdout=subprocess.PIPE, stderr=stderr, timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired:
        raise UsageError(f"ssh-keygen did not answer within {timeout} s") from None


def _last_words(stderr: bytes) -> str:
    lines = stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[-1].strip() if lines else "it does not say why"


def _called(key: str) -> str:
    return "the key of git's user.signingkey" if key.startswith((_LITERAL, "ssh-")) else key


def _how(key: str) -> str:
    literal = key.startswith((_LITERAL, "ssh-"))
    return "Is it in your agent? `ssh-add -l` lists the keys there." if literal or key.endswith(".pub") else ""


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


def parse_ssh_signature(signature: bytes) -> SshSignature:
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
