"""`govern login` and `govern logout`: the user's login to a hosted server, kept outside of the project."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from govern.commands.ci import in_ci
from govern.errors import UsageError
from govern.policy.config import load_config
from govern.policy.target import Endpoint, Target
from govern.policy.targets import targets

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_CI_HINT = 'in CI, set token = "${NAME}" or add [servers.NAME.oauth] with client credentials'


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginRequest:
    """The arguments of `govern login`. `port` is 0 for any free port; `interactive` is false without a terminal."""

    name: str
    config: Path | None = None
    browser: bool = True
    client_id: str | None = None
    port: int = 0
    interactive: bool = True


@dataclass(frozen=True, slots=True)
class LoginOutcome:
    """The result of a login or a logout: the server's URL, the token's issuer, and the file that keeps the token."""

    url: str
    issuer: str | None = None
    path: Path | None = None


def login(request: LoginRequest, environ: Mapping[str, str], announce: Callable[[str, bool], None]) -> LoginOutcome:
    """Let the user log in and store the login, unless the server requires none.

    `announce` is called with the URL of the page, and whether a browser was opened there.
    """
    if in_ci(environ):
        raise UsageError("govern login needs a person, and this is a CI build", hint=_CI_HINT)
    target = _hosted(request.name, request.config, environ)
    from govern.servers.http_client import configured_credentials, endpoint_url
    from govern.servers.http_errors import shown_url
    from govern.servers.login import log_in, open_browser
    from govern.servers.logins import store_login

    if key := configured_credentials(target):
        raise UsageError(
            f"{target.name} authenticates with {key} already",
            where=f"servers.{target.name}",
            hint="remove that from the config to log in instead",
        )
    if request.browser and not request.interactive:
        message = "govern login opens no browser without a terminal"
        raise UsageError(message, hint=f"print the page's URL: govern login {request.name} --no-browser")

    def open_page(url: str) -> None:
        announce(url, request.browser and open_browser(url))

    found = log_in(target, open_page, client_id=request.client_id, port=request.port)
    url = shown_url(endpoint_url(target))
    return LoginOutcome(url, found.issuer, store_login(found)) if found else LoginOutcome(url)


def logout(name: str, config: Path | None, environ: Mapping[str, str]) -> LoginOutcome:
    """Remove the login of a server, given by name or URL."""
    from govern.servers.http_client import endpoint_url
    from govern.servers.http_errors import shown_url
    from govern.servers.logins import remove_login, stored_login

    target = Target(name, name, Endpoint(name)) if "://" in name else _hosted(name, config, environ)
    url = endpoint_url(target)
    found = stored_login(str(url))
    removed = remove_login(str(url))
    return LoginOutcome(shown_url(url), found.issuer if found and removed else None)


def _hosted(name: str, config: Path | None, environ: Mapping[str, str]) -> Target:
    loaded = load_config(config, Path.cwd())
    (target,) = targets(loaded, [name], environ)
    if not isinstance(target.how, Endpoint):
        raise UsageError(f"{name} has no `url`, so there is nothing to log in to", where=str(loaded.file))
    return target
