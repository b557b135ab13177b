"""Send the token of a stored login to the server that it is for, and renew it where it has expired."""

from __future__ import annotations

import asyncio
import json
import time
from base64 import b64encode
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import httpx2

from govern.errors import ServerUnreachable
from govern.servers.http_client import endpoint_url
from govern.servers.http_errors import shown_url
from govern.servers.logins import store_login, stored_login

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from govern.policy.target import Target
    from govern.servers.logins import Login

_REJECTED, _SUCCESS = (400, 401, 403), 200
_UNAUTHORIZED = 401


def login_auth(target: Target) -> LoginAuth | None:
    """Return the authentication by the login for exactly the target's URL, or None if there is none."""
    login = stored_login(str(endpoint_url(target)))
    return LoginAuth(login, target.name) if login else None


class LoginAuth(httpx2.Auth):
    """A bearer token that is renewed once it has expired, or the server rejects it."""

    def __init__(self, login: Login, name: str) -> None:
        self._login = login
        self._name = name
        self._renewing = asyncio.Lock()

    async def async_auth_flow(self, request: httpx2.Request) -> AsyncGenerator[httpx2.Request, httpx2.Response]:
        """Yield the request with the token, and the requests that renew the token."""
        async with self._renewing:
            if self._login.is_expired and not self._renewed_elsewhere() and self._login.refresh_token:
                response = yield self._renewal()
                self._keep(response)
        used = self._login.access_token
        request.headers["Authorization"] = f"Bearer {used}"
        response = yield request
        if response.status_code != _UNAUTHORIZED or not self._login.refresh_token:
            return
        async with self._renewing:
            if self._login.access_token == used and not self._renewed_elsewhere():
                response = yield self._renewal()
                self._keep(response)
        request.headers["Authorization"] = f"Bearer {self._login.access_token}"
        yield request

    def _renewed_elsewhere(self) -> bool:
        """Return whether another run has renewed the token meanwhile, and use its token then."""
        found = stored_login(self._login.server)
        if found is None or found.access_token == self._login.access_token or found.is_expired:
            return False
        self._login = found
        return True

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


def expiry(seconds: Any) -> float | None:
    """Return the time at which a token expires that is valid for this long; None if that is not known."""
    try:
        return time.time() + int(seconds)
    except (TypeError, ValueError, OverflowError):
        return None


def _fields(response: httpx2.Response) -> dict[str, Any]:
    try:
        found = json.loads(response.content)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
