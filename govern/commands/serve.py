"""`govern run` and `govern serve`: enforce the files of a project at run time, over stdio or HTTP, and `--check`."""

from __future__ import annotations

import re
import time
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from govern.commands.signatures import (
    baseline_stamp,
    check_signatures,
    file_stamp,
    just_written,
    read_baseline,
    signatures_beside,
    trusted_by,
)
from govern.errors import Exit, GovernError, LockfileInvalid, LockfileMissing, ServerError, UsageError
from govern.files import read_text, state_folder
from govern.policy.config import load_config
from govern.policy.placeholders import unset_variables
from govern.policy.target import Catalog
from govern.policy.targets import targets
from govern.report.documents.serve import serve_check_document
from govern.serve.audit import Audit
from govern.serve.enforcement import Enforcement
from govern.serve.quarantine import Quarantine
from govern.servers.capture import capture_servers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from govern.commands.signatures import FileStamp
    from govern.lockfile.document import Lock
    from govern.policy.approvals import Approvals
    from govern.policy.config import Config
    from govern.policy.settings import Settings
    from govern.policy.target import Target
    from govern.report.documents.serve import CheckedServerDocument, ServeCheckDocument
    from govern.serve.compact.front import CompactOptions
    from govern.serve.enforcement import Judgement
    from govern.serve.gateway import Gateway, GatewayOptions
    from govern.serve.http_oauth import TokenCheck
    from govern.serve.http_server import HttpOptions
    from govern.servers.capture import Capture


