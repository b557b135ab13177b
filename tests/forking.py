"""Run `govern` or `python` as a fork of an interpreter that has imported most of it: a start takes a tenth of the time.

`forked(NAME)` gives a folder with a program of that name. It passes its words, folder, environment and streams on to
`python forking.py NAME SOCKET`, which waits there until its stdin ends, and ends with the exit code. Tests that plant
modules for Python to find, and one of each kind, run the real program.
"""

import gc
import io
import json
import os
import runpy
import select
import socket
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path

_CLIENT = """\
#!{python} -IS
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as server:
    server.connect({path!r})
    call = [sys.argv[1:], os.getcwd(), dict(os.environ)]
    socket.send_fds(server, [json.dumps(call).encode()], [0, 1, 2])
    server.shutdown(socket.SHUT_WR)
    code = int(server.recv(16) or b"70")
sys.exit(code)
"""
_REPORTS = [f"--report={name}=report" for name in ("json", "markdown", "sarif", "github", "junit", "codequality")]


@contextmanager
def forked(name: str) -> Iterator[Path]:
    """Return the folder of a `govern` or `python` that starts quickly."""
    # The path of a socket has at most a hundred characters, fewer than pytest's own folders have on macOS.
    with tempfile.TemporaryDirectory(prefix="govern-", dir="/tmp") as place:
        folder, path = Path(place), Path(place, "socket")
        (folder / name).write_text(_CLIENT.format(python=sys.executable, path=str(path)))
        (folder / name).chmod(0o755)
        command = [sys.executable, __file__, name, str(path)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
            assert server.stdout
            assert server.stdout.readline() == b"ready\n"
            yield folder
            server.communicate()


def main(name: str, path: str) -> None:
    """Serve until stdin ends."""
    warm_up, run = {"govern": (_warm_up_govern, _govern), "python": (_warm_up_python, _python)}[name]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with redirect_stdout(io.StringIO()):
            warm_up(Path(folder))
        os.chdir("/")
    gc.freeze()  # collecting in a fork would copy all of it
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen()
        print("ready", flush=True)
        while listening in select.select([listening, sys.stdin], [], [])[0]:
            connection, _ = listening.accept()
            with connection:
                if os.fork() == 0:
                    listening.close()
                    _serve(connection, run)
            with suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass


def _warm_up_python(_: Path) -> None:
    """Import what servers and their tests import."""
    import pytest  # noqa: F401
    from mcp.server import MCPServer

    MCPServer("a")


def _python(words: list[str]) -> None:
    """Run a module, code or a script as `python` does; with other options, the real one."""
    match words:
        case ["-m", module, *_]:
            sys.argv, sys.path[0] = words[1:], os.getcwd()  # noqa: PTH109
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        case ["-c", code, *rest]:
            sys.argv, sys.path[0] = ["-c", *rest], ""
            exec(code, {"__name__": "__main__"})
        case [script, *_] if not script.startswith("-"):
            sys.argv, sys.path[0] = words, str(Path(script).resolve().parent)
            runpy.run_path(script, run_name="__main__")
        case _:
            os.execv(sys.executable, [sys.executable, *words])


def _warm_up_govern(folder: Path) -> None:
    """Import what the commands of CIs import, by running them."""
    from govern.commands import gate  # noqa: F401

    (folder / "govern.toml").write_text('[servers.a]\ncatalog = "a.json"\n')
    for name, maximum in (("old.lock", 20), ("capability.lock", 10)):
        schema = {"type": "object", "properties": {"limit": {"type": "integer", "maximum": maximum}}}
        tool = {"name": "look", "description": f"At most {maximum}.", "inputSchema": schema}
        (folder / "a.json").write_text(json.dumps({"tools": [tool]}))
        _finished("lock", "--lock", name)
    for words in (("lock", "--check"), ("verify",), ("cost",), ("diff", "old.lock", "capability.lock", *_REPORTS)):
        _finished(*words)


def _finished(*words: str) -> None:
    from govern.cli.program import run

    sys.argv = ["govern", *words]
    try:
        run()
    except SystemExit as ended:
        if ended.code not in (0, 1):
            raise


def _govern(words: list[str]) -> None:
    from govern.__main__ import main

    sys.argv = ["govern", *words]
    main()


def _serve(connection: socket.socket, run: Callable[[list[str]], None]) -> None:
    """Run one command in a child, and send its exit code."""
    received, streams, _, _ = socket.recv_fds(connection, 1 << 16, 3)
    while more := connection.recv(1 << 16):
        received += more
    child = os.fork()
    if child == 0:
        connection.close()
        words, folder, environ = json.loads(received)
        _become(run, words, folder, environ, streams)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    connection.sendall(str(code if code >= 0 else 128 - code).encode())
    os._exit(0)


def _become(
    run: Callable[[list[str]], None], words: list[str], folder: str, environ: dict[str, str], streams: list[int]
) -> None:
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environ)
    sys.stdin, sys.stdout = open(0), open(1, "w")  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace")  # noqa: SIM115
    code = 1
    try:
        run(words)
        code = 0
    except SystemExit as ended:
        if isinstance(ended.code, str):
            print(ended.code, file=sys.stderr)
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:  # noqa: BLE001 - a fork may not return to what it was forked from
        traceback.print_exc()
    sys.stdout.flush()
    os._exit(code)


if __name__ == "__main__":
    main(*sys.argv[1:])
