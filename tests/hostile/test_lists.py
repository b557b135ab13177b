"""Hostile lists: a clear error or the correct surface."""

import subprocess
import sys

import pytest

from govern.errors import ServerMisbehaved, SurfaceTooLarge
from govern.policy.server_settings import Limits
from tests.bench.answers import measured
from tests.hostile.looking import REPOSITORY, Looker


def test_a_good_server_is_captured(look: Looker) -> None:
    surface = look.surface("lists", "fair")
    assert [tool.key for tool in surface.tools] == ["greet"]
    assert surface.info == {"name": "hostile", "version": "1"}
    assert surface.protocol == "2025-11-25"


def test_every_page_is_read(look: Looker) -> None:
    surface = look.surface("lists", "three-pages")
    assert [tool.key for tool in surface.tools] == ["t1", "t2", "t3"]
    assert surface.lists == {"tools/list": {"ttlMs": 5}}


def test_everything_unknown_is_kept(look: Looker) -> None:
    surface = look.surface("lists", "everything")
    assert [(item.kind.name, item.key) for item in surface.items] == [
        ("tool", "greet"),
        ("prompt", "p"),
        ("resource", "file:///a"),
        ("template", "file:///{x}"),
    ]
    assert surface.handshake["later"] == {"kept": True}
    assert surface.handshake["instructions"] == "Be kind."
    assert surface.tools[0].raw["later"] == "kept"
    assert surface.lists == {"tools/list": {"ttlMs": 0, "cacheScope": "private"}}


@pytest.mark.parametrize(
    ("mode", "limits", "message"),
    [
        ("endless", Limits(pages=50), "hostile: tools/list: more than 50 pages"),
        ("endless", Limits(items=20), "hostile: tools/list: more than 20 tools"),
        ("many", Limits(), "100000 tools; the limit is 20000"),
        ("deep", Limits(), "nested 5005 levels deep; the limit is 128"),
        ("deeper", Limits(), "the tool 'deep' is nested deeper than the limit of 128"),
        ("bottomless", Limits(), "nested 300005 levels deep; the limit is 128"),
        ("fair", Limits(bytes=50), "longer than the limit of 50 bytes"),
        ("fair", Limits(nodes=10), "has more than 10 keys and values"),
        ("three-pages", Limits(bytes=500), "the responses together are larger than 500 bytes"),
        ("three-pages", Limits(nodes=40), "the responses together have more than 40 keys and values"),
    ],
)
def test_more_than_the_limits(look: Looker, mode: str, limits: Limits, message: str) -> None:
    outcome = look.refusal("lists", mode, limits=limits)
    assert isinstance(outcome, SurfaceTooLarge)
    assert message in str(outcome)
    assert "limits in govern.toml" in outcome.hint
    assert look.seconds < 10


@pytest.mark.parametrize(
    ("mode", "message"),
    [
        ("circling", "hostile: tools/list nextCursor: the server repeated a cursor"),
        ("odd-cursor", "hostile: tools/list nextCursor: a cursor must be a string, got 7"),
        ("invalid-utf-8", "not UTF-8: byte 0xe9"),
        ("nan", "nan is not a JSON number"),
        ("duplicate-keys", "the key 'name' is repeated"),
        ("no-name", "hostile: tools[3]: this tool has no 'name'"),
        ("no-list", "hostile: tools/list: the result has no 'tools'"),
        ("no-object", "hostile: tools/list: the result must be an object"),
        ("broken-tools", "hostile: tools/list: the server returned error -32603: fetch failed"),
        ("broken-prompts", "hostile: prompts/list: the server returned error -32603: fetch failed with token ${TOKEN}"),
    ],
)
def test_invalid_lists_are_errors(look: Looker, mode: str, message: str) -> None:
    outcome = look.refusal("lists", mode)
    assert isinstance(outcome, ServerMisbehaved)
    assert message in str(outcome)


PEAK = """
import resource
from pathlib import Path
from govern.policy.server_settings import Limits
from govern.policy.target import Command, Target
from govern.servers.capture import capture_servers
from tests.hostile.looking import argv

def seen(mode):
    how = Command(argv("lists", mode), Path.cwd())
    outcome = capture_servers([Target("x", "x", how, limits=Limits(bytes=16 * 1024 * 1024))], jobs=1)["x"]
    return type(outcome).__name__, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

print(*seen("fair"), *seen("huge"))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the peak of a process's memory is measured as POSIX does")
def test_200_megabytes_are_never_held() -> None:
    """Measure the peak memory of a separate process."""
    run = subprocess.run([sys.executable, "-c", PEAK], cwd=REPOSITORY, capture_output=True, check=True, text=True)
    fair, before, huge, after = run.stdout.split()
    unit = 1 if sys.platform == "darwin" else 1024
    assert (fair, huge) == ("Capture", "SurfaceTooLarge")
    assert (int(after) - int(before)) * unit < 64 * 1024 * 1024


@pytest.mark.skipif(sys.platform == "win32", reason="the peak of a process's memory is measured as POSIX does")
@pytest.mark.parametrize("shape", ["objects with one key each its own", "texts with an emoji each"])
def test_the_densest_answers_take_at_most_ten_times_the_limit(shape: str) -> None:
    """The shapes that need most memory in `python -m tests.bench answers`."""
    limits = Limits(bytes=8 * 1024 * 1024, nodes=8 * 1024 * 1024 // 20)
    ours, worker, _ = measured(shape, limits)
    assert limits.bytes < max(ours, worker) <= 10 * limits.bytes


def test_schemas_that_only_look_hostile_are_captured(look: Looker) -> None:
    recursive = look.surface("lists", "recursive").tools[0].raw["inputSchema"]
    assert recursive["$defs"]["node"]["properties"]["next"] == {"$ref": "#/$defs/node"}
    assert look.surface("lists", "no-schema").tools[0].raw == {"name": "bare"}
    assert look.surface("lists", "schema-true").tools[0].raw["inputSchema"] is True


def test_integers_stay_exact(look: Looker) -> None:
    schema = look.surface("lists", "integers").tools[0].raw["inputSchema"]
    assert schema == {"minimum": -(2**63), "maximum": 2**63 - 1, "const": 18446744073709551617123456789}


def test_lone_surrogates_are_kept(look: Looker) -> None:
    assert look.surface("lists", "lone-surrogate").tools[0].raw["description"] == "half \ud83d pair"


def test_odd_names_are_kept(look: Looker) -> None:
    names = [tool.key for tool in look.surface("lists", "odd-names").tools]
    assert names == ["a\nb", "a/b/../c", "\"'`", "\\u0041\x1b[31m", "__proto__", ""]
    tool = look.surface("lists", "proto").tools[0].raw
    assert tool == {"name": "a", "__proto__": {"x": 1}, "constructor": {"prototype": None}}


def test_duplicate_names_are_both_kept(look: Looker) -> None:
    tools = look.surface("lists", "duplicate-names").tools
    assert [(tool.key, tool.description) for tool in tools] == [("greet", "one"), ("greet", "two")]


def test_method_not_found_is_an_empty_list(look: Looker) -> None:
    surface = look.surface("lists", "advertised-only")
    assert [item.key for item in surface.items] == ["greet"]
    assert look.surface("lists", "no-tools-at-all").items == ()


def test_lists_that_are_not_announced_are_not_requested(look: Looker) -> None:
    assert [item.key for item in look.surface("lists", "unadvertised").items] == ["greet"]
