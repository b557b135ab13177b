"""The plan of `govern add`: a server of a registry as it would be written to govern.toml."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from govern.policy.installations import Installation
    from govern.policy.problems import KeyPath
    from govern.policy.server_inputs import ServerInput
    from govern.policy.server_json import RegistryServer


@dataclass(frozen=True, slots=True)
class AddPlan:
    """A server as it would be added: its table, what the user has to export, and what may still be set.

    `text` is the new text of the config, `above` the keys of govern's table in it. `present` if it has the server.
    """

    server: RegistryServer
    installation: Installation
    registry: str
    name: str
    table: Mapping[str, Any]
    unset: tuple[str, ...]
    optional: tuple[ServerInput, ...]
    path: Path
    place: str
    above: KeyPath
    before: str = field(repr=False)
    text: str = field(repr=False)
    present: bool = False

    @property
    def added(self) -> str:
        """Return the part of the text that is new."""
        return self.text.removeprefix(self.before)
