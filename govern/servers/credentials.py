"""Collect the credentials sent or received over HTTP, so that they are redacted wherever a server repeats them.

Secrets of the config are collected when it is read; here session ids, cookies and OAuth tokens are added.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from govern.policy.redaction import SecretCollector, is_secret_name, reads_as_text

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    import httpx2

    from govern.policy.target import Target

_SESSION = "mcp-session-id"
_AUTHORIZATION = ("authorization", "proxy-authorization")
# Fields of token requests and responses that are secret although their names do not show it.
_TOKEN_FIELDS = {"assertion", "client_assertion", "code", "code_verifier", "device_code", "subject_token"}
_NO_CREDENTIALS = {"grant_type", "token_type", "token_endpoint_auth_method", "client_assertion_type"}
# A server chooses these values: a session id `description` must not redact every description. No keyword of JSON
# Schema or MCP is longer.
_MAX_KEYWORD = 24


def event_hooks(target: Target) -> dict[str, list[Callable[..., Awaitable[None]]]]:
    """Return the functions that httpx2 calls for every request and response of a client."""
    credentials = Credentials(target)

    async def sent(request: httpx2.Request) -> None:
        credentials.add_from_request(request)

    async def received(response: httpx2.Response) -> None:
        credentials.add_from_response(response)

    return {"request": [sent], "response": [received]}


class Credentials:
    """A collector that adds credentials to the secrets of one target."""

    def __init__(self, target: Target) -> None:
        self._secrets = target.secrets

    def add_from_request(self, request: httpx2.Request) -> None:
        """Add the credentials in a request's headers."""
        for name in _AUTHORIZATION:
            scheme, _, value = request.headers.get(name, "").partition(" ")
            self._add(value or scheme)
            for text in _basic_password(scheme, value):
                self._add(text)
        self._add(request.headers.get(_SESSION, ""))

    def add_from_response(self, response: httpx2.Response) -> None:
        """Add the session id and cookies that a response sets."""
        self._add(response.headers.get(_SESSION, ""))
        for cookie in response.cookies.jar:
            self._add(cookie.value or "")

    def add_from_form(self, body: bytes) -> None:
        """Add the credentials in a token request."""
        for name, value in parse_qsl(body.decode("utf-8", "replace")):
            self._add_field(name, value)

    def add_from_token_response(self, body: bytes) -> None:
        """Add the tokens in an issuer's response, which is JSON or a form."""
        try:
            fields = json.loads(body)
        except (ValueError, RecursionError):
            return self.add_from_form(body.strip())
        for name, value in fields.items() if isinstance(fields, dict) else ():
            if isinstance(value, str):
                self._add_field(name, value)
        return None

    def _add_field(self, name: str, value: str) -> None:
        if name in _TOKEN_FIELDS or (is_secret_name(name) and name not in _NO_CREDENTIALS):
            self._add(value)

    def _add(self, value: str) -> None:
        """Add one value, unless redacting it would hide a common word."""
        known = self._secrets.shown_as
        if value in known or (value.isalpha() and len(value) < _MAX_KEYWORD):
            return
        before = set(known)
        SecretCollector(known).add_hidden(value)
        if reads_as_text(value):
            self._secrets.sentences.update(known.keys() - before)


def _basic_password(scheme: str, value: str) -> Iterator[str]:
    """Yield the password of a Basic authorization header."""
    if scheme.lower() == "basic" and re.fullmatch(r"[A-Za-z0-9+/]+={0,2}", value):
        try:
            yield b64decode(value).decode().partition(":")[2]
        except ValueError:
            return
