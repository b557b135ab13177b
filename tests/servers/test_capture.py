"""Capture several servers: progress, order, limits and errors."""

import json
import subprocess
import sys
import threading
import time
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.compare.listings import volatile_parts
from govern.contract.json_text import decode
from govern.contract.surface import RESOURCE, TOOL, Item, Surface
from govern.errors import ServerError, ServerMisbehaved
from govern.policy.redaction import SecretCollector
from govern.policy.target import Catalog, Command, Fold, Secrets, Target
from govern.servers import connections
from govern.servers.capture import Capture, Interrupted, Progress, capture_error, capture_servers, fold_surface
from tests.hostile.looking import REPOSITORY, argv

COUNTED = """
import json, os, sys, time
place = sys.argv[1]
mine = os.path.join(place, str(os.getpid()))
open(mine, "w").close()
for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request:
        continue
    if request["method"] == "initialize":
        result = {"protocolVersion": "2025-11-25", "capabilities": {}}
    else:
        time.sleep(0.1)
        result = {"tools": [{"name": "t", "description": str(len(os.listdir(place)))}]}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
os.remove(mine)
"""


def server(name: str, script: str = "lists", mode: str = "fair", secrets: Secrets | None = None) -> Target:
    return Target(name, "x", Command(argv(script, mode), REPOSITORY), timeout=20, secrets=secrets or Secrets())


def test_progress_reports_each_stage() -> None:
    output: list[Progress] = []
    capture_servers([server("good"), server("bad", mode="broken-tools")], jobs=1, progress=output.append)
    assert [progress.stage for progress in output if progress.name == "good"] == [
        "starting",
        "connecting",
        "connected",
        "listing tools",
        "closing",
        "done",
    ]
    assert [progress.stage for progress in output if progress.name == "bad"][-2:] == ["listing tools", "failed"]


def test_twice_starts_the_server_a_second_time(tmp_path: Path) -> None:
    how = Command((sys.executable, "-c", COUNTED, str(tmp_path)), tmp_path)
    seen = capture_servers([Target("s", "x", how)], jobs=1, twice=True)["s"]
    assert isinstance(seen, Capture)
    assert seen.again == seen.surface
    once = capture_servers([Target("s", "x", how)], jobs=1)["s"]
    assert isinstance(once, Capture)
    assert once.again is None


@pytest.mark.parametrize("jobs", [1, 2])
def test_at_most_jobs_servers_run_at_a_time(tmp_path: Path, jobs: int) -> None:
    how = Command((sys.executable, "-S", "-c", COUNTED, str(tmp_path)), tmp_path)
    outcomes = capture_servers([Target(f"s{number}", "x", how) for number in range(4)], jobs=jobs)
    running = [int(seen.surface.tools[0].description) for seen in outcomes.values() if isinstance(seen, Capture)]
    assert len(running) == 4
    assert max(running) == jobs


def test_catalogs_need_no_event_loop(tmp_path: Path) -> None:
    catalog = tmp_path / "catalog.json"
    catalog.write_text(json.dumps({"tools": [{"name": "t"}]}))
    code = f"""
import sys
from pathlib import Path
from govern.policy.target import Catalog, Target
from govern.servers.capture import capture_servers
print(capture_servers([Target("c", "x", Catalog(Path({str(catalog)!r})))], jobs=4)["c"].surface.tools[0].key)
print([name for name in ("asyncio", "httpx2", "mcp") if name in sys.modules])
"""
    run = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert run.stdout == "t\n[]\n"


def test_stdio_needs_neither_sdk_nor_http() -> None:
    code = """
import sys
from tests.servers.test_capture import server
from govern.servers.capture import capture_servers
for name in ("httpx2", "mcp", "anyio", "pydantic"):
    sys.modules.pop(name, None)
capture_servers([server("s")], jobs=1)
print([name for name in ("httpx2", "mcp", "anyio", "pydantic") if name in sys.modules])
"""
    run = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_results_keep_the_order_of_the_targets(tmp_path: Path) -> None:
    missing = Target("b", "x", Catalog(tmp_path / "missing.json"))
    outcomes = capture_servers([server("c"), missing, server("a")], jobs=2)
    assert list(outcomes) == ["c", "b", "a"]
    assert isinstance(outcomes["b"], ServerError)


def test_signals_are_not_handled_outside_the_main_thread() -> None:
    outcomes: dict[str, object] = {}
    thread = threading.Thread(target=lambda: outcomes.update(capture_servers([server("s")], jobs=1)))
    thread.start()
    thread.join()
    assert isinstance(outcomes["s"], Capture)


