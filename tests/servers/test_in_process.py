"""Servers imported from files that each test writes: by a child interpreter, or by the test itself."""

import asyncio
import importlib
import sys
import time
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from govern.contract.surface import Surface
from govern.errors import ServerError, ServerTimedOut, ServerUnreachable
from govern.policy.server_settings import Limits
from govern.policy.target import InProcess, Secrets, Target
from govern.servers import in_process
from govern.servers.capture import Capture, capture_servers
from govern.servers.connections import open_wire
from govern.servers.in_process import open_object
from govern.servers.session import Session

_NUMBERS = count()
PATIENCE = 20
SERVER = """
from mcp.server.mcpserver import MCPServer
server = MCPServer("here")
@server.tool()
def look(at: str) -> str:
    "Look."
    return at
"""
LIFESPAN = """
import asyncio, pathlib, sys
from contextlib import asynccontextmanager
from mcp.server.mcpserver import MCPServer
diary = pathlib.Path(__file__).with_suffix(".diary")
def note(line):
    with diary.open("a") as file:
        file.write(line + ";")
@asynccontextmanager
async def lifespan(_):
    note("in")
    ENTERING
    try:
        yield {}
    finally:
        LEAVING
        note("out")
server = MCPServer("living", lifespan=lifespan)
"""


def written(folder: Path, source: str) -> str:
    """Return the name of a new module with this text."""
    name = f"served_{next(_NUMBERS)}"
    (folder / f"{name}.py").write_text(source, encoding="utf-8")
    return name


def aim(folder: Path, reference: str, given: object = None) -> Target:
    return Target("here", reference, InProcess(reference, folder, given), secrets=Secrets({"s3cr3t": "${KEY}"}))


def held(folder: Path, source: str, monkeypatch: pytest.MonkeyPatch) -> Target:
    """Return the target of a server that the test imported itself."""
    monkeypatch.syspath_prepend(folder)
    return aim(folder, "given", importlib.import_module(written(folder, source)).server)


async def look(target: Target) -> Surface:
    async with asyncio.timeout(PATIENCE), open_wire(target) as wire:
        return await Session(wire, target).read()


def see(folder: Path, source: str, name: str = "server") -> Surface:
    return asyncio.run(look(aim(folder, f"{written(folder, source)}:{name}")))


def fail(folder: Path, source: str, name: str = "server") -> ServerError:
    with pytest.raises(ServerUnreachable) as caught:
        see(folder, source, name)
    return caught.value


@pytest.mark.parametrize(
    "source",
    [
        "",
        "made = server\ndef server(): return made",
        "made = server\nasync def server(): return made",
        "server = server._lowlevel_server",
    ],
    ids=["object", "factory", "async factory", "low level"],
)
def test_server_objects_and_factories_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    target = held(tmp_path, SERVER + source, monkeypatch)
    surface = asyncio.run(look(target))
    assert [tool.key for tool in surface.tools] == ["look"]
    assert surface.info["name"] == "here"
    assert asyncio.run(look(target)) == surface


def test_an_object_inside_another_is_found_and_modules_from_the_root_only_while_importing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = list(sys.path)
    beside = written(tmp_path, "NAME = 'look'")
    (tmp_path / "json.py").write_text("raise SystemError('shadows the standard library')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    source = "class Holder: inner = server\nasync def make(): return Holder.inner\nHolder.make = make"
    surface = see(tmp_path, f"from {beside} import NAME\n{SERVER}{source}", "Holder.make")
    assert (surface.info["name"], [tool.key for tool in surface.tools]) == ("here", ["look"])
    assert sys.path == before


@pytest.mark.parametrize(
    ("source", "name", "output"),
    [
        ("server = {'tools': []}", "server", "of type dict, not an MCP server"),
        ("server = 5", "sever", "has no 'sever'"),
        ("import nowhere_at_all", "server", "No module named 'nowhere_at_all'"),
        ("def server(port): ...", "server", "missing 1 required positional argument"),
        ("def server(): return 5", "server", "of type int"),
        ("raise SystemExit('set KEY first')", "server", "it called exit('set KEY first')"),
        ("raise KeyboardInterrupt", "server", "KeyboardInterrupt"),
        ("class Odd(BaseException): ...\nraise Odd(1)", "server", "Odd: 1"),
        ("import os\nos._exit(9)", "server", "the server exited with code 9"),
        ("import sys\nsys.setrecursionlimit(60)\ndef deep(): deep()\ndeep()", "server", "RecursionError"),
        ("if True print", "server", "SyntaxError"),
        ("import asyncio\nasyncio.run(asyncio.sleep(0))", "server", "cannot be called from a running event loop"),
    ],
)
def test_an_object_that_is_not_a_server_is_an_error(tmp_path: Path, source: str, name: str, output: str) -> None:
    assert output in fail(tmp_path, source, name).message


def test_a_missing_module_is_an_error_with_the_search_path(tmp_path: Path) -> None:
    with pytest.raises(ServerUnreachable, match="No module named 'absent_module'") as caught:
        asyncio.run(look(aim(tmp_path, "absent_module:server")))
    assert str(tmp_path) in caught.value.hint
    assert caught.value.evidence == ""


def test_a_reference_without_an_object_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ServerUnreachable, match="is not of the form module:object"):
        asyncio.run(look(aim(tmp_path, "module")))


def test_a_failing_import_shows_the_end_of_its_traceback(tmp_path: Path) -> None:
    error = fail(tmp_path, "def connect():\n    raise ValueError('no database')\nconnect()")
    assert "ValueError: no database" in error.message
    assert "in connect" in error.evidence
    assert len(error.evidence.splitlines()) <= 12


