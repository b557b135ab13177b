"""MCP messages: requests and answers, matched by their ids, also if a proxy or a client wrapped them.

A log may hold both directions, and several sessions at once. Sessions are told apart by fields of the wrapper. Without
any, an answer to an id that is waiting twice is ignored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from govern.traces.call import FAILED, Guess, Server, is_failure, is_pending, json_in, mapping_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.traces.call import Take

_WRAPS = ("message", "msg", "payload", "data", "body", "rpc", "frame", "request", "response")
_SESSIONS = ("session", "session_id", "sessionId", "mcp_session_id", "mcp-session-id", "connection", "connection_id",
             "connectionId", "client_id", "stream", "pid")  # fmt: skip
_SERVERS = ("server", "server_name", "serverName", "mcp_server")
_DIRECTIONS = ("direction", "dir", "from", "sender", "source", "type")
_MOST_PENDING = 10_000
_MOST_SESSIONS = 10_000
_MOST_DOUBTED = 8
_UNNAMED = Guess()
_Session = tuple[Any, ...]
# A waiting request: method, direction, server, tool, arguments, line; a plain tuple, since there is one per call.
_Asked = tuple[str, str, Server, str, Any, int]


class Context(NamedTuple):
    """The fields of a message's wrapper: session, server and direction."""

    session: _Session = ()
    server: str | Guess | None = None
    direction: str = ""


_NOWHERE = Context()


class _Open:
    """One session: its server, and the waiting requests by id, alone or among others of that id."""

    __slots__ = ("alone", "among", "server")

    def __init__(self) -> None:
        self.alone: dict[Any, _Asked] = {}
        self.among: dict[Any, list[_Asked]] = {}
        self.server = _UNNAMED

    def waiting(self) -> Iterator[_Asked]:
        """Yield all waiting requests."""
        yield from self.alone.values()
        for asked in self.among.values():
            yield from asked


