"""URLs, hosts, and the files that hold secrets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from govern.compare.text.cue import Cue
from govern.regex import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

# What holds secrets and nothing else, and what may hold some beside its own business.
GUARDED_FILES = (
    r"(?:\.ssh\b|id_(?:rsa|ed25519|ecdsa|dsa)\b|authorized_keys\b|known_hosts\b|\.aws\b(?!-)|\.netrc\b|\.pgpass\b"
    r"|\.git-credentials\b|\.gnupg\b|\.vault-token\b|\.(?:bash|zsh|python|psql|mysql)_history\b|\.config/gcloud"
    r"|(?:\.cursor|\.claude|\.codex)/[\w.-]*|claude_desktop_config|/etc/(?:passwd|shadow|sudoers)|/proc/self/environ"
    r"|wallet\.dat\b|keychain-db\b|login\.keychain|cookies\.sqlite\b|ntds\.dit\b|system32/config|\.kube\b)"
)
CONFIG_FILES = (
    r"(?:\.env\b|\.npmrc\b|\.pypirc\b|\.gitconfig\b|\.docker/config|\.azure\b|\.(?:bash|zsh)rc\b|mcp\.json\b"
    r"|secrets?\.(?:json|ya?ml|toml|env)\b|credentials\.(?:json|db)\b|\.pem\b)"
)
_PATH = regex(rf"(?<!\w)(?:{GUARDED_FILES}|{CONFIG_FILES})[\w./\\-]{{0,80}}", re.IGNORECASE)
_URL = regex(r"\b([a-z][a-z0-9+.-]{1,20})://([^\s<>\"'`)\]},/?#]+)([^\s<>\"'`)\]},]*)", re.IGNORECASE)
_MAIL = regex(r"(?<![\w.+-])[\w.+-]{1,64}@([\w-]{1,63}(?:\.[\w-]{1,63}){1,6})")
_SECRET_NAME = regex(
    r"\b(?:[A-Z][A-Z0-9]{1,30}_){1,4}(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS|PASSPHRASE)(?:_ID)?\b"
    r"|\b(?:ssh|private|signing) keys?\b|\bseed phrase\b|\bsession cookies?\b|\bkeychain\b"
)
# Hosts that anyone may have in a minute, to see what is sent there.
_COLLECTORS = regex(
    r"(?:^|\.)(?:webhook\.site|requestbin\.\w+|pipedream\.net|ngrok(?:-free)?\.(?:io|app|dev)|interact\.sh|oast\.\w+"
    r"|burpcollaborator\.net|trycloudflare\.com|beeceptor\.com|requestcatcher\.com|transfer\.sh|pastebin\.com"
    r"|serveo\.net|localhost\.run|loca\.lt|dnslog\.cn|ceye\.io|hookbin\.com|canarytokens\.com|0x0\.st|file\.io"
    # What a cloud tells its own machines, their credentials among it.
    r"|169\.254\.169\.254|metadata\.google\.internal|100\.100\.100\.200)$",
    re.IGNORECASE,
)
_NUMBERED = regex(r"(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})")
_LOCAL = regex(r"(?:127|10|0|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\.")


def address_cues(text: str) -> Iterator[Cue]:
    """A cue for each host, sensitive path and name of a secret."""
    if "://" in text:
        for match in _URL.finditer(text):
            host = match[2].rsplit("@", 1)[-1].rsplit(":", 1)[0].lower().rstrip(".")
            in_disguise = "@" in match[2] and match[1].lower().startswith("http")
            odd = bool(in_disguise or _COLLECTORS.search(host) or _public_number(host) or "xn--" in host)
            yield Cue("address", f"host {host}", odd, match[0], match.start())
    if "@" in text:
        for match in _MAIL.finditer(text):
            yield Cue("address", f"mail {match[0].lower()}", strong=False, excerpt=match[0], position=match.start())
    for match in _PATH.finditer(text):
        yield Cue(
            "sensitive-path", match[0].lower().rstrip("./"), strong=False, excerpt=match[0], position=match.start()
        )
    for match in _SECRET_NAME.finditer(text):
        yield Cue("credential", match[0].lower(), strong=False, excerpt=match[0], position=match.start())


def _public_number(host: str) -> bool:
    return bool(_NUMBERED.fullmatch(host) and not _LOCAL.match(host))
