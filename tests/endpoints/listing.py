"""A stdio server that lists the content of a JSON file, in the protocol that the file of its first argument names.

The cursor of a list names the file; without one it is the first. Each holds `protocol` and the items of each list. No
SDK, so that it can list what no SDK would.
"""

import json
import sys
from pathlib import Path

LISTS = {
    "tools/list": "tools",
    "prompts/list": "prompts",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
}
OFFERED = {key: {"listChanged": False} for key in ("prompts", "resources", "tools")}
CARD = {"name": "listing", "version": "1"}
STATELESS = "2026-07-28"


def main() -> None:
    for line in sys.stdin.buffer:
        request = json.loads(line)
        file = request.get("params", {}).get("cursor", sys.argv[1])
        if "id" in request:
            answer = answered(request["method"], json.loads(Path(file).read_text("utf-8")))
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer}), flush=True)


def answered(method, message):
    protocol = message["protocol"]
    stamp = {"resultType": "complete", "_meta": {"io.modelcontextprotocol/serverInfo": CARD}}
    stateless = protocol >= STATELESS
    if method == "server/discover" and stateless:
        return {
            "result": {
                "supportedVersions": [protocol],
                "capabilities": OFFERED,
                "ttlMs": 0,
                "cacheScope": "public",
                **stamp,
            }
        }
    if method == "initialize" and not stateless:
        return {"result": {"protocolVersion": protocol, "capabilities": OFFERED, "serverInfo": CARD}}
    if method in LISTS:
        listed = {LISTS[method]: message.get(LISTS[method], [])}
        return {"result": {**listed, **({"ttlMs": 0, "cacheScope": "public", **stamp} if stateless else {})}}
    return {"error": {"code": -32601, "message": "Method not found"}}


if __name__ == "__main__":
    main()
