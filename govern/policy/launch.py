"""Changes of the config that start or reach another server while the lock's `source` stays the same."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from govern.contract.surface import ABSENT
from govern.policy.placeholders import PLACEHOLDER
from govern.policy.profiles import with_profile
from govern.policy.secrecy import HIDDEN, is_secret_name, names_before, replaced, secrets_in
from govern.policy.settings import Server, toml_key
from govern.policy.source import source_of

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping, Sequence

    from govern.contract.json_type import Json
    from govern.contract.surface import Absent
    from govern.policy.settings import OAuth, Settings
    from govern.policy.weaker import Found, Names, Sides

_NOWHERE = Path("/nowhere")
_DIGITS = 12
# A program is found in these by its bare name as well.
_SYSTEM_FOLDERS = ("/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin")


def variables(old: Mapping[str, str], new: Mapping[str, str], _place: Names, _sides: Sides) -> Found:
    """Yield the variables that were added, removed or changed, as they are written."""
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            yield (name,), _shown(old.get(name), name), _shown(new.get(name), name)


def headers(old: Mapping[str, str], new: Mapping[str, str], place: Names, sides: Sides) -> Found:
    """Yield the same of headers, whose names are compared without regard to case."""
    before, after = ({name.lower(): value for name, value in side.items()} for side in (old, new))
    yield from variables(before, after, place, sides)


def value(old: str | None, new: str | None, place: Names, _sides: Sides) -> Found:
    """Yield a value that is written otherwise."""
    if old != new:
        yield (), _shown(old, place[-1]), _shown(new, place[-1])


def credentials(old: OAuth | None, new: OAuth | None, place: Names, sides: Sides) -> Found:
    """Yield the OAuth keys that are written otherwise."""
    for key in ("client_id", "client_secret", "scope", "issuer"):
        before, after = (getattr(side, key) if side else None for side in (old, new))
        for _, was, now in value(before, after, (*place, toml_key(key)), sides):
            yield (toml_key(key),), was, now


def command(old: Sequence[str] | None, new: Sequence[str] | None, place: Names, sides: Sides) -> Found:
    """Yield a command that changed in what its `source` in the lock does not show, such as the program's folder."""
    before, after = (_seen(side, place).command for side in (sides.old, sides.new))
    if old == new or not before or not after or _plain(before) == _plain(after):
        return
    if source_of(Server(command=before), _NOWHERE) == source_of(Server(command=after), _NOWHERE):
        yield (), _words(before), _words(after)


def address(old: str | None, new: str | None, place: Names, sides: Sides) -> Found:
    """Yield a URL that changed in what its `source` in the lock does not show: user, password and secret parts."""
    before, after = (_seen(side, place).url for side in (sides.old, sides.new))
    if old == new or not before or not after or before == after:
        return
    if source_of(Server(url=before), _NOWHERE) == source_of(Server(url=after), _NOWHERE):
        yield (), _shown(before, "url"), _shown(after, "url")


def _seen(settings: Settings, place: Names) -> Server:
    """Return the server whose key this is, as the profile sees it where it is the key of a profile."""
    server = settings.servers[place[1]]
    return with_profile(server, server.profiles[place[3]]) if place[2] == "profiles" else server


def _plain(words: list[str]) -> list[str]:
    folder, _, name = words[0].rpartition("/")
    return [name, *words[1:]] if folder in _SYSTEM_FOLDERS else words


def _words(words: list[str]) -> Json:
    named = zip(words, names_before(words), strict=True)
    return [str(_shown(word, name)) for word, name in named]


def _shown(text: str | None, name: str) -> str | Absent:
    """Return a value as it is written, with a digest in place of each secret, so that two of them differ."""
    if text is None:
        return ABSENT

    def default_hidden(found: re.Match[str]) -> str:
        secret = found[2] and (is_secret_name(name) or secrets_in(found[2], found[1]))
        return f"${{{found[1]}:-{_digest(found[2])}}}" if secret else found[0]

    return PLACEHOLDER.sub(default_hidden, replaced(text, name, by=lambda secret, _: _digest(secret)))


def _digest(secret: str) -> str:
    return f"{HIDDEN} (sha256:{sha256(secret.encode()).hexdigest()[:_DIGITS]})"
