"""A parser for the regular part of ECMA-262 regular expressions, with the character sets that they match."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterable

CharSet = tuple[tuple[int, int], ...]  # sorted ranges of code points that do not touch

_LAST = 0x10FFFF
_SURROGATES = range(0xD800, 0xE000)
_LARGEST_COUNT = 1_000
_CONTROLS = {"t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "0": "\0"}
_READABLE = "a1A_- .0b"
ALL_CHARS: CharSet = ((0, _LAST),)


class UnsupportedPattern(Exception):
    """A pattern uses a construct that this parser does not support, so nothing can be proven about it."""


@dataclass(frozen=True, slots=True)
class One:
    """One character of a set."""

    chars: CharSet


@dataclass(frozen=True, slots=True)
class Sequence:
    """Several expressions, one after the other."""

    parts: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """Several alternatives."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """An expression repeated `least` to `most` times; `most` is None for no limit."""

    part: Node
    least: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Edge:
    """The start (`^`) or the end (`$`) of the text."""

    is_start: bool


Node = One | Sequence | Choice | Repeat | Edge


@dataclass(frozen=True, slots=True)
class Expression:
    """A parsed pattern, with the lookaheads at its very start as separate expressions."""

    body: Node
    required: tuple[Node, ...] = ()
    forbidden: tuple[Node, ...] = ()


@lru_cache(maxsize=512)
def parse(pattern: str) -> Expression:
    """Parse a pattern, or raise UnsupportedPattern."""
    parser = _PatternParser(pattern)
    required: list[Node] = []
    forbidden: list[Node] = []
    is_anchored = parser.take("^")
    while is_anchored and parser.text.startswith(("(?=", "(?!"), parser.at):
        is_required = parser.text[parser.at + 2] == "="
        parser.at += 3
        (required if is_required else forbidden).append(parser.choice())
        parser.expect(")")
    first = parser.sequence()
    others = []
    while parser.take("|"):
        others.append(parser.sequence())
    if not parser.is_done() or (others and (required or forbidden)):
        parser.fail()  # with alternatives, the lookaheads would apply to the first alone
    first = _from_start(first) if is_anchored else first
    lookaheads = tuple(map(_from_start, required)), tuple(map(_from_start, forbidden))
    return Expression(Choice((first, *others)) if others else first, *lookaheads)


def _from_start(part: Node) -> Node:
    return Sequence((Edge(is_start=True), part))


class _PatternParser:
    """A recursive-descent parser over the text of one pattern."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def fail(self) -> NoReturn:
        raise UnsupportedPattern(self.text)

    def take(self, wanted: str) -> bool:
        if self.text.startswith(wanted, self.at):
            self.at += len(wanted)
            return True
        return False

    def expect(self, wanted: str) -> None:
        if not self.take(wanted):
            self.fail()

    def next(self) -> str:
        if self.at >= len(self.text):
            self.fail()
        self.at += 1
        return self.text[self.at - 1]

    def until(self, end: str) -> str:
        stop = self.text.find(end, self.at)
        if stop < 0:
            self.fail()
        held, self.at = self.text[self.at : stop], stop + 1
        return held

    def is_done(self) -> bool:
        return self.at == len(self.text)

    def choice(self) -> Node:
        parts = [self.sequence()]
        while self.take("|"):
            parts.append(self.sequence())
        return parts[0] if len(parts) == 1 else Choice(tuple(parts))

    def sequence(self) -> Node:
        parts: list[Node] = []
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            parts.append(self.repeated())
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def repeated(self) -> Node:
        part = self.atom()
        bounds = self.bounds()
        if bounds is None:
            return part
        self.take("?")  # a lazy quantifier matches the same texts as a greedy one
        if isinstance(part, Edge) or (self.at < len(self.text) and self.text[self.at] in "*+?{"):
            self.fail()
        return Repeat(part, *bounds)

    def bounds(self) -> tuple[int, int | None] | None:
        for sign, bounds in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self.take(sign):
                return bounds
        if not self.take("{"):
            return None
        least, comma, most = self.until("}").partition(",")
        if not (least.isascii() and least.isdigit()) or (most and not (most.isascii() and most.isdigit())):
            self.fail()
        upper = int(most) if most else (None if comma else int(least))
        if max(int(least), upper or 0) > _LARGEST_COUNT or (upper is not None and upper < int(least)):
            self.fail()
        return int(least), upper

    def atom(self) -> Node:
        character = self.next()
        if character == "(":
            return self.group()
        if character == "[":
            return One(self.bracket())
        if character == ".":
            return One(complement(_LINE_ENDS))
        if character in "^$":
            return Edge(is_start=character == "^")
        if character == "\\":
            return One(self.escape())
        if character in "*+?{}]":
            self.fail()
        return One(char_set(character))

    def group(self) -> Node:
        if self.take("?") and not self.take(":"):
            self.expect("<")
            if self.text[self.at : self.at + 1] in {"=", "!"}:
                self.fail()
            self.until(">")
        node = self.choice()
        self.expect(")")
        return node

    def bracket(self) -> CharSet:
        is_negated = self.take("^")
        parts: list[CharSet] = []
        while not self.take("]"):
            low = self.member()
            if self.text.startswith("-", self.at) and not self.text.startswith("-]", self.at):
                self.at += 1
                parts.append(self.span(low, self.member()))
            else:
                parts.append(low)
        held = union(*parts)
        return complement(held) if is_negated else held

    def span(self, low: CharSet, high: CharSet) -> CharSet:
        if low[0][0] != low[-1][1] or high[0][0] != high[-1][1] or low[0][0] > high[0][0]:
            self.fail()
        return ((low[0][0], high[0][0]),)

    def member(self) -> CharSet:
        character = self.next()
        # Other dialects read these as set operations.
        if character == "[" or self.text[self.at - 1 : self.at + 1] in {"&&", "--", "~~"}:
            self.fail()
        return self.escape(in_bracket=True) if character == "\\" else char_set(character)

    def escape(self, *, in_bracket: bool = False) -> CharSet:
        character = self.next()
        if character in _CLASSES:
            return _CLASSES[character]
        if character in "xu":
            return char_set(chr(self.code(2 if character == "x" else 4)))
        if character == "0" and self.text[self.at : self.at + 1].isdigit():
            self.fail()
        if character in _CONTROLS:
            return char_set(_CONTROLS[character])
        if in_bracket and character == "b":
            return char_set("\b")
        if character.isalnum():
            self.fail()
        return char_set(character)

    def code(self, digits: int) -> int:
        if self.take("{"):
            held = self.until("}")
        else:
            held = self.text[self.at : self.at + digits]
            self.at += digits
        try:
            code = int(held, 16)
        except ValueError:
            self.fail()
        if not held.isalnum() or code > _LAST or code in _SURROGATES:
            self.fail()
        return code


