"""The keys of `[serve.http]`: who may use the HTTP endpoint of `govern serve`, and how much."""

from dataclasses import dataclass

from govern.policy.settings_key import key


@dataclass(frozen=True)
class ServeOAuth:
    """The authorization server whose access tokens (JSON Web Tokens) clients send."""

    issuer: str = key("Issuer of the tokens, which clients are told to log in at.", "")
    audience: str = key("URL of this gateway as clients know it; the tokens have to be issued for it.", "")
    jwks_url: str = key("URL of the issuer's public keys (JWKS). Default: the one in the issuer's metadata.", "")
    scopes: list[str] = key("Scopes that a token has to have.", made=list)


@dataclass(frozen=True)
class ServeHttp:
    """The `[serve.http]` table: access to the HTTP endpoint of `govern serve`, and its limits."""

    hosts: list[str] = key(
        "Names of this machine that clients may use, without port (`Host`). Default: the address that govern listens "
        "on; on loopback also `localhost`.",
        made=list,
    )
    origins: list[str] = key(
        "Web pages that may send requests, as `https://app.example.com` (`Origin`); on loopback also those of this "
        "machine.",
        made=list,
    )
    oauth: ServeOAuth = key("Authorization server whose access tokens are accepted.", made=ServeOAuth)
    sessions: int = key("Open sessions.", 1_000)
    requests_per_minute: int = key("Requests of one token per minute; without tokens, of all clients.", 6_000)
    request_bytes: int = key("Bytes of one request.", 4 * 1024 * 1024)
    answer_bytes: int = key("Bytes of one answer; a longer one is an error.", 20 * 1024 * 1024)
    timeout: float = key("Seconds for the headers of a request, and for its body.", 30.0)
    idle_timeout: float = key("Seconds after which an unused session ends.", 1_800.0)
