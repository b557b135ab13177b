"""`govern run`: serve one locked server over stdio, with every request checked by the lock."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from govern.errors import Exit, LockfileInvalid, LockfileMissing, UsageError
from govern.policy.config import load_config
from govern.policy.target import Catalog
from govern.policy.targets import targets

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from govern.commands.baseline import Baseline
    from govern.policy.config import Config
    from govern.serve.gateway import Gateway


@dataclass(frozen=True, slots=True)
class RunRequest:
    """The arguments of `govern run`."""

    name: str
    config: Path | None = None
    lock: Path | None = None


def run(request: RunRequest, environ: Mapping[str, str]) -> Exit:
    """Serve the server on stdin and stdout until the client leaves."""
    config = load_config(request.config, Path.cwd())
    gateway = open_gateway(config, request.lock or config.lock, [request.name], environ)
    from govern.serve.stdio import serve_stdio

    serve_stdio(gateway)
    return Exit.OK


def open_gateway(config: Config, path: Path, names: Sequence[str], environ: Mapping[str, str]) -> Gateway:
    """Return a gateway to servers of the config, or all, each of which the lock has to hold; nothing is started yet."""
    wanted = targets(config, names, environ)
    if saved := [target.name for target in wanted if isinstance(target.how, Catalog)]:
        raise UsageError(f"a saved catalog answers no calls: {', '.join(saved)}", where=str(config.file))
    baseline = _signed_baseline(config, path)
    if missing := [target.name for target in wanted if baseline.lock.server(target.name) is None]:
        raise UsageError(
            f"not in the lock: {', '.join(missing)}",
            where=str(path),
            hint=f"lock what you reviewed: govern lock {' '.join(missing)}",
        )
    from govern.serve.enforcement import Enforcement
    from govern.serve.gateway import Gateway, GatewayOptions

    enforcement = Enforcement(baseline.lock, config, wanted, baseline.approvals, signed=baseline.signed)
    options = GatewayOptions(max_age=config.settings.serve.max_age, starts=config.settings.jobs)
    return Gateway(wanted, enforcement, options)


def _signed_baseline(config: Config, path: Path) -> Baseline:
    """Return the lock with its approvals; raise if it is missing, or not signed as policy requires."""
    from govern.commands.baseline import read_baseline

    if not path.exists():
        raise LockfileMissing("no lock to enforce", where=str(path), hint="write it with `govern lock`")
    baseline = read_baseline(config, path)
    required = config.policy.signatures
    if required.lock or required.signers:
        from govern.commands.signatures import check_signatures, signatures_beside, trusted_by

        found = check_signatures(
            baseline.lock, baseline.approvals, signatures_beside(path), trusted_by(config, None), config.policy
        )
        if found.refused or found.missing:
            raise LockfileInvalid("not signed as policy requires", where=str(path), hint="see: govern verify")
    return baseline