def union(*sets: CharSet) -> CharSet:
    """Return the union of some character sets."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(held for each in sets for held in each):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], high))
        else:
            merged.append((low, high))
    return tuple(merged)


def complement(chars: CharSet) -> CharSet:
    """Return all characters that are not in a set."""
    gaps, start = [], 0
    for low, high in chars:
        if start < low:
            gaps.append((start, low - 1))
        start = high + 1
    if start <= _LAST:
        gaps.append((start, _LAST))
    return tuple(gaps)


def char_set(characters: Iterable[str]) -> CharSet:
    """Return the set of some characters."""
    return union(*(((ord(character), ord(character)),) for character in characters))


_DIGITS: CharSet = ((48, 57),)
_WORD_CHARS: CharSet = ((48, 57), (65, 90), (95, 95), (97, 122))
_LINE_ENDS = char_set("\n\r\u2028\u2029")
_SPACES = union(char_set("\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff"), ((0x2000, 0x200A),))
_CLASSES = {
    "d": _DIGITS,
    "D": complement(_DIGITS),
    "w": _WORD_CHARS,
    "W": complement(_WORD_CHARS),
    "s": _SPACES,
    "S": complement(_SPACES),
}


@cache
def alphabet(sets: frozenset[CharSet]) -> tuple[int, ...]:
    """Return one code point for each class of characters that the sets distinguish, readable characters first."""
    cuts = {0}
    for part in sets:
        for low, high in part:
            cuts |= {low, high + 1}
    chosen: dict[tuple[bool, ...], int] = {}
    ordered = sorted(sets)
    readable = [ord(character) for character in _READABLE]
    printable = [code for cut in cuts for code in (cut, cut + 1) if 32 <= code < 127]  # noqa: PLR2004 - ASCII
    rest = sorted(cut for cut in cuts if cut <= _LAST and cut not in _SURROGATES)
    for code in (*readable, *sorted(printable), *rest):
        chosen.setdefault(tuple(contains(part, code) for part in ordered), code)
    return tuple(chosen.values())


def contains(chars: CharSet, code: int) -> bool:
    """Return whether a set contains a code point."""
    return any(low <= code <= high for low, high in chars)
