"""Read the tool call that a client's hook asks about, and allow it at once where that is certain.

A client waits for its hook at every call, so this module imports little. It finds a tool in an index, which
hook_decision.py writes from the verified lock and which names the lock's bytes by their digest. Whatever is not
certainly allowed is left to hook_decision.py, which reads the lock itself.
"""

from __future__ import annotations

import json
import os
import re
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from govern import __version__
from govern.files import MAX_LOCK_FILE, read_bytes, state_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

LOCK = "capability.lock"
_OTHER = r"[^A-Za-z0-9_-]"
_PLUGIN = "mcp__plugin_"


class HookCall(NamedTuple):
    """A tool call of an MCP server; `server` is None if the tool's name contains it.

    `launch` is the server's URL or command, if the client tells it. `folders` are the project folders.
    """

    tool: str
    server: str | None
    arguments: dict[str, Any]
    folders: tuple[str, ...]
    launch: str | None = None


class MalformedCall(Exception):
    """The input of the hook is not what the client documents."""


class HookClient(NamedTuple):
    """A client with hooks: how it describes a call, and how it is told to allow or refuse one."""

    read: Callable[[dict[str, Any], Mapping[str, str]], HookCall | None]
    refusal: Callable[[str], dict[str, Any]]
    allowed: str = ""


def read_call(client: str, content: bytes, environ: Mapping[str, str]) -> HookCall | None:
    """Return the call that the hook's input describes, or None for a tool of the client itself."""
    try:
        payload = json.loads(content)
    except (ValueError, RecursionError):
        raise MalformedCall("the input of the hook is not JSON") from None
    if not isinstance(payload, dict) or not isinstance(payload.get("tool_name"), str):
        raise MalformedCall("the input of the hook has no `tool_name`")
    return CLIENTS[client].read(payload, environ)


def allowed_quickly(client: str, content: bytes, environ: Mapping[str, str]) -> str | None:
    """Return what the client expects for a call that is certainly allowed, or None where it takes a closer look."""
    try:
        call = read_call(client, content, environ)
        lock = find_lock(call.folders) if call else None
        is_fine = call is None or (lock is not None and _is_indexed(call, lock))
    except Exception:  # noqa: BLE001 - hook_decision.py finds out what is wrong; a crash here would let the call pass
        return None
    return CLIENTS[client].allowed if is_fine else None


def _is_indexed(call: HookCall, lock: str) -> bool:
    """Return whether the index of this lock has the tool, and its schema accepts the arguments."""
    content = read_bytes(lock, MAX_LOCK_FILE)
    index = read_bytes(index_path(lock), MAX_LOCK_FILE)
    if not index.startswith(index_head(content)):
        return False
    found = [line for key in keys(call) if (line := _line(index, key))]
    if len(found) != 1:
        return False
    mark, schema = found[0].split("\t", 1)
    return not _is_noted(mark) and _accepts(json.loads(schema), call.arguments)


def find_lock(folders: tuple[str, ...]) -> str | None:
    """Return the nearest lock, from one of the folders upwards."""
    for start in folders:
        folder, below = start, ""
        while folder != below:
            path = os.path.join(folder, LOCK)  # noqa: PTH118 - pathlib takes as long to import as Python takes to start
            if os.path.lexists(path):
                return path
            folder, below = os.path.dirname(folder), folder  # noqa: PTH120
    return None


def keys(call: HookCall) -> Iterator[str]:
    """Yield the keys that the tool of a call may have in the index; a plugin's name stands before its server's."""
    if call.server is not None:
        yield exact_key(call.server, call.tool)
        return
    yield call.tool
    if call.tool.startswith(_PLUGIN):
        head, separator, tool = call.tool.removeprefix(_PLUGIN).partition("__")
        words = head.split("_")
        yield from (f"mcp__{'_'.join(words[at:])}{separator}{tool}" for at in range(1, len(words)))


def key_of(server: str, tool: str) -> str:
    """Return the name by which Claude Code knows a tool."""
    return f"mcp__{re.sub(_OTHER, '_', server)}__{re.sub(_OTHER, '_', tool)}"


def exact_key(server: str, tool: str) -> str:
    """Return the key of a tool for clients that name its server; no two tools have the same."""
    return json.dumps([server, tool])


def index_path(lock: str) -> str:
    """Return the path of the index of a lock."""
    name = sha256(os.path.realpath(lock).encode("utf-8", "surrogateescape")).hexdigest()
    return os.path.join(state_folder("hook"), name)  # noqa: PTH118


