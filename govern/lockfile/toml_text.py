"""The few forms of TOML that a lock is written in."""

from __future__ import annotations

import re

from govern.contract.characters import escape_toml, has_hidden

_NEEDS_ESCAPE = re.compile(r'[\\"\x00-\x1f\x7f]')
_SHORT = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}


def line(key: str, text: str) -> str:
    """`key = "text"`, whatever the text holds."""
    return f'{key} = "{_escaped(text)}"\n'


def block(key: str, text: str) -> str:
    """A multi-line string that ends with a newline of its own, so one changed line of text is one changed line here."""
    if "'''" not in text and not has_hidden(text):
        return f"{key} = '''\n{text}\n'''\n"
    escaped = "\n".join(map(_escaped, text.split("\n")))
    return f'{key} = """\n{escaped}\n"""\n'


def _escaped(text: str) -> str:
    if text.isidentifier() and text.isascii():
        return text
    return escape_toml(_NEEDS_ESCAPE.sub(lambda found: _SHORT.get(found[0], f"\\u{ord(found[0]):04X}"), text))
