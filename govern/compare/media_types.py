"""Media types as RFC 9110 reads them: `Text/HTML; Charset=UTF-8` is `text/html;charset=utf-8`."""

from __future__ import annotations

import re
from operator import itemgetter

_PARAMETER = re.compile(r""";\s*([^\s;="]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*""")
_ESCAPED = re.compile(r"\\(.)")
# Of the parameters that are in use, the value of this one alone ignores case.
_CASELESS = frozenset({"charset"})
# Texts come as JSON, so this says nothing.
_OF_JSON = ("charset", "utf-8")

MediaType = tuple[str, tuple[tuple[str, str], ...], str]


def media_type(written: str) -> MediaType:
    """The type, its parameters in the order of their names, and what is left over where it is not written as one."""
    kind, *_ = written.partition(";")
    at = len(kind)
    parameters: list[tuple[str, str]] = []
    while match := _PARAMETER.match(written, at):
        name, quoted, plain = match[1].lower(), match[2], match[3]
        value = plain if quoted is None else _ESCAPED.sub(r"\1", quoted)
        if (name, value.lower()) != _OF_JSON:
            parameters.append((name, value.lower() if name in _CASELESS else value))
        at = match.end()
    return kind.strip().lower(), tuple(sorted(parameters, key=itemgetter(0))), written[at:].strip()
