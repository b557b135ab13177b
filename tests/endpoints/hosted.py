"""A hosted MCP server that requires a login, and its authorization server at another origin."""

import base64
import hashlib
import json
import secrets
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlencode, urlsplit

HELLO = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "docs", "version": "1"}}


@dataclass
class Hosted:
    """The behaviour of both servers, and what they got."""

    url: str = ""
    issuer: str = ""
    # `denied` refuses the authorization; `registers` and `documents` are how clients become known.
    denied: bool = False
    registers: bool = True
    documents: bool = False
    known: set[str] = field(default_factory=set)
    seconds: int | None = 3600
    refreshes: bool = True
    authorization_endpoint: str = ""
    # What each access token ends with, and its type.
    token_end: str = ""
    token_type: str = "Bearer"
    tools: list[dict[str, Any]] = field(default_factory=lambda: [{"name": "look"}])
    # Each authorization code with what was asked for it, and the tokens that are valid.
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    access: set[str] = field(default_factory=set)
    renewals: dict[str, str] = field(default_factory=dict)
    issued: list[str] = field(default_factory=list)
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    heard: list[tuple[str, str]] = field(default_factory=list)

    def authorize(self, asked: dict[str, str]) -> dict[str, str] | None:
        """Return the parameters of the redirect, or None for a request that is not valid."""
        self.asked.append(("authorize", asked))
        right = asked.get("code_challenge_method") == "S256" and asked.get("client_id") in self.known
        if self.documents and asked.get("client_id", "").startswith("https://"):
            right = asked.get("code_challenge_method") == "S256"
        if not right or asked.get("resource") != self.url or asked.get("response_type") != "code":
            return None
        if self.denied:
            return {"error": "access_denied", "error_description": "no\x1b[31m thanks", "state": asked["state"]}
        code = secrets.token_urlsafe(16)
        self.codes[code] = asked
        return {"code": code, "state": asked["state"], "iss": self.issuer}

    def token(self, asked: dict[str, str]) -> tuple[int, dict[str, Any]]:
        """Return the response of the token endpoint; codes and refresh tokens are valid once."""
        self.asked.append(("token", asked))
        if asked["grant_type"] == "refresh_token":
            client = self.renewals.pop(asked["refresh_token"], None)
            right = client == asked["client_id"] and asked.get("resource") == self.url
        else:
            before = self.codes.pop(asked["code"], {})
            digest = hashlib.sha256(asked["code_verifier"].encode()).digest()
            challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
            right = before.get("code_challenge") == challenge and asked.get("resource") == self.url
            right = right and all(before[name] == asked[name] for name in ("redirect_uri", "client_id"))
        if not right:
            return 400, {"error": "invalid_grant"}
        access, renewal = (secrets.token_hex(16) for _ in range(2))
        access += self.token_end
        self.access.add(access)
        self.issued += [access, renewal]
        given = {"access_token": access, "token_type": self.token_type}
        if self.refreshes:
            self.renewals[renewal] = asked["client_id"]
            given["refresh_token"] = renewal
        return 200, given if self.seconds is None else given | {"expires_in": self.seconds}


def browse(url: str) -> tuple[int, str]:
    """Open a page as a browser does, following redirects; return the status and the text of the last page."""
    try:
        with urllib.request.urlopen(url, timeout=10) as page:
            return page.status, page.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()


class _Handler(BaseHTTPRequestHandler):
    hosted: Hosted
    protocol_version = "HTTP/1.1"

    def say(self, status: int, value: Any = None, **headers: str) -> None:
        body = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        for name, text in {"Content-Type": "application/json", "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), text)
        self.end_headers()
        self.wfile.write(body)

    def body(self) -> bytes:
        return self.rfile.read(int(self.headers.get("content-length", 0)))

    def log_message(self, *_: object) -> None:
        pass


class _Authority(_Handler):
    def do_GET(self) -> None:
        hosted, parts = self.hosted, urlsplit(self.path)
        self.hosted.heard.append(("authority", self.headers.get("authorization", "")))
        if parts.path == "/.well-known/oauth-authorization-server":
            known = {
                "issuer": hosted.issuer,
                "authorization_endpoint": hosted.authorization_endpoint or f"{hosted.issuer}/authorize",
                "token_endpoint": f"{hosted.issuer}/token",
                "response_types_supported": ["code"],
                "code_challenge_methods_supported": ["S256"],
                "authorization_response_iss_parameter_supported": True,
                "client_id_metadata_document_supported": hosted.documents,
            }
            self.say(200, known | ({"registration_endpoint": f"{hosted.issuer}/register"} if hosted.registers else {}))
        elif parts.path == "/authorize":
            asked = {name: values[-1] for name, values in parse_qs(parts.query).items()}
            given = hosted.authorize(asked)
            if given is None:
                self.say(400, {"error": "invalid_request"})
            else:
                self.say(302, Location=f"{asked['redirect_uri']}?{urlencode(given)}")
        else:
            self.say(404)

    def do_POST(self) -> None:
        body = self.body()
        if self.path == "/register" and self.hosted.registers:
            client = secrets.token_urlsafe(8)
            self.hosted.known.add(client)
            self.say(201, json.loads(body) | {"client_id": client})
        elif self.path == "/token":
            asked = {name: values[-1] for name, values in parse_qs(body.decode()).items()}
            self.say(*self.hosted.token(asked))
        else:
            self.say(404)


class _Server(_Handler):
    def do_GET(self) -> None:
        if self.path.startswith("/.well-known/oauth-protected-resource"):
            self.say(200, {"resource": self.hosted.url, "authorization_servers": [self.hosted.issuer]})
        else:
            self.say(404)

    def do_DELETE(self) -> None:
        self.say(404)

    def do_POST(self) -> None:
        message = json.loads(self.body())
        given = self.headers.get("authorization", "")
        self.hosted.heard.append(("server", given))
        if given.removeprefix("Bearer ") not in self.hosted.access:
            self.say(401, {}, WWW_Authenticate=f'Bearer error="invalid_token", error_description="{given}"')
        elif "id" not in message:
            self.say(202)
        else:
            # It repeats the token in its texts.
            tools = [tool | {"description": f"Looks. {given}"} for tool in self.hosted.tools]
            result = HELLO if message["method"] == "initialize" else {"tools": tools}
            self.say(200, {"jsonrpc": "2.0", "id": message["id"], "result": result})


@contextmanager
def hosting(**how: Any) -> Iterator[Hosted]:
    """Run both servers on local ports."""
    hosted = Hosted(**how)
    with ExitStack() as stack:
        ports = []
        for kind in (_Authority, _Server):
            server = stack.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), type("H", (kind,), {"hosted": hosted})))
            server.daemon_threads = True
            thread = threading.Thread(target=server.serve_forever, args=(0.02,))
            thread.start()
            stack.callback(thread.join)
            stack.callback(server.shutdown)
            ports.append(server.server_port)
        hosted.issuer, hosted.url = f"http://127.0.0.1:{ports[0]}", f"http://127.0.0.1:{ports[1]}/mcp"
        yield hosted
