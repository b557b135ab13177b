"""A text as a row of concepts, one character for each word, so that rules are short patterns over meanings.

Reading is linear in the length of the text, and what a rule may look at is bounded, so no text is slow to judge.
"""
# ruff: noqa: RUF001 -- look-alikes and marks of other scripts are what this file is about

from __future__ import annotations

import re
from functools import cache

from govern.compare.text.addresses import CONFIG_FILES, GUARDED_FILES, holds_file
from govern.compare.text.idioms import without_idioms
from govern.compare.text.tables import LETTER, MEANINGS, PHRASES
from govern.compare.text.tokens import END, OTHER, PAUSE
from govern.dataclass import dataclass, field
from govern.regex import regex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.compare.text.tokens import Token

# The rest of a path, without the mark that ends its sentence.
_REST = r"(?:[\w./\\-]*[\w/\\-])?"
# What goes over a network; `memo://insights` is a name of the server's own.
_SCHEME = r"(?:(?i:(?<=http)|(?<=https)|(?<=ws)|(?<=wss)|(?<=ftp))://|://(?=[^\s/]*[.:@]\w))"
_FILE = rf"(?P<path>(?i:{GUARDED_FILES}){_REST})|(?P<softpath>(?i:{CONFIG_FILES}){_REST})"
_URL = rf"(?P<url>{_SCHEME}[^\s<>\"'`)\]}}]*[^\s<>\"'`)\]}}.,;:!?])"
_WORD = (
    r"(?P<word>[\w$!|]['’\w$@!|-]*(?:\.\w['’\w-]*)*)"
    r"|(?P<end>[.!?。！？](?=[\s\"'`)\]*_<]|$)|\n[ \t\r\n]*)"
    r"|(?P<pause>[,;:()\[\]{}<>—–|])"
)
_TOP_LEVELS = frozenset({
    "com", "net", "org", "io", "dev", "ai", "app", "co", "xyz", "ru", "cn", "tk", "top", "me", "info", "site", "online",
    "example", "test", "tld", "evil", "invalid", "sh", "cloud", "club", "biz", "icu", "pw", "su",
})  # fmt: skip
_HOST = regex(r"(?:[\w-]+\.)+\w+")
_NUMBERS = regex(r"(?:\d{1,3}\.){3}\d{1,3}")
# Behind an `@` any ending is one, for no code is written so.
_MAIL_HOST = regex(r"(?:[\w-]+\.)+[a-zA-Z]{2,24}")
_ACCOUNT = regex(r"bc1[a-z0-9]{20,90}|0x[0-9a-fA-F]{40}|[A-Z]{2}\d{2}[A-Z0-9]{11,30}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}")
_SECRET_NAME = regex(r"(?:[A-Z][A-Z0-9]*_)+(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS)S?")
# What begins a line that does not go on with the one before.
_BULLET = regex(r"[-*•→▶✅⚠💡\d#<\[]|`?[\w.]{1,40}`?(?: ?\([^()\n]{1,40}\))?:\s")
_CLOSED = frozenset(")]")
_CAMEL = regex(r"(?<=[a-z0-9])(?=[A-Z])")
_PARTS = regex(r"[^\W_]+(?:['’]\w+)?")
_LEET = str.maketrans("013457@$!|", "oleastasil")
_LEET_ONE = str.maketrans("013457@$!|", "oieastasii")
_LONG_NAME, _SHORTEST_ACCOUNT = 4, 15


@dataclass(frozen=True, slots=True)
class Row:
    """The concepts of a text, and where each of its words stands in it."""

    letters: str
    starts: list[int] = field(repr=False)
    ends: list[int] = field(repr=False)
    words: list[str] = field(repr=False)


def row_of(tokens: list[Token]) -> Row:
    """The row of the tokens of a text."""
    letters: list[str] = []
    at = 0
    while at < len(tokens):
        word, letter = tokens[at][0], tokens[at][1]
        length, phrase = _phrase(tokens, at) if word in PHRASES else (1, "")
        letters.append(phrase or letter)
        letters.extend([""] * (length - 1))
        at += length
    kept = [index for index, letter in enumerate(letters) if letter]
    return Row(
        "".join(letters),
        [tokens[index][2] for index in kept],
        [tokens[_last(letters, index)][3] for index in kept],
        [" ".join(token[0] for token in tokens[index : _last(letters, index) + 1]) for index in kept],
    )


