"""Read TOML, and write the few forms of it that a lock uses."""

from __future__ import annotations

import re
import sys
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, Any

from govern.contract.characters import escape_toml, has_hidden
from govern.contract.json_text import pretty

if TYPE_CHECKING:
    from govern.contract.json_type import Json


_MOST_PARTS = 64
_PART = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_DEEP_KEY = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{_MOST_PARTS}}}")


class NotTomlError(ValueError):
    """What is wrong, and on which line."""


def read_toml(text: str) -> dict[str, Any]:
    """What the text holds. Keys of very many parts are refused: readers take minutes and gigabytes for them."""
    if deep := _DEEP_KEY.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise NotTomlError(f"line {line}: a key of more than {_MOST_PARTS} parts")
    try:
        return quickly_read(text)
    except ValueError:
        return _read_plainly(text)


def quickly_read(text: str) -> dict[str, Any]:
    """The same by the fast reader alone, whose errors are a ValueError."""
    reader = _compiled()
    read: dict[str, Any] = reader.deserialize(text, none_value=None)
    return read


@cache
def _compiled() -> Any:
    """The compiled half of rtoml, by itself: its other half imports `typing` to say what it takes, and passes it on."""
    at = PathFinder.find_spec("rtoml")
    places = at.submodule_search_locations if at else None
    spec = PathFinder.find_spec("rtoml._rtoml", places) if places else None
    if "rtoml" in sys.modules or spec is None or spec.loader is None:
        return import_module("rtoml._rtoml")
    module = spec.loader.create_module(spec)
    if module is None:
        return import_module("rtoml._rtoml")
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def _read_plainly(text: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotTomlError(str(error)) from None


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


def json_block(value: Json) -> str:
    """The value's text; three quotes in a row would end the literal string, so the third is an escape."""
    return pretty(value).replace("'''", "''\\u0027")
