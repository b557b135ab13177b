"""JSON, read strictly and written canonically or for people.

The canonical form is RFC 8785, extended where that is undefined: integers of any size stay exact, and lone surrogates
are escaped. NaN and infinities are rejected with their path.
"""

from __future__ import annotations

import json
import re
import sys
from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from govern.contract import characters
from govern.errors import ContractInvalid

if TYPE_CHECKING:
    from collections.abc import Callable

Json = None | bool | int | float | str | list[Any] | dict[str, Any]

# orjson takes 5 ms to import, OpenSSL's digests 2 ms. In that time the standard library encodes about 150,000
# characters of JSON and digests them. Most runs that get so far are nearly done, so the limit is twice that.
_AT_LEISURE = 300_000
# Python's built-in implementation, by version; some builds lack it.
_OWN_DIGESTS = ("_sha2",) if sys.version_info >= (3, 12) else ("_sha256",)


class Encoders:
    """The encoders in use, by the number of characters so far; `orjson` is None until it pays off."""

    def __init__(self, at_leisure: int = _AT_LEISURE) -> None:
        self._left = at_leisure
        self.orjson: Any = None
        self.sha256: Callable[[bytes], Any] = _plain_sha256

    def count(self, size: int) -> None:
        """Count characters that were encoded or are about to be, and switch encoders beyond the limit."""
        self._left -= size
        if self._left < 0 and self.orjson is None:
            from hashlib import sha256

            import orjson

            self.orjson, self.sha256 = orjson, sha256


def _plain_sha256(data: bytes) -> Any:
    return _own_sha256()(data)


@cache
def _own_sha256() -> Any:
    for name in (*_OWN_DIGESTS, "hashlib"):
        try:
            return import_module(name).sha256
        except ImportError:
            continue
    raise ImportError("this Python has no sha256")


ENCODERS = Encoders()


# Up to here floats represent every integer exactly, so `1.0` is the integer 1.
_EXACT_INTEGERS = 2.0**53
# ECMAScript writes an exponent beyond these positions of the decimal point.
_LEAST_POINT, _MOST_DIGITS = -6, 21
# Writing JSON here takes this many times as long as the standard library.
_BY_HAND = 10
# Where a library's output is not RFC 8785: floats, NaN (orjson's null), and the order of keys beyond the BMP. Each test
# is quick and may choose the slow way needlessly, but never the reverse.
_LIKE_NUMBERS = bytes.maketrans(b"123456789+-e", b"00000000000.")
_FLOAT = re.compile(rb"[0-9][.e][-+]?[0-9][-+0-9e]{0,30}+(?:[,\]}\n]|\Z)")
_FLOAT_SHAPE = re.compile(rb"0\.[0.]{0,30}+(?:[,\]}\n]|\Z)")
_ESCAPED = re.compile(r"\\u00(?:22|3[aA])")
_BLANKS = 60
_KNOWN_ORDERS = 4_096
_INNER_QUOTE = re.compile(r'[^\\]\\"\Z')
_NULL = re.compile(rb"null(?:[,\]}\n]|\Z)")
_LEADS_BEYOND_BMP = (b"\xf0", b"\xf1", b"\xf2", b"\xf3", b"\xf4")
_ENDS_BEYOND_BMP = re.compile(rb'[\xf0-\xf4](?:[^"\\]|\\.)*+":?')


def decode(data: bytes | str) -> Json:
    """Parse one JSON text, and raise ContractInvalid for what two parsers could read differently."""
    odd: list[str] = []

    def number(text: str) -> int | float:
        value = float(text)
        if not _is_finite(value):
            odd.append(text)
        return int(value) if value.is_integer() and abs(value) <= _EXACT_INTEGERS else value

    def constant(text: str) -> float:
        odd.append(text)
        return float(text)

    text = _as_text(data)
    try:
        value: Json = json.loads(text, parse_float=number, parse_constant=constant)
        if not _keys_stand_once(text, value):
            value = json.loads(
                text, object_pairs_hook=_object_of_unique_keys, parse_float=number, parse_constant=constant
            )
    except RecursionError:
        raise ContractInvalid("nested too deeply to read") from None
    except ValueError as error:
        raise ContractInvalid(f"not JSON: {error}") from None
    if odd:
        _reject_non_numbers(value, "$")
    return value


