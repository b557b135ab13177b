"""The headers of 2026-07-28 that repeat a part of a request, so that a proxy can route it."""

from __future__ import annotations

import base64
import binascii
import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from govern.schemas.dialect import subschemas

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from govern.contract.json_text import Json

    Path = tuple[str, ...]
    # The schemas of the arguments that headers repeat, each with the name of its header.
    Repeated = Mapping[Path, dict[str, Any]]

# The parameter that Mcp-Name repeats.
NAMED_BY: Final = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
_PREFIX, _KEYWORD = "Mcp-Param-", "x-mcp-header"
_TYPES: Final = ("boolean", "integer", "string")
_TOKEN: Final = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_PLAIN: Final = re.compile(r"[\x20-\x7e]*")
_ENCODED: Final = re.compile(r"=\?base64\?(.*)\?=")
_DECIMAL: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def encode_value(text: str) -> str:
    """Return a header's value, which is in Base64 if it is not plain ASCII."""
    if _PLAIN.fullmatch(text) and text == text.strip() and not _ENCODED.fullmatch(text):
        return text
    return f"=?base64?{base64.b64encode(text.encode(errors='surrogatepass')).decode()}?="


def decode_value(value: str | None) -> str | None:
    """Return the text of a header's value, None if its Base64 is invalid."""
    match = _ENCODED.fullmatch(value or "")
    if match is None:
        return value
    try:
        decoded = base64.b64decode(match[1], validate=True)
        return decoded.decode() if base64.b64encode(decoded).decode() == match[1] else None
    except (binascii.Error, ValueError):
        return None


def repeated_arguments(schema: Json) -> Repeated:
    """Return the arguments that headers repeat; none if the schema names any of the headers wrongly."""
    found: dict[Path, dict[str, Any]] = {}
    headers: set[str] = set()
    places: list[tuple[Path | None, Json]] = [((), schema)]
    while places:
        path, form = places.pop()
        if not isinstance(form, dict):
            continue
        if _KEYWORD in form:
            if not path or not _is_named(form) or form[_KEYWORD].lower() in headers:
                return {}
            headers.add(form[_KEYWORD].lower())
            found[path] = form
        places += [(_below(path, steps), inner) for steps, inner in subschemas(form)]
    return found


def argument_headers(repeated: Repeated, arguments: Json) -> dict[str, str]:
    """Return the headers of a call's arguments."""
    texts = {_PREFIX + form[_KEYWORD]: _header_text(_at(arguments, path)) for path, form in repeated.items()}
    return {header: encode_value(text) for header, text in texts.items() if text is not None}


def differing_header(repeated: Repeated, arguments: Json, values: Callable[[str], Sequence[str]]) -> str | None:
    """Return a header that does not say the same as its argument; `values` are those of a header."""
    for path, form in repeated.items():
        header, argument = f"{_PREFIX}{form[_KEYWORD]}", _at(arguments, path)
        given, expected = values(header), _header_text(argument)
        if expected is None and not given:
            continue
        if expected is None or len(given) != 1:
            return header
        text = decode_value(given[0])
        if text != expected and not (form["type"] == "integer" and _has_number(text, argument)):
            return header
    return None


def _is_named(form: dict[str, Json]) -> bool:
    header = form[_KEYWORD]
    return isinstance(header, str) and _TOKEN.fullmatch(header) is not None and form.get("type") in _TYPES


def _below(path: Path | None, steps: tuple[str | int, ...]) -> Path | None:
    """Return the path of a subschema's argument, None if it is not a property of an object that is always there."""
    return (*path, str(steps[1])) if path is not None and steps[0] == "properties" else None


def _at(arguments: Json, path: Path) -> Any:
    for name in path:
        if not isinstance(arguments, dict):
            return None
        arguments = arguments.get(name)
    return arguments


def _header_text(value: Json) -> str | None:
    """Return an argument as headers repeat it, None if they do not."""
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        return str(value) if isinstance(value, (str, int, float)) else None
    except ValueError:  # Python writes no integer of more than 4,300 digits.
        return None


def _has_number(text: str | None, argument: Json) -> bool:
    """Return whether a header has the number of its argument, such as 42 for 42.0."""
    is_number = isinstance(argument, (int, float)) and not isinstance(argument, bool)
    return is_number and text is not None and _DECIMAL.fullmatch(text) is not None and Decimal(text) == argument
