"""Tables of `[servers.NAME]`: credentials, bounds of answers, and the server's part of the sandbox."""

import re
from dataclasses import dataclass

from govern.policy.settings_key import key

# The name of an image as a container engine takes it, which no option of the engine looks like.
IMAGE = re.compile(r"[A-Za-z0-9][\w./:@-]*", re.ASCII)


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
