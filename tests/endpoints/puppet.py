"""A stdio server whose tools do what their arguments say: `FILE`, a capture that is read again for each list.

With `"stateless": true` in the file it speaks the stateless protocol alone, with `"both"` either. Every message that it
gets is appended to FILE.log. No SDK and few imports, so that it starts in some 20 ms.
"""

import itertools
import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

FILE = Path(sys.argv[1])
LISTS = {
    "tools/list": "tools",
    "prompts/list": "prompts",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
}
CAPABILITIES = {
    "completions": {},
    "logging": {},
    "prompts": {},
    "resources": {"subscribe": True},
    "tools": {"listChanged": True},
}
STATELESS = "2026-07-28"


class Puppet:
    """The server: `do_NAME` is the tool of that name, and `on_METHOD` answers a request."""

    def __init__(self) -> None:
        self.writing, self.replied = threading.Lock(), threading.Condition()
        self.replies: dict[int, Any] = {}
        self.cancelled: set[int] = set()
        self.listeners: dict[str, set[int | None]] = {}
        self.numbers = itertools.count(1000)
        self.is_deaf = False

    def send(self, **message):
        with self.writing:
            sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            sys.stdout.flush()

    def notify(self, method, **params):
        self.send(method=method, params=params)

    def respond(self, request):
        unknown = {True: {"initialize"}, "both": set()}.get(state().get("stateless"), {"server/discover"})
        found: dict[str, Any]
        handler = getattr(self, "on_" + request["method"].replace("/", "_"), None)
        if request["method"] in unknown | set(state().get("unknown", ())):
            found = {"error": {"code": -32601, "message": "Method not found"}}
        elif request["method"] in LISTS:
            listed = LISTS[request["method"]]
            found = {"result": None if state().get("hang") else {listed: state().get(listed, [])}}
        elif handler:
            found = {"result": handler(request, request.get("params", {}))}
        else:
            found = {"result": {"echo": {"method": request["method"], "params": request.get("params", {})}}}
        if found.get("result", 0) is not None and request["id"] not in self.cancelled:
            self.send(id=request["id"], **found)

    def on_initialize(self, _, params):
        hello = {"protocolVersion": params["protocolVersion"], "capabilities": CAPABILITIES}
        return {**hello, "serverInfo": {"name": "puppet", "version": "1"}, **state().get("handshake", {})}

    def on_server_discover(self, *_):
        return {
            "supportedVersions": [STATELESS],
            "capabilities": CAPABILITIES | {"extensions": {}},
            **state().get("handshake", {}),
        }

    def on_resources_subscribe(self, _, params):
        self.listeners.setdefault(params["uri"], set()).add(None)
        return {}

    def on_resources_unsubscribe(self, _, params):
        self.listeners.pop(params["uri"], None)
        return {}

    def on_subscriptions_listen(self, request, params):
        for uri in params["notifications"].get("resourceSubscriptions", []):
            self.listeners.setdefault(uri, set()).add(request["id"])
        meta = {"io.modelcontextprotocol/subscriptionId": request["id"]}
        self.notify("notifications/subscriptions/acknowledged", **params | {"_meta": meta})

    def on_tools_call(self, request, params):
        tool = getattr(self, "do_" + params["name"], None)
        return tool(request, params.get("arguments", {})) if tool else text(params["name"])

    def do_say(self, _, arguments):
        return arguments["result"]

    def do_respond(self, request, arguments):
        self.send(id=request["id"], **arguments)

    def do_send(self, _, arguments):
        """Send any messages, `after` some seconds or at once."""

        def send():
            for message in arguments["messages"]:
                self.send(**message)

        if "after" in arguments:
            threading.Timer(arguments["after"], send).start()
        else:
            send()
        return text("sent")

    def do_wait(self, request, arguments):
        ends = time.monotonic() + arguments["seconds"]
        while time.monotonic() < ends and request["id"] not in self.cancelled:
            time.sleep(0.05)
            if token := request["params"].get("_meta", {}).get("progressToken"):
                self.notify("notifications/progress", progressToken=token, progress=1)
        return text("waited")

    def do_deafen(self, *_):
        """Read no further message."""
        self.is_deaf = True
        return text("deaf")

    def do_die(self, *_):
        os._exit(3)

    def do_pid(self, *_):
        return text(str(os.getpid()))

    def do_ask(self, request, arguments):
        params = request["params"]
        if "io.modelcontextprotocol/protocolVersion" in params.get("_meta", {}):
            wanted = {"question": {"method": arguments["method"], "params": arguments["params"]}}
            if "inputResponses" not in params:
                return {"resultType": "input_required", "inputRequests": wanted, "requestState": "s1"}
            return structured(answer=params["inputResponses"]["question"], state=params["requestState"])
        number = next(self.numbers)
        self.send(id=number, method=arguments["method"], params=arguments["params"])
        with self.replied:
            self.replied.wait_for(lambda: number in self.replies, timeout=20)
        found = self.replies.pop(number)
        return structured(answer=found.get("result"), error=found.get("error"))

    def do_progress(self, request, _):
        token = request["params"].get("_meta", {}).get("progressToken")
        for step in range(3):
            self.notify("notifications/progress", progressToken=token, progress=step, total=3)
        self.notify("notifications/message", level="info", data="working")
        return text("done")

    def do_announce(self, *_):
        self.notify("notifications/tools/list_changed")
        return text("announced")

    def do_update(self, _, arguments):
        for number in self.listeners.get(arguments["uri"], ()):
            meta = {} if number is None else {"_meta": {"io.modelcontextprotocol/subscriptionId": number}}
            self.notify("notifications/resources/updated", uri=arguments["uri"], **meta)
        return text("updated")

    def do_task(self, *_):
        return {"task": {"taskId": "t-1", "status": "working"}}

    def on_tasks_result(self, *_):
        return state()["task"]

    def on_tasks_list(self, *_):
        return {"tasks": [state()["task"]]}

    def take(self, message):
        if "method" not in message:
            with self.replied:
                self.replies[message["id"]] = message
                self.replied.notify_all()
        elif "id" in message:
            threading.Thread(target=self.respond, args=(message,), daemon=True).start()
        elif message["method"] == "notifications/cancelled":
            self.cancelled.add(message["params"]["requestId"])


def text(content):
    return {"content": [{"type": "text", "text": content}]}


def structured(**content):
    return {**text("asked"), "structuredContent": content}


def state():
    try:
        return json.loads(FILE.read_text("utf-8"))
    except ValueError:
        os._exit(4)


if __name__ == "__main__":
    puppet = Puppet()
    with FILE.with_suffix(".log").open("a", buffering=1) as log:
        for line in sys.stdin:
            log.write(line)
            puppet.take(json.loads(line))
            while puppet.is_deaf:
                time.sleep(1)
