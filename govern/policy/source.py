"""Build the `source` of a server in the lock: its config without secrets and without paths of this machine."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from govern.policy.placeholders import PLACEHOLDER
from govern.policy.redaction import HIDDEN, find_secrets, flag_names, replace_secrets

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from govern.policy.settings import Server

_PLAIN = re.compile(r"(?:[\w@%+=:,./~^\[\]-]|\*\*\*|\$\{\w+(?::-[\w@%+=:,./~*-]*)?\})+", re.ASCII)
_USERINFO = re.compile(r"(?<=://)[^/@?#]*@")
_HOME = re.compile(
    r"(?<![\w./~-])(?:/home/[^/\s:]+|/Users/[^/\s:]+|/root|[A-Za-z]:[\\/]Users[\\/][^\\/\s:]+)(?=[\\/]|$)"
)


def source_of(server: Server, root: Path) -> str:
    """Return the source of a server as one line."""
    if argv := server.argv:
        return _bundle_source(server.bundle) + _command_source(argv, root)
    if server.url:
        return _url_source(server.url)
    if server.python:
        return f"python:{server.python}"
    return replace_secrets(_portable(server.catalog or "", root).replace("\\", "/"))


def _bundle_source(address: str | None) -> str:
    if not address:
        return ""
    from govern.policy.bundle_address import VARIABLE, bundle_url

    return f"{VARIABLE}={shlex.quote(_url_source(bundle_url(address)))} "


def _command_source(words: Sequence[str], root: Path) -> str:
    names = flag_names(list(words))
    shown = [
        _default_hidden(replace_secrets(_portable(word, root), name)) for word, name in zip(words, names, strict=True)
    ]
    shown[0] = _portable_program(shown[0])
    return " ".join(word if _PLAIN.fullmatch(word) else shlex.quote(word) for word in shown)


def _portable_program(word: str) -> str:
    """Return the name of a program given by an absolute path, and any other word unchanged."""
    absolute = re.match(r"[/~]|[A-Za-z]:[\\/]", word)
    return re.split(r"[\\/]", word)[-1] if absolute else word


def _portable(word: str, root: Path) -> str:
    for spelled in {str(root), root.as_posix(), str(root.resolve())}:
        if len(spelled) > len(root.anchor):
            word = re.sub(rf"(?<![\w./~-]){re.escape(spelled)}(?=[\\/]|$)", ".", word)
    return _HOME.sub("~", word)


def _url_source(url: str) -> str:
    """Return a URL without user, password and secret parts of path and query."""
    return _default_hidden(replace_secrets(_USERINFO.sub("", url)))


def _default_hidden(text: str) -> str:
    """Return the text with each secret default replaced."""

    def shown(found: re.Match[str]) -> str:
        secret = found[2] and find_secrets(found[2], found[1])
        return f"${{{found[1]}:-{HIDDEN}}}" if secret else found[0]

    return PLACEHOLDER.sub(shown, text)
