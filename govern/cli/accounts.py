"""The commands for a user's login to hosted servers: login, logout."""

import os
import sys
from typing import TYPE_CHECKING, Annotated

from govern.cli.options import Argument, ConfigOption, JsonOption, Option
from govern.cli.terminal import print_json, say
from govern.errors import Exit, UsageError
from govern.report.terminal.page import shown

if TYPE_CHECKING:
    from govern.commands.login import LoginOutcome

NAME_IT = "no server named"


def login(
    name: Annotated[str | None, Argument(metavar="NAME", help="Server with a `url` in the config.")] = None,
    no_browser: Annotated[bool, Option("--no-browser", help="Print the page's URL instead of opening it.")] = False,
    client_id: Annotated[
        str | None,
        Option(
            "--client-id",
            metavar="ID|URL",
            help="Registered OAuth client, or the URL of a client ID metadata document. Default: register one.",
        ),
    ] = None,
    port: Annotated[
        int | None, Option("--port", min=1, metavar="N", help="Port of the redirect URI. Default: a free one.")
    ] = None,
    config: ConfigOption = None,
    json: JsonOption = False,
) -> int:
    """Log in to a hosted server in the browser."""
    from govern.commands.login import LoginRequest
    from govern.commands.login import login as flow

    if not name:
        raise UsageError(NAME_IT, hint="run: govern login NAME")
    interactive = sys.stderr.isatty()
    request = LoginRequest(
        name=name, config=config, browser=not no_browser, client_id=client_id, port=port or 0, interactive=interactive
    )
    outcome = flow(request, os.environ, _announce)
    if json:
        _print_outcome(outcome)
    elif outcome.issuer is None:
        say(f"{shown(name)} requires no login\n")
    else:
        say(f"logged in to {shown(name)} at {shown(outcome.issuer)}; the token is in {shown(str(outcome.path))}\n")
    return Exit.OK


def _announce(url: str, opened: bool) -> None:
    say(f"{'your browser shows' if opened else 'open'} this page to log in:\n  {shown(url)}\n", sys.stderr)
    sys.stderr.flush()


def logout(
    name: Annotated[
        str | None, Argument(metavar="NAME|URL", help="Server, by its name in the config or its URL.")
    ] = None,
    config: ConfigOption = None,
    json: JsonOption = False,
) -> int:
    """Forget the login to a hosted server."""
    from govern.commands.login import logout as flow

    if not name:
        raise UsageError(NAME_IT, hint="run: govern logout NAME")
    outcome = flow(name, config, os.environ)
    url = shown(outcome.url)
    if json:
        _print_outcome(outcome)
    elif outcome.issuer is None:
        say(f"there was no login to {url}\n")
    else:
        say(f"logged out of {url}; its token may stay valid at {shown(outcome.issuer)} until it expires\n")
    return Exit.OK


def _print_outcome(outcome: "LoginOutcome") -> None:
    from govern.report.documents.servers import login_document

    print_json(login_document(outcome.url, outcome.issuer, outcome.path))
