"""Send the token of a stored login to the server that it is for, and renew it where it has expired."""

from __future__ import annotations

import asyncio
import json
import time
from base64 import b64encode
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from weakref import WeakKeyDictionary

import httpx2

from govern.errors import ServerUnreachable
from govern.lockfile.writing import exclusive_access
from govern.servers.http_client import endpoint_url
from govern.servers.http_errors import shown_url
from govern.servers.logins import login_file, store_login, stored_login

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator

    from govern.policy.target import Target
    from govern.servers.logins import Login

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
                if self._is_current(used):
                    response = yield self._renewal()
                    self._keep(response)
            used = self._login.access_token
        request.headers["Authorization"] = f"Bearer {used}"
        response = yield request
        if response.status_code != _UNAUTHORIZED or not self._login.refresh_token:
            return
        async with _alone(self._login):
            if self._is_current(used):
                response = yield self._renewal()
                self._keep(response)
        request.headers["Authorization"] = f"Bearer {self._login.access_token}"
        yield request

    def _is_current(self, used: str) -> bool:
        """Return whether nobody has renewed this token meanwhile: no other request, client or run."""
        if self._login.access_token == used:
            found = stored_login(self._login.server)
            self._login = found if found and not found.is_expired else self._login
        return self._login.access_token == used

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
        if not isinstance(token, str) or not token.isascii() or not token.isprintable():
            raise ServerUnreachable(f"cannot renew the login: {endpoint} returned no token", hint=again)
        self._login = replace(
            self._login,
            access_token=token,
            refresh_token=renewal if isinstance(renewal, str) else self._login.refresh_token,
            expires_at=expiry(seconds),
        )
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
