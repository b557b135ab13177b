"""Run `govern` as a fork of an interpreter that has imported it already: a start takes a tenth of the time.

`python forking.py SOCKET` waits there until its stdin ends. `client(SOCKET)` stands in for `govern`:
it passes its words, folder, environment and streams on, and ends with the exit code. Tests that plant modules for
Python to find, and one of each kind of CI, run the real program.
"""

import io
import json
import os
import select
import socket
import sys
import tempfile
import traceback
from contextlib import redirect_stdout, suppress
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


def client(path: Path) -> str:
    """Return the text of the program that runs `govern` at this socket."""
    return _CLIENT.format(python=sys.executable, path=str(path))


def main(path: str) -> None:
    """Serve until stdin ends."""
    from govern.commands import gate  # noqa: F401 - what a fork of this process need not import

    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with redirect_stdout(io.StringIO()):
            _warm_up(Path(folder))
        os.chdir("/")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen()
        print("ready", flush=True)
        while listening in select.select([listening, sys.stdin], [], [])[0]:
            connection, _ = listening.accept()
            with connection:
                if os.fork() == 0:
                    listening.close()
                    _serve(connection)
            with suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass


def _warm_up(folder: Path) -> None:
    """Import what the commands of CIs import, by running them."""
    (folder / "govern.toml").write_text('[servers.a]\ncatalog = "a.json"\n')
    for name, maximum in (("old.lock", 20), ("capability.lock", 10)):
        schema = {"type": "object", "properties": {"limit": {"type": "integer", "maximum": maximum}}}
        tool = {"name": "look", "description": f"At most {maximum}.", "inputSchema": schema}
        (folder / "a.json").write_text(json.dumps({"tools": [tool]}))
        _run("lock", "--lock", name)
    for words in (("lock", "--check"), ("verify",), ("cost",), ("diff", "old.lock", "capability.lock", *_REPORTS)):
        _run(*words)


def _run(*words: str) -> None:
    from govern.cli.program import run

    sys.argv = ["govern", *words]
    try:
        run()
    except SystemExit as ended:
        if ended.code not in (0, 1):
            raise


def _serve(connection: socket.socket) -> None:
    """Run one command in a child, and send its exit code."""
    received, streams, _, _ = socket.recv_fds(connection, 1 << 16, 3)
    while more := connection.recv(1 << 16):
        received += more
    child = os.fork()
    if child == 0:
        connection.close()
        words, folder, environ = json.loads(received)
        _become(words, folder, environ, streams)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    connection.sendall(str(code if code >= 0 else 128 - code).encode())
    os._exit(0)


def _become(words: list[str], folder: str, environ: dict[str, str], streams: list[int]) -> None:
    from govern.__main__ import main as govern

    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environ)
    sys.argv = ["govern", *words]
    sys.stdin, sys.stdout = open(0), open(1, "w")  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace")  # noqa: SIM115
    code = 1
    try:
        govern()
        sys.stdout.flush()
        code = 0
    except BaseException:  # noqa: BLE001 - a fork may not return to what it was forked from
        traceback.print_exc()
    os._exit(code)


if __name__ == "__main__":
    main(sys.argv[1])
