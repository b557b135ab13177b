"""Two locks of hostile servers, and the page of their changes."""

from typing import Any

from govern.lockfile.document import Lock
from govern.report.html.contents import Contents
from tests.lockfile.building import lock_of, locked
from tests.report.hostile import ATTACKS
from tests.report.html.pages import contents_of, step
from tests.report.test_diff_of_locks import NARROWER, SEARCH, verdict_of

MARKUP = (
    "<script>window.hacked = 1</script>",
    "</script><script>window.hacked = 2</script>",
    "</script ><svg onload='window.hacked = 3'>",
    "<img src=x onerror='window.hacked = 4'>",
    "<!--<script>",
    "</style><style>* { display: none }</style>",
    "</noscript><img src='https://evil.test/n' onerror='window.hacked = 5'>",
    "</template></title></textarea></svg><a href='javascript:window.hacked=6'>",
    "<iframe srcdoc='<script>parent.hacked = 7</script>'></iframe>",
    '" onmouseover="window.hacked = 8" x=\'',
    "${window.hacked = 9} {{constructor.constructor('window.hacked = 10')()}}",
    "<base href='https://evil.test/'><meta http-equiv=refresh content='0;url=https://evil.test'>",
    "<link rel=stylesheet href='https://evil.test/s.css'><form action='https://evil.test'>",
    "\u202egnp.exe\u2066 \u200b zero \U000e0041 tag \ufeff",
    "__proto__",
    "data-ready hacked",
)
LONG = f"Begins. {'word <b>bold</b> ' * 6_250}ends."


def hostile_contents() -> Contents:
    old, new = _lock("old"), _lock("new")
    steps = [step(at, {"evil": 100 * at, MARKUP[0]: 50}, tags=(MARKUP[3],) if at == 4 else ()) for at in range(1, 9)]
    steps.append(step(9, {"evil": 900}, BREAKING=3, RISKY=1, SAFE=9))
    return contents_of(new, old, verdict=verdict_of(old, new), steps=tuple(steps))


def _lock(side: str) -> Lock:
    attacks = [text.encode("utf-8", "replace").decode() for text in (*ATTACKS, *MARKUP)]
    tools = [_tool(f"{text} {at}", f"{text} {side}", f"{text} {side}") for at, text in enumerate(attacks)]
    tools.append(_tool("long", LONG if side == "new" else LONG.replace("word", "other", 500), "x"))
    tools += [_tool(f"plain_{at}", f"Does number {at}.", "x") for at in range(220)]
    search = NARROWER if side == "new" else SEARCH
    hello = {"instructions": " ".join(attacks), "serverInfo": {"title": attacks[15], "version": side}}
    return lock_of(locked("evil", *tools, handshake=hello), locked("tracker", search), locked(MARKUP[0], search))


def _tool(name: str, description: str, message: str) -> dict[str, Any]:
    fields = {message: {"type": "string", "description": message, "enum": [message], "default": message}}
    return {
        "name": name,
        "title": description[:200],
        "description": description,
        "inputSchema": {"type": "object", "properties": fields, "required": [message]},
        "annotations": {"title": message},
        "_meta": {message: message},
    }
