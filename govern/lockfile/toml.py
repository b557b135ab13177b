"""Read TOML, and write the few forms of it that a lock uses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import rtoml

from govern.contract.characters import escape_toml, has_hidden
from govern.contract.json_text import pretty

if TYPE_CHECKING:
    from govern.contract.json_text import Json

_MOST_PARTS = 64
_PART = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_DEEP_KEY = re.compile(rf"(?<![\w\\-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{_MOST_PARTS}}}")
_NEEDS_ESCAPE = re.compile(r'[\\"\x00-\x1f\x7f]')
_SHORT = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}


class NotTomlError(ValueError):
    """Invalid TOML; the message names the line."""


def read_toml(text: str) -> dict[str, Any]:
    """Return the table of a TOML text, or raise NotTomlError, also for keys with too many parts to parse in time."""
    if deep := _DEEP_KEY.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise NotTomlError(f"line {line}: a key has more than {_MOST_PARTS} parts")
    try:
        return fast_read_toml(text)
    except ValueError:
        return _read_plainly(text)


def fast_read_toml(text: str) -> dict[str, Any]:
    """Return the table of a TOML text by the fast reader, which raises a ValueError without a line."""
    # As the plain reader does: git may check out a file with the line ends of Windows.
    return rtoml.loads(text.replace("\r\n", "\n") if "\r" in text else text)


def _read_plainly(text: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotTomlError(str(error)) from None


def line(key: str, text: str) -> str:
    """Return the line `key = "text"`."""
    return f'{key} = "{_escaped(text)}"\n'


def block(key: str, text: str) -> str:
    """Return a multi-line string in which one changed line of text is one changed line of the file."""
    if "'''" not in text and not has_hidden(text):
        return f"{key} = '''\n{text}\n'''\n"
    escaped = "\n".join(map(_escaped, text.split("\n")))
    return f'{key} = """\n{escaped}\n"""\n'


def _escaped(text: str) -> str:
    if text.isidentifier() and text.isascii():
        return text
    return escape_toml(_NEEDS_ESCAPE.sub(lambda found: _SHORT.get(found[0], f"\\u{ord(found[0]):04X}"), text))


def json_block(value: Json) -> str:
    """Return a value as indented JSON; three quotes in a row would end the TOML string, so the third is escaped."""
    return pretty(value).replace("'''", "''\\u0027")