def test_server_output_reaches_neither_stdout_nor_stderr(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = f"import sys\nprint('importing')\nprint('warning', file=sys.stderr)\n{SERVER}" + LIFESPAN.replace(
        "ENTERING", "print('entering')"
    ).replace("LEAVING", "print('leaving', file=sys.stderr)")
    before = sys.stdout, sys.stderr
    see(tmp_path, f"import os, subprocess\nos.write(1, b'raw')\nsubprocess.run(['echo', 'below'])\n{source}")
    assert capfd.readouterr() == ("", "")
    target = held(tmp_path, source, monkeypatch)
    capfd.readouterr()
    asyncio.run(look(target))
    assert (sys.stdout, sys.stderr) == before
    assert capfd.readouterr() == ("", "")


def test_a_server_may_close_its_streams(tmp_path: Path) -> None:
    closing = "for stream in (sys.stdin, sys.stdout, sys.stderr): stream.close()"
    assert see(
        tmp_path, f"import sys\n{SERVER}{closing}\nfor fd in (0, 1, 2): os.close(fd)".replace("sys", "os, sys", 1)
    ).tools


def test_the_output_of_a_failing_server_is_evidence(tmp_path: Path) -> None:
    source = "import sys\nprint('opening s3cr3t', file=sys.stderr)\nserver = 5"
    assert "opening ${KEY}" in fail(tmp_path, source).evidence
    output = fail(tmp_path, "print('s3cr3t printed')\nraise ValueError('no s3cr3t')")
    assert "${KEY} printed" in output.evidence
    assert "no ${KEY}" in output.evidence


HANGING = [
    "import time\ntime.sleep(600)",
    "while True: pass",
    SERVER + "import asyncio\nasyncio.get_event_loop().stop()",
]


def test_a_hanging_module_does_not_affect_other_servers(tmp_path: Path) -> None:
    references = [f"{written(tmp_path, source)}:server" for source in (*HANGING, SERVER)]
    *hanging, whole = [Target(name, "", InProcess(name, tmp_path), timeout=1) for name in references]
    started = time.monotonic()
    *hung, good = capture_servers([*hanging, replace(whole, timeout=PATIENCE)], jobs=8).values()
    assert all(isinstance(outcome, ServerTimedOut | ServerUnreachable) for outcome in hung)
    assert isinstance(good, Capture)
    assert time.monotonic() - started < PATIENCE


def test_limits_hold_for_imported_servers(tmp_path: Path) -> None:
    name = written(tmp_path, SERVER)
    target = Target("here", name, InProcess(f"{name}:server", tmp_path), limits=Limits(bytes=100))
    assert "longer than the limit of 100 bytes" in str(capture_servers([target], jobs=1)["here"])


def test_the_output_of_each_server_is_kept_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    given = [
        held(tmp_path, f"made = None\ndef server():\n print('this is {which}')\n return made\n", monkeypatch)
        for which in ("one", "two")
    ]
    for target in given:
        target.how.given.__globals__["made"] = inner()  # type: ignore[union-attr]

    async def both() -> list[str]:
        evidence = []
        ready, over = asyncio.Barrier(2), asyncio.Barrier(2)

        async def hold(target: Target) -> None:
            async with open_object(target) as wire:
                print("ours", file=sys.stderr)
                await ready.wait()
                evidence.append(wire.evidence)  # type: ignore[attr-defined]
                await over.wait()

        await asyncio.gather(*map(hold, given))
        return evidence

    before = sys.stdout
    assert sorted(asyncio.run(both())) == ["this is one", "this is two"]
    assert sys.stdout is before
    assert capsys.readouterr() == ("", "ours\nours\n")


def inner() -> Any:
    from mcp.server.mcpserver import MCPServer

    return MCPServer("here")


def diary(folder: Path) -> str:
    return next(folder.glob("*.diary")).read_text(encoding="utf-8")


def test_the_lifespan_is_entered_and_left(tmp_path: Path) -> None:
    see(tmp_path, LIFESPAN.replace("ENTERING", "").replace("LEAVING", "await asyncio.sleep(0.05)"))
    assert diary(tmp_path) == "in;out;"


def test_the_lifespan_is_left_when_govern_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = held(tmp_path, LIFESPAN.replace("ENTERING", "").replace("LEAVING", ""), monkeypatch)

    async def run() -> None:
        async with asyncio.timeout(0.2), open_object(target) as wire:
            await wire.receive()

    with pytest.raises(TimeoutError):
        asyncio.run(run())
    assert diary(tmp_path) == "in;out;"


@pytest.mark.parametrize("given", [False, True])
@pytest.mark.parametrize(
    ("entering", "text", "evidence"),
    [
        ("raise OSError('no disk')", "the server stopped: OSError: no disk", "lifespan"),
        ("print('no KEY'); sys.exit(3)", "it called exit(3)", "no KEY"),
    ],
)
def test_a_failing_lifespan_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entering: str, text: str, evidence: str, *, given: bool
) -> None:
    source = LIFESPAN.replace("ENTERING", entering).replace("LEAVING", "")
    with pytest.raises(ServerUnreachable) as caught:
        asyncio.run(look(held(tmp_path, source, monkeypatch))) if given else see(tmp_path, source)
    assert text in caught.value.message
    assert evidence in caught.value.evidence


def test_a_lifespan_that_never_ends_is_cancelled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_process, "_SHUTDOWN", 0.1)
    target = held(tmp_path, LIFESPAN.replace("ENTERING", "").replace("LEAVING", "await asyncio.sleep(60)"), monkeypatch)
    started = time.monotonic()
    asyncio.run(look(target))
    assert time.monotonic() - started < 5
