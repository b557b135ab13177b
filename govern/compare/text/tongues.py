"""The plainest forms of steering in other languages than English, found where a text has a word of one."""

from __future__ import annotations

import re
from functools import cache

from govern.compare.text.cue import Cue
from govern.compare.text.tokens import these
from govern.regex import regex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.compare.text.cue import CueKind

# In a row `{3}` stands for up to three words between.
_GAP = r"(?:[^\W_]+\W+){0,%d}?"
# A word that each row of a language written in ASCII may begin with; other languages show by their letters.
_WORTH_IT = regex(
    r"\b(?:ignor(?:a|ar|ad|en|ez|er|ier\w*|are|i|ate|uj)|olvid\w+|descart\w+|haz|oubli\w+|tiens|tenez|verg\w+"
    r"|missachte|beachte|esque\w+"
    r"|desconsider\w*|dimentica\w*|zignoruj|zapomnij|negeer|vergeet|abaikan|sin|sans|ohne|sem|nao"
    r"|nunca|non|no se|no lo|no le|ne|n'"
    r"|digas?|menciones?|informes?|sag\w*|env(?!ironment|elop|s?\b)\w+|manda|reenv\w+|sube|transm(?!issi|it(?:s|t|\b))\w+"
    r"|inclu(?!de[sd]?\b|ding\b|si)\w+|joi(?!n(?:ed|ing|t)?\b)\w+|sende?|schicke?|leite"
    r"|onceki|bo qua|ignore (?:las|los|as|os|les|toutes|todas|tous|todos))\b"
)
# The words that it may find, whole or as they begin, but for those that English has too.
_WHOLE = """
    haz tiens tenez missachte beachte zignoruj zapomnij negeer vergeet abaikan onceki bo sin sans ohne sem nao nunca non
    no ne n
    diga digas mencione menciones informe informes manda sube send sende schick schicke leite
"""
_BEGUN = "ignor olvid descart oubli verg esque desconsider dimentica sag env reenv transm inclu joi"
_ENGLISH = "env envs environment environments include includes included including join joined joint"
_WHOLE_WORDS, _ENGLISH_WORDS, _BEGINNINGS = these(_WHOLE), these(_ENGLISH), tuple(these(_BEGUN))
_FOREIGN_LETTER = regex(r"[^\W\d_\x00-\x7f]")


def foreign_cues(text: str) -> Iterator[Cue]:
    """A cue for each row that the (folded) text holds."""
    # Behind the `or` all letters are ASCII; to look for small ones alone takes half the time, first and last.
    if not (_FOREIGN_LETTER.search(text) or _is_worth_it(text.lower())):
        return
    for kind, name, pattern in _patterns():
        for match in pattern.finditer(text):
            what = f"{name}: {' '.join(match[0].lower().split())}"
            yield Cue(kind, what, strong=True, excerpt=match[0], position=match.start(), openly=True)


def _is_worth_it(small: str) -> bool:
    words = set(re.findall(r"\w+", small)) - _ENGLISH_WORDS
    if words.isdisjoint(_WHOLE_WORDS) and not any(word.startswith(_BEGINNINGS) for word in words):
        return False
    return bool(_WORTH_IT.search(small))


@cache
def _patterns() -> tuple[tuple[CueKind, str, re.Pattern[str]], ...]:
    """The rows, compiled when a text first asks for them: few do, and it takes longer than reading a lock."""
    from govern.compare.text.rules.tongues import TONGUES

    return tuple(
        (kind, name, re.compile(re.sub(r"\{(\d)\}(?!\?)", lambda gap: _GAP % int(gap[1]), pattern), re.IGNORECASE))
        for kind, name, pattern in TONGUES
    )
