"""Servers that send endless or highly compressed data: over stdio, or as paths of one HTTP server."""

import sys
import time
import zlib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.hostile.servers.speaking import write


def packed(*parts: bytes) -> Iterator[bytes]:
    """Yield the parts, then repeat the last one endlessly, as gzip."""
    packer = zlib.compressobj(9, wbits=31)
    yield from (packer.compress(part) for part in parts)
    while True:
        yield packer.compress(parts[-1] * 64) + packer.flush(zlib.Z_SYNC_FLUSH)


def dripped(data: bytes) -> Iterator[bytes]:
    while True:
        yield data
        time.sleep(0.05)


ENDPOINT = b"event: endpoint\ndata: /nowhere\n\n"
LINES = {"blank": b"\n", "comments": b": x\n", "empty-data": b"data:\n", "pings": b"event: ping\ndata: 1\n\n"}
JSON = "application/json"
STREAM = "text/event-stream"


def body(path: str) -> tuple[str, str, Iterator[bytes]]:
    """Return the content type, the encoding and the bytes of a response."""
    way, _, what = path.strip("/").partition("/")
    if what == "drip":
        return (JSON, "identity", dripped(b" ")) if way == "json" else (STREAM, "identity", dripped(b":\n"))
    if way == "json":
        return JSON, "gzip", packed(b"[" * 65536)
    return STREAM, "gzip", packed(*([ENDPOINT] if way == "older" else []), LINES[what] * 16_384)


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.do_POST()

    def do_POST(self) -> None:
        if self.path == "/nowhere":
            self.send_response(202)
            self.end_headers()
            return
        kind, encoding, parts = body(self.path)
        self.send_response(200)
        for name, value in {"Content-Type": kind, "Content-Encoding": encoding, "Connection": "close"}.items():
            self.send_header(name, value)
        self.end_headers()
        for part in parts:
            self.wfile.write(part)

    def log_message(self, *_: object) -> None:
        """Nothing."""

    def log_error(self, *_: object) -> None:
        """Nothing."""


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Clients hang up."""


if __name__ == "__main__":
    if sys.argv[1] == "http":
        server = Server(("127.0.0.1", 0), Handler)
        print(server.server_port, flush=True)
        server.serve_forever()
    while True:
        write(LINES[sys.argv[1]] * 16_384)
