"""An allowed_signers file, read to say why ssh-keygen refused; whom it allows, ssh-keygen alone decides."""

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

# Principals, options and key, with spaces between them; only what stands in quotes may hold spaces itself.
_WORD = re.compile(r'(?:"[^"]*"|[^\s"])+')
_OPTION = re.compile(r'([\w-]+)(?:="([^"]*)")?(?:,|$)')
_KEY_TYPE = re.compile(r"(?:sk-)?(?:ssh|ecdsa)-[\w.@-]+")
_KRL = b"SSHKRL\n\0"
_MOMENT = re.compile(r"(\d{8})(\d{4})?(\d{2})?(Z?)")


@dataclass(frozen=True, slots=True)
class AllowedSigner:
    """One line: who may sign with a key, for what and when."""

    line: int
    principals: tuple[str, ...]
    key: bytes
    options: dict[str, str]

    @property
    def authority(self) -> bool:
        """Whether the key signs the keys of others."""
        return "cert-authority" in self.options

    def permits(self, namespace: str) -> bool:
        """Whether the key may be used for this."""
        patterns = self.options.get("namespaces")
        return patterns is None or _among(namespace, patterns.split(","))

    def names(self, who: str) -> bool:
        """Whether this is one of those who sign with the key; `*` and `?` stand for anything, `!` for nobody."""
        return _among(who, self.principals)

    def expired(self, now: datetime) -> str | None:
        """Until when the key was valid, where that is past."""
        until = self.options.get("valid-before")
        return until if until is not None and _moment(until) < now else None

    def early(self, now: datetime) -> str | None:
        """From when on the key will be valid, where that is to come."""
        since = self.options.get("valid-after")
        return since if since is not None and _moment(since) > now else None


def parse_allowed_signers(text: str) -> list[AllowedSigner]:
    """The lines that say something; what is none of them, ssh-keygen passes over as well."""
    return [signer for number, line in enumerate(text.split("\n"), 1) for signer in _signer(number, line)]


def is_revocation_list(content: bytes) -> bool:
    """Whether this can be a KRL, or holds a public key in every line that says something."""
    if content.startswith(_KRL):
        return True
    lines = [line.split() for line in content.replace(b"\r", b"").split(b"\n")]
    keys = [words for words in lines if words and not words[0].startswith(b"#")]
    return b"\0" not in content and all(_is_key(*words[:2]) for words in keys)


def _is_key(kind: bytes, digits: bytes = b"") -> bool:
    """Whether the digits are a key of the kind that stands before them."""
    try:
        return key_type(base64.b64decode(digits, validate=True)) == kind.decode("ascii")
    except (ValueError, MalformedError):
        return False


def _signer(number: int, line: str) -> Iterator[AllowedSigner]:
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


def _among(name: str, patterns: tuple[str, ...] | list[str]) -> bool:
    no = any(_fits(name, pattern[1:]) for pattern in patterns if pattern.startswith("!"))
    return not no and any(_fits(name, pattern) for pattern in patterns if not pattern.startswith("!"))


def _fits(name: str, pattern: str) -> bool:
    return fnmatchcase(name, pattern.replace("[", "[[]"))


def _moment(text: str) -> datetime:
    """A day, or a day with a time, in the machine's own zone unless it ends in Z; what is none is long ago."""
    found = _MOMENT.fullmatch(text)
    try:
        moment = datetime.strptime(f"{found[1]}{found[2] or '0000'}{found[3] or '00'}" if found else "", "%Y%m%d%H%M%S")  # noqa: DTZ007 - the zone follows
    except ValueError:
        return datetime.fromtimestamp(0, UTC)
    return moment.replace(tzinfo=UTC) if found and found[4] else moment.astimezone()
