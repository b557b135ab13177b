"""Apply a profile to its server."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.policy.settings import Profile, Server

_MERGED = ("env", "headers")


def with_profile(server: Server, profile: Profile) -> Server:
    """Return the server with the profile's keys: env and headers are merged, args are appended to the command."""
    changed = {
        field.name: getattr(profile, field.name)
        for field in fields(profile)
        if field.name not in (*_MERGED, "args") and getattr(profile, field.name) is not None
    }
    if profile.command is not None:
        changed |= {"args": profile.args, "integrity": None}
    elif profile.args:
        changed["args"] = [*server.args, *profile.args]
    if profile.token is not None or profile.oauth is not None or _authorization(profile.headers):
        changed = {"token": None, "oauth": None, **changed}
    kept = {name: value for name, value in server.headers.items() if not _overridden(name, profile)}
    return replace(server, env={**server.env, **profile.env}, headers={**kept, **profile.headers}, **changed)


def sets_key(profile: Profile, keys: Sequence[str | int]) -> bool:
    """Return whether the profile sets this key itself."""
    value = getattr(profile, str(keys[0]), None)
    return keys[1] in value if isinstance(value, dict) and len(keys) > 1 else bool(value)


def conflicting_headers(server: Server) -> list[str]:
    """Return the keys that set `Authorization`, if there is more than one."""
    given = [f"headers.{name}" for name in _authorization(server.headers)]
    given += [key for key in ("token", "oauth") if getattr(server, key) is not None]
    return given if len(given) > 1 else []


def _authorization(headers: dict[str, str]) -> list[str]:
    return [name for name in headers if name.lower() == "authorization"]


def _overridden(name: str, profile: Profile) -> bool:
    replaced = {other.lower() for other in profile.headers}
    if profile.token is not None or profile.oauth is not None:
        replaced.add("authorization")
    return name.lower() in replaced
