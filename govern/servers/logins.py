"""Logins of the user: a file for each hosted server, outside of every project and readable by the user alone."""

from __future__ import annotations

import json
import os
import tempfile
import time
from dataclasses import MISSING, asdict, dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import Any

from govern.errors import UsageError
from govern.files import MEGABYTE, read_text, state_folder

_OPTIONAL = ("refresh_token", "client_secret", "auth_method")


@dataclass(frozen=True, slots=True)
class Login:
    """The tokens for one server URL, and where they are renewed.

    `client_secret` and `auth_method` are those of the registered client. `expires_at` is the time to renew the token,
    in seconds since 1970.
    """

    server: str
    issuer: str
    resource: str
    token_endpoint: str
    client_id: str
    access_token: str
    refresh_token: str | None = None
    client_secret: str | None = None
    auth_method: str | None = None
    expires_at: float | None = None

    @property
    def is_expired(self) -> bool:
        """Return whether the access token has to be renewed."""
        return self.expires_at is not None and time.time() > self.expires_at


def login_file(url: str) -> Path:
    """Return the path of the file for a server's URL."""
    return Path(state_folder("logins"), f"{sha256(url.encode()).hexdigest()[:32]}.json")


def stored_login(url: str) -> Login | None:
    """Return the login for exactly this URL; None if there is none, or its file cannot be read."""
    try:
        found: Any = json.loads(read_text(login_file(url), MEGABYTE))
        login = Login(**found) if isinstance(found, dict) and _is_valid(found) else None
    except (OSError, RuntimeError, TypeError, ValueError):
        return None
    return login if login and login.server == url else None


def store_login(login: Login) -> Path:
    """Write a login in one step and return the path of its file."""
    path = login_file(login.server)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # A file that mkstemp makes can be read by this user only.
        descriptor, beside = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(asdict(login), file)
        Path(beside).replace(path)
    except OSError as error:
        raise UsageError(f"the login cannot be stored: {error.strerror}", where=str(path)) from None
    return path


def remove_login(url: str) -> bool:
    """Remove the login for this URL, and return whether there was one."""
    path = login_file(url)
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise UsageError(f"the login cannot be removed: {error.strerror}", where=str(path)) from None
    return True


def _is_valid(found: dict[str, Any]) -> bool:
    texts = (each.name for each in fields(Login) if each.default is MISSING)
    expires = found.get("expires_at")
    return (
        all(isinstance(found.get(name), str) for name in texts)
        and all(isinstance(found.get(name), str | None) for name in _OPTIONAL)
        and (expires is None or (isinstance(expires, int | float) and not isinstance(expires, bool)))
    )
