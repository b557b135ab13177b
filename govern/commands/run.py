"""`govern run`: serve one locked server over stdio, with every request checked against the lock."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from govern.errors import Exit, UsageError
from govern.files import state_folder
from govern.policy.config import load_config
from govern.policy.placeholders import unset_variables
from govern.policy.target import Catalog

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from govern.policy.config import Config
    from govern.policy.target import Target
    from govern.serve.compact.front import CompactOptions
    from govern.serve.gateway import Gateway, GatewayOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """The arguments of `govern run`."""

    name: str
    config: Path | None = None
    lock: Path | None = None
    audit: Path | None = None
    record: bool = False


def run(request: RunRequest, environ: Mapping[str, str], announce: Callable[[str], None]) -> Exit:
    """Serve the server on stdin and stdout until the client leaves; `announce` gets what becomes of changed files."""
    from govern.serve.stdio import serve_stdio

    config = load_config(request.config, Path.cwd())
    serving = Serving(request.lock or config.lock, (request.name,), request.audit, request.record, prefixed=False)
    serve_stdio(open_gateway(config, serving, environ, announce))
    return Exit.OK


@dataclass(frozen=True, slots=True)
class Serving:
    """The input of a gateway: the lock, the named servers or all, and the audit log.

    `record` adds arguments and answers to the log. `surface` replaces `serve.surface`; tools keep their own names
    unless `prefixed` is true and `serve.names` agrees.
    """

    lock: Path
    names: tuple[str, ...] = ()
    audit: Path | None = None
    record: bool = False
    surface: str | None = None
    prefixed: bool = True


def open_gateway(
    config: Config, serving: Serving, environ: Mapping[str, str], announce: Callable[[str], None]
) -> Gateway:
    """Return a gateway to servers, each of which must be in the lock. Nothing is started yet."""
    from govern.commands.serving import ServedProject, gateway_options
    from govern.serve.gateway import Gateway

    if serving.record and not serving.audit:
        raise UsageError("--record needs a file", hint="name it: --audit FILE")

    def options_of(config: Config, served: Sequence[Target]) -> GatewayOptions:
        if saved := [target.name for target in served if isinstance(target.how, Catalog)]:
            raise UsageError(f"a saved catalog cannot answer calls: {', '.join(saved)}", where=str(config.file))
        found = gateway_options(config)
        is_compact = (serving.surface or config.settings.serve.surface) == "compact"
        compact = compact_options(config, serving.lock, environ) if is_compact else None
        return replace(found, prefixed=found.prefixed and serving.prefixed, compact=compact)

    project = ServedProject(config, serving.lock, serving.names, environ, options_of=options_of, announce=announce)
    return Gateway(project, project.audit(serving.audit, record=serving.record))


def compact_options(config: Config, lock: Path, environ: Mapping[str, str]) -> CompactOptions:
    """Return what the config says about the compact surface."""
    from govern.reductions.reduce import ReductionLimits
    from govern.serve.compact.front import CompactOptions

    servers, usual = config.settings.servers, config.settings.serve.reduce

    def limits(server: str, tool: str) -> ReductionLimits:
        found = servers.get(_base_name(server))
        own = found.reduce.get(tool) if found else None
        keys = (asdict(each) for each in (usual, own) if each)
        return ReductionLimits(**{key: value for each in keys for key, value in each.items() if value is not None})

    def missing_keys(server: str) -> list[str]:
        found = servers.get(_base_name(server))
        return unset_variables(asdict(found), environ) if found else []

    return CompactOptions(limits, missing_keys, _usage_file(lock), config.policy.encoding)


def _usage_file(lock: Path) -> Path | None:
    """Return the file for the figures of a lock; None where there is no home folder."""
    try:
        return Path(state_folder("usage"), f"{sha256(str(lock.resolve()).encode()).hexdigest()[:32]}.json")
    except RuntimeError:
        return None


def _base_name(server: str) -> str:
    """Return the configured name of a server or of its profile."""
    return server.partition("@")[0]
