"""`[watch]`: what its keys mean, and what types cannot say of them."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from govern.policy.headers import bad_header_name
from govern.policy.placeholders import malformed
from govern.policy.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.policy.problems import Place
    from govern.policy.settings import Watch

WANTED = "should be seconds, or a number with s, m, h or d behind it, such as 5m"
_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*(s|m|h|d|)", re.ASCII)
_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}
# Two looks closer together are one look at a server that is still starting.
_SHORTEST = 0.1


def seconds(text: str | int) -> float | None:
    """How long `90`, `90s`, `5m` or `1h` is; None where it says no such thing."""
    found = _DURATION.fullmatch(str(text).strip())
    length = float(found[1]) * _UNITS[found[2]] if found else 0.0
    return length if length >= _SHORTEST and math.isfinite(length) else None


def senseless_watch(watch: Watch) -> Iterator[Problem]:
    """What types cannot say of `[watch]`."""
    if seconds(watch.interval) is None:
        yield Problem(("watch", "interval"), WANTED)
    if watch.headers and watch.webhook is None:
        yield Problem(("watch", "headers"), "goes with webhook; there is none")
    if watch.command is not None and not (watch.command and watch.command[0]):
        yield Problem(("watch", "command"), "the program's name is empty")
    texts: dict[Place, str] = {("webhook",): watch.webhook or ""}
    texts |= {("headers", name): value for name, value in watch.headers.items()}
    texts |= {("command", at): word for at, word in enumerate(watch.command or [])}
    for place, text in texts.items():
        if bad := malformed(text):
            yield Problem(("watch", *place), f"{bad} is no placeholder: write ${{NAME}}, or $${{ for a literal ${{")
    for name in watch.headers:
        if reason := bad_header_name(name):
            yield Problem(("watch", "headers", name), reason)
