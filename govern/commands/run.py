"""`govern run`: serve one locked server over stdio, with every request checked by the lock."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from govern.errors import Exit, UsageError
from govern.policy.config import load_config
from govern.policy.target import Catalog

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from govern.policy.config import Config
    from govern.serve.gateway import Gateway


@dataclass(frozen=True, slots=True)
class RunRequest:
    """The arguments of `govern run`."""

    name: str
    config: Path | None = None
    lock: Path | None = None
    audit: Path | None = None
    record: bool = False


def run(request: RunRequest, environ: Mapping[str, str]) -> Exit:
    """Serve the server on stdin and stdout until the client leaves."""
    from govern.serve.stdio import serve_stdio

    config = load_config(request.config, Path.cwd())
    serve_stdio(
        open_gateway(
            config, request.lock or config.lock, [request.name], environ, audit=request.audit, record=request.record
        )
    )
    return Exit.OK


def open_gateway(  # noqa: PLR0913 - the last two are keywords
    config: Config,
    lock: Path,
    names: Sequence[str],
    environ: Mapping[str, str],
    *,
    audit: Path | None = None,
    record: bool = False,
) -> Gateway:
    """Return a gateway to servers of the config, or all, each of which the lock has to hold; nothing is started yet.

    `audit` is the file of the audit log, which with `record` has arguments and answers too.
    """
    from govern.commands.serving import ServedProject
    from govern.serve.gateway import Gateway, GatewayOptions

    if record and not audit:
        raise UsageError("--record needs a file", hint="name it: --audit FILE")
    project = ServedProject(config, lock, names, environ)
    if saved := [target.name for target in project.targets if isinstance(target.how, Catalog)]:
        raise UsageError(f"a saved catalog answers no calls: {', '.join(saved)}", where=str(config.file))
    options = GatewayOptions(max_age=config.settings.serve.max_age, starts=config.settings.jobs)
    return Gateway(project, options, project.audit(audit, record=record))
