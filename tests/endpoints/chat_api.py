"""An OpenAI-compatible server whose model makes the choices of a script."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

USAGE = {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100}


@dataclass
class ChatApi:
    """The script is, by prompt, the turns of the model: calls as `(tool, arguments)` each, a text, or a status.

    `asked` is called at each request.
    """

    url: str
    script: dict[str, list[Any]]
    usage: dict[str, int] | None = field(default_factory=lambda: USAGE)
    asked: Callable[[], None] = lambda: None
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: set[str | None] = field(default_factory=set)

    def turn(self, messages: list[dict[str, Any]]) -> Any:
        prompt = next(each["content"] for each in messages if each["role"] == "user")
        turns = self.script[prompt]
        return turns[min(sum(each["role"] == "assistant" for each in messages), len(turns) - 1)]

    def completion(self, turn: Any) -> dict[str, Any]:
        message: dict[str, Any] = {"role": "assistant", "content": turn if isinstance(turn, str) else None}
        if not isinstance(turn, str):
            message["tool_calls"] = [
                {
                    "id": f"call-{len(self.requests)}-{at}",
                    "type": "function",
                    "function": {"name": name, "arguments": text},
                }
                for at, (name, arguments) in enumerate(turn)
                for text in [arguments if isinstance(arguments, str) else json.dumps(arguments)]
            ]
        reason = "stop" if isinstance(turn, str) else "tool_calls"
        choice = {"index": 0, "finish_reason": reason, "message": message}
        answer = {"id": "x", "object": "chat.completion", "created": 0, "model": "gpt-4o-mini", "choices": [choice]}
        return answer | ({"usage": self.usage} if self.usage else {})


@contextmanager
def chat_api(**script: list[Any]) -> Iterator[ChatApi]:
    """Run the server until the end of the test."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            api.requests.append(body)
            api.keys.add(self.headers.get("authorization"))
            api.asked()
            turn = api.turn(body["messages"])
            status = turn if isinstance(turn, int) else 200
            # Some servers repeat the key that they refuse.
            failed = {"error": {"message": f"no access with {self.headers.get('authorization')}"}}
            content = json.dumps(failed if isinstance(turn, int) else api.completion(turn)).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    api = ChatApi(f"http://127.0.0.1:{server.server_address[1]}/v1", script)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield api
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
