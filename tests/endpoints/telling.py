"""A stdio server that lists the content of a JSON file, its first argument, and announces changes.

`{"tools": […], "flood": true}` makes it say so without end; `after` is a list of tools that it has from shortly after
its start on. Each of its lists is counted by a line in the file named second. No SDK, so that it starts in no time.
"""

import json
import os
import sys
import threading
import time
from pathlib import Path

HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {"listChanged": True}, "prompts": {"listChanged": False}},
    "serverInfo": {"name": "telling", "version": "1"},
}
CHANGED = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
expected = Path(sys.argv[1])
counted = Path(sys.argv[2])
talking = threading.Lock()
later = threading.Event()


def read():
    return json.loads(expected.read_text("utf-8"))


def say(message):
    with talking:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()


def look_out(known):
    if "after" in json.loads(known):
        time.sleep(0.1)
        later.set()
        say(CHANGED)
    while True:
        time.sleep(0.02)
        text = expected.read_text("utf-8")
        if text and (text != known or json.loads(text).get("flood")):
            known = text
            say(CHANGED)


def listed():
    with counted.open("a") as file:
        file.write(f"{os.getpid()}\n")
    now = read()
    return now["after"] if later.is_set() and "after" in now else now["tools"]


def main():
    for line in sys.stdin:
        request = json.loads(line)
        if request["method"] == "notifications/initialized":
            # Read here: a change after the first list must not be what the thread knows.
            threading.Thread(target=look_out, args=(expected.read_text("utf-8"),), daemon=True).start()
        if "id" not in request:
            continue
        if request["method"] == "initialize":
            answer = {"result": HELLO}
        elif request["method"] == "tools/list":
            answer = {"result": {"tools": listed()}}
        else:
            answer = {"result": {"prompts": []}}
        say({"jsonrpc": "2.0", "id": request["id"], **answer})


if __name__ == "__main__":
    main()
