"""Access tokens of an authorization server: JSON Web Tokens, checked with the server's published keys (RFC 9068)."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import httpx2
import jwt

from govern.errors import UsageError
from govern.serve.http_security import is_loopback

if TYPE_CHECKING:
    from govern.policy.http_settings import ServeOAuth

METADATA_PATH: Final = "/.well-known/oauth-protected-resource"
# Public keys only: a shared secret could be one of the published keys.
_ALGORITHMS: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
_REQUIRED: Final = ["exp", "iss", "aud", "sub"]
_KEYS_LAST, _KEYS_PAUSE = 3_600.0, 30.0
_LARGEST_KEY_SET: Final = 1024 * 1024
_TIMEOUT: Final = 10.0


class OAuthTokens:
    """A check of access tokens: signature, issuer, audience, expiry and scopes."""

    def __init__(self, settings: ServeOAuth) -> None:
        for key in ("issuer", "audience", "jwks_url"):
            _require_https(getattr(settings, key), key.replace("_", "-"))
        self._settings = settings
        self._keys: dict[str | None, jwt.PyJWK] = {}
        self._fetched = -_KEYS_LAST
        self._fetching = asyncio.Lock()
        place = urlsplit(settings.audience)
        self.metadata_path = METADATA_PATH + place.path.rstrip("/")
        self.metadata_url: str | None = f"{place.scheme}://{place.netloc}{self.metadata_path}"

    @property
    def metadata(self) -> dict[str, Any]:
        """Return what clients are told about the authorization server (RFC 9728)."""
        return {
            "resource": self._settings.audience,
            "authorization_servers": [self._settings.issuer],
            "scopes_supported": self._settings.scopes,
            "bearer_methods_supported": ["header"],
        }

    async def caller(self, token: str) -> str | None:
        """Return the subject of a valid token."""
        try:
            key = await self._key(jwt.get_unverified_header(token).get("kid"))
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
        allowed = isinstance(granted, list) and set(self._settings.scopes).issubset(map(str, granted))
        return f"{claims['iss']} {claims['sub']}" if allowed else None

    async def _key(self, name: str | None) -> jwt.PyJWK:
        """Return a published key; an unknown one is looked for again, but rarely."""
        async with self._fetching:
            age = time.monotonic() - self._fetched
            if age > _KEYS_LAST or (name not in self._keys and age > _KEYS_PAUSE):
                self._fetched = time.monotonic()
                self._keys = {key.key_id: key for key in await self._published_keys()} or self._keys
        if name not in self._keys:
            raise jwt.InvalidKeyError("unknown key")
        return self._keys[name]

    async def _published_keys(self) -> list[jwt.PyJWK]:
        text = b""
        try:
            async with (
                httpx2.AsyncClient(timeout=_TIMEOUT) as client,
                client.stream("GET", self._settings.jwks_url) as response,
            ):
                response.raise_for_status()
                async for part in response.aiter_bytes():
                    text += part
                    if len(text) > _LARGEST_KEY_SET:
                        raise jwt.InvalidKeyError("too many keys")
        except httpx2.HTTPError:
            return []
        return jwt.PyJWKSet.from_json(text.decode(errors="replace")).keys


def _require_https(url: str, key: str) -> None:
    parts = urlsplit(url)
    if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback(parts.hostname or "")):
        raise UsageError("should be an https:// URL", where=f"serve.http.oauth.{key}")
