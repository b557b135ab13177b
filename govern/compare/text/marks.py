"""What a text hides by its characters and by its markup."""

from __future__ import annotations

import re
from itertools import groupby

from govern.compare.text.cue import Cue
from govern.compare.text.folding import LOOK_ALIKES, mixed_scripts
from govern.contract.characters import has_hidden, hidden
from govern.regex import regex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# A run of these is a message; so is any of them alone, but for what scripts and line ends need.
_LINE_ENDS = frozenset("\r\f\v\u2028\u2029")
_SOFT = frozenset("\u00ad\u034f\ufe0f\ufe0e")
_JOINERS = frozenset("\u200c\u200d\u200e\u200f\u061c")
_JOINED = regex(r"[\u0590-\u08ff\u0900-\u0dff\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufefc]")
_MESSAGE = 4
# The three flags that are written with tags: no other emoji is.
_FLAG = regex(
    "\U0001f3f4\U000e0067\U000e0062"
    "(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074|\U000e0077\U000e006c\U000e0073)\U000e007f"
)
_WORDLESS = 2
_NON_ASCII_WORD = regex(r"\w*[^\W\d_\x00-\x7f]\w*")
_ANSI_WRITTEN = regex(r"(?:\\x1b|\\033|\\u001b|\\e)\[", re.IGNORECASE)
_TAG = regex(
    r"<\s{0,3}/?\s{0,3}(important|system|secret|hidden|assistant|admin|critical|mandatory|override|directive|priority"
    r"|system[_-](?:prompt|message|instructions?|reminder|override)|instructions?"
    r"|assistant[_-]\w{1,20}|internal|sudo|urgent)"
    r"(?:\s[^<>]{0,80})?>"
    r"|(<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)[^|>]{0,20}\|>"
    r"|\[/?INST\]|<</?SYS>>|<start_of_turn>"
    r"|\[(?:hidden|system|assistant|admin|developer)(?:[ _-](?:message|prompt|note|instructions?))?\s{0,3}[\]:])"
    r"|\{\{\s{0,3}#?\s{0,3}(system|override|assistant)\b"
    # Brackets that order are no placeholder: a colon follows, and what stands there is a name for orders.
    r"|[\[{]\s{0,3}((?-i:ALWAYS|NEVER|INSTRUCTIONS?|DIRECTIVE)(?=\s{0,2}:)"
    r"|(?:ai|llm|model|agent|hidden|system|internal|secret|priority|developer)[ _-]"
    r"(?:directives?|instructions?|override|orders?|commands?|only)(?=\s{0,2}\]?\s{0,2}:))",
    re.IGNORECASE,
)
_SPOKEN_OF = regex(r"`?\s(?:and [`<\w>]{1,20} )?(?:xml |html )?(?:tags?|elements?|blocks?)\b", re.IGNORECASE)
_ROLE = regex(
    r"(?:^|\n|[.!?*)#>\"-]\s{1,3})[#*=>\s-]{0,8}"
    r"(SYSTEM(?: (?:PROMPT|MESSAGE|OVERRIDE|NOTICE|NOTE|UPDATE|INSTRUCTIONS?|DIRECTIVE)){0,2}"
    r"|NEW SYSTEM MESSAGE|System (?:prompt|message|override|notice)|ASSISTANT|Human|Assistant)\s?[:#\]]"
    r"|(\"role\"\s{0,3}:\s{0,3}\"(?:system|assistant|developer)\")",
)
_POSING = regex(
    r"(?:^|\n)\s{0,8}(?:govern(?: diff)?\s{0,3}:\s{0,3}(?:approved|ok|safe|no change)"
    r"|(?:function|tool)[ _](?:result|output|response)s?\s{0,2}:"
    r"|<(?:function|tool)[_-](?:results?|calls?|response)>)",
    re.IGNORECASE,
)
_COMMENT = regex(
    r"<!--|\[//\]:\s?#|\[comment\]:\s?<|display:\s?none|font-size:\s?0|color:\s?(?:white|transparent|#fff)\b"
)
_IMAGE = regex(
    r"!\[[^\]\n]{0,200}\]\(\s?https?://([^\s)/?#]{1,255})([^\s)]{0,500})"
    r"|<img\s[^>]{0,300}src\s?=[\"'\s]{0,3}https?://([^\s\"'>/?#]{1,255})([^\s\"'>]{0,500})"
)
_SLOT = regex(r"[{<\[$]\w|%s|=\.\.\.|\$\(")
_COMMAND = regex(
    r"\b(?:curl|wget|nc|ncat|iwr|invoke-webrequest)\b[^\n]{0,200}?"
    r"(?:\$\(|\$\{?[A-Z_]{3,}|@[~/.\w]|<\s?[~/]|\|\s?(?:ba|z)?sh\b|%[A-Z]{3,}%)"
    r"|\b(?:env|printenv|cat|base64|history)\b[^\n|]{0,80}\|\s?(?:curl|nc|ncat|wget|openssl)\b"
    r"|/dev/(?-i:tcp|TCP)/|\brm -rf? [~/]",
    re.IGNORECASE,
)
# No command is without one of these.
_OF_COMMANDS = ("$", "@", "<", "|", "%", "/tcp/", "/TCP/", " -r", " -R")
_EXPLAINED = regex(r"\b(?:install\w*|readme|docs?|documentation|example|e\.g|shows?|sample|usage)\b", re.IGNORECASE)
# A command that shall not be run: `never execute commands like rm -rf /`.
_FORBIDDEN = regex(
    r"\b(?:never|not|don't|cannot|avoid|refuses?|rejects?|blocks?)\b(?: to)? (?:\w+ ){0,2}?"
    r"(?:run|runs|running|execut\w+|use|using|call|issue|commands?)\b(?:(?!\b(?:and|but|then|just)\b)[^.;,:!?\n]){0,60}$",
    re.IGNORECASE,
)
_LINES_DOWN, _BLANKS_ASIDE = 20, 200
_BLANKS = " \t\u00a0\u3000"
_FAR_DOWN = regex(r"\n{20}|[ \t\u00a0\u3000]{200}|(?:\n[ \t]{0,40}){25}")


