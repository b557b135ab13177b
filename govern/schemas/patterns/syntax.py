"""The part of ECMA-262's regular expressions that describes regular languages, as small trees."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NoReturn

from . import letters

if TYPE_CHECKING:
    from .letters import Ranges

_COUNT_LIMIT = 1_000
_CONTROLS = {"t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "0": "\0"}


class NotRegular(Exception):
    """The expression says something this reader does not know; nothing is claimed of it."""


@dataclass(frozen=True, slots=True)
class One:
    """One character of a set."""

    of: Ranges


@dataclass(frozen=True, slots=True)
class Sequence:
    """One after the other."""

    parts: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """Any of them."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """The same, some times over."""

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
    """A body, and what must or must not match at the very start beside it."""

    body: Node
    also: tuple[Node, ...] = ()
    never: tuple[Node, ...] = ()


@lru_cache(maxsize=512)
def parse(pattern: str) -> Expression:
    """Read an expression, or raise NotRegular."""
    reader = _Reader(pattern)
    also: list[Node] = []
    never: list[Node] = []
    start = reader.take("^")
    while start and reader.text.startswith(("(?=", "(?!"), reader.at):
        is_wanted = reader.text[reader.at + 2] == "="
        reader.at += 3
        (also if is_wanted else never).append(reader.choice())
        reader.expect(")")
    first = reader.sequence()
    others = []
    while reader.take("|"):
        others.append(reader.sequence())
    if not reader.is_done() or (others and (also or never)):
        reader.fail()  # conditions would belong to the first branch alone
    first = _after_start(first) if start else first
    anchored = tuple(_after_start(part) for part in also), tuple(_after_start(part) for part in never)
    return Expression(Choice((first, *others)) if others else first, *anchored)


def _after_start(part: Node) -> Node:
    return Sequence((Edge(is_start=True), part))


class _Reader:
    """A cursor over the text of one expression."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def fail(self) -> NoReturn:
        raise NotRegular(self.text)

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
        self.take("?")  # lazy or greedy makes no difference to what matches at all
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
        if max(int(least), upper or 0) > _COUNT_LIMIT or (upper is not None and upper < int(least)):
            self.fail()
        return int(least), upper

    def until(self, end: str) -> str:
        stop = self.text.find(end, self.at)
        if stop < 0:
            self.fail()
        held, self.at = self.text[self.at : stop], stop + 1
        return held

    def atom(self) -> Node:
        character = self.next()
        if character == "(":
            return self.group()
        if character == "[":
            return One(self.bracket())
        if character == ".":
            return One(letters.complement(letters.LINE_ENDS))
        if character in "^$":
            return Edge(is_start=character == "^")
        if character == "\\":
            return One(self.escape())
        if character in "*+?{}]":
            self.fail()
        return One(letters.of(character))

    def group(self) -> Node:
        if self.take("?") and not self.take(":"):
            self.expect("<")
            if self.text[self.at : self.at + 1] in {"=", "!"}:
                self.fail()
            self.until(">")
        node = self.choice()
        self.expect(")")
        return node

    def bracket(self) -> Ranges:
        is_negated = self.take("^")
        parts: list[Ranges] = []
        while not self.take("]"):
            low = self.member()
            if self.text.startswith("-", self.at) and not self.text.startswith("-]", self.at):
                self.at += 1
                parts.append(self.span(low, self.member()))
            else:
                parts.append(low)
        held = letters.union(*parts)
        return letters.complement(held) if is_negated else held

    def span(self, low: Ranges, high: Ranges) -> Ranges:
        if low[0][0] != low[-1][1] or high[0][0] != high[-1][1] or low[0][0] > high[0][0]:
            self.fail()
        return ((low[0][0], high[0][0]),)

    def member(self) -> Ranges:
        character = self.next()
        # Other dialects read these as set operations, so nothing is claimed of them.
        if character == "[" or self.text[self.at - 1 : self.at + 1] in {"&&", "--", "~~"}:
            self.fail()
        return self.escape(inside=True) if character == "\\" else letters.of(character)

    def escape(self, *, inside: bool = False) -> Ranges:
        character = self.next()
        if character in letters.CLASSES:
            return letters.CLASSES[character]
        if character in "xu":
            return letters.of(chr(self.code(2 if character == "x" else 4)))
        if character == "0" and self.text[self.at : self.at + 1].isdigit():
            self.fail()
        if character in _CONTROLS:
            return letters.of(_CONTROLS[character])
        if inside and character == "b":
            return letters.of("\b")
        if character.isalnum():
            self.fail()
        return letters.of(character)

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
        if not held.isalnum() or code > letters.LAST or 0xD800 <= code <= 0xDFFF:  # noqa: PLR2004 - surrogates
            self.fail()
        return code
