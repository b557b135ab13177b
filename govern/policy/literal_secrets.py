"""Find secrets that are written into govern.toml instead of a placeholder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.policy.client_entries import variable_name
from govern.policy.problems import ConfigProblem
from govern.policy.redaction import flag_names, holds_credential

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.policy.problems import KeyPath
    from govern.policy.settings import Profile, Server, Settings


def literal_secrets(settings: Settings) -> list[ConfigProblem]:
    """Return a problem for each value that holds a secret, such as `ghp_…` or `Bearer …`."""
    return [
        ConfigProblem((*table, *keys), f"contains a secret; write ${{{variable_name(name or 'TOKEN')}}} and export it")
        for table, server in _tables(settings)
        for keys, text, name in _secret_places(server)
        if holds_credential(text, name)
    ]


def _tables(settings: Settings) -> Iterator[tuple[KeyPath, Server | Profile]]:
    for name, server in settings.servers.items():
        yield ("servers", name), server
        yield from ((("servers", name, "profiles", each), profile) for each, profile in server.profiles.items())


def _secret_places(server: Server | Profile) -> Iterator[tuple[KeyPath, str, str]]:
    """Yield the keys of each value, the value, and the name of what it is for."""
    command = [server.command] if isinstance(server.command, str) else server.command or []
    for key, words in (("command", command), ("args", server.args)):
        named = zip(words, flag_names(words), strict=True)
        yield from (((key, at), word, name) for at, (word, name) in enumerate(named))
    for key, values in (("env", server.env), ("headers", server.headers)):
        yield from (((key, name), value, name) for name, value in values.items())
    yield ("url",), server.url or "", ""
    yield ("token",), server.token or "", "token"
    if server.oauth:
        yield ("oauth", "client-secret"), server.oauth.client_secret, "client-secret"
