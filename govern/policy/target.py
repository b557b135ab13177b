"""A resolved server: everything that a connection needs, and the values that must not be written down."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from govern.files import state_folder
from govern.policy.server_settings import Limits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from govern.policy.server_settings import SandboxKind, Transport

    Inherit = Sequence[str] | Literal["all", "none"]


@dataclass(frozen=True, slots=True)
class Bundle:
    """An MCP bundle (.mcpb): its URL, the SHA-256 of the file, and the folder that it is unpacked to.

    One that is `public_only` is not fetched from an address of a private network.
    """

    url: str
    sha256: str
    folder: Path
    public_only: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """A server that runs as a child process and communicates over stdin and stdout.

    `inherit` is what it gets of govern's own environment beside the defaults, as `inherit-env` in govern.toml.
    `network` and `image` are the server's part of a sandbox. `cleanup` is a command that ends what the process group
    does not contain, such as a container. `namespaced` says that everything it started ends with its own process. Of a
    `bundle` the command runs files.
    """

    argv: tuple[str, ...]
    cwd: Path
    env: Mapping[str, str] = field(default_factory=dict)
    inherit: Inherit = ()
    network: bool | None = None
    image: str | None = None
    cleanup: tuple[str, ...] = ()
    namespaced: bool = False
    bundle: Bundle | None = None


@dataclass(frozen=True, slots=True)
class Sandbox:
    """The sandbox that a server's process runs in; `read` are the files and folders of the user that it may read."""

    kind: SandboxKind
    read: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class ClientCredentials:
    """OAuth client credentials, which need no user to log in."""

    client_id: str
    client_secret: str
    scope: str | None = None
    issuer: str | None = None


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A server that is reached by HTTP.

    The URL of a `foreign` one is a stranger's: the user's logins are not for it. One that is `public_only` is not
    reached at an address of a private network.
    """

    url: str
    transport: Transport = "auto"
    headers: Mapping[str, str] = field(default_factory=dict)
    oauth: ClientCredentials | None = None
    foreign: bool = False
    public_only: bool = False


@dataclass(frozen=True, slots=True)
class InProcess:
    """A server object, imported as `module:object` from `root`, or `given` by the calling program."""

    reference: str
    root: Path
    given: object = None


@dataclass(frozen=True, slots=True)
class Catalog:
    """A server whose lists were saved to a file."""

    path: Path


@dataclass(frozen=True, slots=True)
class Incomplete:
    """A server that cannot be started or reached, because its config asks the environment for what it does not have.

    `untrusted` is a server that could be started, but not in a sandbox.
    """

    reason: str
    where: str
    hint: str
    untrusted: bool = False


@dataclass(frozen=True, slots=True)
class Secrets:
    """Values that must not be written down, each with its replacement."""

    shown_as: dict[str, str] = field(default_factory=dict)
    # Values chosen by the server that read as a sentence: redacting them would let a server hide its texts.
    sentences: set[str] = field(default_factory=set)

    def redact(self, text: str) -> str:
        """Return the text with each value replaced, longest first."""
        # A server may set many, which one pattern of all of them would look for at each character.
        if not (found := [value for value in self.shown_as if value in text]):
            return text
        values = sorted(found, key=len, reverse=True)
        return re.sub("|".join(map(re.escape, values)), lambda found: self.shown_as[found[0]], text)


@dataclass(frozen=True, slots=True)
class Fold:
    """A pattern whose matches are written as `<name>`, as they differ between two lists of the same server."""

    name: str
    pattern: str


@dataclass(frozen=True, slots=True)
class Target:
    """A server to connect to; `source` is its origin in the lock, with placeholders and without secrets."""

    name: str
    source: str
    how: Command | Endpoint | InProcess | Catalog | Incomplete
    protocol: str | None = None
    client: Mapping[str, Any] = field(default_factory=dict)
    timeout: float = 60.0
    retries: int = 2
    limits: Limits = field(default_factory=Limits)
    normalize: Mapping[str, bool | str] = field(default_factory=dict)
    folds: tuple[Fold, ...] = ()
    set_order: bool = False
    integrity: str | None = None
    secrets: Secrets = field(default_factory=Secrets)
    sandbox: Sandbox | None = None


# Of the texts of a server, `${bundle}` is the folder.
BUNDLE_VARIABLE = "bundle"
_ADDRESS = re.compile(r"(https?://[^\s#@]+)#sha256=([0-9a-f]{64})")


def address_of(url: str, sha256: str) -> str:
    """Return the value of the key."""
    return f"{url}#sha256={sha256}"


def bundle_at(address: str) -> Bundle | None:
    """Return the bundle that a value of the key names, or None if it names none."""
    found = _ADDRESS.fullmatch(address)
    return Bundle(found[1], found[2], Path(state_folder("bundles"), found[2])) if found else None


def bundle_url(address: str) -> str:
    """Return the URL without the hash, for the source in the lock."""
    return address.partition("#")[0]
