"""Credentials that go over HTTP, noted as they are sent or issued, so that they are redacted wherever they come back.

What the config holds is noted when it is read. The rest is known only here: session ids, cookies, OAuth tokens.
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
# Fields of token requests and answers, beside those whose names say that they are secret.
_TOKEN_FIELDS = {"assertion", "client_assertion", "code", "code_verifier", "device_code", "subject_token"}
_NO_CREDENTIALS = {"grant_type", "token_type", "token_endpoint_auth_method", "client_assertion_type"}
# The server chooses these values: a session id `description` must not blank out every description. No keyword of
# JSON Schema or MCP is longer.
_LONGEST_PLAIN_WORD = 24


def event_hooks(target: Target) -> dict[str, list[Callable[..., Awaitable[None]]]]:
    """Return what httpx2 calls for every request and answer of a client."""
    credentials = Credentials(target)

    async def sent(request: httpx2.Request) -> None:
        credentials.note_request(request)

    async def received(response: httpx2.Response) -> None:
        credentials.note_response(response)

    return {"request": [sent], "response": [received]}


class Credentials:
    """Adds to the secrets of one target."""

    def __init__(self, target: Target) -> None:
        self._secrets = target.secrets

    def note_request(self, request: httpx2.Request) -> None:
        """Note what a request carries."""
        for name in _AUTHORIZATION:
            scheme, _, value = request.headers.get(name, "").partition(" ")
            self._note(value or scheme)
            for text in _of_basic(scheme, value):
                self._note(text)
        self._note(request.headers.get(_SESSION, ""))

    def note_response(self, response: httpx2.Response) -> None:
        """Note what an answer asks us to send from now on."""
        self._note(response.headers.get(_SESSION, ""))
        for cookie in response.cookies.jar:
            self._note(cookie.value or "")

    def note_form(self, body: bytes) -> None:
        """Note the credentials in a token request."""
        for name, value in parse_qsl(body.decode("utf-8", "replace")):
            self._note_field(name, value)

    def note_tokens(self, body: bytes) -> None:
        """Note the tokens in what an issuer answers, also where it answers in another form than JSON."""
        try:
            fields = json.loads(body)
        except (ValueError, RecursionError):
            return self.note_form(body.strip())
        for name, value in fields.items() if isinstance(fields, dict) else ():
            if isinstance(value, str):
                self._note_field(name, value)
        return None

    def _note_field(self, name: str, value: str) -> None:
        if name in _TOKEN_FIELDS or (is_secret_name(name) and name not in _NO_CREDENTIALS):
            self._note(value)

    def _note(self, value: str) -> None:
        """Note one value, unless redacting it would blank out a common word."""
        known = self._secrets.shown_as
        if value in known or (value.isalpha() and len(value) < _LONGEST_PLAIN_WORD):
            return
        before = set(known)
        SecretCollector(known).hidden(value)
        if reads_as_text(value):
            self._secrets.sentences.update(known.keys() - before)


def _of_basic(scheme: str, value: str) -> Iterator[str]:
    """Yield the password of a Basic header."""
    if scheme.lower() == "basic" and re.fullmatch(r"[A-Za-z0-9+/]+={0,2}", value):
        try:
            yield b64decode(value).decode().partition(":")[2]
        except ValueError:
            return