def test_no_error_shows_a_secret() -> None:
    secrets = Secrets({"s3cret-value": "${TOKEN}"})
    known = ServerError("s3cret-value", where="s3cret-value", hint="s3cret-value", evidence="s3cret-value")
    error = capture_error(server("s", secrets=secrets), known)
    assert str(error) == "s: ${TOKEN}: ${TOKEN}\n${TOKEN}"
    assert error.evidence == "${TOKEN}"
    surprise = capture_error(server("s", secrets=secrets), RuntimeError("s3cret-value"))
    assert "RuntimeError: ${TOKEN}" in str(surprise)


def test_the_first_govern_error_of_a_group_is_reported() -> None:
    ours = ServerMisbehaved("ours")
    group = ExceptionGroup("many", [ValueError("x"), ExceptionGroup("inner", [OSError("y"), ours])])
    assert connections.first_error(group) is ours


def test_an_error_in_the_progress_callback_is_not_a_server_error() -> None:
    """A bug in govern must neither hang nor leave a child process."""

    def broken(_: Progress) -> None:
        raise ZeroDivisionError

    with pytest.raises(BaseExceptionGroup):
        connections.capture_live([server("s")], 1, broken, twice=False)


def test_interruption_names_its_signal() -> None:
    assert Interrupted(15).signum == 15
    assert not isinstance(Interrupted(15), Exception)


SECRET = 's3cret"/ä value'


def target(**fields: Any) -> Target:
    return Target("docs", "docs.json", Catalog(Path("docs.json")), **fields)


def surface(
    *raws: dict[str, Any], handshake: dict[str, Any] | None = None, lists: dict[str, Any] | None = None
) -> Surface:
    return Surface(handshake or {}, tuple(Item(TOOL, raw) for raw in raws), lists or {})


def noted() -> Secrets:
    found = SecretCollector()
    found.add_placeholders({"TOKEN": SECRET})
    return found.collected()


