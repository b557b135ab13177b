"""Hostile values in messages and headers, over every transport: the correct surface or a clear error."""

import subprocess
import uuid
from collections.abc import Iterator

import pytest

from govern.errors import ServerError, ServerMisbehaved, SurfaceTooLarge
from govern.policy.target import Command, Endpoint, Target
from govern.servers.capture import Capture, capture_servers
from tests.hostile.looking import MARK, REPOSITORY, argv
from tests.hostile.servers.values import CASES

Outcomes = dict[str, Capture | ServerError]


@pytest.fixture(scope="module")
def outcomes() -> Iterator[Outcomes]:
    """Capture every case over every transport, all at once."""
    command = argv("values_over_http")
    with subprocess.Popen(command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        base = f"http://127.0.0.1:{server.stdout.readline().strip()}"
        mark = {MARK: uuid.uuid4().hex}
        targets = []
        for name in CASES:
            if not {"headers"} & CASES[name].keys():
                targets.append(Target(f"stdio {name}", "", Command(argv("values", name), REPOSITORY, mark), timeout=15))
            targets.append(Target(f"http {name}", "", Endpoint(f"{base}/{name}/mcp"), timeout=15))
            targets.append(Target(f"sse {name}", "", Endpoint(f"{base}/{name}/sse", "sse"), timeout=15))
        yield capture_servers(targets, jobs=8)
        server.communicate()


REFUSED = [
    ("version-surrogate", ServerMisbehaved, "is not a protocol version"),
    ("version-lines", ServerMisbehaved, "is not a protocol version"),
    ("version-wide", ServerMisbehaved, "is not a protocol version"),
    ("version-long", ServerMisbehaved, "is not a protocol version"),
    ("version-number", ServerMisbehaved, "is not a protocol version"),
    ("cursor-long", SurfaceTooLarge, "nextCursor: a cursor of 300000 characters"),
    ("cursor-number", ServerMisbehaved, "a cursor must be a string"),
    ("result-type-long", ServerMisbehaved, "expected a complete result, got 'xxx"),
    ("name-surrogate", ServerMisbehaved, "'name' must be a string that UTF-8 can encode"),
    ("id-infinite", ServerMisbehaved, "inf is not a JSON number"),
    ("id-endless", ServerMisbehaved, "Exceeds the limit"),
    ("id-twice", ServerMisbehaved, "the key 'id' is repeated"),
    ("many-keys-and-one-twice", ServerMisbehaved, "the key '7' is repeated"),
    ("dense", SurfaceTooLarge, "a message of 3600075 bytes has more than 1048576 keys and values"),
    ("error-surrogate", ServerMisbehaved, "the server returned error"),
    ("error-odd", ServerMisbehaved, "the server returned error 999"),
]


@pytest.mark.parametrize("way", ["stdio", "http", "sse"])
@pytest.mark.parametrize(("case", "kind", "expected"), REFUSED, ids=[case for case, _, _ in REFUSED])
def test_hostile_values_are_errors(
    outcomes: Outcomes, way: str, case: str, kind: type[ServerError], expected: str
) -> None:
    outcome = outcomes[f"{way} {case}"]
    assert isinstance(outcome, kind)
    assert expected in outcome.message if ":" not in expected else expected in str(outcome)
    assert len(str(outcome)) < 12_000


@pytest.mark.parametrize("name", ["session-latin", "session-control"])
def test_a_session_id_that_is_not_a_valid_header(outcomes: Outcomes, name: str) -> None:
    assert "Mcp-Session-Id has characters" in str(outcomes[f"http {name}"])
    assert isinstance(outcomes[f"sse {name}"], Capture)


def test_every_other_case_is_captured(outcomes: Outcomes) -> None:
    refused = {case for case, _, _ in REFUSED} | {"session-latin", "session-control"}
    rest = {name: outcome for name, outcome in outcomes.items() if name.split()[1] not in refused}
    assert len(rest) > 60
    assert [(name, str(outcome)) for name, outcome in rest.items() if not isinstance(outcome, Capture)] == []