def _phrase(tokens: list[Token], at: int) -> tuple[int, str]:
    for tail, letter in PHRASES[tokens[at][0]]:
        if tuple(token[0] for token in tokens[at + 1 : at + 1 + len(tail)]) == tail:
            return 1 + len(tail), letter
    return 1, ""


def _last(letters: list[str], index: int) -> int:
    """The last token of the phrase that begins here."""
    while index + 1 < len(letters) and not letters[index + 1]:
        index += 1
    return index


def tokens_of(text: str, own: frozenset[str] = frozenset()) -> list[Token]:
    """The words of a (folded) text; `own` are names that belong to the speaker, such as its tools and parameters."""
    return without_idioms(list(_tokens(text, own)))


def _tokens(text: str, own: frozenset[str]) -> Iterator[Token]:
    prose = bool(re.search(r"\S\s+\S", text[:2000]))
    for match in _token(files=holds_file(text), addresses="://" in text).finditer(text):
        start, end, found = match.start(), match.end(), match[0]
        if match.lastgroup == "word":
            yield from _word(found, start, own, prose=prose)
        elif match.lastgroup == "end":
            soft = found[0] == "\n" and found.count("\n") < 2 and not _begins(text, start, end)  # noqa: PLR2004
            if not soft:
                yield found, END, start, end
        elif match.lastgroup == "pause":
            yield found, PAUSE, start, end
        else:
            yield found.lower(), LETTER[str(match.lastgroup)], start, end


@cache
def _token(*, files: bool, addresses: bool) -> re.Pattern[str]:
    """What a token is; few texts have files and addresses, which take longest to compile and to seek."""
    return re.compile("|".join((*(_FILE,) * files, *(_URL,) * addresses, _WORD)))


def _begins(text: str, start: int, end: int) -> bool:
    """Whether a line says something new: an entry of a list, or a sentence after what ends in a bracket."""
    return bool(_BULLET.match(text, end)) or (text[start - 1 : start] in _CLOSED and text[end : end + 1].isupper())


def _word(found: str, start: int, own: frozenset[str], *, prose: bool) -> Iterator[Token]:
    word = found.strip("'’-!|").lower().replace("’", "'").removesuffix("'s")
    end = start + len(found)
    if letter := _meaning(word):
        yield word, letter, start, end
    elif "_" in found and found.isupper() and _SECRET_NAME.fullmatch(found):
        yield word, LETTER["secret"], start, end
    elif len(found) >= _SHORTEST_ACCOUNT and _ACCOUNT.fullmatch(found):
        yield word, LETTER["account"], start, end
    elif "@" in found and _MAIL_HOST.fullmatch(found.rpartition("@")[2]):
        yield word, LETTER["mail"], start, end
    elif "." in found and _is_host(found):
        yield word, LETTER["url"], start, end
    elif prose and _is_name(found, word, own):
        yield word, LETTER["ownname" if word in own else "name"], start, end
    else:
        parts = [part for piece in _PARTS.findall(found) for part in ([piece] if prose else _CAMEL.split(piece))]
        if len(parts) > 1:
            for part in parts:
                yield part.lower(), _meaning(part.lower()) or OTHER, start, end
        else:
            yield word, OTHER, start, end


def _is_host(found: str) -> bool:
    last = found.rpartition(".")[2].lower()
    numbers = last.isdecimal()
    return (numbers or last in _TOP_LEVELS) and bool((_NUMBERS if numbers else _HOST).fullmatch(found))


def _is_name(found: str, word: str, own: frozenset[str]) -> bool:
    parts = len(_PARTS.findall(found))
    if "_" in found.strip("_"):
        return parts < _LONG_NAME or word in own
    return "-" in word and (word in own or parts > 2)  # noqa: PLR2004


def _meaning(word: str) -> str:
    """What a word means, though it be written `w1th d1g1ts`."""
    if letter := MEANINGS.get(word, ""):
        return letter
    if word.isalpha() or not any("a" <= char <= "z" for char in word):
        return ""
    return MEANINGS.get(word.translate(_LEET), "") or MEANINGS.get(word.translate(_LEET_ONE), "")


def sentence(row: Row, index: int) -> tuple[int, int]:
    """The first and the last place of the sentence that this place of the row is in."""
    start = row.letters.rfind(END, 0, index) + 1
    end = row.letters.find(END, index)
    return start, len(row.letters) if end < 0 else end
