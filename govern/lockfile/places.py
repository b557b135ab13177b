"""Where in a lock's text its blocks begin."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from govern.lockfile.render import render

if TYPE_CHECKING:
    from govern.lockfile.document import Lock

_HEAD = re.compile(r"^\[\[(server|server\.\w+)\]\]$", re.MULTILINE)


def lines_of(lock: Lock) -> dict[tuple[str, str | None], int]:
    """The line of each server's block, under (server, None), and of each name's first tool, under (server, tool).

    Blocks stand in the text in the order of the lock. What looks like a head inside somebody's text is none: the text
    of a block is skipped, since every multi-line string of ours closes at the start of a line.
    """
    heads = iter(_heads(render(lock)))
    lines: dict[tuple[str, str | None], int] = {}
    for server in lock.servers:
        lines[server.name, None] = next(heads)
        for item in server.items:
            line = next(heads)
            if item.kind.name == "tool":
                lines.setdefault((server.name, item.key), line)
    return lines


def _heads(text: str) -> list[int]:
    heads = []
    closing = ""
    for number, line in enumerate(text.split("\n"), 1):
        if closing:
            closing = "" if line == closing else closing
        elif line.endswith((" = '''", ' = """')):
            closing = line[-3:]
        elif _HEAD.match(line):
            heads.append(number)
    return heads
