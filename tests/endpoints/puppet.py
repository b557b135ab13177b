"""A stdio server whose tools do what their arguments say: `FILE`, a capture that is read again for each list.

With `"stateless": true` in the file it speaks the stateless protocol alone. Every message that it gets is appended to
FILE.log. No SDK and few imports, so that it starts in some 20 ms.
"""

import json
import os
import sys
import threading
import time
from pathlib import Path

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
lock = threading.Lock()
replies = {}
replied = threading.Condition()
cancelled = set()
listeners = {}
last_id = 1000


def send(message):
    with lock:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        sys.stdout.flush()


def notify(method, params):
    send({"method": method, "params": params})


def ask(method, params):
    global last_id
    with replied:
        last_id += 1
        number = last_id
        send({"id": number, "method": method, "params": params})
        replied.wait_for(lambda: number in replies, timeout=20)
        return replies.pop(number, None)


def call(request, name, arguments):
    params = request["params"]
    if name == "say":
        return arguments["result"]
    if name == "wait":
        ends = time.monotonic() + arguments["seconds"]
        while time.monotonic() < ends and request["id"] not in cancelled:
            time.sleep(0.005)
        return text("cancelled" if request["id"] in cancelled else "waited")
    if name == "die":
        os._exit(3)
    if name == "ask":
        if state().get("stateless"):
            wanted = {"question": {"method": arguments["method"], "params": arguments["params"]}}
            if "inputResponses" not in params:
                return {"resultType": "input_required", "inputRequests": wanted, "requestState": "s1"}
            return structured({"answer": params["inputResponses"]["question"], "state": params["requestState"]})
        found = ask(arguments["method"], arguments["params"])
        return structured({"answer": found.get("result"), "error": found.get("error")})
    if name == "progress":
        token = params.get("_meta", {}).get("progressToken")
        for step in range(3):
            notify("notifications/progress", {"progressToken": token, "progress": step, "total": 3})
        notify("notifications/message", {"level": "info", "data": "working"})
        return text("done")
    if name == "announce":
        notify("notifications/tools/list_changed", {})
    if name == "update":
        for number in listeners.get(arguments["uri"], ()):
            meta = {} if number is None else {"_meta": {"io.modelcontextprotocol/subscriptionId": number}}
            notify("notifications/resources/updated", {"uri": arguments["uri"], **meta})
    if name == "task":
        return {"task": {"taskId": "t-1", "status": "working"}}
    return text(str(os.getpid()) if name == "pid" else name)


def text(content):
    return {"content": [{"type": "text", "text": content}]}


def structured(content):
    return {**text("asked"), "structuredContent": content}


def state():
    return json.loads(FILE.read_text("utf-8"))


def result(request):
    method, params = request["method"], request.get("params", {})
    if method in LISTS:
        return {LISTS[method]: state().get(LISTS[method], [])}
    if method == "server/discover":
        return {"supportedVersions": [STATELESS], "capabilities": CAPABILITIES, **state().get("handshake", {})}
    if method == "initialize":
        hello = {"protocolVersion": params["protocolVersion"], "capabilities": CAPABILITIES}
        return {**hello, "serverInfo": {"name": "puppet", "version": "1"}, **state().get("handshake", {})}
    if method == "tools/call":
        return call(request, params["name"], params.get("arguments", {}))
    if method == "resources/subscribe":
        listeners.setdefault(params["uri"], set()).add(None)
        return {}
    if method == "subscriptions/listen":
        for uri in params["notifications"].get("resourceSubscriptions", []):
            listeners.setdefault(uri, set()).add(request["id"])
        return None
    return {"echo": {"method": method, "params": params}}


def respond(request):
    stateless, initialize = state().get("stateless", False), request["method"] == "initialize"
    if initialize is stateless and request["method"] in {"initialize", "server/discover"}:
        error = {"code": -32601, "message": "Method not found"}
        send({"id": request["id"], "error": error})
        return
    found = result(request)
    if found is not None and request["id"] not in cancelled:
        send({"id": request["id"], "result": found})


def main():
    with FILE.with_suffix(".log").open("a", buffering=1) as log:
        for line in sys.stdin:
            log.write(line)
            message = json.loads(line)
            if "method" not in message:
                with replied:
                    replies[message["id"]] = message
                    replied.notify_all()
            elif "id" in message:
                threading.Thread(target=respond, args=(message,), daemon=True).start()
            elif message["method"] == "notifications/cancelled":
                cancelled.add(message["params"]["requestId"])


if __name__ == "__main__":
    main()
