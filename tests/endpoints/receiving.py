"""A web server that records what is posted to it, and responds as a test configures."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Received:
    """The requests received; `answers` are the next statuses, then 204, and `location` is that of redirects."""

    port: int
    answers: list[int] = field(default_factory=list)
    location: str = ""
    silent: float = 0.0
    requests: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    def url(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    @property
    def bodies(self) -> list[bytes]:
        return [body for _, _, body in self.requests]


@contextmanager
def receiving() -> Iterator[Received]:
    """Run the server until the end of the test."""
    received = Received(0)
    over = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            received.requests.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            over.wait(received.silent)
            self.send_response(received.answers.pop(0) if received.answers else 204)
            if received.location:
                self.send_header("Location", received.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    received.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield received
    finally:
        over.set()
        server.shutdown()
        server.server_close()
        thread.join()
