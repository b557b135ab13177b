"""The keys of `[servers.NAME]`, and a server with its profile applied."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, Literal

Transport = Literal["auto", "http", "sse"]
InheritEnv = list[str] | Literal["all", "none"]
# The name of an image as a container engine takes it, which no option of the engine looks like.
IMAGE = re.compile(r"[A-Za-z0-9][\w./:@-]*", re.ASCII)


class SandboxKind(StrEnum):
    """A value of `--sandbox`."""

    BWRAP = "bwrap"
    DOCKER = "docker"
    PODMAN = "podman"
    NONE = "none"


def key(meaning: str, default: Any = None, *, made: Callable[[], Any] | None = None) -> Any:
    """Return a dataclass field with its meaning, and its default: a value, or one that `made` returns."""
    metadata = {"meaning": meaning}
    return field(default_factory=made, metadata=metadata) if made else field(default=default, metadata=metadata)


@dataclass(frozen=True)
class OAuth:
    """OAuth client credentials for a server."""

    client_id: str = key("OAuth client id.", "")
    client_secret: str = key("OAuth client secret, as `${NAME}`.", "")
    scope: str | None = key("Scopes to request, separated by spaces.")
    issuer: str | None = key("Authorization server, if the server does not name it.")


@dataclass(frozen=True)
class GuardKeys:
    """Bounds of a tool's answers that its definition does not state."""

    limit: int | None = key("Maximum number of items that the tool returns.")
    max_bytes: int | None = key("Maximum number of bytes that the tool returns.")


@dataclass(frozen=True)
class SandboxKeys:
    """The `sandbox` table of a server, used only with `--sandbox`."""

    network: bool | None = key(
        "Whether the server may use the network in a sandbox. By default only launchers such as `npx` may, which fetch "
        "a package."
    )
    image: str | None = key("Image that `--sandbox docker` or `podman` runs the command in.")


@dataclass(frozen=True)
class ReduceKeys:
    """The tokens of an answer above which the compact surface shortens it; 0 is never."""

    collapse: int | None = key(
        "Keep three whole items of uniform arrays, and what identifies the others; 1,000 by default."
    )
    chunk: int | None = key("Divide JSON into parts with their paths; 3,000 by default.")
    intent: int | None = key("Keep only the parts that fit the intent of the call, if it states one; 1,500 by default.")
    cut: int | None = key("Cut the text to this length: 60% from its start, 40% from its end; 8,000 by default.")


@dataclass(frozen=True)
class Limits:
    """Limits for the responses of a server; bytes and nodes are 20 times those of the largest real server."""

    bytes: int = key("Bytes of all responses together, decompressed.", 20 * 1024 * 1024)
    nodes: int = key("Keys and values of all responses together.", 1024 * 1024)
    pages: int = key("Pages of one list.", 1_000)
    items: int = key("Tools, prompts, resources or templates in one list.", 20_000)
    depth: int = key("Nesting depth of one response.", 128)


@dataclass(frozen=True)
class Profile:
    """A variant of a server with other flags, env or token, which is locked by itself."""

    command: list[str] | str | None = key("Replaces the server's command and args.")
    args: list[str] = key("Arguments appended to the command.", made=list)
    env: dict[str, str] = key("Variables added to the server's env; they replace those of the same name.", made=dict)
    cwd: str | None = key("Replaces the server's working directory.")
    url: str | None = key("Replaces the server's URL.")
    headers: dict[str, str] = key("Headers added to the server's; they replace those of the same name.", made=dict)
    token: str | None = key("Replaces the server's token.")
    oauth: OAuth | None = key("Replaces the server's OAuth credentials.")
    protocol: str | None = key("Replaces the server's protocol version.")
    client: dict[str, Any] | None = key("Replaces the client capabilities.")
    timeout: float | None = key("Replaces the server's timeout.")


