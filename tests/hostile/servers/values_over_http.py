"""A server for every hostile value in a message or a header, over streamable HTTP and the older HTTP+SSE."""

import json
import queue
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

from tests.hostile.servers.values import CASES, messages


class Handler(BaseHTTPRequestHandler):
    """A handler: `/CASE/mcp` for streamable HTTP, `/CASE/sse` for HTTP+SSE."""

    protocol_version = "HTTP/1.1"
    streams: ClassVar[dict[str, queue.Queue[bytes]]] = {}

    def do_POST(self) -> None:
        data = self.rfile.read(int(self.headers["content-length"]))
        _, name, way = self.path.split("/")
        request = json.loads(data)
        case = CASES[name]
        if "id" not in request or "method" not in request:
            return self.reply(b"", 202)
        message = messages(case, request)
        if way == "sse":
            for one in message:
                self.streams[name].put(one)
            return self.reply(b"", 202)
        if len(message) > 1:
            return self.reply(b"".join(b"data: %b\n\n" % one.strip() for one in message), kind="text/event-stream")
        return self.reply(message[0], **case.get("headers", {}))

    def do_GET(self) -> None:
        _, name, _ = self.path.split("/")
        self.streams[name] = queue.Queue()
        self.send_response(200)
        self.head({"Content-Type": "text/event-stream", "Connection": "close", **CASES[name].get("headers", {})})
        self.wfile.write(b"event: endpoint\ndata: /%b/sse\n\n" % name.encode())
        while True:
            self.wfile.write(b"data: %b\n\n" % self.streams[name].get().strip())
            self.wfile.flush()

    def do_DELETE(self) -> None:
        self.reply(b"")

    def reply(self, body: bytes, status: int = 200, kind: str = "application/json", **headers: str) -> None:
        self.send_response(status)
        self.head({"Content-Type": kind, "Content-Length": str(len(body)), **headers})
        self.wfile.write(body)

    def head(self, headers: dict[str, str]) -> None:
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Nothing."""


def main() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_port, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
