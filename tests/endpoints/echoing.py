"""An MCP server that repeats every credential it is sent, in every place it can, and gives its own OAuth tokens."""

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Echo:
    """The behaviour of a running server, and the requests it got."""

    url: str = ""
    token: str = "issued-4f7c0a91-acc355-t0ken"
    refresh: str = "issued-77b1e0d2-r3fr35h-t0ken"
    session: str = "sess-9d1f2c3b4a5e6f70"
    cookie: str = "c00k13-5f2e9a7b1c"
    oauth: bool = True
    # What the token endpoint answers, where it is not the usual.
    token_answer: str = ""
    # `error` and `status` fail tools/list; `text` and `keys` answer it; `version` puts the echo into the greeting.
    echo_in: str = "text"
    as_stream: bool = False
    # The texts of the tools beside the echo.
    says: str = ""
    seen: set[str] = field(default_factory=set)

    def heard(self) -> str:
        """Return every credential that it got or issued, also in other spellings."""
        forms = [*sorted(self.seen), self.session, self.cookie, *((self.token, self.refresh) if self.oauth else ())]
        forms += [base64.b64encode(f"user:{form}".encode()).decode() for form in forms]
        forms += [base64.urlsafe_b64encode(f"x{form}".encode()).decode() for form in forms[:8]]
        return " | ".join(forms)


def _handler(echo: Echo) -> type[BaseHTTPRequestHandler]:  # noqa: C901 - a server in one piece
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            if self.path.startswith("/.well-known/oauth-authorization-server"):
                base = echo.url.removesuffix("/mcp")
                known = {"issuer": base, "authorization_endpoint": f"{base}/a", "token_endpoint": f"{base}/token"}
                self.tell(200, known | {"response_types_supported": ["code"]})
            else:
                self.tell(404, {})

        def do_DELETE(self) -> None:
            self.do_GET()

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            self.note(body)
            if self.path == "/token":
                given = {"access_token": echo.token, "refresh_token": echo.refresh, "token_type": "Bearer"}
                return self.tell(200, echo.token_answer or given)
            if echo.oauth and self.headers.get("authorization") != f"Bearer {echo.token}":
                return self.tell(401, {})
            return self.answer(json.loads(body))

        def note(self, body: bytes) -> None:
            for name, value in self.headers.items():
                if name.lower() in ("authorization", "cookie", "mcp-session-id") or name.lower().startswith("x-"):
                    echo.seen |= {value, value.rpartition(" ")[2], value.rpartition("=")[2] or value}
            if (basic := self.headers.get("authorization", "")).startswith("Basic "):
                with suppress(ValueError):
                    echo.seen.add(base64.b64decode(basic[6:]).decode().partition(":")[2])
            if self.path == "/token":
                echo.seen.add(body.decode())

        def answer(self, message: dict[str, Any]) -> None:
            if "id" not in message:
                return self.tell(202, "")
            heard = echo.heard()
            if message["method"] == "initialize":
                server = {"name": "echo", "version": "1"}
                hello = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": server}
                result: dict[str, Any] = hello | {"instructions": heard}
            elif echo.echo_in == "status":
                return self.tell(500, " " * (64 * 1024 - 10) + echo.token)
            elif echo.echo_in == "error":
                return self.tell(200, {"jsonrpc": "2.0", "id": message["id"], "error": {"code": 1, "message": heard}})
            elif echo.echo_in == "type":
                return self.tell(200, heard, kind=f"text/{echo.token}")
            else:
                key = heard if echo.echo_in == "keys" else "q"
                schema = {"type": "object", "properties": {key: {"type": "string", "description": heard}}}
                tool = {"name": "look", "description": f"{echo.says} {heard}", "inputSchema": schema}
                result = {"tools": [tool], "_meta": {"heard": heard}}
            return self.tell(200, {"jsonrpc": "2.0", "id": message["id"], "result": result})

        def tell(self, status: int, value: Any, kind: str = "application/json") -> None:
            body = value.encode() if isinstance(value, str) else json.dumps(value).encode()
            if echo.as_stream and status == 200 and self.path == "/mcp":
                kind, body = "text/event-stream", b"data: " + body + b"\n\n"
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Mcp-Session-Id", echo.session)
            self.send_header("Set-Cookie", f"stick={echo.cookie}; Path=/")
            if status == 401:
                self.send_header("WWW-Authenticate", f'Bearer error="invalid", error_description="{echo.heard()}"')
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            # Seven bytes at a time cut every credential into pieces.
            for start in range(0, len(body), 7 if len(body) < 60_000 else 8192):
                part = body[start : start + (7 if len(body) < 60_000 else 8192)]
                self.wfile.write(f"{len(part):x}\r\n".encode() + part + b"\r\n")
            self.wfile.write(b"0\r\n\r\n")

        def log_message(self, *_: object) -> None:
            pass

    return Handler


class _Server(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """Ignore a client that disconnects."""


@contextmanager
def echoing(**how: Any) -> Iterator[Echo]:
    """Run a server on a local port."""
    echo = Echo(**how)
    with _Server(("127.0.0.1", 0), _handler(echo)) as server:
        server.daemon_threads = True
        echo.url = f"http://127.0.0.1:{server.server_port}/mcp"
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield echo
        finally:
            server.shutdown()
            thread.join()
