"""The keys of `[serve]`: the enforcement of the lock at run time, how tools are offered, and the HTTP endpoint."""

from dataclasses import dataclass
from typing import Literal

from govern.policy.server_settings import ReduceKeys, key

ServedSurface = Literal["all", "compact"]
ServedNames = Literal["prefixed", "plain"]


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


# The strictest word of each of these comes first.
Allow = Literal["none", "approved", "safe"]
Answers = Literal["refuse", "warn", "off"]


@dataclass(frozen=True)
class Serve:
    """The `[serve]` table: the enforcement of the lock by `govern serve` and `govern run`."""

    allow: Allow = key(
        "Whether a tool that differs from the lock may be called: `safe` if all its changes are approved or need no "
        "approval by policy, `approved` if people approved each of them, `none` never.",
        "safe",
    )
    answers: Answers = key(
        "Answers that do not match the locked output schema: `refuse` replaces them by an error, `warn` notes them in "
        "the audit log, `off` does not check.",
        "warn",
    )
    max_age: float = key("Seconds after which a server's lists are read again before a call.", 60.0)
    call_timeout: float = key(
        "Seconds after which a request without an answer fails; each progress or log message starts them anew.", 300.0
    )
    names: ServedNames = key(
        "How `govern serve` names tools and prompts: `prefixed` as `SERVER__NAME`, `plain` by the server's own names, "
        "of which no two may be equal.",
        "prefixed",
    )
    surface: ServedSurface = key(
        "`all` offers every locked tool; `compact` offers seven tools with which a model finds and calls the others.",
        "all",
    )
    reduce: ReduceKeys = key("When the compact surface shortens an answer.", made=ReduceKeys)
    http: ServeHttp = key("Who may use the HTTP endpoint of `govern serve`, and how much.", made=ServeHttp)
