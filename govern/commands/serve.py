"""`govern run` and `govern serve`: enforce the lock at run time, over stdio or HTTP, and the preflight `--check`."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from govern.commands.serving import ServedProject, gateway_options
from govern.errors import Exit, GovernError, ServerError, UsageError
from govern.files import read_text, state_folder
from govern.policy.config import load_config
from govern.policy.placeholders import unset_variables
from govern.policy.target import Catalog
from govern.report.documents.serve import serve_check_document
from govern.servers.capture import capture_servers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from govern.policy.config import Config
    from govern.policy.target import Target
    from govern.report.documents.serve import CheckedServerDocument, ServeCheckDocument
    from govern.serve.compact.front import CompactOptions
    from govern.serve.enforcement import Enforcement, Judgement
    from govern.serve.gateway import Gateway, GatewayOptions
    from govern.serve.http_oauth import TokenCheck
    from govern.serve.http_server import HttpOptions
    from govern.servers.capture import Capture


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
    return server.partition("@")[0]


_ADDRESS: Final = re.compile(r"(?:(?:\[([0-9A-Fa-f:.]+)\]|([^\[\]:]+)):)?([0-9]{1,5})")
_HIGHEST_PORT: Final = 65535
_LARGEST_FILE: Final = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeRequest:
    """The arguments of `govern serve`; without `http` it serves stdin and stdout."""

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


def serve(request: ServeRequest, environ: Mapping[str, str], announce: Callable[[str], None]) -> Exit:
    """Serve until the client leaves, or over HTTP until a signal; `announce` gets the URL and notes for people."""
    config = load_config(request.config, Path.cwd())
    options = _http_options(request, config, environ) if request.http else None
    serving = Serving(request.lock or config.lock, request.names, request.audit, request.record, request.surface)
    gateway = open_gateway(config, serving, _passed_on(request, environ), announce)
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


def check(request: ServeRequest, environ: Mapping[str, str]) -> tuple[ServeCheckDocument, Exit]:
    """Return what would be refused now, with the exit code: FAILED if anything, UNREACHABLE for a missing server."""
    config = load_config(request.config, Path.cwd())
    if request.http:
        _http_options(request, config, environ)
    project = ServedProject(config, request.lock or config.lock, request.names, _passed_on(request, environ))
    enforcement = project.enforcement()
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
