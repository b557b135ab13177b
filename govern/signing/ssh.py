"""Make and check SSH signatures with ssh-keygen, so that agents and hardware keys work and govern holds no key.

This module also reads the key and the namespace of a signature; only ssh-keygen decides whether it is good.
"""

from __future__ import annotations

import base64
import binascii
import os
import re
import textwrap
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from govern.errors import UsageError
from govern.files import MAX_USER_FILE, read_text
from govern.programs import find_program
from govern.signing.statement import MalformedError

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator, Sequence


# Time for a person to find a hardware token and touch it.
_SIGN_TIMEOUT = 300
_TIMEOUT = 30
_INSTALL = "install OpenSSH 8.9 or later; on Windows it is the optional feature OpenSSH Client"
_LITERAL = "key::"


@dataclass(frozen=True, slots=True)
class SshChecker:
    """A checker that runs ssh-keygen with an allowed_signers file and a revocation list in a temporary folder."""

    folder: Path
    revoked: Path | None

    def principals(self, signature: bytes) -> list[str]:
        """Return the principals of the key of a signature: names, or patterns of names."""
        answer = self._run(signature, "find-principals", "-f", self._allowed)
        found = answer.stdout.decode("utf-8", "replace").splitlines() if not answer.returncode else []
        # Some versions print an empty line for each line of another principal.
        return [line for line in found if line]

    def is_over(self, signature: bytes, message: bytes, namespace: str) -> bool:
        """Return whether the signature matches this message and namespace, by any signer."""
        return not self._run(signature, "check-novalidate", "-n", namespace, message=message).returncode

    def good(self, signature: bytes, message: bytes, namespace: str, who: str, *more: str) -> bool:
        """Return whether the signature is valid now for this principal; revoked keys are considered only by `more`."""
        words = ("-f", self._allowed, "-n", namespace, "-I", who, *more)
        return not self._run(signature, "verify", *words, message=message).returncode

    def is_revoked(self, signature: bytes, message: bytes, namespace: str, who: str) -> bool:
        """Return whether the key of a good signature is revoked, or the revocation list is unreadable."""
        revoked = self.revoked
        return revoked is not None and not self.good(signature, message, namespace, who, "-r", str(revoked))

    @property
    def _allowed(self) -> str:
        return str(self.folder / "allowed_signers")

    def _run(
        self, signature: bytes, action: str, *words: str, message: bytes = b""
    ) -> subprocess.CompletedProcess[bytes]:
        file = self.folder / "signature"
        file.write_text(armored(signature), "ascii", newline="\n")
        return _run_ssh_keygen(["-Y", action, "-s", str(file), *words], message)


def is_over(signature: bytes, message: bytes, namespace: str) -> bool:
    """Return whether the signature matches this message and namespace, by any signer."""
    with ssh_checker("", None) as checker:
        return checker.is_over(signature, message, namespace)


def public_key(key: str) -> bytes | None:
    """Return the public key of a key file or literal, or None if it is not available without a passphrase."""
    if key.startswith((_LITERAL, "ssh-")):
        texts = [key.removeprefix(_LITERAL)]
    else:
        texts = [_read_or_empty(Path(key)), _read_or_empty(Path(f"{key}.pub"))]
    return next((found for text in texts if (found := _decode_public_key(text)) is not None), None)


@contextmanager
def ssh_checker(allowed: str, revoked: bytes | None) -> Iterator[SshChecker]:
    """Yield a checker for the text of an allowed_signers file and an optional list of revoked keys."""
    with TemporaryDirectory(prefix="govern-") as name:
        folder = Path(name)
        (folder / "allowed_signers").write_bytes(allowed.replace("\r\n", "\n").encode("utf-8", "surrogateescape"))
        if revoked is not None:
            (folder / "revoked").write_bytes(revoked)
        yield SshChecker(folder, folder / "revoked" if revoked is not None else None)


def sign_by_ssh(message: bytes, namespace: str, key: str) -> bytes:
    """Return the signature of a message; `key` is the path of a private or public key, or `key::` and a public key.

    For a public key the agent, or the file beside it, provides the private one.
    """
    with _key_file(key) as (file, flags):
        words = ["-Y", "sign", "-n", namespace, "-f", str(file), *flags]
        # On a terminal, ssh-keygen itself prompts to touch the token.
        is_shown = os.isatty(2)
        answer = _run_ssh_keygen(words, message, timeout=_SIGN_TIMEOUT, show_stderr=is_shown)
    if answer.returncode:
        reason = "see its message above" if is_shown else _last_line(answer.stderr)
        raise UsageError(f"ssh-keygen could not sign: {reason}", where=_described_key(key), hint=_key_hint(key))
    try:
        return from_armor(answer.stdout.decode("ascii", "replace"))
    except MalformedError as error:
        raise UsageError(f"ssh-keygen signed, but its {error}", where=_described_key(key)) from None


