"""`govern add`: resolve a server of an MCP registry to a pinned entry in govern.toml."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from govern.commands.init import config_place, write_servers
from govern.errors import CheckFailed, ServerMisbehaved, UsageError, did_you_mean
from govern.files import MAX_USER_FILE, path_exists, read_bytes, read_text, relative_path
from govern.policy.client_entries import UnusableEntryError
from govern.policy.config import load_config
from govern.policy.config_writing import AddPlan, config_with_server
from govern.policy.coverage import table_of
from govern.policy.discovery import unusable_reason
from govern.policy.placeholders import PLACEHOLDER, unset_variables
from govern.policy.redaction import holds_credential
from govern.policy.target import BUNDLE_VARIABLE, address_of, bundle_at
from govern.policy.validation import bad_name
from govern.registries.mcp_registry import LATEST, OFFICIAL, find_server, is_own

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from govern.policy.installations import Installation, InstallationKind
    from govern.policy.parsing import KeyPath
    from govern.policy.server_inputs import ServerInput
    from govern.policy.server_json import RegistryServer


@dataclass(frozen=True, slots=True, kw_only=True)
class AddRequest:
    """The arguments of `govern add`; `answers` are the values of `--set`, `alias` the name in govern.toml."""

    name: str
    registry: str = OFFICIAL
    kind: InstallationKind | None = None
    alias: str | None = None
    answers: tuple[str, ...] = ()
    config: Path | None = None


class AddTalk(Protocol):
    """The questions to the person who adds a server."""

    def choose(self, offered: Sequence[Installation]) -> Installation:
        """Return the installation to add."""

    def value(self, wanted: ServerInput) -> str | None:
        """Return the value for govern.toml, or None to leave it as the registry has it."""


def plan_addition(request: AddRequest, environ: Mapping[str, str], talk: AddTalk | None = None) -> AddPlan:
    """Return what `govern add` would write; `talk` asks for what the request leaves open."""
    name, _, version = request.name.partition("@")
    server = find_server(request.registry, name, version or LATEST)
    if server.status == "deleted":
        raise UsageError(f"{name} was removed from the registry", where=request.registry, hint=server.status_message)
    installation = _opened(_chosen(server, request, talk), server, request)
    answers = _values_set(request, installation)
    if talk:
        for wanted in installation.inputs:
            if wanted.name not in answers and (value := talk.value(wanted)) is not None:
                answers[wanted.name] = [value]
    path, above = _place(request)
    table = installation.table(answers)
    if reason := unusable_reason(table):
        raise UsageError(f"govern.toml would not be valid: {reason}", where=installation.package)
    alias = request.alias or server.short_name
    present = _is_present(path, alias, table)
    if not present and (integrity := _integrity(installation, path.parent)):
        table["integrity"] = integrity
    before = _text_of(path)
    origin = f"{server.name} {server.version} of {request.registry}"
    text = before if present else config_with_server(before, alias, table, origin, above)
    return AddPlan(
        server=server,
        installation=installation,
        registry=request.registry,
        name=alias,
        table=table,
        unset=tuple(name for name in unset_variables(table, environ) if name != BUNDLE_VARIABLE),
        optional=tuple(
            each for each in installation.inputs if not (each.name in answers or each.required or each.default)
        ),
        path=path,
        place=relative_path(path, Path.cwd()),
        above=above,
        before=before,
        text=text,
        present=present,
    )


def write_addition(plan: AddPlan) -> None:
    """Write the config, unless it has the server already or was changed since."""
    if plan.present:
        return
    if _text_of(plan.path) != plan.before:
        raise UsageError("was changed by another process", where=str(plan.path), hint="run `govern add` again")
    write_servers(plan.path, plan.text, [plan.name], plan.above)


def _text_of(path: Path) -> str:
    return read_text(path, MAX_USER_FILE) if path_exists(path) else ""


def _chosen(server: RegistryServer, request: AddRequest, talk: AddTalk | None) -> Installation:
    offered = [each for each in server.installations if not each.reason and request.kind in (None, each.kind)]
    if talk and len(offered) > 1:
        return talk.choose(offered)
    try:
        return server.preferred(request.kind)
    except UnusableEntryError as error:
        raise UsageError(f"cannot be added: {error}", where=f"{server.name} {server.version}") from None


def _opened(found: Installation, server: RegistryServer, request: AddRequest) -> Installation:
    """Return the installation. That of an MCP bundle is read from the bundle, which is fetched and checked."""
    bundle = bundle_at(address_of(found.package, found.sha256 or "")) if found.kind == "mcpb" else None
    if bundle is None:
        return found
    from govern.policy.server_json import bundle_installation
    from govern.servers.bundles import fetch_bundle

    where = f"{server.name} {server.version}"
    try:
        fetch_bundle(replace(bundle, public_only=not is_own(request.registry)))
        content = read_bytes(bundle.folder / "manifest.json", MAX_USER_FILE)
        return bundle_installation(found, content, server.short_name, partial(_is_file, bundle.folder))
    except ServerMisbehaved as error:
        raise CheckFailed(error.message, where=where, hint=error.hint) from None
    except (OSError, UnusableEntryError) as error:
        raise UsageError(f"cannot be added: its bundle: {error}", where=where) from None


def _is_file(folder: Path, name: str) -> bool:
    return (path := folder / name).is_file() and path.resolve().is_relative_to(folder.resolve())


def _values_set(request: AddRequest, installation: Installation) -> dict[str, list[str]]:
    """Return the values of `--set NAME=VALUE`, and a placeholder for `--set NAME`."""
    known = {each.name: each for each in installation.inputs}
    found: dict[str, list[str]] = {}
    for word in request.answers:
        name, equals, value = word.partition("=")
        if name not in known:
            hint = f"it takes: {', '.join(known)}" if known else "it takes no values"
            raise UsageError(f"--set {name}: no such value{did_you_mean(name, known)}", hint=hint)
        value = value if equals else known[name].placeholder
        if problem := value_problem(known[name], value):
            raise UsageError(f"--set {name}: {problem}")
        if name in found and not known[name].repeated:
            raise UsageError(f"--set {name}: given twice, and it takes one value")
        found.setdefault(name, []).append(value)
    return found


def value_problem(wanted: ServerInput, value: str) -> str | None:
    """Return why a value cannot be written to govern.toml, or None."""
    if (wanted.secret and PLACEHOLDER.sub("", value).strip()) or holds_credential(value, wanted.name):
        return f"a secret is never written down: write '{wanted.placeholder}' and export {wanted.name}"
    if wanted.choices and value not in wanted.choices and not PLACEHOLDER.search(value):
        return f"expected one of {', '.join(wanted.choices)}"
    return None


def _place(request: AddRequest) -> tuple[Path, KeyPath]:
    """Return the config to extend or to create, and the keys of govern's table in it."""
    if request.config:
        file = request.config.absolute()
        return file, load_config(file, file.parent).prefix if path_exists(file) else ()
    return config_place(Path.cwd())


def _is_present(path: Path, name: str, table: Mapping[str, Any]) -> bool:
    """Return whether the config has this server. Raise UsageError if another one has its name."""
    if reason := bad_name(name):
        raise UsageError(f"--name {name}: {reason}")
    known = load_config(path, path.parent).settings.servers if path_exists(path) else {}
    if name not in known:
        return False
    if table_of(known[name]) == {key: value for key, value in table.items() if key != "transport"}:
        return True
    raise UsageError(
        f"the config has another server named {name}",
        where=str(path),
        hint=f"add it under another name with --name NAME, or look for a newer version: govern upgrade {name}",
    )


def _integrity(installation: Installation, folder: Path) -> str | None:
    """Return the integrity of the package's file, if the registry states its hash and the file has it."""
    if installation.sha256 is None or installation.kind not in ("npm", "pypi"):
        return None
    from govern.registries.package_clients import verified_integrity

    return verified_integrity(installation.kind, installation.package, installation.sha256, folder)
