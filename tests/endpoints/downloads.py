"""Files on a local port: bytes, or the URL that one redirects to."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Downloads:
    """The files by path, and the paths that were asked for."""

    files: dict[str, bytes | str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    url: str = ""


@contextmanager
def downloads() -> Iterator[Downloads]:
    """Serve files until the block ends."""
    host = Downloads()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            host.asked.append(self.path)
            found = host.files.get(self.path)
            self.send_response(404 if found is None else 302 if isinstance(found, str) else 200)
            if isinstance(found, str):
                self.send_header("location", found)
            body = found if isinstance(found, bytes) else b""
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        host.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield host
        finally:
            server.shutdown()
            thread.join()