def index_head(content: bytes) -> bytes:
    """Return the first line of the index of a lock with this content."""
    return f"govern.hook/1 {__version__} {sha256(content).hexdigest()}\n".encode()


def index_line(key: str, mark: str, schema: Any) -> bytes:
    """Return the line of a tool; `mark` is how files of its server's quarantine begin."""
    return f"{key}\t{mark}\t{json.dumps(schema)}\n".encode()


def _line(index: bytes, key: str) -> str:
    """Return what the index says of a tool, empty if it lacks the tool."""
    begin = f"\n{key}\t".encode("utf-8", "surrogatepass")
    at = -1 if "\n" in key or "\t" in key else index.find(begin)
    return index[at + len(begin) : index.index(b"\n", at + 1)].decode() if at >= 0 else ""


def _is_noted(mark: str) -> bool:
    """Return whether a gateway noted something about the server, which may be quarantined."""
    try:
        names = os.listdir(state_folder("quarantine"))  # noqa: PTH208
    except FileNotFoundError:
        return False
    return any(name.startswith(mark) for name in names)


def _accepts(schema: Any, arguments: dict[str, Any]) -> bool:
    import jsonschema_rs

    return jsonschema_rs.validator_for(schema, validate_formats=False, offline=True).is_valid(arguments)


def _claude_call(payload: dict[str, Any], environ: Mapping[str, str]) -> HookCall | None:
    tool = payload["tool_name"]
    if not tool.startswith("mcp__"):
        return None
    folder = environ.get("CLAUDE_PROJECT_DIR")
    return HookCall(tool, None, _arguments(payload), _folders(folder, payload))


def _gemini_call(payload: dict[str, Any], environ: Mapping[str, str]) -> HookCall | None:
    tool, context = payload["tool_name"], payload.get("mcp_context")
    if context is None and not tool.startswith("mcp_"):
        return None
    folders = _folders(environ.get("GEMINI_PROJECT_DIR"), payload)
    if context is None:
        return HookCall(tool, None, _arguments(payload), folders)
    server, tool = (context.get(name) for name in ("server_name", "tool_name")) if isinstance(context, dict) else (0, 0)
    if not isinstance(server, str) or not isinstance(tool, str):
        raise MalformedCall("`mcp_context` does not name a server and a tool")
    return HookCall(tool, server, _arguments(payload), folders)


def _cursor_call(payload: dict[str, Any], _: Mapping[str, str]) -> HookCall:
    server, launch = payload.get("mcp_server_name"), payload.get("url") or payload.get("command")
    if not isinstance(server, str | None) or not isinstance(launch, str | None):
        raise MalformedCall("the server is not named by a string")
    if not server and not launch:
        raise MalformedCall("the input of the hook names neither a server nor its URL or command")
    roots = payload.get("workspace_roots")
    # On Windows a root is the path of a URI: /c:/books.
    paths = [re.sub(r"^/(?=[A-Za-z]:)", "", str(root)) for root in roots] if isinstance(roots, list) else []
    named = tuple(paths) or _folders(None, payload)
    return HookCall(payload["tool_name"], server or "", _arguments(payload), named, launch)


def _arguments(payload: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a call, which Cursor sends as a text of JSON."""
    arguments = payload.get("tool_input")
    try:
        arguments = json.loads(arguments) if isinstance(arguments, str) else arguments
    except (ValueError, RecursionError):
        raise MalformedCall("`tool_input` is not JSON") from None
    if not isinstance(arguments, dict | None):
        raise MalformedCall("`tool_input` is not an object")
    return arguments or {}


def _folders(named: str | None, payload: dict[str, Any]) -> tuple[str, ...]:
    """Return the project folder, which unlike the working directory stays the same in a session."""
    folder = named or payload.get("cwd")
    return (folder if isinstance(folder, str) and folder else os.getcwd(),)  # noqa: PTH109


def _claude_refusal(reason: str) -> dict[str, Any]:
    decided = {"permissionDecision": "deny", "permissionDecisionReason": reason}
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", **decided}}


def _cursor_refusal(reason: str) -> dict[str, Any]:
    return {"permission": "deny", "user_message": reason, "agent_message": reason}


def _gemini_refusal(reason: str) -> dict[str, Any]:
    return {"decision": "deny", "reason": reason}


# Nothing is said of a call that is allowed, since an explicit permission would skip the client's own question to its
# user. Cursor expects JSON.
CLIENTS = {
    "claude-code": HookClient(_claude_call, _claude_refusal),
    "cursor": HookClient(_cursor_call, _cursor_refusal, "{}\n"),
    "gemini-cli": HookClient(_gemini_call, _gemini_refusal),
}
