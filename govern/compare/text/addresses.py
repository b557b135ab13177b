"""URLs, hosts, and the files that hold secrets."""

from __future__ import annotations

import re

from govern.compare.text.cue import Cue
from govern.regex import regex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_WORD_ENDS = (
    ".ssh id_rsa id_ed25519 id_ecdsa id_dsa authorized_keys known_hosts .netrc .pgpass .git-credentials .gnupg .kube"
    " .vault-token .bash_history .zsh_history .python_history .psql_history .mysql_history wallet.dat keychain-db"
    " cookies.sqlite ntds.dit"
)
_ANY_END = "claude_desktop_config .config/gcloud /etc/passwd /etc/shadow /etc/sudoers /proc/self/environ login.keychain"
_CONFIG_NAMES = ".env .npmrc .pypirc .gitconfig .azure .bashrc .zshrc mcp.json .pem"
# What holds secrets and nothing else, and what may hold some beside its own business: as it begins, and as it goes on.
_GUARDED = (
    *((name, r"\b") for name in _WORD_ENDS.split()),
    *((name, "") for name in (*_ANY_END.split(), "system32/config")),
    *((folder, r"[\w.-]*") for folder in (".cursor/", ".claude/", ".codex/")),
    (".aws", r"\b(?!-)"),
)
_CONFIG = (
    *((name, r"\b") for name in _CONFIG_NAMES.split()),
    (".docker/config", ""),
    ("secret", r"s?\.(?:json|ya?ml|toml|env)\b"),
    ("credentials.", r"(?:json|db)\b"),
)
GUARDED_FILES, CONFIG_FILES = (
    f"(?:{'|'.join(re.escape(name) + rest for name, rest in files)})" for files in (_GUARDED, _CONFIG)
)
# What is an i to a pattern that knows no case, and to no text in small letters.
_LIKE_I = ("\u0131", "i\u0307")
_FILES = (*(name for name, _ in (*_GUARDED, *_CONFIG)), *_LIKE_I)
_PATH = regex(rf"(?<!\w)(?:{GUARDED_FILES}|{CONFIG_FILES})[\w./\\-]{{0,80}}", re.IGNORECASE)
_URL = regex(r"\b([a-z][a-z0-9+.-]{1,20})://([^\s<>\"'`)\]},/?#]+)([^\s<>\"'`)\]},]*)", re.IGNORECASE)
_MAIL = regex(r"(?<![\w.+-])[\w.+-]{1,64}@([\w-]{1,63}(?:\.[\w-]{1,63}){1,6})")
# No name of a secret is without one of these.
_OF_SECRETS = ("KEY", "TOKEN", "SECRET", "PASS", "CREDENTIALS", " key", "seed phrase", "session cookie", "keychain")
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
    for match in _PATH.finditer(text) if holds_file(text) else ():
        yield Cue(
            "sensitive-path", match[0].lower().rstrip("./"), strong=False, excerpt=match[0], position=match.start()
        )
    for match in _SECRET_NAME.finditer(text) if any(map(text.__contains__, _OF_SECRETS)) else ():
        yield Cue("credential", match[0].lower(), strong=False, excerpt=match[0], position=match.start())


def holds_file(text: str) -> bool:
    """Whether any of the files may be named there; few texts do, so few have to be searched."""
    return any(map(text.lower().__contains__, _FILES))


def _public_number(host: str) -> bool:
    return bool(_NUMBERED.fullmatch(host) and not _LOCAL.match(host))
