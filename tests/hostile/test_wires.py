"""Hostile output: a clear error or the correct surface, without hanging and in bounded memory."""

import pytest

from govern.errors import ServerError, ServerMisbehaved, ServerTimedOut, ServerUnreachable, SurfaceTooLarge
from govern.policy.server_settings import Limits
from tests.hostile.looking import Looker

MEGABYTE = 1024 * 1024


@pytest.mark.parametrize("mode", ["junk", "byte_by_byte", "answers_late_requests_as_text", "stderr_flood", "slow"])
def test_unusual_servers_are_captured_correctly(look: Looker, mode: str) -> None:
    assert [tool.key for tool in look.surface("wires", mode).tools] == ["greet"]


@pytest.mark.parametrize(
    ("mode", "error", "message"),
    [
        ("junk_for_ever", ServerMisbehaved, "bytes of non-protocol output on stdout"),
        ("no_newline_for_ever", SurfaceTooLarge, "one line of stdout is longer than the limit"),
    ],
)
def test_endless_noise(look: Looker, mode: str, error: type[ServerError], message: str) -> None:
    outcome = look.refusal("wires", mode, limits=Limits(bytes=MEGABYTE))
    assert isinstance(outcome, error)
    assert message in str(outcome)


def test_a_server_that_never_responds(look: Looker) -> None:
    outcome = look.refusal("wires", "silent", timeout=0.5)
    assert isinstance(outcome, ServerTimedOut)
    assert "timed out after 0.5 s while connecting" in str(outcome)
    assert outcome.evidence == "thinking about it"
    assert look.seconds < 3


def test_endless_messages(look: Looker) -> None:
    outcome = look.refusal("wires", "notifies_for_ever", timeout=0.5)
    assert isinstance(outcome, ServerTimedOut)
    assert look.seconds < 4


def test_a_server_that_dies_inside_a_response(look: Looker) -> None:
    outcome = look.refusal("wires", "dies_in_mid_answer")
    assert isinstance(outcome, ServerUnreachable)
    assert "the server exited with code 7, in the middle of a message" in str(outcome)
    assert outcome.evidence == "out of luck"


def test_stderr_flood_is_cut_and_redacted(look: Looker) -> None:
    outcome = look.refusal("wires", "stderr_flood", "and die")
    assert isinstance(outcome, ServerUnreachable)
    assert outcome.evidence.endswith("\nthe last words")
    assert len(outcome.evidence) <= 4096
    assert "trouble with ${TOKEN}" in outcome.evidence
    assert "s3cret" not in outcome.evidence


def test_requests_of_the_server_get_replies(look: Looker) -> None:
    assert len(look.surface("wires", "asks_back").tools) == 1
    assert len(look.surface("wires", "asks_back", "roots", client={"roots": {}}).tools) == 1
