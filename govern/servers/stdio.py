"""The stdio transport: one JSON-RPC message per line on the stdin and stdout of a child process.

A server that is configured as `module:object` is imported and run by its own SDK in such a child, an interpreter, so
that its output, its run time and its crashes stay outside this process.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
import json
import os
import sys
import traceback
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, TextIO, cast

from govern.errors import ServerError, ServerMisbehaved, ServerUnreachable, exception_line
from govern.policy.target import Command
from govern.servers.messages import MessageReader, encode_message
from govern.servers.process import Child, OutputTail
from govern.servers.spawning import python_command

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from contextlib import AbstractAsyncContextManager

    from govern.policy.target import InProcess, Target
    from govern.servers.messages import Message, Wire


_LOG_TO_STDERR = "a stdio server must write its logs to stderr"


class StdioWire:
    """A wire to one child process; output outside the protocol is kept as evidence."""

    protocol: str | None = None

    def __init__(self, child: Child, target: Target, output_tail: OutputTail) -> None:
        self._child = child
        self.reader = MessageReader(target.limits)
        self._limits = target.limits
        self._output_tail = output_tail
        self._stray_bytes = 0

    @property
    def evidence(self) -> str:
        """Return the end of its output outside the protocol."""
        return self._output_tail.text()

    @property
    def pid(self) -> int | None:
        """Return the id of the process."""
        return self._child.pid

    @property
    def advice(self) -> str:
        """Return a hint if the server wrote something other than messages to stdout, else an empty string."""
        return f"it wrote non-protocol output to stdout; {_LOG_TO_STDERR}" if self._stray_bytes else ""

    async def send(self, message: Message) -> None:
        """Write one message as a line."""
        await self._child.write(encode_message(message) + b"\n")

    async def receive(self) -> Message:
        """Return the next line that is a message."""
        while True:
            line = await self._child.line()
            if found := await self.reader.read(line.strip()):
                return found
            self._output_tail.add(line + b"\n")
            self._stray_bytes += len(line) + 1
            if self._stray_bytes > self._limits.bytes:
                raise ServerMisbehaved(
                    f"more than {self._limits.bytes} bytes of non-protocol output on stdout",
                    hint=_LOG_TO_STDERR,
                )


def open_stdio(target: Target) -> AbstractAsyncContextManager[Wire]:
    """Return a context manager that starts the target's command and ends everything it started."""
    if not isinstance(target.how, Command):
        raise TypeError(target.how)
    return open_child(target, target.how, StdioWire)


@asynccontextmanager
async def open_child(target: Target, command: Command, wire: type[StdioWire]) -> AsyncIterator[Wire]:
    """Start a command that serves the target, and yield a wire of the given class to it."""
    started = command
    if command.bundle:
        from govern.servers.bundles import provide_bundle

        await provide_bundle(command.bundle)
    if target.sandbox:
        from govern.servers.sandbox import sandboxed

        command = sandboxed(command, target.sandbox)
    output_tail = OutputTail(target.secrets)
    child = Child(target.limits, output_tail)
    failure: BaseException | None = None
    try:
        await child.start(command)
        yield wire(child, target, output_tail)
    except BaseException as error:
        failure = error
        raise
    finally:
        await child.stop(failed=failure is not None)
        # Only now is its stderr complete.
        if isinstance(failure, ServerError):
            failure.evidence = failure.evidence or output_tail.text()
            failure.hint = failure.hint or _launcher_hint(started, failure.evidence)
            _name_hidden_path(failure, started, target)


_MOVED_NAME = ("AttributeError: ", "ImportError: ", "ModuleNotFoundError: ")


def _launcher_hint(command: Command, evidence: str) -> str:
    """Return a hint if npx wanted to ask, or if the dependencies of a pinned Python package seem to be too new."""
    from govern.contract.launchers import packages

    if "npx canceled due to missing packages and no YES option" in evidence:
        return 'npx asks before it installs a package: write "-y" after "npx"'
    package = next((each for each in packages(command.argv) if not each.extra), None)
    if package is None or package.kind != "pypi" or package.unpinned:
        return ""
    if not exception_line(evidence).startswith(_MOVED_NAME):
        return ""
    older = ", or start it with an older one, such as `--with mcp==1.30.0`" if package.launcher.startswith("uv") else ""
    return f"it runs with the newest dependencies that it allows, and one may be too new for it: upgrade it{older}"


def _name_hidden_path(failure: ServerError, command: Command, target: Target) -> None:
    """Add to the failure of a sandboxed server the file that its command names and that it cannot read."""
    if target.sandbox is None or not isinstance(failure, ServerUnreachable) or not isinstance(target.how, Command):
        return
    from govern.servers.sandbox import hidden_path

    if hidden := hidden_path(command, target.sandbox):
        folder = hidden if hidden.is_dir() else hidden.parent
        # In the message, since a fleet stores no hints.
        failure.message = f"{failure.message}; the sandbox hides {hidden}, --sandbox-read {quote(str(folder))} shows it"


# The method of a message that the child sends instead of a response if it cannot serve.
_FAILED = "govern/failed"
_MAX_REASON = 2_000


