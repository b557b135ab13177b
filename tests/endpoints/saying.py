"""A stdio server that sends the content of a JSON file, its first argument, read again at each start.

The file is a capture, with `stderr` (text), `exit` (a code) and `hang` (true) beside, and with `calls`: the result of
each tool, or an `error`, or an `exit` code, or these `by` the first argument. `$PID` and the variables that the
server was given are filled in. No SDK and few imports, so that it starts in some 15 ms.
"""

import json
import os
import sys
import time
from string import Template

LISTS = {
    "tools/list": "tools",
    "prompts/list": "prompts",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
}
HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"prompts": {}, "resources": {}, "tools": {}},
    "serverInfo": {"name": "saying", "version": "1"},
}


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:  # noqa: PTH123 - to import pathlib takes 5 ms
        text = file.read()
    message = json.loads(Template(text).safe_substitute(os.environ, PID=os.getpid()))
    print(message.get("stderr", ""), end="", file=sys.stderr, flush=True)
    if message.get("hang"):
        time.sleep(600)
    if "exit" in message:
        sys.exit(message["exit"])
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if "id" in request:
            answer = {"jsonrpc": "2.0", "id": request["id"], **answered(request, message)}
            print(json.dumps(answer), flush=True)


def answered(request, message):
    method = request["method"]
    called = message.get("calls", {}).get(request.get("params", {}).get("name")) if method == "tools/call" else None
    if called is not None:
        if "by" in called:
            called = called["by"][next(iter(request["params"]["arguments"].values()))]
        if "exit" in called:
            sys.exit(called["exit"])
        return called if "error" in called else {"result": called}
    if method == "initialize":
        return {"result": HELLO | message.get("initialize", {})}
    if method in LISTS:
        return {"result": {LISTS[method]: message.get(LISTS[method], [])}}
    return {"error": {"code": -32601, "message": "Method not found"}}


if __name__ == "__main__":
    main()
