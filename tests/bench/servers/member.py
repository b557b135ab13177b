"""A stdio server that lists the capture in the file that it is given."""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:  # noqa: PTH123 - pathlib takes as long to import as the rest
    CAPTURE = json.load(file)
HELLO = {"capabilities": {"tools": {}}, "serverInfo": {"name": "m", "version": "1"}, "protocolVersion": "2025-06-18"}

for line in sys.stdin.buffer:
    message = json.loads(line)
    if "id" in message:
        method = message.get("method")
        result = {"initialize": HELLO, "tools/list": {"tools": CAPTURE["tools"]}}.get(method)
        output = {"error": {"code": -32601, "message": "no such method"}} if result is None else {"result": result}
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": message["id"], **output}) + "\n")
        sys.stdout.flush()
