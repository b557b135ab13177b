"""Access tokens of an authorization server: JSON Web Tokens, checked with the server's published keys (RFC 9068)."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import httpx2
import jwt

from govern.errors import UsageError
from govern.serve.http_security import RequestRefused, StaticTokens, bearer_challenge, is_loopback

if TYPE_CHECKING:
    from govern.policy.settings import ServeOAuth

METADATA_PATH: Final = "/.well-known/oauth-protected-resource"
# Public keys only: a shared secret could be one of the published keys.
_ALGORITHMS: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
_REQUIRED: Final = ["exp", "iss", "aud", "sub"]
_KEYS_LAST, _KEYS_PAUSE = 3_600.0, 30.0
_LARGEST_DOCUMENT: Final = 1024 * 1024
_TIMEOUT: Final = 10.0
_OAUTH, _OPENID = "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"


class OAuthTokens:
    """A check of access tokens: signature, issuer, audience, expiry and scopes."""

    def __init__(self, settings: ServeOAuth) -> None:
        for key in ("issuer", "audience", *(["jwks_url"] if settings.jwks_url else [])):
            if not _is_safe(getattr(settings, key)):
                raise UsageError("should be an https:// URL", where=f"serve.http.oauth.{key.replace('_', '-')}")
        self._settings = settings
        self._published = PublishedKeys(settings.issuer, settings.jwks_url)
        place = urlsplit(settings.audience)
        self.metadata_path = METADATA_PATH + place.path.rstrip("/")
        self._metadata_url = f"{place.scheme}://{place.netloc}{self.metadata_path}"

    @property
    def metadata(self) -> dict[str, Any]:
        """Return what clients are told about the authorization server (RFC 9728)."""
        return {
            "resource": self._settings.audience,
            "authorization_servers": [self._settings.issuer],
            "scopes_supported": self._settings.scopes,
            "bearer_methods_supported": ["header"],
        }

    def challenge(self, error: str = "") -> str:
        """Return the WWW-Authenticate header: where to log in, and the scopes to ask for."""
        scope = " ".join(self._settings.scopes)
        return bearer_challenge(error=error, scope=scope, resource_metadata=self._metadata_url)

    async def caller(self, token: str) -> str | None:
        """Return the subject of a valid token; one without a required scope raises RequestRefused."""
        try:
            key = await self._published.key(jwt.get_unverified_header(token).get("kid"))
            claims = jwt.decode(
                token,
                key,
                algorithms=_ALGORITHMS,
                audience=self._settings.audience,
                issuer=self._settings.issuer,
                options={"require": _REQUIRED},
            )
        except jwt.PyJWTError:
            return None
        scopes = claims.get("scope", claims.get("scp", ""))
        granted = scopes.split() if isinstance(scopes, str) else scopes
        if not (isinstance(granted, list) and set(self._settings.scopes).issubset(map(str, granted))):
            challenge = {"WWW-Authenticate": self.challenge("insufficient_scope")}
            raise RequestRefused(403, "the token lacks a scope", headers=challenge)
        return f"{claims['iss']} {claims['sub']}"


# A check of bearer tokens: `caller` names whom a valid token was given to, `challenge` answers any other.
TokenCheck = StaticTokens | OAuthTokens


class PublishedKeys:
    """The public keys of an issuer, from `url` or, if that is empty, from where its metadata says they are."""

    def __init__(self, issuer: str, url: str) -> None:
        self._issuer, self._url = issuer, url
        self._keys: dict[str | None, jwt.PyJWK] = {}
        self._fetched = -_KEYS_LAST
        self._fetching = asyncio.Lock()

    async def key(self, name: str | None) -> jwt.PyJWK:
        """Return a published key; an unknown one is looked for again, but rarely."""
        async with self._fetching:
            age = time.monotonic() - self._fetched
            if age > _KEYS_LAST or (name not in self._keys and age > _KEYS_PAUSE):
                self._fetched = time.monotonic()
                self._keys = {key.key_id: key for key in await self._published()} or self._keys
        if name not in self._keys:
            raise jwt.InvalidKeyError("unknown key")
        return self._keys[name]

    async def _published(self) -> list[jwt.PyJWK]:
        async with httpx2.AsyncClient(timeout=_TIMEOUT) as client:
            url = self._url or await self._discovered_url(client)
            document = await _document(client, url) if url else None
        return jwt.PyJWKSet.from_dict(document).keys if document else []

    async def _discovered_url(self, client: httpx2.AsyncClient) -> str:
        """Return where the issuer's metadata (RFC 8414, OpenID Connect) says the keys are; it must name the issuer."""
        place = urlsplit(self._issuer)
        origin, path = f"{place.scheme}://{place.netloc}", place.path.rstrip("/")
        for url in dict.fromkeys((origin + _OAUTH + path, origin + _OPENID + path, origin + path + _OPENID)):
            document = await _document(client, url) or {}
            keys = document.get("jwks_uri")
            if document.get("issuer") == self._issuer and isinstance(keys, str) and _is_safe(keys):
                return keys
        return ""


async def _document(client: httpx2.AsyncClient, url: str) -> dict[str, Any] | None:
    """Return the JSON object at a URL, None if there is none."""
    text = b""
    try:
        async with client.stream("GET", url) as response:
            response.raise_for_status()
            async for part in response.aiter_bytes():
                text += part
                if len(text) > _LARGEST_DOCUMENT:
                    return None
        found = json.loads(text)
    except (httpx2.HTTPError, httpx2.InvalidURL, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _is_safe(url: str) -> bool:
    """Return whether nobody on the way can change what is fetched there."""
    parts = urlsplit(url)
    return parts.scheme == "https" or (parts.scheme == "http" and is_loopback(parts.hostname or ""))
