"""The values of `--sandbox`, apart from the rest of a target: every command line imports them."""

from __future__ import annotations

from enum import StrEnum


class SandboxKind(StrEnum):
    """A value of `--sandbox`."""

    BWRAP = "bwrap"
    DOCKER = "docker"
    PODMAN = "podman"
    NONE = "none"
