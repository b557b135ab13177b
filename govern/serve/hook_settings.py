"""Add govern's hook to the settings of a client, and remove it; everything else in the file stays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from govern.errors import UsageError
from govern.files import MAX_USER_FILE, path_exists, read_text
from govern.lockfile.writing import replace_file

if TYPE_CHECKING:
    from collections.abc import Mapping


class HookSettings(NamedTuple):
    """The place of a client's hooks: the file in a project or in the home folder, the event, and the entry."""

    file: str
    event: str
    entry: Mapping[str, Any]
    top: Mapping[str, Any] = {}
    variable: str = ""


# Each entry blocks the call if the hook cannot run, where the client has a setting for that.
SETTINGS = {
    "claude-code": HookSettings(
        ".claude/settings.json",
        "PreToolUse",
        {
            "matcher": "mcp__.*",
            "hooks": [{"type": "command", "command": "govern hook claude-code", "onFailure": "block"}],
        },
        variable="CLAUDE_CONFIG_DIR",
    ),
    "cursor": HookSettings(
        ".cursor/hooks.json",
        "beforeMCPExecution",
        {"command": "govern hook cursor", "failClosed": True},
        {"version": 1},
    ),
    # Without a matcher, since the names of tools differ between versions of this client.
    "gemini-cli": HookSettings(
        ".gemini/settings.json",
        "BeforeTool",
        {"hooks": [{"type": "command", "name": "govern", "command": "govern hook gemini-cli"}]},
    ),
}


def settings_file(client: str, folder: Path, environ: Mapping[str, str], *, user: bool) -> Path:
    """Return the settings file of a client in a project, or with `user` in the home folder."""
    settings = SETTINGS[client]
    named = environ.get(settings.variable) if user and settings.variable else None
    return Path(named, Path(settings.file).name) if named else folder / settings.file


def install(client: str, file: Path) -> bool:
    """Add the hook to the client's settings; return whether the file changed."""
    settings = SETTINGS[client]
    document = {**settings.top, **_settings_of(file, client)}
    entries = _entries(document, settings.event, file, client)
    if _without_ours(entries) != entries:
        return False
    document["hooks"] = {**document.get("hooks", {}), settings.event: [*entries, settings.entry]}
    _save(file, document)
    return True


def uninstall(client: str, file: Path) -> bool:
    """Remove the hook from the client's settings, and the file if nothing else is in it; return whether it changed."""
    event, document = SETTINGS[client].event, _settings_of(file, client)
    entries = _entries(document, event, file, client)
    kept = _without_ours(entries)
    if kept == entries:
        return False
    hooks = {**document["hooks"], event: kept}
    document["hooks"] = {name: each for name, each in hooks.items() if name != event or kept}
    if not document["hooks"]:
        del document["hooks"]
    if document == SETTINGS[client].top and not file.is_symlink():
        _remove(file)
    else:
        _save(file, document)
    return True


def _without_ours(entries: list[Any]) -> list[Any]:
    """Return the entries without govern's commands, which may stand beside others in one entry."""
    kept = []
    for entry in entries:
        fields = entry if isinstance(entry, dict) else {}
        inner = fields.get("hooks")
        rest = _without_ours(inner) if isinstance(inner, list) else inner
        if not str(fields.get("command", "")).startswith("govern hook ") and (rest or rest == inner):
            kept.append(entry if rest == inner else {**fields, "hooks": rest})
    return kept


def _entries(document: dict[str, Any], event: str, file: Path, client: str) -> list[Any]:
    hooks = document.get("hooks", {})
    entries = hooks.get(event, []) if isinstance(hooks, dict) else None
    if not isinstance(entries, list):
        raise _by_hand(file, client, f"`hooks` or `hooks.{event}` has an unexpected type")
    return entries


def _settings_of(file: Path, client: str) -> dict[str, Any]:
    if not path_exists(file):
        return {}
    try:
        document = json.loads(read_text(file, MAX_USER_FILE))
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror}", where=str(file)) from None
    except (ValueError, RecursionError):
        raise _by_hand(file, client, "not plain JSON, so govern would lose its comments") from None
    if not isinstance(document, dict):
        raise _by_hand(file, client, "not a JSON object")
    return document


def _by_hand(file: Path, client: str, problem: str) -> UsageError:
    settings = SETTINGS[client]
    return UsageError(
        problem,
        where=str(file),
        hint=f"edit hooks.{settings.event} yourself; the entry is {json.dumps(settings.entry)}",
    )


def _remove(file: Path) -> None:
    try:
        file.unlink()
    except OSError as error:
        raise UsageError(f"cannot be removed: {error.strerror}", where=str(file)) from None


def _save(file: Path, document: dict[str, Any]) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, f"{json.dumps(document, indent=2, ensure_ascii=False)}\n".encode())
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", where=str(file)) from None