@asynccontextmanager
async def open_imported(target: Target) -> AsyncIterator[Wire]:
    """Start an interpreter that imports the target's object, and yield a wire to it.

    It has the full environment, but none in a sandbox.
    """
    how = cast("InProcess", target.how)
    argv = (*python_command(__name__), how.reference, str(how.root))
    env = {} if target.sandbox else dict(os.environ)
    async with open_child(target, Command(argv, Path.cwd(), env), ImportedWire) as wire:
        yield wire


class ImportedWire(StdioWire):
    """A wire to the child that raises the error which the child reports."""

    async def receive(self) -> Message:
        """Return the next message."""
        message = await super().receive()
        if message.get("method") == _FAILED:
            raise ServerUnreachable(**message["params"])
        return message


def main() -> None:
    """Serve the object named on the command line; the child interpreter runs this.

    The module's own stdin is /dev/null, and its stdout goes to stderr.
    """
    reference, root = sys.argv[1:]
    del sys.argv[1:]
    with (
        os.fdopen(os.dup(0), encoding="utf-8") as incoming,
        os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n") as outgoing,
    ):
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        # With line buffering nothing is lost if the process is killed.
        cast("Any", sys.stdout).reconfigure(line_buffering=True)
        asyncio.run(_serve(reference, root, incoming, outgoing))


async def _serve(reference: str, root: str, incoming: TextIO, outgoing: TextIO) -> None:
    def fail(reason: str, error: BaseException | None = None, hint: str = "") -> None:
        params = {"message": reason[:_MAX_REASON], "hint": hint}
        # The module may have closed any stream.
        with suppress(OSError, ValueError):
            if error is not None and not isinstance(error, ServerError):
                os.write(2, traceback_tail(error).encode("utf-8", "replace"))
            outgoing.write(json.dumps({"jsonrpc": "2.0", "method": _FAILED, "params": params}) + "\n")
            outgoing.flush()

    try:
        with imported_object(reference, root) as found:
            server = await protocol_server(found, reference)
    except ServerError as error:
        return fail(error.message, error, error.hint)
    except BaseException as error:  # noqa: BLE001 - any failure is reported to the parent
        missing = error.name or "" if isinstance(error, ModuleNotFoundError) else ""
        hint = f"modules are searched in {root} first, then where govern is installed" if missing else ""
        # The traceback of a module that is missing itself has lines of Python and govern only.
        is_itself = bool(missing) and f"{reference.partition(':')[0]}.".startswith(f"{missing}.")
        return fail(f"cannot import {reference}: {exception_summary(error)}", None if is_itself else error, hint)

    import anyio
    from mcp.server.stdio import stdio_server

    async with stdio_server(cast("Any", anyio.wrap_file(incoming)), cast("Any", anyio.wrap_file(outgoing))) as streams:
        try:
            await server.run(*streams, server.create_initialization_options())
        except BaseException as error:  # noqa: BLE001 - any failure is reported to the parent
            fail(f"the server stopped: {exception_summary(error)}", error)
        else:
            fail("the server stopped")


# The attributes that hold the low-level server: MCPServer (SDK v2), FastMCP (SDK v1).
_LOW_LEVEL = ("_lowlevel_server", "_mcp_server")
_TRACEBACK_LINES = 12


@contextmanager
def imported_object(reference: str, root: str) -> Iterator[Any]:
    """Yield the object that `module:object` names; meanwhile modules are searched in `root` first."""
    module_name, colon, names = reference.partition(":")
    if not (module_name and colon and names):
        raise ServerUnreachable(
            f"{reference!r} is not of the form module:object", hint='set python = "module:object" for this server'
        )
    sys.path.insert(0, root)
    try:
        found: Any = importlib.import_module(module_name)
        for name in names.split("."):
            if not hasattr(found, name):
                raise _missing_attribute(module_name, name)
            found = getattr(found, name)
        yield found
    finally:
        if root in sys.path:
            sys.path.remove(root)


async def protocol_server(found: Any, reference: str) -> Any:
    """Return the low-level server of an object; a function without arguments is called to create the object."""
    made = found if _low_level_server(found) or not callable(found) else found()
    if inspect.isawaitable(made):
        made = await made
    if server := _low_level_server(made):
        return server
    described = f"the class {made.__name__}" if isinstance(made, type) else f"of type {type(made).__name__}"
    raise ServerUnreachable(
        f"{reference} is {described}, not an MCP server",
        hint="name an MCPServer, FastMCP or low-level Server object, or a function without arguments that returns one",
    )


def exception_summary(error: BaseException) -> str:
    """Return an exception's type and text; for a group, those of its first exception."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, SystemExit):
        return f"it called exit({error.code!r})"
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def traceback_tail(error: BaseException) -> str:
    """Return the last lines of an exception's traceback."""
    return "\n".join("".join(traceback.format_exception(error)).splitlines()[-_TRACEBACK_LINES:])


def _low_level_server(found: Any) -> Any:
    if isinstance(found, type):
        return None
    inner = next((getattr(found, name) for name in _LOW_LEVEL if hasattr(found, name)), found)
    return inner if hasattr(inner, "run") and hasattr(inner, "create_initialization_options") else None


def _missing_attribute(module_name: str, name: str) -> ServerUnreachable:
    file = getattr(sys.modules[module_name], "__file__", None) or "built in"
    return ServerUnreachable(
        f"the module {module_name} ({file}) has no {name!r}", hint='correct python = "module:object" in govern.toml'
    )
