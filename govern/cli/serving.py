"""The commands that enforce the lock at run time: run and serve."""

import gc
import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from govern.cli.options import Argument, AuditOption, ConfigOption, LockOption, Option, RecordOption, alternatives
from govern.cli.terminal import page_of, say
from govern.errors import UsageError
from govern.report.terminal.page import shown

if TYPE_CHECKING:
    from govern.commands.serve import ServeRequest

Certificate = Annotated[Path | None, Option("--tls-cert", metavar="FILE", help="TLS certificate chain (PEM).")]
PrivateKey = Annotated[Path | None, Option("--tls-key", metavar="FILE", help="TLS private key (PEM).")]

TokenFile = Annotated[
    Path | None, Option("--token-file", metavar="FILE", help="File with the bearer tokens that clients may use.")
]


class CheckFormat(StrEnum):
    """Formats of `govern serve --check --format`."""

    TEXT = "text"
    JSON = "json"


CheckForm = Annotated[
    CheckFormat, Option("--format", "-f", metavar="FORMAT", help=f"Print --check as {alternatives(CheckFormat)}.")
]


class ServedTools(StrEnum):
    """The tools that clients are offered, as in `serve.surface`."""

    ALL = "all"
    COMPACT = "compact"


SurfaceOption = Annotated[
    ServedTools | None,
    Option("--surface", help="Offer all locked tools, or seven that find and call them. Default: `serve.surface`."),
]


def run(
    name: Annotated[str | None, Argument(metavar="NAME", help="Server in the config and the lock.")] = None,
    config: ConfigOption = None,
    lock_path: LockOption = None,
    audit: AuditOption = None,
    record: RecordOption = False,
) -> int:
    """Serve one locked server over stdio; refuse what changed."""
    from govern.commands.run import RunRequest
    from govern.commands.run import run as flow

    if not name:
        raise UsageError("no server named", hint="run: govern run NAME")
    # `main` switches the garbage collector off for short runs; this one is long.
    gc.enable()
    return flow(RunRequest(name=name, config=config, lock=lock_path, audit=audit, record=record), os.environ, _announce)


def serve(
    names: Annotated[
        list[str] | None,
        Argument(metavar="NAME", help="Servers to serve. Default: all. `release NAME` ends a server's quarantine."),
    ] = None,
    http: Annotated[
        str | None, Option("--http", metavar="HOST:PORT", help="Serve HTTP at this address. Default: stdin and stdout.")
    ] = None,
    check: Annotated[bool, Option("--check", help="Print what would be refused now, and exit.")] = False,
    surface: SurfaceOption = None,
    token_env: Annotated[
        str | None,
        Option("--token-env", metavar="NAME", help="Environment variable with the bearer tokens that clients may use."),
    ] = None,
    token_file: TokenFile = None,
    certificate: Certificate = None,
    key: PrivateKey = None,
    output_format: CheckForm = CheckFormat.TEXT,
    audit: AuditOption = None,
    record: RecordOption = False,
    config: ConfigOption = None,
    lock_path: LockOption = None,
) -> int:
    """Serve locked servers to MCP clients; refuse what changed."""
    from govern.commands.serve import ServeRequest

    words = tuple(names or ())
    if words[:1] == ("release",):
        return _release(words[1:], config, lock_path)
    request = ServeRequest(
        names=words,
        http=http,
        token_env=token_env,
        token_file=token_file,
        certificate=certificate,
        key=key,
        config=config,
        lock=lock_path,
        audit=audit,
        record=record,
        surface=surface,
    )
    if check:
        return _check(request, output_format)
    from govern.commands.serve import serve as flow

    # `main` switches the garbage collector off for short runs; this one is long.
    gc.enable()
    return flow(request, os.environ, _announce)


def _announce(text: str) -> None:
    say(f"{shown(text)}\n", sys.stderr)


def _check(request: "ServeRequest", output_format: CheckFormat) -> int:
    from govern.commands.serve import check

    document, code = check(request, os.environ)
    if output_format is CheckFormat.JSON:
        from govern.report.documents import json_text

        print(json_text(document), end="")
    else:
        from govern.report.terminal.lock import serve_check_report

        say(serve_check_report(document, page_of()))
    return code


def _release(names: tuple[str, ...], config: Path | None, lock: Path | None) -> int:
    from govern.commands.serving import release
    from govern.policy.config import load_config

    if len(names) != 1:
        raise UsageError("name one server to release", hint="run: govern serve release NAME")
    loaded = load_config(config, Path.cwd())
    released = release(loaded, lock or loaded.lock, names[0])
    say(f"{shown(names[0])}: {'released' if released else 'not quarantined'}\n")
    return 0