@dataclass(frozen=True)
class Server:
    """A server with exactly one of command, url, python and catalog."""

    command: list[str] | str | None = key(
        "Program and arguments of a server that communicates over stdin and stdout, or the program alone."
    )
    args: list[str] = key("Arguments, if `command` is the program alone, as MCP clients write it.", made=list)
    env: dict[str, str] = key("Environment variables for the program.", made=dict)
    env_file: str | None = key(
        "File of `NAME=value` lines with more environment variables, relative to govern.toml; `env` replaces those of "
        "the same name. No command reports a change of the file, so keep it out of the repository."
    )
    inherit_env: InheritEnv | None = key("Replaces the top-level `inherit-env` for this server.")
    cwd: str | None = key("Working directory of the program; the folder of govern.toml by default.")
    integrity: str | None = key(
        "Integrity that the package of a pinned launcher has to have, as the lock records it, such as "
        "`books@1.2.3 sha512-…`. If another one runs, the server counts as misbehaving."
    )
    bundle: str | None = key(
        "MCP bundle (.mcpb) with the program, as `URL#sha256=HEX`. It is fetched and unpacked once; `${bundle}` in the "
        "other keys is its folder. Another file at the URL is an error."
    )
    url: str | None = key("URL of an HTTP server.")
    transport: Transport = key("`http` is Streamable HTTP, `sse` the older HTTP+SSE, `auto` detects which.", "auto")
    headers: dict[str, str] = key("Headers for every request; they are never sent to another host.", made=dict)
    token: str | None = key("Bearer token; short for the header `Authorization: Bearer …`.")
    oauth: OAuth | None = key("OAuth client credentials.")
    python: str | None = key(
        "Server object to import, as `module:object`, from the folder of govern.toml, in a separate interpreter."
    )
    catalog: str | None = key("File with a saved tools/list result or capture.")
    protocol: str | None = key(
        "Protocol version, such as `2025-11-25`; by default the latest version with a handshake."
    )
    client: dict[str, Any] = key(
        "Client capabilities to advertise; some servers list more tools if a client has more of them.", made=dict
    )
    timeout: float = key("Seconds until the server counts as unreachable.", 60.0)
    retries: int = key("Number of retries of a failed HTTP request.", 2)
    limits: Limits = key("Limits for the server's responses.", made=Limits)
    sandbox: SandboxKeys = key("The server's part of `--sandbox`.", made=SandboxKeys)
    trusted: bool = key(
        "`govern fleet scan` may start the server without a sandbox where none works; an explicit `--sandbox` stays.",
        default=False,
    )
    guards: dict[str, GuardKeys] = key("Bounds of answers, by tool, that its definition does not state.", made=dict)
    reduce: dict[str, ReduceKeys] = key("Limits by tool in place of those in `[serve.reduce]`.", made=dict)
    profiles: dict[str, Profile] = key("Variants of the server; each is locked as `server@profile`.", made=dict)
    normalize: dict[str, bool | str] = key(
        "Folds for parts that differ between two lists of the same server. Built in: `paths`, `dates`, `set-order` "
        "(`true`). Any other key is a regular expression whose matches are written as `<key>`; it must not match "
        "ordinary words or any text. The lock records the folds. Text that steers the model is never folded.",
        made=dict,
    )

    @property
    def placed_words(self) -> list[tuple[tuple[str | int, ...], str]]:
        """Return the program and its arguments, each with the keys that lead to it."""
        if self.command is None:
            return []
        if isinstance(self.command, str):
            program: list[tuple[tuple[str | int, ...], str]] = [(("command",), self.command)]
        else:
            program = [(("command", at), word) for at, word in enumerate(self.command)]
        return [*program, *((("args", at), word) for at, word in enumerate(self.args))]

    @property
    def argv(self) -> list[str]:
        """Return the program and its arguments; empty if the server is not started by a command."""
        return [word for _, word in self.placed_words]


_MERGED = ("env", "headers")


def with_profile(server: Server, profile: Profile) -> Server:
    """Return the server with the profile's keys: env and headers are merged, args are appended to the command."""
    changed = {
        field.name: getattr(profile, field.name)
        for field in fields(profile)
        if field.name not in (*_MERGED, "args") and getattr(profile, field.name) is not None
    }
    if profile.command is not None:
        changed |= {"args": profile.args, "integrity": None}
    elif profile.args:
        changed["args"] = [*server.args, *profile.args]
    if profile.token is not None or profile.oauth is not None or _authorization(profile.headers):
        changed = {"token": None, "oauth": None, **changed}
    kept = {name: value for name, value in server.headers.items() if not _overridden(name, profile)}
    return replace(server, env={**server.env, **profile.env}, headers={**kept, **profile.headers}, **changed)


def sets_key(profile: Profile, keys: Sequence[str | int]) -> bool:
    """Return whether the profile sets this key itself."""
    value = getattr(profile, str(keys[0]), None)
    return keys[1] in value if isinstance(value, dict) and len(keys) > 1 else bool(value)


def conflicting_headers(server: Server) -> list[str]:
    """Return the keys that set `Authorization`, if there is more than one."""
    given = [f"headers.{name}" for name in _authorization(server.headers)]
    given += [key for key in ("token", "oauth") if getattr(server, key) is not None]
    return given if len(given) > 1 else []


def _authorization(headers: dict[str, str]) -> list[str]:
    return [name for name in headers if name.lower() == "authorization"]


def _overridden(name: str, profile: Profile) -> bool:
    replaced = {other.lower() for other in profile.headers}
    if profile.token is not None or profile.oauth is not None:
        replaced.add("authorization")
    return name.lower() in replaced
