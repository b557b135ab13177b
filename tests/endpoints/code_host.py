"""The common part of the GitHub and GitLab stand-ins: a JSON API on a local port that records its requests."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar, TypeVar
from urllib.parse import parse_qs, urlsplit

Answer = tuple[int, Any]
Route = Callable[..., Answer]


@dataclass
class Asked:
    """One request."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: Any


@dataclass
class CodeHost:
    """A JSON API with routes by method and path; an unknown path fails the test."""

    routes: ClassVar[dict[str, str]]
    asked: list[Asked] = field(default_factory=list)
    url: str = ""

    def refusal(self, asked: Asked) -> Answer | None:
        """Return why a request is rejected first, for example because of its token."""
        raise NotImplementedError

    def answer(self, asked: Asked) -> Answer:
        self.asked.append(asked)
        if refused := self.refusal(asked):
            return refused
        for pattern, name in self.routes.items():
            method, _, path = pattern.partition(" ")
            found = re.fullmatch(path, asked.path)
            if found and method == asked.method:
                route: Route = getattr(self, name)
                return route(asked, *found.groups())
        return 404, {"message": "Not Found"}

    def written(self) -> list[str]:
        """Return all requests except reads, in order."""
        return [
            f"{each.method} {each.path}" for each in self.asked if each.method != "GET" and "graphql" not in each.path
        ]

    def paged(self, entries: list[Any], asked: Asked) -> list[Any]:
        size, page = min(int(asked.query.get("per_page", 30)), 100), int(asked.query.get("page", 1))
        return entries[(page - 1) * size : page * size]


Host = TypeVar("Host", bound=CodeHost)


@contextmanager
def serving(host: Host) -> Iterator[Host]:
    """Run the API on a port until the test ends."""

    class Handler(BaseHTTPRequestHandler):
        def _serve(self) -> None:
            parts = urlsplit(self.path)
            query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
            raw = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            status, body = host.answer(
                Asked(self.command, parts.path, query, headers, json.loads(raw) if raw else None)
            )
            sent = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = _serve  # noqa: N815 - http.server's names

        def log_message(self, *_: object) -> None:
            """Write nothing to stderr."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        host.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield host
        finally:
            server.shutdown()
            thread.join()
