"""A block that stands as render.py writes it, read by one pattern: much sooner than TOML, and no less strictly.

What is rare in a lock (an escape, a guard, a second item of one name) fits no pattern, and is left to the TOML reader.
"""

from __future__ import annotations

import re
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING

from govern.contract.surface import KINDS
from govern.errors import LockfileInvalid
from govern.lockfile.document import LONG_TEXTS, RISKS, SPELLED, LockedItem, Numbers
from govern.lockfile.parse import AGAIN

if TYPE_CHECKING:
    from govern.contract.surface import Kind, KindName
    from govern.lockfile.document import Rest

# TOML has no control characters in its strings, but for the tab.
_PLAIN = bytes({9, 10, *range(0x20, 0x7F), *range(0x80, 0x100)})
# A quote or an escape is for the TOML reader.
_LINE = r'"([^"\\\n]*)"'
_BLOCK = r"'''\n([^']*(?:''?[^']+)*'{0,2})\n'''"
_COUNT = r"(0|[1-9][0-9]{0,17})"
_NUMBERS = rf'tokens = {_COUNT}\nfields = {_COUNT}\nbounded = (true|false)\nrisk = "({"|".join(sorted(RISKS))})"\n'
# How many groups stand for what an item begins with, and for its figures.
_BEGUN, _FIGURES = 3, 4


def item_as_rendered(kind: KindName, body: bytes) -> LockedItem | None:
    """The item of these lines, which follow its heading; None where they are not just as render writes them.

    All of it is looked at, and little of it kept: most items of two locks are the same, and nobody asks for more.
    """
    try:
        match = _pattern(kind).match(body.decode())
    except UnicodeDecodeError:
        return None
    if match is None:
        return None
    key, digest, parts = match.group(1, 2, 3)
    return LockedItem.begun(KINDS[kind], key, digest, parts, partial(_rest, kind, body))


def _rest(kind: KindName, body: bytes) -> Rest:
    """What of such an item was only looked at; what stands in both of two locks is not asked for."""
    if body.translate(None, _PLAIN):
        raise LockfileInvalid("not TOML: a control character stands in its text", hint=AGAIN)
    laid_out = KINDS[kind]
    match = next(_pattern(kind).finditer(body.decode()))
    said = iter(match.groups()[_BEGUN:])
    numbers = _numbers(*islice(said, _FIGURES)) if kind == "tool" else None
    texts = {name: text for name, text in zip(laid_out.texts, said, strict=False) if text is not None}
    blocks = {part: text for part, text in zip(_parts(laid_out), said, strict=True) if text is not None}
    return texts, blocks, numbers


def _numbers(tokens: str, fields: str, bounded: str, risk: str) -> Numbers:
    return Numbers(int(tokens), int(fields), bounded == "true", risk)


@cache
def _pattern(name: KindName) -> re.Pattern[str]:
    kind = KINDS[name]
    texts = (_optional(SPELLED.get(text, text), long=text in LONG_TEXTS) for text in kind.texts)
    blocks = (_optional(part, long=True) for part in _parts(kind))
    own = (f"{kind.key} = {_LINE}\n", f"digest = {_LINE}\n", f"parts = {_LINE}\n", _NUMBERS if name == "tool" else "")
    return re.compile("".join((*own, *texts, *blocks, r"\Z")))


def _optional(key: str, *, long: bool) -> str:
    return f"(?:{key} = {_BLOCK if long else _LINE}\n)?"


def _parts(kind: Kind) -> tuple[str, ...]:
    return (*kind.json_parts, "hints")
