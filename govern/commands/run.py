"""`govern run`: serve one locked server over stdio, with every request checked against the lock."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from govern.errors import Exit, UsageError
from govern.files import state_folder
from govern.policy.config import load_config
from govern.policy.placeholders import unset_variables
from govern.policy.target import Catalog

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from govern.policy.config import Config
    from govern.serve.compact.front import CompactOptions
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


def open_gateway(  # noqa: PLR0913 - the last three are keywords
    config: Config,
    lock: Path,
    names: Sequence[str],
    environ: Mapping[str, str],
    *,
    audit: Path | None = None,
    record: bool = False,
    surface: str | None = None,
) -> Gateway:
    """Return a gateway to the named servers, or to all; each must be in the lock. Nothing is started yet.

    `audit` is the file of the audit log; `record` adds arguments and answers to it. `surface` replaces
    `serve.surface`.
    """
    from govern.commands.serving import ServedProject
    from govern.serve.gateway import Gateway, GatewayOptions

    if record and not audit:
        raise UsageError("--record needs a file", hint="name it: --audit FILE")
    project = ServedProject(config, lock, names, environ)
    if saved := [target.name for target in project.targets if isinstance(target.how, Catalog)]:
        raise UsageError(f"a saved catalog cannot answer calls: {', '.join(saved)}", where=str(config.file))
    keys = config.settings.serve
    compact = compact_options(config, lock, environ) if (surface or keys.surface) == "compact" else None
    options = GatewayOptions(max_age=keys.max_age, starts=config.settings.jobs, compact=compact)
    return Gateway(project, options, project.audit(audit, record=record))


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
