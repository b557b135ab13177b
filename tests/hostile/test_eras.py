"""Servers of the stateful and the stateless protocol, and unusual ones."""

import pytest

from govern.errors import ServerMisbehaved, ServerUnreachable
from tests.hostile.looking import Looker


@pytest.mark.parametrize("mode", ["modern", "modern-by-version"])
def test_a_stateless_server(look: Looker, mode: str) -> None:
    surface = look.surface("eras", mode)
    assert surface.handshake == {
        "protocolVersion": "2026-07-28",
        "serverInfo": {"name": "modern", "version": "2"},
        "supportedVersions": ["2026-07-28"],
        "capabilities": {"tools": {}},
        "instructions": "Be brief.",
        "ttlMs": 9,
    }
    assert [tool.key for tool in surface.tools] == ["greet"]
    assert surface.lists == {"tools/list": {"ttlMs": 0, "cacheScope": "public"}}


def test_initialize_comes_first(look: Looker) -> None:
    assert look.surface("eras", "dies-on-discover").protocol == "2025-11-25"
    assert look.surface("eras", "both").protocol == "2025-11-25"


def test_a_pin_to_the_stateless_protocol(look: Looker) -> None:
    assert look.surface("eras", "modern", protocol="2026-07-28").info["name"] == "modern"


def test_the_first_error_is_reported(look: Looker) -> None:
    outcome = look.refusal("eras", "dies-on-discover-and-refuses")
    assert isinstance(outcome, ServerMisbehaved)
    assert str(outcome).startswith("hostile: initialize: the server returned error -32603: no licence")


def test_an_unknown_version_is_accepted(look: Looker) -> None:
    surface = look.surface("eras", "odd-version")
    assert surface.protocol == "2024-10-07"
    assert len(surface.tools) == 1


def test_an_older_version_named_by_the_server_is_used(look: Looker) -> None:
    assert look.surface("eras", "oldest-only").protocol == "2024-11-05"
    assert look.surface("eras", "oldest-only", protocol="2024-11-05").protocol == "2024-11-05"


@pytest.mark.parametrize(("mode", "pin"), [("oldest-only", "2025-06-18"), ("odd-version", "2025-11-25")])
def test_a_pinned_version_that_the_server_does_not_support(look: Looker, mode: str, pin: str) -> None:
    outcome = look.refusal("eras", mode, protocol=pin)
    assert isinstance(outcome, ServerUnreachable | ServerMisbehaved)
    assert "protocol" in str(outcome)


def test_a_handshake_without_version(look: Looker) -> None:
    outcome = look.refusal("eras", "no-version")
    assert isinstance(outcome, ServerMisbehaved)
    assert "hostile: initialize protocolVersion: None is not a protocol version" in str(outcome)


def test_later_protocol_versions(look: Looker) -> None:
    outcome = look.refusal("eras", "later-only", protocol="2026-07-28")
    assert isinstance(outcome, ServerUnreachable)
    assert "protocol 2026-07-28 is configured, but the server supports 2031-01-01" in str(outcome)