class ServedProject:
    """The servers to serve, with their lock and approvals, which are read again when a file changes.

    `problem` is why the files on disk are invalid; the last valid ones then stay in force, and `announce` is told so.
    `options_of` returns the options of a gateway by the config, or raises UsageError if it cannot be served.
    """

    targets: Sequence[Target]
    options: GatewayOptions

    def __init__(  # noqa: PLR0913 - the last two are keywords
        self,
        config: Config,
        lock: Path,
        names: Sequence[str],
        environ: Mapping[str, str],
        *,
        options_of: Callable[[Config, Sequence[Target]], GatewayOptions] | None = None,
        announce: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._path, self._names, self._environ = lock, names, environ
        self._options_of, self._announce = options_of or gateway_options, announce
        self.problem = ""
        self._stamp = _files_stamp(config, lock)
        self._started_with = config.settings
        self._use(config)

    def enforcement(self) -> Enforcement:
        """Return the lock in force: another object after a change, also of the servers or the options."""
        stamp = _files_stamp(self._config, self._path)
        # TOML can be valid when it is cut.
        is_partial = stamp[0] != self._stamp[0] and just_written(stamp[:1], time.time())
        if stamp != self._stamp and not is_partial:
            self._stamp = stamp
            self._read_again()
        return self._enforcement

    def failed(self, error: ServerError) -> None:
        """Announce that a server cannot be reached, with the error that it wrote."""
        written = f": {error.error_line}" if error.error_line else ""
        hint = f"; {error.hint}" if error.hint else ""
        self._announce(f"{error.where}: {error.message}{written}{hint}")

    def audit(self, path: Path | None, *, record: bool) -> Audit:
        """Return the audit log of the servers; without a path, only their counters and spans."""
        secrets = {target.name: target.secrets for target in self.targets}
        return Audit(self.enforcement().lock, secrets, path, record=record)

    def _read_again(self) -> None:
        try:
            self._use(load_config(self._config.file, self._config.root))
        except GovernError as error:
            self.problem = str(error)
            self._announce(f"changed files are ignored, and the last valid ones stay in force: {error}")
            return
        self.problem = ""
        self._announce(f"changed files are in force{_restart_hint(self._started_with, self._config.settings)}")

    def _use(self, config: Config) -> None:
        """Enforce this config with its lock; change nothing if one of the files is invalid."""
        found = targets(config, self._names or None, self._environ)
        options, enforcement = self._options_of(config, found), _enforcement(config, found, self._path)
        self._config, self.targets, self.options, self._enforcement = config, found, options, enforcement


def gateway_options(config: Config, _: Sequence[Target] = ()) -> GatewayOptions:
    """Return what the config says about calls and names."""
    from govern.serve.gateway import GatewayOptions

    keys = config.settings.serve
    return GatewayOptions(
        max_age=keys.max_age,
        call_timeout=keys.call_timeout,
        starts=config.settings.jobs,
        prefixed=keys.names == "prefixed",
    )


def release(config: Config, lock: Path, name: str) -> bool:
    """End the quarantine of a server; return whether there was one."""
    targets(config, [name], {})
    return Quarantine(lock).release(name)


def _enforcement(config: Config, served: Sequence[Target], path: Path) -> Enforcement:
    baseline = read_baseline(config, path)
    _require_locked(served, baseline.lock, path)
    _require_signatures(config, baseline.lock, baseline.approvals, path)
    return Enforcement(
        baseline.lock,
        config,
        served,
        baseline.approvals,
        signed=baseline.signed,
        quarantine=Quarantine(path),
    )


def _files_stamp(config: Config, lock: Path) -> tuple[FileStamp, ...]:
    return file_stamp(config.file), *baseline_stamp(config, lock)


def _restart_hint(before: Settings, now: Settings) -> str:
    """Return what a running gateway does not take over from a changed config."""
    keys = {
        "[serve.http]": before.serve.http != now.serve.http,
        "serve.surface": before.serve.surface != now.serve.surface,
        "jobs": before.jobs != now.jobs,
    }
    changed = [key for key, differs in keys.items() if differs]
    return f"; restart govern to apply {', '.join(changed)}" if changed else ""


def _require_locked(wanted: Sequence[Target], lock: Lock, path: Path) -> None:
    if missing := [target.name for target in wanted if lock.server(target.name) is None]:
        names = " ".join(missing)
        raise LockfileMissing(f"not in the lock: {', '.join(missing)}", where=str(path), hint=f"govern lock {names}")


def _require_signatures(config: Config, lock: Lock, approvals: Approvals, path: Path) -> None:
    keys = config.policy.signatures
    if not (keys.lock or keys.signers):
        return
    found = check_signatures(lock, approvals, signatures_beside(path), trusted_by(config, None), config.policy)
    if found.missing:
        raise LockfileInvalid("; ".join(map(str, found.missing)), where=str(path), hint="govern sign")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeRequest:
    """The arguments of `govern serve` and `govern run`; without `http` stdin and stdout are served.

    `record` adds arguments and answers to the audit log, and `surface` replaces `serve.surface`.
    """

    names: tuple[str, ...] = ()
    http: str | None = None
    token_env: str | None = None
    token_file: Path | None = None
    certificate: Path | None = None
    key: Path | None = None
    config: Path | None = None
    lock: Path | None = None
    audit: Path | None = None
    record: bool = False
    surface: str | None = None


def run(request: ServeRequest, environ: Mapping[str, str], announce: Callable[[str], None]) -> Exit:
    """Serve the server on stdin and stdout until the client leaves; `announce` gets what becomes of changed files."""
    from govern.serve.stdio import serve_stdio

    serve_stdio(open_gateway(load_config(request.config, Path.cwd()), request, environ, announce, prefixed=False))
    return Exit.OK


def open_gateway(
    config: Config,
    request: ServeRequest,
    environ: Mapping[str, str],
    announce: Callable[[str], None],
    *,
    prefixed: bool = True,
) -> Gateway:
    """Return a gateway to servers, each of which must be in the lock. Nothing is started yet.

    Tools keep their own names unless `prefixed` is true and `serve.names` agrees.
    """
    from govern.serve.gateway import Gateway

    lock = request.lock or config.lock
    if request.record and not request.audit:
        raise UsageError("--record needs a file", hint="name it: --audit FILE")

    def options_of(config: Config, served: Sequence[Target]) -> GatewayOptions:
        if saved := [target.name for target in served if isinstance(target.how, Catalog)]:
            raise UsageError(f"a saved catalog cannot answer calls: {', '.join(saved)}", where=str(config.file))
        found = gateway_options(config)
        is_compact = (request.surface or config.settings.serve.surface) == "compact"
        compact = compact_options(config, lock, environ) if is_compact else None
        return replace(found, prefixed=found.prefixed and prefixed, compact=compact)

    project = ServedProject(config, lock, request.names, environ, options_of=options_of, announce=announce)
    return Gateway(project, project.audit(request.audit, record=request.record))


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
    return server.partition("@")[0]


_ADDRESS: Final = re.compile(r"(?:(?:\[([0-9A-Fa-f:.]+)\]|([^\[\]:]+)):)?([0-9]{1,5})")
_HIGHEST_PORT: Final = 65535
_LARGEST_FILE: Final = 1024 * 1024


def serve(request: ServeRequest, environ: Mapping[str, str], announce: Callable[[str], None]) -> Exit:
    """Serve until the client leaves, or over HTTP until a signal; `announce` gets the URL and notes for people."""
    config = load_config(request.config, Path.cwd())
    options = _http_options(request, config, environ) if request.http else None
    gateway = open_gateway(config, request, _passed_on(request, environ), announce)
    if not gateway.compact:
        _announce_problems(gateway.enforcement.lock, gateway.names, announce)
    if options is None:
        from govern.serve.stdio import serve_stdio

        _require_no_http_options(request)
        for collision in gateway.menu(None).shared.values():
            hint = "serve them separately with `govern serve NAME`, or rename one of the servers"
            raise UsageError(collision, hint=hint)
        serve_stdio(gateway)
    else:
        from govern.serve.http_server import run_http

        run_http(gateway, options, lambda url: _announce(url, gateway, announce))
    return Exit.OK


def _announce_problems(lock: Lock, names: Sequence[str], announce: Callable[[str], None]) -> None:
    from govern.commands.notes import shared_list_problems

    for problem in shared_list_problems(lock, names):
        announce(problem)


def check(
    request: ServeRequest, environ: Mapping[str, str], announce: Callable[[str], None]
) -> tuple[ServeCheckDocument, Exit]:
    """Return what would be refused now, with the exit code: FAILED if anything, UNREACHABLE for a missing server."""
    config = load_config(request.config, Path.cwd())
    if request.http:
        _http_options(request, config, environ)
    project = ServedProject(config, request.lock or config.lock, request.names, _passed_on(request, environ))
    enforcement = project.enforcement()
    if (request.surface or config.settings.serve.surface) != "compact":
        _announce_problems(enforcement.lock, [target.name for target in project.targets], announce)
    before = {target.name: enforcement.judge_source(target.name) for target in project.targets}
    started = [target for target in project.targets if not before[target.name].refused_all]
    captured = capture_servers(started, jobs=config.settings.jobs)
    found = before | {name: _judged(name, enforcement, outcome) for name, outcome in captured.items()}
    document = serve_check_document([_checked(target.name, found[target.name]) for target in project.targets])
    codes = {"allowed": Exit.OK, "refused": Exit.FAILED, "unreachable": Exit.UNREACHABLE}
    return document, codes[document["verdict"]]


def _announce(url: str, gateway: Gateway, announce: Callable[[str], None]) -> None:
    announce(f"serving at {url}")
    for collision in gateway.menu(None).shared.values():
        announce(f"{collision}: only at {url}/NAME")


def _passed_on(request: ServeRequest, environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment without the gateway's own token, for servers that inherit all variables."""
    return {name: value for name, value in environ.items() if name != request.token_env}


def _judged(name: str, enforcement: Enforcement, outcome: Capture | ServerError) -> Judgement | GovernError:
    if isinstance(outcome, ServerError):
        return outcome
    try:
        return enforcement.judge(name, outcome.surface)
    except GovernError as error:
        return error


def _checked(name: str, found: Judgement | GovernError) -> CheckedServerDocument:
    if isinstance(found, GovernError):
        return {"name": name, "status": "unreachable", "message": str(found), "refused": []}
    return {
        "name": name,
        "status": "refused" if found.state else "allowed",
        "message": found.refused_all.message if found.refused_all else "",
        "refused": [
            {"kind": kind, "name": item, "reason": refusal.reason, "changes": refusal.meta.get("changes", [])}
            for (kind, item), refusal in found.refused.items()
        ],
    }


def _http_options(request: ServeRequest, config: Config, environ: Mapping[str, str]) -> HttpOptions:
    from govern.serve.http_security import access
    from govern.serve.http_server import HttpOptions

    host, port = _address(request.http or "")
    if bool(request.certificate) != bool(request.key):
        raise UsageError("--tls-cert and --tls-key must be used together")
    settings = config.settings.serve.http
    options = HttpOptions(host, port, _tokens(request, config, environ), request.certificate, request.key, settings)
    access(host, settings, options.tokens)
    return options


def _address(text: str) -> tuple[str, int]:
    match = _ADDRESS.fullmatch(text)
    if match is None or int(match[3]) > _HIGHEST_PORT:
        raise UsageError(f"not HOST:PORT: {text}", where="--http", hint="for example: --http 127.0.0.1:8000")
    return match[1] or match[2] or "127.0.0.1", int(match[3])


def _tokens(request: ServeRequest, config: Config, environ: Mapping[str, str]) -> TokenCheck | None:
    from govern.serve.http_oauth import OAuthTokens
    from govern.serve.http_security import StaticTokens

    oauth = config.settings.serve.http.oauth
    known: dict[str, str] = {}
    if request.token_env:
        if request.token_env not in environ:
            raise UsageError("the variable is not set", where=f"--token-env {request.token_env}")
        known[f"--token-env {request.token_env}"] = environ[request.token_env]
    if request.token_file:
        known[f"--token-file {request.token_file}"] = read_text(request.token_file, _LARGEST_FILE)
    if known and oauth.issuer:
        raise UsageError("use your own tokens or [serve.http.oauth], not both", where=str(config.file))
    if known:
        return StaticTokens(" ".join(known.values()).split(), " ".join(known))
    return OAuthTokens(oauth) if oauth.issuer else None


def _require_no_http_options(request: ServeRequest) -> None:
    if request.token_env or request.token_file or request.certificate or request.key:
        raise UsageError("tokens and TLS need --http", hint="add --http HOST:PORT")
