"""References in a text: hosts, mail addresses, images, files with secrets, names of secrets, commands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from govern.texts.cue import Cue

if TYPE_CHECKING:
    from collections.abc import Iterator

# In MCP Apps, `ui://` is a page of the server itself.
_URL = re.compile(r"\b(?!ui://)[a-z][a-z0-9+.-]{1,20}://([^\s<>\"'`)\]},/?#]+)", re.IGNORECASE)
_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}")
_IMAGE = re.compile(r"!\[[^\]\n]{0,200}\]\(\s?https?://([^\s)/?#]{1,255})|<img\s[^>]{0,300}?//([^\s\"'>/?#]{1,255})")
_SECRET_FILE = re.compile(
    r"(?<!\w)(?:"
    r"(?:\.ssh|id_rsa|id_ed25519|id_ecdsa|id_dsa|authorized_keys|known_hosts|\.netrc|\.pgpass|\.git-credentials|\.gnupg"
    r"|\.kube|\.vault-token|\.(?:bash|zsh|python|psql|mysql)_history|wallet\.dat|keychain-db|cookies\.sqlite|ntds\.dit"
    r"|\.env|\.npmrc|\.pypirc|\.gitconfig|\.azure|\.bashrc|\.zshrc|mcp\.json|\.pem|\.aws(?!-))\b"
    r"|claude_desktop_config|\.config/gcloud|/etc/(?:passwd|shadow|sudoers)|/proc/self/environ|login\.keychain"
    r"|system32/config|\.docker/config|\.(?:cursor|claude|codex)/"
    r"|secrets?\.(?:json|ya?ml|toml|env)\b|credentials\.(?:json|db)\b"
    r")[\w./\\-]{0,80}",
    re.IGNORECASE,
)
_SECRET_NAME = re.compile(
    r"\b(?:[A-Z][A-Z0-9]{1,30}_){1,4}(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS|PASSPHRASE)(?:_ID)?\b"
    r"|\b(?:ssh|private|signing) keys?\b|\bseed phrase\b|\bsession cookies?\b|\bkeychain\b"
)
_COMMAND = re.compile(
    r"\b(?:curl|wget|nc|ncat|iwr|invoke-webrequest)\b[^\n]{0,200}?"
    r"(?:\$\(|\$\{?[A-Z_]{3,}|@[~/.\w]|<\s?[~/]|\|\s?(?:ba|z)?sh\b|%[A-Z]{3,}%)"
    r"|\b(?:env|printenv|cat|base64|history)\b[^\n|]{0,80}\|\s?(?:curl|nc|ncat|wget|openssl)\b"
    r"|/dev/(?-i:tcp|TCP)/|\brm -rf? [~/]",
    re.IGNORECASE,
)
# Names of arguments for the model's own context.
_MODEL_CONTEXT = re.compile(
    r"(?:(?:full|entire|whole|complete|current|previous|prior|raw|your|the|user)_?)?"
    r"(?:system_?prompts?|conversations?(?:_?(?:history|log|context|so_?far))?|chat_?(?:history|log|context|transcript)"
    r"|(?:model|assistant|agent|llm)_?(?:context|memory|instructions?|reasoning|thoughts?)|chain_?of_?thoughts?"
    r"|(?:context|message|tool)_?(?:window|history)|session_?(?:history|transcript))",
    re.IGNORECASE,
)
_EXCERPT = 160


def reference_cues(text: str) -> Iterator[Cue]:
    """Yield a cue for each host, mail address, image, file or name of a secret, and command in a folded text."""
    if "://" in text:
        for match in _URL.finditer(text):
            host = match[1].rsplit("@", 1)[-1].rsplit(":", 1)[0].lower().rstrip(".")
            yield _cue("address", f"host {host}", match)
    if "@" in text:
        for match in _MAIL.finditer(text):
            yield _cue("address", f"mail {match[0].lower()}", match)
    for match in _IMAGE.finditer(text):
        yield _cue("image", f"image from {(match[1] or match[2]).lower()}", match)
    for match in _SECRET_FILE.finditer(text):
        yield _cue("sensitive-path", match[0].lower().rstrip("./"), match)
    for match in _SECRET_NAME.finditer(text):
        yield _cue("credential", match[0].lower(), match)
    for match in _COMMAND.finditer(text):
        yield _cue("command", match[0][:60].lower(), match)


def asks_for_context(pointer: str, name: str) -> bool:
    """Return whether this names an argument for the model's own context, such as `conversation_history`."""
    is_argument = pointer.startswith("/inputSchema/") and pointer.endswith(f"/properties/{name}")
    return is_argument and bool(_MODEL_CONTEXT.fullmatch(name))


def _cue(kind: str, what: str, match: re.Match[str]) -> Cue:
    return Cue(kind, what, excerpt=match[0][:_EXCERPT], position=match.start())  # type: ignore[arg-type]
