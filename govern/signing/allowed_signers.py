"""Parse an allowed_signers file, to explain why ssh-keygen rejected a signature; only ssh-keygen decides."""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from govern.signing.ssh import key_type
from govern.signing.statement import MalformedError

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    return moment.replace(tzinfo=UTC) if found and found[4] else moment.astimezone()
