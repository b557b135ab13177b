"""One direction of a comparison: does the receiver take all that the sender may send."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from .budget import Budget, Exhausted
from .dialect import NotTranslatable
from .engine import NoAnswer, NotWellFormed, complaint
from .inclusion import Inclusion
from .patterns.syntax import NotRegular
from .pool import pool
from .references import LeadsNowhere

if TYPE_CHECKING:
    from collections.abc import Generator

    from .engine import Engine
    from .side import Reading, Side

Json = Any
Answer = Literal["yes", "no", "unknown"]
Judged = tuple[Answer, "Witness | None"]

_STEPS = 6_000
# Far beyond what the steps take: an answer must not depend on how busy the machine is.
_SECONDS = 2.0
_AT_ONCE = 100_000  # the product of both texts' lengths up to which the library is asked about the whole first
_READ_OTHERWISE = {"4": ("'integer'",), "6": ("'contentM", "'contentE"), "7": ("'contentM", "'contentE")}
_OF_NUMBERS = ("'multipleOf'", "imum'", "'const'", "'enum'")
_GIVING_UP = (Exhausted, LeadsNowhere, NoAnswer, NotRegular, NotWellFormed, NotTranslatable, RecursionError)


@dataclass(frozen=True, slots=True)
class Witness:
    """An instance that one schema takes and the other refuses, and why it does."""

    instance: Json
    error: str


class Direction:
    """A sender and a receiver, each as it is written and as it is read."""

    def __init__(
        self,
        engine: Engine,
        sender: tuple[Side, Reading | None],
        receiver: tuple[Side, Reading | None],
        *,
        is_closed: bool,
    ) -> None:
        self._engine = engine
        self._sender, self._sends = sender
        self._receiver, self._takes = receiver
        self._is_closed = is_closed
        self._budget = Budget(_STEPS, _SECONDS)

    def answer(self) -> Judged:
        """Answer in the reading that was asked for; what holds of all that is valid holds of what is documented."""
        if self._receiver.written is True or self._receiver.written == {} or self._sender.written is False:
            return "yes", None
        if not self._is_closed or self._sends is None:
            return self._judged(self._sends)
        documented = self._sender.documented(self._sends)
        judged: Judged = ("unknown", None) if documented is None else self._judged(documented)
        if documented is not None and judged[0] == "yes" and self._says_nothing(documented):
            return self._judged(self._sends)
        if judged[0] == "unknown" and documented is not self._sends and self._judged(self._sends)[0] == "yes":
            return "yes", None
        return judged

    def _says_nothing(self, documented: Reading) -> bool:
        """Tell whether nobody could send what is documented, though something can be sent: then it proves nothing."""
        return documented is not self._sends and self._engine.is_empty(documented.canonical)

    def _judged(self, sent: Reading | None) -> Judged:
        suspects = self._suspects(sent)
        doubtful: Judged = "unknown", None
        try:
            while True:
                try:
                    suspect = next(suspects)
                except StopIteration as end:
                    return ("yes", None) if end.value else doubtful
                doubt = self._doubt(suspect) if self._is_witness(suspect, sent) else None
                if doubt is None or doubt > 1:
                    continue
                shown: Judged = "no", Witness(suspect, complaint(self._receiver.validator, suspect))
                if doubt == 0:
                    return shown
                doubtful = shown if doubtful[0] == "unknown" else doubtful
        except _GIVING_UP:
            return doubtful

    def _doubt(self, suspect: Json) -> int:
        """Tell how far validators may disagree about the numbers in a witness."""
        texts = self._sender.text, self._receiver.text
        if not any(word in text for text in texts for word in _OF_NUMBERS):
            return 0
        from .numbers import doubt, words_of_numbers

        return doubt(suspect, frozenset(words_of_numbers([self._sender.written, self._receiver.written])))

    def _is_witness(self, suspect: Json, sent: Reading | None) -> bool:
        if self._receiver.takes(suspect) or not self._sender.takes(suspect):
            return False
        return sent is None or sent is self._sends or sent.takes(suspect)

    def _suspects(self, sent: Reading | None) -> Generator[Json, None, bool]:
        """Yield what may be a witness, and return whether there can be none."""
        if sent is not None and self._takes is not None:
            if self._is_small(sent) and self._covers(sent) and (sent is self._sends or self._is_agreed()):
                return True
            try:
                if (yield from self._search(sent, self._takes)) and self._is_agreed():
                    return True
            except _GIVING_UP:
                pass
        yield from pool(self._sender.written, self._receiver.written)
        return False

    def _search(self, sent: Reading, takes: Reading) -> Generator[Json, None, bool]:
        if not (sent.document.is_own and takes.document.is_own):
            return False  # parts of such a document mean nothing by themselves
        return (yield from Inclusion(sent.document, takes.document, self._budget).search())

    def _is_small(self, sent: Reading) -> bool:
        return len(repr(sent.schema)) * len(repr(self._receiver.written)) <= _AT_ONCE

    def _covers(self, sent: Reading) -> bool:
        return self._takes is not None and self._engine.covers(self._takes.canonical, sent.canonical)

    def _is_agreed(self) -> bool:
        """Up to draft-07 validators read some words in ways that our rules, written for 2020-12, overlook.

        Draft 4 takes 1.0 for no integer, drafts 6 and 7 assert `content*`. There the library must agree.
        """
        words = _READ_OTHERWISE.get(self._receiver.draft, ())
        if not any(word in repr(self._receiver.written) for word in words):
            return True
        if self._sender.draft != self._receiver.draft:
            return False
        sent, takes = (self._engine.canonical(side.written, side.draft) for side in (self._sender, self._receiver))
        return self._engine.covers(takes, sent)