class Messages:
    """Reads the messages of one file."""

    def __init__(self, take: Take) -> None:
        self._take = take
        self._sessions: dict[_Session, _Open] = {}
        self._waiting = 0

    def read(self, value: Mapping[str, Any], number: int) -> bool:
        """Read a message, bare or wrapped, and return whether there is one."""
        return self.message(value, number) if "jsonrpc" in value else self.wrapped(value, number)

    def wrapped(self, value: Mapping[str, Any], number: int, around: Context = _NOWHERE) -> bool:
        """Read the messages in a record and return whether there are any."""
        context, found = around, False
        for key in _WRAPS:
            inner = value.get(key)
            if inner.__class__ is str and '"jsonrpc"' in inner:
                inner = json_in(inner)
            if inner.__class__ is dict and "jsonrpc" in inner:
                context = context if found else _context(value, around)
                found = self.message(inner, number, context) or found
            elif inner.__class__ is list and inner and mapping_in(inner[0]).get("jsonrpc"):
                context = context if found else _context(value, around)
                found = self.batch(inner, number, context) or found
        return found

    def batch(self, messages: list[Any], number: int, context: Context = _NOWHERE) -> bool:
        """Read a batch of messages."""
        return sum(self.message(each, number, context) for each in messages if each.__class__ is dict) > 0

    def message(self, value: Mapping[str, Any], number: int, context: Context = _NOWHERE) -> bool:
        """Read a message and return whether it is one of JSON-RPC."""
        method, ident = value.get("method"), value.get("id")
        if ident.__class__ is not int and ident.__class__ is not str:
            return method.__class__ is str
        session = self._sessions.get(context.session) or self._begun(context.session)
        if method is None:
            self._answered(session, ident, value, context.direction)
            return "result" in value or "error" in value
        if method == "tools/call":
            return self._called(session, ident, value.get("params"), number, context)
        if method == "initialize":
            self._end(self._sessions.pop(context.session))
            session = self._begun(context.session)
        self._wait(session, ident, (str(method), context.direction, None, "", None, number))
        return True

    def end(self) -> None:
        """Add the calls that were never answered."""
        for session in self._sessions.values():
            self._end(session)
        self._sessions.clear()

    def _begun(self, name: _Session) -> _Open:
        """Begin a session; the oldest ends where there are too many."""
        if len(self._sessions) >= _MOST_SESSIONS:
            self._end(self._sessions.pop(next(iter(self._sessions))))
        session = self._sessions[name] = _Open()
        return session

    def _end(self, session: _Open) -> None:
        """End a session; its waiting requests have no answer."""
        for asked in session.waiting():
            self._hand_on(asked)
        session.alone.clear()
        session.among.clear()

    def _called(self, session: _Open, ident: Any, params: Any, number: int, context: Context) -> bool:
        if params.__class__ is not dict or params.get("name").__class__ is not str:
            return False
        arguments = params.get("arguments")
        arguments = {} if arguments is None else arguments
        server = context.server or session.server
        self._wait(session, ident, ("tools/call", context.direction, server, params["name"], arguments, number))
        return True

    def _wait(self, session: _Open, ident: Any, asked: _Asked) -> None:
        alone = session.alone
        self._waiting += 1
        if self._waiting > _MOST_PENDING:
            self._make_room(session)
        if ident not in alone and ident not in session.among:
            alone[ident] = asked
            return
        among = session.among.setdefault(ident, [])
        if ident in alone:
            among.append(alone.pop(ident))
        if len(among) < _MOST_DOUBTED:
            among.append(asked)
        else:
            self._hand_on(asked)

    def _make_room(self, current: _Open) -> None:
        """Drop the oldest request of the oldest session, and the session once nothing waits in it."""
        name = next(iter(self._sessions))
        oldest = self._sessions[name]
        if oldest.alone:
            self._hand_on(oldest.alone.pop(next(iter(oldest.alone))))
        elif oldest.among:
            for asked in oldest.among.pop(next(iter(oldest.among))):
                self._hand_on(asked)
        elif oldest is not current:
            del self._sessions[name]

    def _answered(self, session: _Open, ident: Any, value: Mapping[str, Any], direction: str) -> None:
        asked = session.alone.get(ident)
        if asked is None:
            among = session.among.get(ident)
            asked = _whose(among, value.get("result"), direction) if among else None
            if among is None or asked is None:
                return
            among.remove(asked)
            if not among:
                del session.among[ident]
        elif asked[1] and asked[1] == direction:
            return
        else:
            del session.alone[ident]
        self._waiting -= 1
        method, _, server, tool, arguments, number = asked
        result = value.get("result")
        if method == "tools/call":
            failed = is_failure(result) or value.get("error") is not None
            self._take(server, tool, arguments, FAILED if failed else None if is_pending(result) else result, number)
        elif method == "initialize":
            name = mapping_in(mapping_in(result).get("serverInfo")).get("name")
            session.server = Guess(name) if name.__class__ is str else _UNNAMED

    def _hand_on(self, asked: _Asked) -> None:
        self._waiting -= 1
        method, _, server, tool, arguments, number = asked
        if method == "tools/call":
            self._take(server, tool, arguments, None, number)


def _whose(waiting: list[_Asked], result: Any, direction: str) -> _Asked | None:
    """Return which of several requests with one id an answer belongs to, or None."""
    fitting = [asked for asked in waiting if not (direction and asked[1]) or asked[1] != direction]
    if len(fitting) != 1 and mapping_in(result).keys() & {"content", "structuredContent"}:
        # An answer to a sampling request has content too, but also a role.
        fitting = [asked for asked in fitting if (asked[0] == "tools/call") is ("role" not in result)]
    return fitting[0] if len(fitting) == 1 else None


def _context(value: Mapping[str, Any], around: Context) -> Context:
    server = next((value[key] for key in _SERVERS if value.get(key).__class__ is str), around.server)
    direction = next((value[key] for key in _DIRECTIONS if value.get(key).__class__ is str), around.direction)
    session = tuple(value[key] for key in _SESSIONS if value.get(key).__class__ in (int, str))
    return Context((*around.session, *session, server), server, direction)