def mark_cues(text: str) -> Iterator[Cue]:
    """A cue for each kind of hidden character, masked word and hiding markup in the text as it came."""
    if not text.isascii() or has_hidden(text):
        yield from _hidden(text)
        yield from _masked(text)
    yield from _markup(text)


def _hidden(text: str) -> Iterator[Cue]:
    found = hidden(_FLAG.sub(lambda flag: flag[0][0] * len(flag[0]), text))
    for _, group in groupby(enumerate(found), key=lambda entry: entry[1][0] - entry[0]):
        run = [place for _, place in group]
        chars = "".join(char for _, char in run)
        at = run[0][0]
        if len(chars.strip("\r\n")) >= _MESSAGE:
            yield _unseen(f"message {_points(chars[:40])}", at, strong=True)
            continue
        for position, char in run:
            yield _unseen(_points(char), position, strong=not _needed(text, position, char))


def _needed(text: str, position: int, char: str) -> bool:
    """Whether this script, line end or emoji is written with it."""
    if char in _LINE_ENDS or char in _SOFT or (char == "\ufeff" and position == 0):
        return True
    return char in _JOINERS and bool(_JOINED.search(text[max(0, position - 1) : position + 2]))


def _unseen(what: str, position: int, *, strong: bool) -> Cue:
    return Cue("hidden-characters", what, strong, what, position)


def _points(chars: str) -> str:
    return " ".join(f"U+{ord(char):04X}" for char in chars)


def _masked(text: str) -> Iterator[Cue]:
    """Words that pass for Latin ones by letters of another script."""
    for match in _NON_ASCII_WORD.finditer(text):
        word = match[0]
        if mixed_scripts(word) or (len(word) >= _MESSAGE and all(char in LOOK_ALIKES for char in word)):
            strong = mixed_scripts(word) or not _same_script_near(text, match)
            yield Cue("hidden-characters", f"look-alikes in {word[:40]!a}", strong, word[:80], match.start())
        elif any(0x1D400 <= ord(char) <= 0x1D7FF or 0xFF21 <= ord(char) <= 0xFF5A for char in word):  # noqa: PLR2004
            yield Cue("hidden-characters", "styled letters", strong=False, excerpt=word[:80], position=match.start())


def _same_script_near(text: str, match: re.Match[str]) -> bool:
    near = text[max(0, match.start() - 200) : match.start()] + text[match.end() : match.end() + 200]
    return any(char.isalpha() and not char.isascii() and char not in LOOK_ALIKES for char in near)


def _found(pattern: re.Pattern[str], text: str, marks: Iterable[str]) -> Iterator[re.Match[str]]:
    """All places of a pattern; none of them is without one of these marks, which few texts hold."""
    return pattern.finditer(text) if any(mark in text for mark in marks) else iter(())


def _markup(text: str) -> Iterator[Cue]:
    for match in _found(_TAG, text, "<[{"):
        name = next(filter(None, match.groups())).lower().strip()
        yield Cue(
            "instruction",
            f"tag {name}",
            name not in ("instruction", "instructions", "internal") and not _SPOKEN_OF.match(text, match.end()),
            match[0],
            match.start(),
        )
    for match in _found(_ROLE, text, ":#]"):
        said = (match[1] or match[2]).strip().lower()
        yield Cue(
            "instruction", f"role {said}", strong=True, excerpt=match[0].strip(), position=match.start(), openly=True
        )
    for match in _found(_POSING, text, ":<"):
        yield Cue(
            "instruction", f"posing {match[0].strip().lower()}", strong=True, excerpt=match[0], position=match.start()
        )
    for match in _found(_ANSI_WRITTEN, text, "\\"):
        yield Cue("markup", "terminal escape", strong=True, excerpt=match[0], position=match.start())
    for match in _found(_COMMENT, text, "<[:"):
        strong = (
            match[0][0] in "<[" and len(text[match.end() : match.end() + 80].partition("--")[0].split()) > _WORDLESS
        )
        yield Cue("markup", "unseen when rendered", strong, text[match.start() : match.start() + 80], match.start())
    for match in _found(_IMAGE, text, "!<"):
        host, rest = match[1] or match[3], match[2] or match[4] or ""
        yield Cue("markup", f"image {host.lower()}", bool(_SLOT.search(rest)), match[0], match.start())
    for match in _found(_COMMAND, text, _OF_COMMANDS):
        line = text[max(0, match.start() - 120) : match.start()]
        meant = not _EXPLAINED.search(line) and not _FORBIDDEN.search(line) and " example:" not in match[0].lower()
        yield Cue("exfiltration", f"command {match[0][:60].lower()}", meant, match[0], match.start())
    if _may_reach_far(text) and (far := _FAR_DOWN.search(text.rstrip())):
        said = len(text[far.end() :].split()) > _WORDLESS
        yield Cue("markup", "far out of sight", said, text[far.end() :].strip()[:80], far.start())


def _may_reach_far(text: str) -> bool:
    return text.count("\n") >= _LINES_DOWN or sum(map(text.count, _BLANKS)) >= _BLANKS_ASIDE