def folded_tool(raw: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return fold_surface(surface(raw), target(**fields)).items[0].raw


@pytest.mark.parametrize(
    "asked",
    [{}, {"secrets": Secrets({"hunter22": "${A}"})}, {"folds": (Fold("x", "never there"),)}, {"set_order": True}],
)
def test_without_a_match_the_same_object_is_returned(asked: dict[str, Any]) -> None:
    seen = surface(
        {"name": "a", "tags": ["x", "y"], "n": [1, None]}, handshake={"capabilities": {}}, lists={"tools": {}}
    )
    assert fold_surface(seen, target(**asked)) is seen


def test_unchanged_parts_stay_identical() -> None:
    seen = surface({"name": "a", "description": "today"}, {"name": "b", "inputSchema": {}})
    changed = fold_surface(seen, target(folds=(Fold("day", "today"),)))
    assert changed.items[0].raw == {"name": "a", "description": "<day>"}
    assert changed.items[1] is seen.items[1]
    assert changed.handshake is seen.handshake
    assert seen.items[0].raw["description"] == "today"


@pytest.mark.parametrize(
    "spelled",
    [
        SECRET,
        's3cret\\"/ä value',
        's3cret\\"/\\u00e4 value',
        "s3cret%22%2F%C3%A4%20value",
        "s3cret%22%2F%C3%A4+value",
    ],
)
def test_secrets_are_redacted_in_every_spelling_and_place(spelled: str) -> None:
    inside = f"x{spelled}y"
    raw = {"name": inside, "description": inside, "inputSchema": {"properties": {inside: {"default": [inside]}}}}
    seen = surface(
        raw, handshake={"instructions": inside, "protocolVersion": inside}, lists={"tools": {"nextCursor": inside}}
    )
    written = fold_surface(seen, target(secrets=noted()))
    assert spelled not in repr((written.handshake, written.lists, written.items))
    assert written.items[0].key == "x${TOKEN}y"
    assert list(written.items[0].raw["inputSchema"]["properties"]) == ["x${TOKEN}y"]


def test_secrets_in_uris_are_redacted() -> None:
    item = Item(RESOURCE, {"uri": f"https://example.com/?key={SECRET}", "name": "r"})
    written = fold_surface(Surface({}, (item,)), target(secrets=noted()))
    assert written.items[0].key == "https://example.com/?key=${TOKEN}"


def test_many_cookies_of_a_server_are_searched_quickly() -> None:
    """The search runs in the event loop of all servers."""
    cookies = {b64encode(sha256(bytes([at, each])).digest()).decode(): "***" for at in range(20) for each in range(100)}
    texts = ["".join(chr(97 + at * each % 26) for at in range(4_000)) for each in range(1, 1_000)]
    seen = surface(*({"name": f"t{at}", "description": text} for at, text in enumerate(texts)))
    began = time.process_time()
    assert fold_surface(seen, target(secrets=Secrets(cookies))) is seen
    assert time.process_time() - began < 5


def test_a_numeric_secret_is_redacted_in_numbers_too() -> None:
    secrets = Secrets({"87654321": "${PIN}"})
    schema = {"default": 87654321, "examples": [87654321.0, 876543210, True, None]}
    expected = {"default": "${PIN}", "examples": ["${PIN}", 876543210, True, None]}
    assert folded_tool(decode_again({"name": "a", "inputSchema": schema}), secrets=secrets)["inputSchema"] == expected


def decode_again(raw: dict[str, Any]) -> dict[str, Any]:
    """A number as it arrives over the wire, where 87654321.0 is the same number."""
    read = decode(json.dumps(raw))
    assert isinstance(read, dict)
    return read


def test_secrets_are_redacted_before_folds_apply() -> None:
    assert folded_tool({"name": "a", "description": "hunter22"}, secrets=Secrets({"hunter22": "${A}"}), folds=(
        Fold("word", "hunter"),
    )) == {"name": "a", "description": "${A}"}  # fmt: skip


def test_folds_change_values_but_no_keys_or_names() -> None:
    raw = {
        "name": "day-1",
        "description": "day-1, day-2",
        "inputSchema": {"properties": {"day-3": {"enum": ["day-4"]}}},
    }
    assert folded_tool(raw, folds=(Fold("day", r"day-\d"),)) == {
        "name": "day-1",
        "description": "<day>, <day>",
        "inputSchema": {"properties": {"day-3": {"enum": ["<day>"]}}},
    }


def test_folds_apply_in_order_and_write_their_names_literally() -> None:
    folds = (Fold(r"a\1", "one"), Fold("b", "two"), Fold("c", "<b>"))
    assert folded_tool({"name": "x", "description": "one two"}, folds=folds)["description"] == r"<a\1> <c>"


def test_an_empty_match_is_not_replaced() -> None:
    assert folded_tool({"name": "x", "description": "a77b"}, folds=(Fold("n", r"\d*"),))["description"] == "a<n>b"


def test_a_version_that_is_not_a_date() -> None:
    seen = surface(handshake={"protocolVersion": "2025-11-25", "instructions": "Today is 2026-11-18."})
    written = fold_surface(seen, target(folds=(Fold("date", r"\d{4}-\d\d-\d\d"),)))
    assert written.handshake == {"protocolVersion": "2025-11-25", "instructions": "Today is <date>."}


@pytest.mark.parametrize(
    ("text", "sorted_text"),
    [
        ("status,assignee,created", "assignee,created,status"),
        ("b,a", "a,b"),
        ("c, a, b", "a, b, c"),
        ("Flags: -l, -a, --help\nNext", "Flags: --help, -a, -l\nNext"),
        ("One of: open, closed.", "One of: closed, open."),
        ("Known are {'b', 'a'}.", "Known are {'a', 'b'}."),
        ("Yes, please", "Yes, please"),
        ("Give x, y, or z of it", "Give x, y, or z of it"),
        ('Like ["SCAN", "MATCH"]', 'Like ["SCAN", "MATCH"]'),
        ("call(b, a)", "call(b, a)"),
        ("新,旧", "新,旧"),
    ],
)
def test_printed_sets_are_sorted_and_prose_is_not(text: str, sorted_text: str) -> None:
    assert folded_tool({"name": "a", "description": text}, set_order=True)["description"] == sorted_text


def test_only_lists_of_strings_are_sorted() -> None:
    raw = {"name": "a", "default": ["b", "a"], "mixed": ["b", 1], "nested": [["d", "c"], ["b"]]}
    assert folded_tool(raw, set_order=True) == raw | {"default": ["a", "b"], "nested": [["c", "d"], ["b"]]}


@given(st.text("ab,: \n{}'.", max_size=20))
def test_sorting_sorted_text_changes_nothing(text: str) -> None:
    once = folded_tool({"name": "n", "description": text}, set_order=True)
    assert folded_tool(once, set_order=True) == once
    assert sorted(once["description"]) == sorted(text)


def test_the_sets_of_mcp_atlassian_are_stable(shared_data: Path) -> None:
    """The defaults of this server are joined from a set, in another order at each start."""
    listings = []
    for path in ("0.21.1.json", "today-deps/0.21.1.json"):
        capture: Any = decode((shared_data / "catalogs/mcp-atlassian" / path).read_bytes())
        listings.append(surface(*capture["tools"]))
    assert any(place.pointer.endswith("/default") for place in volatile_parts(*listings))
    first, second = (fold_surface(listing, target(set_order=True)) for listing in listings)
    assert not any(place.pointer.endswith("/default") for place in volatile_parts(first, second))