@contextmanager
def _key_file(key: str) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Yield the key as a file, with the flags it needs; a literal key must be in the agent."""
    if not key.startswith((_LITERAL, "ssh-")):
        if not Path(key).is_file():
            raise UsageError("key file not found", where=key, hint="name the key file with --key")
        yield Path(key), ()
        return
    with TemporaryDirectory(prefix="govern-") as name:
        file = Path(name) / "key.pub"
        file.write_text(key.removeprefix(_LITERAL) + "\n", "utf-8", newline="\n")
        yield file, ("-U",)


def _read_or_empty(file: Path) -> str:
    try:
        return read_text(file, MAX_USER_FILE)
    except OSError:
        return ""


def _decode_public_key(text: str) -> bytes | None:
    words = text.split()
    if len(words) < len(("type", "key")) or not words[0].startswith(("ssh-", "sk-", "ecdsa-")):
        return None
    try:
        return base64.b64decode(words[1], validate=True)
    except ValueError:
        return None


def _run_ssh_keygen(
    words: Sequence[str], message: bytes = b"", *, timeout: int = _TIMEOUT, show_stderr: bool = False
) -> subprocess.CompletedProcess[bytes]:
    import subprocess

    program = find_program("ssh-keygen")
    if program is None:
        raise UsageError("ssh-keygen is not installed, or not on PATH", hint=_INSTALL)
    stderr = None if show_stderr else subprocess.PIPE
    try:
        return subprocess.run(  # noqa: S603
            [program, *words], input=message, stdout=subprocess.PIPE, stderr=stderr, timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired:
        raise UsageError(f"ssh-keygen did not answer within {timeout} s") from None


def _last_line(stderr: bytes) -> str:
    lines = stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[-1].strip() if lines else "no reason given"


def _described_key(key: str) -> str:
    return "the key of git's user.signingkey" if key.startswith((_LITERAL, "ssh-")) else key


def _key_hint(key: str) -> str:
    literal = key.startswith((_LITERAL, "ssh-"))
    return "check that the key is in your agent: ssh-add -l" if literal or key.endswith(".pub") else ""


_BEGIN, _END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
_MAGIC = b"SSHSIG"
_VERSION = 1
_LENGTH = 4
_COLUMNS = 70


@dataclass(frozen=True, slots=True)
class SshSignature:
    """The key and the namespace in a signature."""

    key: bytes
    namespace: str

    @property
    def fingerprint(self) -> str:
        """Return the fingerprint of the key, as `ssh-keygen -l` shows it."""
        return fingerprint(self.key)


def fingerprint(key: bytes) -> str:
    """Return the SHA-256 fingerprint of a key."""
    return "SHA256:" + base64.b64encode(sha256(key).digest()).decode().rstrip("=")


def from_armor(text: str) -> bytes:
    """Return the bytes of an armored signature, the form that ssh-keygen prints."""
    lines = text.strip().splitlines()
    if len(lines) < len((_BEGIN, _END)) or (lines[0], lines[-1]) != (_BEGIN, _END):
        raise MalformedError("text is not in SSH signature format")
    try:
        return base64.b64decode("".join(lines[1:-1]), validate=True)
    except (binascii.Error, ValueError):
        raise MalformedError("SSH signature has invalid base64") from None


def armored(signature: bytes) -> str:
    """Return a signature in the armored form that ssh-keygen reads."""
    return "\n".join([_BEGIN, *textwrap.wrap(base64.b64encode(signature).decode(), _COLUMNS), _END, ""])


def parse_ssh_signature(signature: bytes) -> SshSignature:
    """Return the key and the namespace in the bytes of a signature."""
    if not signature.startswith(_MAGIC) or _read_number(signature, len(_MAGIC)) != _VERSION:
        raise MalformedError("signature is not in SSH format")
    key, at = _read_string(signature, len(_MAGIC) + _LENGTH)
    namespace, _ = _read_string(signature, at)
    return SshSignature(key, namespace.decode("utf-8", "backslashreplace"))


def key_type(key: bytes) -> str:
    """Return the type of a key."""
    return _read_string(key, 0)[0].decode("ascii", "backslashreplace")


def is_certificate(key: bytes) -> bool:
    """Return whether a key is a certificate."""
    return key_type(key).endswith("-cert-v01@openssh.com")


def _read_string(data: bytes, at: int) -> tuple[bytes, int]:
    end = at + _LENGTH + _read_number(data, at)
    if end > len(data):
        raise MalformedError("signature is not in SSH format")
    return data[at + _LENGTH : end], end


def _read_number(data: bytes, at: int) -> int:
    if at + _LENGTH > len(data):
        raise MalformedError("signature is not in SSH format")
    return int.from_bytes(data[at : at + _LENGTH])


# Principals, options and key are separated by spaces; only quoted parts may contain spaces.
_WORD = re.compile(r'(?:"[^"]*"|[^\s"])+')
_OPTION = re.compile(r'([\w-]+)(?:="([^"]*)")?(?:,|$)')
_KEY_TYPE = re.compile(r"(?:sk-)?(?:ssh|ecdsa)-[\w.@-]+")
_KRL = b"SSHKRL\n\0"
_MOMENT = re.compile(r"(\d{8})(\d{4})?(\d{2})?(Z?)")


@dataclass(frozen=True, slots=True)
class AllowedSigner:
    """One line: the principals that may sign with a key, with the options that restrict it."""

    line: int
    principals: tuple[str, ...]
    key: bytes
    options: dict[str, str]

    @property
    def authority(self) -> bool:
        """Return whether the key is a certificate authority."""
        return "cert-authority" in self.options

    def permits(self, namespace: str) -> bool:
        """Return whether the key may sign in this namespace."""
        patterns = self.options.get("namespaces")
        return patterns is None or _matches_any(namespace, patterns.split(","))

    def names(self, who: str) -> bool:
        """Return whether a name matches the principals, with the wildcards `*` and `?` and the negation `!`."""
        return _matches_any(who, self.principals)

    def expired(self, now: datetime) -> str | None:
        """Return the date before which the key was valid if that has passed, else None."""
        until = self.options.get("valid-before")
        return until if until is not None and _parse_timestamp(until) < now else None

    def early(self, now: datetime) -> str | None:
        """Return the date after which the key is valid if that is in the future, else None."""
        since = self.options.get("valid-after")
        return since if since is not None and _parse_timestamp(since) > now else None


def allowed_line(who: str, key: bytes) -> str:
    """Return the line that lets a person sign locks, approvals and waivers with a key."""
    return f'{who} namespaces="govern-*" {key_type(key)} {base64.b64encode(key).decode()}'


def parse_allowed_signers(text: str) -> list[AllowedSigner]:
    """Return the valid lines of the file; ssh-keygen ignores other lines too."""
    return [signer for number, line in enumerate(text.split("\n"), 1) for signer in _parse_signer(number, line)]


def is_revocation_list(content: bytes) -> bool:
    """Return whether the content is a key revocation list (KRL), or a list of public keys."""
    if content.startswith(_KRL):
        return True
    lines = [line.split() for line in content.replace(b"\r", b"").split(b"\n")]
    keys = [words for words in lines if words and not words[0].startswith(b"#")]
    return b"\0" not in content and all(_is_public_key(*words[:2]) for words in keys)


def _is_public_key(kind: bytes, digits: bytes = b"") -> bool:
    """Return whether the base64 digits are a key of this type."""
    try:
        return key_type(base64.b64decode(digits, validate=True)) == kind.decode("ascii")
    except (ValueError, MalformedError):
        return False


def _parse_signer(number: int, line: str) -> Iterator[AllowedSigner]:
    words = _WORD.findall(line)
    if not words or words[0].startswith("#"):
        return
    at = next((at for at, word in enumerate(words[1:3], 1) if _KEY_TYPE.fullmatch(word)), None)
    if at is None or at + 1 >= len(words):
        return
    options = {name.lower(): value for name, value in _OPTION.findall(words[1])} if at > 1 else {}
    try:
        key = base64.b64decode(words[at + 1], validate=True)
    except (binascii.Error, ValueError):
        return
    yield AllowedSigner(number, tuple(words[0].replace('"', "").split(",")), key, options)


def _matches_any(name: str, patterns: tuple[str, ...] | list[str]) -> bool:
    excluded = any(_matches(name, pattern[1:]) for pattern in patterns if pattern.startswith("!"))
    return not excluded and any(_matches(name, pattern) for pattern in patterns if not pattern.startswith("!"))


def _matches(name: str, pattern: str) -> bool:
    return fnmatchcase(name, pattern.replace("[", "[[]"))


def _parse_timestamp(text: str) -> datetime:
    """Return a timestamp: local time unless it ends in Z; 1970 if it is not valid."""
    found = _MOMENT.fullmatch(text)
    try:
        moment = datetime.strptime(f"{found[1]}{found[2] or '0000'}{found[3] or '00'}" if found else "", "%Y%m%d%H%M%S")  # noqa: DTZ007 - the zone follows
    except ValueError:
        return datetime.fromtimestamp(0, UTC)
    if not (found and found[4]):
        # Windows knows the local time from 1970 to 3000 only.
        with suppress(OSError, OverflowError, ValueError):
            return moment.astimezone()
    return moment.replace(tzinfo=UTC)
