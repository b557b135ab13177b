"""Servers imported from files that each test writes, under names of their own, as Python keeps what it has imported."""

import asyncio
import sys
import time
from itertools import count
from pathlib import Path

import pytest

from govern.contract.surface import Surface
from govern.errors import ServerUnreachable, SnapshotError
from govern.policy.target import InProcess, Secrets, Target
from govern.snapshot import in_process
from govern.snapshot.in_process import open_object
from govern.snapshot.session import Session

_NUMBERS = count()
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
    """The name of a new module with this text."""
    name = f"served_{next(_NUMBERS)}"
    (folder / f"{name}.py").write_text(source, encoding="utf-8")
    return name


def aim(folder: Path, reference: str) -> Target:
    return Target("here", reference, InProcess(reference, folder), secrets=Secrets({"s3cr3t": "${KEY}"}))


async def look(target: Target) -> Surface:
    async with asyncio.timeout(20), open_object(target) as wire:
        return await Session(wire, target).read()


def see(folder: Path, source: str, name: str = "server") -> Surface:
    return asyncio.run(look(aim(folder, f"{written(folder, source)}:{name}")))


def fail(folder: Path, source: str, name: str = "server") -> SnapshotError:
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
        "class Holder: inner = server\nserver = Holder",
    ],
    ids=["object", "factory", "async factory", "low level", "in a class"],
)
def test_reads_servers_and_what_makes_them(tmp_path: Path, source: str) -> None:
    surface = see(tmp_path, SERVER + source, "server.inner" if "Holder" in source else "server")
    assert [tool.key for tool in surface.tools] == ["look"]
    assert surface.info["name"] == "here"


def test_can_be_read_again(tmp_path: Path) -> None:
    target = aim(tmp_path, f"{written(tmp_path, SERVER)}:server")
    assert asyncio.run(look(target)) == asyncio.run(look(target))


def test_modules_are_found_from_the_root_and_only_while_importing(tmp_path: Path) -> None:
    before = list(sys.path)
    beside = written(tmp_path, "NAME = 'look'")
    assert see(tmp_path, f"from {beside} import NAME\n{SERVER}").tools
    assert sys.path == before


@pytest.mark.parametrize(
    ("source", "name", "told"),
    [
        ("server = {'tools': []}", "server", "of type dict, not an MCP server"),
        (SERVER, "sever", "has no 'sever'"),
        ("import nowhere_at_all", "server", "No module named 'nowhere_at_all'"),
        ("def server(port): ...", "server", "missing 1 required positional argument"),
        ("def server(): return 5", "server", "of type int"),
        ("raise SystemExit('set KEY first')", "server", "SystemExit: set KEY first"),
        ("if True print", "server", "SyntaxError"),
        (SERVER + "server.run()", "server", "RuntimeError"),
    ],
)
def test_what_is_no_server_is_told(tmp_path: Path, source: str, name: str, told: str) -> None:
    assert told in fail(tmp_path, source, name).message


def test_a_module_that_is_not_there_is_told_with_the_place(tmp_path: Path) -> None:
    with pytest.raises(ServerUnreachable, match="No module named 'absent_module'") as caught:
        asyncio.run(look(aim(tmp_path, "absent_module:server")))
    assert str(tmp_path) in caught.value.hint


def test_a_reference_without_an_object_is_told(tmp_path: Path) -> None:
    with pytest.raises(ServerUnreachable, match="names no object"):
        asyncio.run(look(aim(tmp_path, "module")))


def test_an_import_that_fails_shows_the_last_lines_of_its_traceback(tmp_path: Path) -> None:
    error = fail(tmp_path, "def connect():\n    raise ValueError('no database')\nconnect()")
    assert "ValueError: no database" in error.message
    assert "in connect" in error.evidence
    assert len(error.evidence.splitlines()) <= 12


def test_what_a_server_prints_reaches_neither_stdout_nor_stderr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = f"import sys\nprint('importing')\nprint('warning', file=sys.stderr)\n{SERVER}" + LIFESPAN.replace(
        "ENTERING", "print('entering')"
    ).replace("LEAVING", "print('leaving', file=sys.stderr)")
    before = sys.stdout, sys.stderr
    see(tmp_path, source)
    assert (sys.stdout, sys.stderr) == before
    assert capsys.readouterr() == ("", "")


def test_what_a_server_printed_is_kept_where_it_fails(tmp_path: Path) -> None:
    source = SERVER + "import sys\nprint('opening s3cr3t', file=sys.stderr)\nserver = 5"
    assert "opening ${KEY}" in fail(tmp_path, source).evidence


def test_servers_side_by_side_are_heard_apart_and_ours_goes_through(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [written(tmp_path, f"print('this is {which}')\n{SERVER}") for which in ("one", "two")]

    async def both() -> list[str]:
        evidence = []
        ready, over = asyncio.Barrier(2), asyncio.Barrier(2)

        async def hold(name: str) -> None:
            async with open_object(aim(tmp_path, f"{name}:server")) as wire:
                print("ours", file=sys.stderr)
                await ready.wait()
                evidence.append(wire.evidence)  # type: ignore[attr-defined]
                await over.wait()

        await asyncio.gather(hold(names[0]), hold(names[1]))
        return evidence

    before = sys.stdout
    assert sorted(asyncio.run(both())) == ["this is one", "this is two"]
    assert sys.stdout is before
    assert capsys.readouterr() == ("", "ours\nours\n")


def diary(folder: Path) -> str:
    return next(folder.glob("*.diary")).read_text(encoding="utf-8")


def test_its_lifespan_is_entered_and_left(tmp_path: Path) -> None:
    see(tmp_path, LIFESPAN.replace("ENTERING", "").replace("LEAVING", "await asyncio.sleep(0.05)"))
    assert diary(tmp_path) == "in;out;"


def test_its_lifespan_is_left_where_we_fail(tmp_path: Path) -> None:
    target = aim(tmp_path, f"{written(tmp_path, LIFESPAN.replace('ENTERING', '').replace('LEAVING', ''))}:server")

    async def run() -> None:
        async with asyncio.timeout(0.2), open_object(target) as wire:
            await wire.receive()

    with pytest.raises(TimeoutError):
        asyncio.run(run())
    assert diary(tmp_path) == "in;out;"


def test_a_lifespan_that_fails_is_told(tmp_path: Path) -> None:
    source = LIFESPAN.replace("ENTERING", "raise OSError('no disk')").replace("LEAVING", "")
    error = fail(tmp_path, source)
    assert "it stopped serving: OSError: no disk" in error.message
    assert "lifespan" in error.evidence


def test_a_server_that_exits_takes_nobody_with_it(tmp_path: Path) -> None:
    source = LIFESPAN.replace("ENTERING", "print('no KEY'); sys.exit(3)").replace("LEAVING", "")
    error = fail(tmp_path, source)
    assert error.message == "it called exit(3)"
    assert "no KEY" in error.evidence


def test_a_lifespan_that_never_ends_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_process, "_FAREWELL", 0.1)
    started = time.monotonic()
    see(tmp_path, LIFESPAN.replace("ENTERING", "").replace("LEAVING", "await asyncio.sleep(60)"))
    assert time.monotonic() - started < 5
