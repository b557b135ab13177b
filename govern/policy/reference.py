"""Write the reference of all config keys, from settings.py, and that of the MCP clients, from client_files.json."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from govern.policy.client_files import client_files, client_folders, client_sources
from govern.policy.parsing import UNIONS
from govern.policy.settings import Settings, toml_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_NAMES = {str: "text", int: "whole number", float: "number", bool: "true or false", Any: "any"}


def config_reference() -> str:
    """Return a Markdown table of all keys with type, default and meaning."""
    rows = [f"| `{key}` | {kind} | {default} | {meaning} |" for key, kind, default, meaning in _key_rows(Settings, "")]
    return "\n".join(["| key | value | default | meaning |", "| --- | --- | --- | --- |", *rows]) + "\n"


def clients_reference() -> str:
    """Return a Markdown table of the configs of each client, and one of the folders that they are in."""
    names = sorted(client_sources(), key=str.lower)
    lines = [
        "| client | in the project | in the home folder |",
        "| --- | --- | --- |",
        _client_row("project", "several"),
    ]
    lines += [_client_row(name, f"[{name}]({client_sources()[name]})") for name in names]
    lines += ["", "| folder | Linux | macOS | Windows |", "| --- | --- | --- | --- |"]
    lines += [_folder_row(name, each) for name, each in client_folders().items() if name != "home"]
    return "\n".join(lines) + "\n"


def _client_row(client: str, title: str) -> str:
    kinds = [kind for kind in client_files() if kind.client == client]
    project = [f"`{kind.path}`" for kind in kinds if kind.level == "project"]
    user = [f"`<{kind.folder}>/{kind.path}`".replace("<home>", "~") for kind in kinds if kind.level == "user"]
    return f"| {title} | {'<br>'.join(project)} | {'<br>'.join(user)} |"


def _folder_row(name: str, candidates: Mapping[str, list[str]]) -> str:
    systems = (candidates.get(system, candidates["linux"]) for system in ("linux", "darwin", "win32"))
    return f"| `<{name}>` | {' | '.join(' or '.join(f'`{each}`' for each in system) for system in systems)} |"


def _key_rows(table: Any, above: str) -> Iterator[tuple[str, str, str, str]]:
    for field in fields(table):
        key = f"{above}{toml_key(field.name)}"
        kind = field.type
        yield key, _kind(kind), _default(field), field.metadata["meaning"].replace("|", "\\|")
        inner, beneath = _nested_table(kind)
        if inner is not None:
            yield from _key_rows(inner, f"{key}.{beneath}")


def _nested_table(kind: Any) -> tuple[Any, str]:
    """Return the class of a field that is a table or a table of tables, and what stands between the keys."""
    for arm in get_args(kind) if get_origin(kind) in UNIONS else (kind,):
        if is_dataclass(arm):
            return arm, ""
        if get_origin(arm) is dict and is_dataclass(get_args(arm)[1]):
            return get_args(arm)[1], "<name>."
    return None, ""


def _kind(kind: Any) -> str:
    if get_origin(kind) in UNIONS:
        return " or ".join(dict.fromkeys(_kind(arm) for arm in get_args(kind) if arm is not type(None)))
    if get_origin(kind) is Literal:
        return " \\| ".join(f"`{choice}`" for choice in get_args(kind))
    if get_origin(kind) is list:
        return f"list of {_kind(get_args(kind)[0])}"
    if get_origin(kind) is dict or is_dataclass(kind):
        return "table"
    return _NAMES[kind]


def _default(field: Any) -> str:
    if field.default in (MISSING, None, ""):
        return ""
    return f"`{field.default:g}`" if isinstance(field.default, float) else f"`{field.default}`"
