"""Logins of the user: a file for each hosted server; its token is sent to that server alone, and renewed."""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import time
from base64 import b64encode
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import MISSING, asdict, dataclass, fields, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from weakref import WeakKeyDictionary

import httpx2

from govern.errors import ServerUnreachable, UsageError
from govern.files import MEGABYTE, read_text, state_folder
from govern.lockfile.writing import exclusive_access, when_closed
from govern.servers.http_client import endpoint_url, is_token
from govern.servers.http_errors import shown_url

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator

    from govern.policy.target import Target


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
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump(asdict(login), file)
            when_closed(lambda: Path(beside).replace(path))
        except BaseException:
            Path(beside).unlink()
            raise
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


_REJECTED, _SUCCESS = (400, 401, 403), 200
_UNAUTHORIZED = 401
_MARGIN = 30.0
_RENEWING: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


def login_auth(target: Target) -> LoginAuth | None:
    """Return the authentication by the login for exactly the target's URL, or None if there is none."""
    login = stored_login(str(endpoint_url(target)))
    return LoginAuth(login, target.name) if login else None


class LoginAuth(httpx2.Auth):
    """A bearer token that is renewed once it has expired, or the server rejects it."""

    def __init__(self, login: Login, name: str) -> None:
        self._login = login
        self._name = name

    async def async_auth_flow(self, request: httpx2.Request) -> AsyncGenerator[httpx2.Request, httpx2.Response]:
        """Yield the request with the token, and the requests that renew the token."""
        used = self._login.access_token
        if self._login.is_expired and self._login.refresh_token:
            async with _alone(self._login):
                if self._needs_renewal(used):
                    response = yield self._renewal()
                    self._keep(response)
            used = self._login.access_token
        request.headers["Authorization"] = f"Bearer {used}"
        response = yield request
        if response.status_code != _UNAUTHORIZED or not self._login.refresh_token:
            return
        async with _alone(self._login):
            if self._needs_renewal(used):
                response = yield self._renewal()
                self._keep(response)
        request.headers["Authorization"] = f"Bearer {self._login.access_token}"
        yield request

    def _needs_renewal(self, used: str) -> bool:
        """Return whether to renew the login, after taking over what another request, client or run has stored."""
        if self._login.access_token == used:
            found = stored_login(self._login.server)
            if found is None:
                raise ServerUnreachable("the login was removed", hint=f"run: govern login {self._name}")
            self._login = found
        return self._login.access_token == used or self._login.is_expired

    def _renewal(self) -> httpx2.Request:
        """Return the request for a new token. It goes to the endpoint that the login came from."""
        login = self._login
        form = {"grant_type": "refresh_token", "refresh_token": login.refresh_token or "", "client_id": login.client_id}
        form["resource"] = login.resource
        headers = {"Accept": "application/json"}
        if login.client_secret and login.auth_method == "client_secret_basic":
            pair = f"{quote(login.client_id, safe='')}:{quote(login.client_secret, safe='')}"
            headers["Authorization"] = f"Basic {b64encode(pair.encode()).decode()}"
        elif login.client_secret:
            form["client_secret"] = login.client_secret
        return httpx2.Request("POST", login.token_endpoint, data=form, headers=headers)

    def _keep(self, response: httpx2.Response) -> None:
        """Use and store the token of a response, whose body was read when its secrets were collected."""
        endpoint, again = shown_url(response.request.url), f"run: govern login {self._name}"
        if response.status_code in _REJECTED:
            raise ServerUnreachable(f"the login has expired: {endpoint} does not renew it", hint=again)
        if response.status_code != _SUCCESS:
            message = f"cannot renew the login: {endpoint} returned HTTP {response.status_code}"
            raise ServerUnreachable(message, hint=f"try again later, or {again}")
        fields = _fields(response)
        token, renewal, seconds = (fields.get(name) for name in ("access_token", "refresh_token", "expires_in"))
        is_bearer = str(fields.get("token_type", "Bearer")).lower() == "bearer"
        if not isinstance(token, str) or not is_token(token) or not is_bearer:
            raise ServerUnreachable(f"cannot renew the login: {endpoint} returned no token", hint=again)
        self._login = replace(
            self._login,
            access_token=token,
            refresh_token=renewal if isinstance(renewal, str) else self._login.refresh_token,
            expires_at=expiry(seconds),
        )
        # A logout meanwhile is final.
        if stored_login(self._login.server):
            store_login(self._login)


@asynccontextmanager
async def _alone(login: Login) -> AsyncIterator[None]:
    """Hold the right to renew logins, in this run and across runs: a refresh token may be valid only once."""
    async with _RENEWING.setdefault(asyncio.get_running_loop(), asyncio.Lock()), AsyncExitStack() as held:
        # Another run may hold it for a while, so it is waited for in a thread.
        lock = exclusive_access(login_file(login.server))
        await asyncio.to_thread(lock.__enter__)
        held.callback(lock.__exit__, None, None, None)
        yield


def expiry(seconds: Any) -> float | None:
    """Return the time to renew a token that is valid for this long, before it expires; None if that is not known."""
    try:
        return time.time() + int(seconds) - min(_MARGIN, int(seconds) / 2)
    except (TypeError, ValueError, OverflowError):
        return None


def _fields(response: httpx2.Response) -> dict[str, Any]:
    try:
        found = json.loads(response.content)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
