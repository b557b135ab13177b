"""The `source` of a server in the lock: how it is made from the config, and whether it is the project's own code."""

from __future__ import annotations

import os
import re
import shlex
from itertools import pairwise
from pathlib import PurePath
from typing import TYPE_CHECKING

from govern.contract.launchers import packages
from govern.policy.parsing import shell_words
from govern.policy.placeholders import PLACEHOLDER
from govern.policy.redaction import HIDDEN, find_secrets, flag_names, replace_secrets
from govern.policy.target import BUNDLE_VARIABLE, bundle_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from govern.lockfile.document import LockedServer
    from govern.policy.server_settings import Server


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
    return f"{BUNDLE_VARIABLE}={shlex.quote(_url_source(bundle_url(address)))} "


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


_CODE = (
    ".py", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".rb", ".php", ".go", ".rs", ".java", ".jar",
    ".kts", ".sh", ".ps1", ".dll", ".csproj",
)  # fmt: skip
# Programs that build or run the project in a folder that is one of their arguments.
_RUNNERS = (
    "bun", "cargo", "deno", "dotnet", "go", "hatch", "make", "node", "npm", "pixi", "pnpm", "poetry", "uv", "yarn",
)  # fmt: skip
# Folders that hold the modules of `python -m`.
_MODULE_FOLDERS = ("", "src")
_MODULE = re.compile(r"\w+(?:\.\w+)*")


def own_servers(servers: Iterable[LockedServer], folder: Path) -> frozenset[str]:
    """Return the names of the servers that run code of this folder, and not a package or a remote server."""
    return frozenset(server.name for server in servers if runs_own_code(server.source, folder))


def runs_own_code(source: str, folder: Path) -> bool:
    """Return whether a source is an object of `python =`, or a command that runs code of this folder."""
    if source.startswith("python:"):
        return True
    words = shell_words(source)
    if any(PurePath(word).suffix.lower() in _CODE and _exists(folder, word) for word in words):
        return True
    if not words or any(not _exists(folder, package.spec) for package in packages(words)):
        return False
    if "/" in words[0] and not words[0].endswith(".json"):
        # Other words with a slash are catalogs or addresses.
        return _exists(folder, words[0])
    runner = words[0] in _RUNNERS and any(_exists(folder, value) for word in words[1:] for value in _values(word))
    return runner or bool([*packages(words)]) or _runs_own_module(words, folder)


def _values(word: str) -> Iterator[str]:
    """Yield a word that is a path, or the path in `--option=path`."""
    flag, equals, value = word.partition("=")
    path = value if equals and flag.startswith("-") else word
    if path in (".", "..") or "/" in path:
        yield path


def _runs_own_module(words: Sequence[str], folder: Path) -> bool:
    names = [name for flag, name in pairwise(words) if flag == "-m" and _MODULE.fullmatch(name)]
    paths = [f"{within}/{name.replace('.', '/')}".lstrip("/") for name in names for within in _MODULE_FOLDERS]
    return any(_exists(folder, path) or _exists(folder, f"{path}.py") for path in paths)


def _exists(folder: Path, word: str) -> bool:
    """Return whether a word is the path of a file or folder, relative to this folder."""
    if not word or "\0" in word or PurePath(word).anchor:
        return False
    return os.path.lexists(folder / word)