def decode_pretty(text: str) -> Json:
    """Return the value of a text that `pretty` may have written, if a library writes it back unchanged; else None.

    Then no key is repeated and no number has lost a digit, which `decode` takes much longer to find out.
    """
    ENCODERS.count(len(text))
    orjson = ENCODERS.orjson
    if orjson is None:
        return None
    try:
        value: Json = orjson.loads(text)
        again: bytes = orjson.dumps(value, option=orjson.OPT_INDENT_2)
    except (TypeError, ValueError):
        return None
    return value if again == text.encode() and not _may_hold_float(again) else None


def canonical(value: Json) -> bytes:
    """Return the canonical form of a value."""
    text = _by_library(value)
    return text if text is not None else _canonical_text(value, "$").encode("utf-8", "backslashreplace")


def pretty(value: Json) -> str:
    """Return indented JSON in the value's own key order, with canonical numbers and escaped hidden characters."""
    text = _by_orjson(value, "OPT_INDENT_2") if ENCODERS.orjson else None
    if text is None:
        by_hand = _indented(value, "\n", "$")
        ENCODERS.count(_BY_HAND * len(by_hand))
        return characters.escape_json(by_hand)
    # In ASCII, DEL is the only hidden character that orjson does not escape.
    return text.decode() if text.isascii() and b"\x7f" not in text else characters.escape_json(text.decode())


def depth(value: Json) -> int:
    """Return the number of nested arrays and objects."""
    deepest, level = 0, [value]
    while level := [item for item in level if isinstance(item, (dict, list))]:
        deepest += 1
        level = [inner for item in level for inner in (item.values() if isinstance(item, dict) else item)]
    return deepest


def sorted_keys(value: dict[str, Any]) -> tuple[str, ...]:
    """Return the keys in canonical order."""
    return _in_order(tuple(value))


@lru_cache(_KNOWN_ORDERS)
def _in_order(keys: tuple[str, ...]) -> tuple[str, ...]:
    """Return keys sorted as RFC 8785 does; cached, because schemas repeat few combinations of keywords."""
    is_plain = "".join(keys).isascii()
    return tuple(sorted(keys, key=None if is_plain else lambda key: key.encode("utf-16-be", "surrogatepass")))


def _by_library(value: Json) -> bytes | None:
    """Return the canonical form by a library, or None if its output may not be canonical."""
    if ENCODERS.orjson:
        return _by_orjson(value, "OPT_SORT_KEYS")
    try:
        text = _sorted(value).encode()
    except (TypeError, ValueError, RecursionError):
        return None
    ENCODERS.count(len(text))
    return text if _is_canonical(text) else None


def _by_orjson(value: Json, option: str) -> bytes | None:
    orjson = ENCODERS.orjson
    try:
        text: bytes = orjson.dumps(value, option=getattr(orjson, option))
    except TypeError:
        return None
    if not _is_canonical(text):
        return None
    return None if b"null" in text and _NULL.search(text) and not _all_finite(value) else text


def _is_canonical(text: bytes) -> bool:
    return not _may_hold_float(text) and (text.isascii() or not _has_key_beyond_bmp(text))


def _may_hold_float(text: bytes) -> bool:
    shape = text.translate(_LIKE_NUMBERS)
    return b"0.0" in shape and bool(_FLOAT_SHAPE.search(shape)) and bool(_FLOAT.search(text))


def _has_key_beyond_bmp(text: bytes) -> bool:
    """Return whether a key contains a character beyond the BMP; each match runs to the end of its string."""
    return any(lead in text for lead in _LEADS_BEYOND_BMP) and any(
        found[0].endswith(b":") for found in _ENDS_BEYOND_BMP.finditer(text)
    )


def _all_finite(value: Json) -> bool:
    """Return whether the value has no NaN or infinity, which orjson writes as null."""
    try:
        _finite(value)
    except ValueError:
        return False
    return True


def _keys_stand_once(text: str, value: Json) -> bool:
    """Return whether no object repeats a key, by counting keys in the text and in the value written again.

    Keys are counted by the quote and colon after them. Return False where a text may escape or space these differently.
    """
    ENCODERS.count(len(text))
    try:
        again = ENCODERS.orjson.dumps(value) if ENCODERS.orjson else _finite(value).encode()
    except (TypeError, ValueError, RecursionError):
        return False
    return text.count('":') == again.count(b'":') and not _has_another_colon(text)


def _has_another_colon(text: str) -> bool:
    """Return whether a key's quote or colon may be escaped or spaced differently somewhere."""
    for apart in (" :", "\t:", "\r:", "\n:"):
        at = text.find(apart)
        while at >= 0:
            before = text[max(0, at - _BLANKS) : at].rstrip(" \t\r\n")
            if not before or (before.endswith('"') and not _INNER_QUOTE.search(before)):
                return True
            at = text.find(apart, at + 1)
    return "\\u00" in text and bool(_ESCAPED.search(text))


def _as_text(data: bytes | str) -> str:
    if isinstance(data, str):
        return data
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ContractInvalid(f"not UTF-8: byte {error.object[error.start]:#04x} at offset {error.start}") from None


def _object_of_unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise ValueError(f"the key {name!r} is repeated in one object, so parsers disagree on its value")
            seen.add(name)
    return value


def _reject_non_numbers(value: Json, path: str) -> None:
    """Raise ContractInvalid for NaN and infinities, which are not JSON."""
    if isinstance(value, float):
        _float(value, path)
    elif isinstance(value, dict):
        for key, inner in value.items():
            _reject_non_numbers(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            _reject_non_numbers(inner, f"{path}[{index}]")


def _canonical_text(value: Json, path: str) -> str:
    if isinstance(value, dict):
        members = (f"{_string(key)}:{_canonical_text(value[key], f'{path}.{key}')}" for key in sorted_keys(value))
        return "{" + ",".join(members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(_canonical_text(inner, f"{path}[{index}]") for index, inner in enumerate(value)) + "]"
    return _scalar(value, path)


def _indented(value: Json, newline: str, path: str) -> str:
    deeper = newline + "  "
    if isinstance(value, dict) and value:
        members = (f"{_string(key)}: {_indented(inner, deeper, f'{path}.{key}')}" for key, inner in value.items())
        return "{" + deeper + f",{deeper}".join(members) + newline + "}"
    if isinstance(value, list) and value:
        items = (_indented(inner, deeper, f"{path}[{index}]") for index, inner in enumerate(value))
        return "[" + deeper + f",{deeper}".join(items) + newline + "]"
    return _scalar(value, path) if value not in ({}, []) else json.dumps(value)


def _scalar(value: Json, path: str) -> str:
    if isinstance(value, str):
        return _string(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _float(value, path)
    raise ContractInvalid(f"a {type(value).__name__} is not a JSON value", where=path)


_string = json.JSONEncoder(ensure_ascii=False).encode
_finite = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
_sorted = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True).encode


def _is_finite(value: float) -> bool:
    return value - value == 0


def _float(value: float, path: str) -> str:
    """Return a number as ECMAScript's Number::toString does: the shortest digits that parse to the same number."""
    if not _is_finite(value):
        raise ContractInvalid(f"{value} is not a JSON number", where=path)
    if value.is_integer() and abs(value) <= _EXACT_INTEGERS:
        return str(int(value))
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = f"{abs(value)!r}".partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) if whole != "0" else int(exponent or 0) - (len(fraction) - len(digits))
    return sign + _placed(digits.rstrip("0"), point)


def _placed(digits: str, point: int) -> str:
    """Return the digits with the decimal point after the first `point` of them."""
    if _LEAST_POINT < point <= 0:
        return "0." + "0" * -point + digits
    if 0 < point <= _MOST_DIGITS:
        return digits[:point] + ("." + digits[point:] if len(digits) > point else "0" * (point - len(digits)))
    exponent = f"e{point - 1:+d}"
    return digits[0] + ("." + digits[1:] if len(digits) > 1 else "") + exponent
