"""Cues: parts of a text that a reviewer should look at, and those that a change introduces."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from govern.contract.characters import has_hidden, hidden
from govern.texts.folding import LOOK_ALIKES, blobs, fold, is_command, is_long, mixed_scripts
from govern.texts.parts import KNOWN_SHORT, SHORT, added_parts, parts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from govern.texts.parts import Placed

    CueKind = Literal[
        "hidden-characters",  # characters that a person does not see or mistakes for others
        "control-tag",  # tags and labels that models read as another speaker's
        "hiding-markup",  # markup that a renderer does not show
        "encoded",  # text that must be decoded to be read
        "command",  # a shell command that sends, fetches and runs, or deletes
        "address",  # a host or mail address
        "image",  # an image whose address can carry data away
        "sensitive-path",  # a file that holds secrets
        "credential",  # the name of a secret
        "model-context",  # an argument for the model's own context
    ]


@dataclass(frozen=True, slots=True)
class Cue:
    """One cue; `what` identifies it, so that the cues of the old text can be subtracted.

    `hides` is true where the evidence proves that a person reads something else than the model.
    """

    kind: CueKind
    what: str
    hides: bool = False
    excerpt: str = ""
    position: int = 0
    pointer: str = ""


def cues(text: str) -> Sequence[Cue]:
    """Return every cue of a text once, in reading order; of equal cues the first one that hides something."""
    return _cues_of_short(text) if len(text) <= SHORT else _cues(text)


@lru_cache(KNOWN_SHORT)
def _cues_of_short(text: str) -> Sequence[Cue]:
    """Return the cues of a keyword, a name or a type, which are most of the texts in a schema."""
    return _cues(text)


def _cues(text: str) -> Sequence[Cue]:
    found: dict[tuple[str, str], Cue] = {}
    for cue in sorted(_all(text), key=lambda cue: (not cue.hides, cue.position)):
        found.setdefault((cue.kind, cue.what), cue)
    return tuple(sorted(found.values(), key=lambda cue: (cue.position, cue.kind, cue.what)))


def added_cues(old: Collection[Placed], new: Iterable[Placed]) -> list[Cue]:
    """Return the cues of the new texts that no old text has, in reading order."""
    found: dict[tuple[str, str], Cue] = {}
    for pointer, start, text in added_parts(old, new):
        if asks_for_context(pointer, text):
            found["model-context", text] = Cue("model-context", f"asks for {text}", excerpt=text, pointer=pointer)
        for cue in cues(text):
            key = cue.kind, cue.what
            if key not in found or cue.hides > found[key].hides:
                found[key] = replace(cue, pointer=pointer, position=start + cue.position)
    if not found:
        return []
    texts = {part for text in {text for _, text in old} for _, part in parts(text)}
    known = {(cue.kind, cue.what): cue.hides for text in texts for cue in cues(text)}
    return [cue for key, cue in found.items() if key not in known or cue.hides > known[key]]


def _all(text: str) -> Iterator[Cue]:
    if not text.isascii() or has_hidden(text):
        yield from _hidden_characters(text)
        yield from _masked_words(text)
    folded = fold(text)
    for cue in (*_control_tags(folded.text), *_hiding_markup(folded.text), *_reference_cues(folded.text)):
        yield replace(cue, position=folded.origin(cue.position))
    for blob, position, plain in blobs(folded.text):
        if plain or is_long(blob):
            shown = f"{blob[:40]}… decodes to {plain[:100]!r}" if plain else blob[:80]
            yield Cue("encoded", f"blob {blob}", is_command(plain), shown, folded.origin(position))


_LINE_ENDS = frozenset("\r\f\v\u2028\u2029")
_SOFT = frozenset("\u00ad\u034f\ufe0f\ufe0e")
_JOINED_SCRIPTS = re.compile(
    r"[\u0590-\u08ff\u0900-\u0dff\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufefc]"
)
_DIRECTION_MARKS = "\u200e\u200f\u061c"
_RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
# Thai, Lao, Burmese and Khmer, which have no spaces between words.
_UNSPACED_SCRIPTS = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
# Joiners, direction marks and word breaks, with the scripts that need them.
_SCRIPTS = {
    **dict.fromkeys("\u200c\u200d", _JOINED_SCRIPTS),
    **dict.fromkeys(_DIRECTION_MARKS, _RIGHT_TO_LEFT),
    "\u200b": _UNSPACED_SCRIPTS,
}
# A direction mark may stand beside punctuation, some characters away from the letters that need it.
_MARK_NEARBY = 20
# This many hidden characters in a row can spell a message; a script may need fewer.
_MESSAGE = 4
# The only three emoji that are written with tag characters.
_FLAG = re.compile(
    "\U0001f3f4\U000e0067\U000e0062"
    "(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074|\U000e0077\U000e006c\U000e0073)\U000e007f"
)
# Greek letters of short names and formulas, such as NF-κB.
_SYMBOLS = frozenset("κνρτχ")
# These Cyrillic letters look like small capitals, so they imitate no Latin word by themselves: `Автор` is Russian.
_TWINS = LOOK_ALIKES.keys() - set("вкмнт")
_NON_ASCII_WORD = re.compile(r"\w*[^\W\d_\x00-\x7f]\w*")
_NEARBY = 200
_CONTROL_TAG = re.compile(
    r"<\s{0,3}/?\s{0,3}(?:important|system|secret|hidden|assistant|admin|critical|mandatory|override|directive|priority"
    r"|system[_-](?:prompt|message|instructions?|reminder|override)|assistant[_-]\w{1,20}|sudo|urgent)"
    r"(?:\s[^<>]{0,80})?>"
    r"|<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)[^|>]{0,20}\|>"
    r"|\[/?INST\]|<</?SYS>>|<start_of_turn>"
    r"|\[(?:hidden|system|assistant|admin|developer)(?:[ _-](?:message|prompt|note|instructions?))?\s{0,3}[\]:]"
    r"|\{\{\s{0,3}#?\s{0,3}(?:system|override|assistant)\b",
    re.IGNORECASE,
)
# A tag that the text only mentions: "the <system> tag".
_SPOKEN_OF = re.compile(r"`?\s(?:and [`<\w>]{1,20} )?(?:xml |html )?(?:tags?|elements?|blocks?)\b", re.IGNORECASE)
_ROLE = re.compile(
    r"(?:^|\n|[.!?*)#>\"-]\s{1,3})[#*=>\s-]{0,8}"
    r"(?:SYSTEM(?: (?:PROMPT|MESSAGE|OVERRIDE|NOTICE|NOTE|UPDATE|INSTRUCTIONS?|DIRECTIVE)){0,2}"
    r"|NEW SYSTEM MESSAGE|System (?:prompt|message|override|notice)|ASSISTANT|Human|Assistant)\s?[:#\]]"
    r"|\"role\"\s{0,3}:\s{0,3}\"(?:system|assistant|developer)\"",
)
_FORGED_OUTPUT = re.compile(
    r"(?:^|\n)\s{0,8}(?:govern(?: diff)?\s{0,3}:\s{0,3}(?:approved|ok|safe|no change)"
    r"|(?:function|tool)[ _](?:result|output|response)s?\s{0,2}:\s{0,3}\n?\s{0,3}[{\[<\"]"
    r"|<(?:function|tool)[_-](?:results?|calls?|response)>)",
    re.IGNORECASE,
)
_TERMINAL_ESCAPE = re.compile(r"(?:\\x1b|\\033|\\u001b|\\e)\[\d", re.IGNORECASE)
# In Markdown, the definition of a link that leads nowhere shows nothing, whatever its name.
_COMMENT = re.compile(
    r"<!--(.*?)(?:-->|\Z)|\[//\]:\s?#([^\n]*)|\[comment\]:\s?<([^\n]*)"
    r"|^ {0,3}\[[^\]\n]{1,80}\]:\s{0,3}(?:#|<>)\s{1,3}[\"'(]([^\n]*)",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
_UNSEEN_STYLE = re.compile(
    r"display\s?:\s{0,3}none|visibility\s?:\s{0,3}hidden|color\s?:\s{0,3}transparent\b"
    r"|(?:font-size|opacity)\s?:\s{0,3}0(?:\.0{1,9})?(?![.\d])|(?:left|top|text-indent)\s?:\s{0,3}-\d{3}",
    re.IGNORECASE,
)
_STYLED_ELEMENT = re.compile(r"<\w+\s[^<>]{0,200}style\s?=[^<>]{0,200}$", re.IGNORECASE)
_UNSEEN_ELEMENT = re.compile(
    r"<(script|style|template|noscript|details)\b[^<>]{0,200}>"
    r"|<(div|span|p|section|table|td|li|a|b|i|font)\s(?:[^<>]{0,200}\s)?hidden(?=[\s=/>])[^<>]{0,200}>",
    re.IGNORECASE,
)
# Attributes, descriptions of images, and titles of links and of their definitions.
_ASIDE = re.compile(
    r"<\w+\s[^<>]{0,300}?[\w-]\s?=\s?[\"']([^\"'<>]{20,})|!\[([^\]\n]{20,400})\][(\[]|\]\([^()\s]{1,300}\s[\"']([^\"'\n]{20,})"
    r"|^ {0,3}\[[^\]\n]{1,80}\]:\s{0,3}\S{1,300}\s{1,3}[\"'(]([^\n]{20,})",
    re.MULTILINE,
)
_FAR_DOWN = re.compile(r"\s{200}|(?:\n[^\S\n]{0,199}){20}")
# Fewer hidden words than this are not a message.
_FEWEST_HIDDEN_WORDS = 3
_FEWEST_WORDS_ASIDE = 5
_EXCERPT = 160
_LONGEST_UNSEEN = 400


def _hidden_characters(text: str) -> Iterator[Cue]:
    """Yield a cue for each run of hidden characters; a single one that its script needs hides nothing."""
    found = hidden(_FLAG.sub(lambda flag: flag[0][0] * len(flag[0]), text))
    for _, group in groupby(enumerate(found), key=lambda entry: entry[1][0] - entry[0]):
        run = [place for _, place in group]
        characters = "".join(character for _, character in run)
        if len(characters.strip("\r\n")) >= _MESSAGE:
            excerpt = f"message {_code_points(characters[:40])}"
            yield Cue("hidden-characters", f"message {characters}", hides=True, excerpt=excerpt, position=run[0][0])
            continue
        for position, character in run:
            hides, what = not _needed(text, position, character), _code_points(character)
            yield Cue("hidden-characters", what, hides, what, position)


def _needed(text: str, position: int, character: str) -> bool:
    """Return whether a script, a line end or an emoji needs this character."""
    if character in _LINE_ENDS or character in _SOFT or (character == "\ufeff" and position == 0):
        return True
    near = _MARK_NEARBY if character in _DIRECTION_MARKS else 1
    scripts = _SCRIPTS.get(character)
    return bool(scripts and scripts.search(text[max(0, position - near) : position + near + 1]))


def _code_points(characters: str) -> str:
    return " ".join(f"U+{ord(character):04X}" for character in characters)


def _masked_words(text: str) -> Iterator[Cue]:
    """Yield a cue for each word that imitates a Latin one with letters of another script."""
    for match in _NON_ASCII_WORD.finditer(text):
        word = match[0]
        mixed = mixed_scripts(word)
        if mixed or (len(word) >= _MESSAGE and _TWINS.issuperset(word)):
            hides = not (_is_formula(word) if mixed else _same_script_nearby(text, match))
            yield Cue("hidden-characters", f"look-alikes in {word}", hides, word[:80], match.start())
        elif any(0x1D400 <= ord(letter) <= 0x1D7FF or 0xFF21 <= ord(letter) <= 0xFF5A for letter in word):  # noqa: PLR2004
            yield Cue("hidden-characters", "styled letters", excerpt=word[:80], position=match.start())


def _is_formula(word: str) -> bool:
    latin = sum(letter.isascii() for letter in word)
    return latin < _MESSAGE and all(letter in _SYMBOLS for letter in word if letter in LOOK_ALIKES)


def _same_script_nearby(text: str, match: re.Match[str]) -> bool:
    around = text[max(0, match.start() - _NEARBY) : match.start()] + text[match.end() : match.end() + _NEARBY]
    return any(letter.isalpha() and not letter.isascii() and letter not in LOOK_ALIKES for letter in around)


def _control_tags(text: str) -> Iterator[Cue]:
    for match in _CONTROL_TAG.finditer(text):
        name = match[0].lower().strip("</[]{}|:# \n")
        yield _cue("control-tag", f"tag {name}", match, hides=not _SPOKEN_OF.match(text, match.end()))
    for match in (*_ROLE.finditer(text), *_FORGED_OUTPUT.finditer(text)):
        yield _cue("control-tag", f"posing as {match[0].strip()}", match)


def _hiding_markup(text: str) -> Iterator[Cue]:
    for match in _TERMINAL_ESCAPE.finditer(text):
        yield _cue("hiding-markup", "terminal escape", match)
    for match in _COMMENT.finditer(text):
        words = next(filter(None, match.groups()), "").split()
        yield _cue("hiding-markup", f"comment {' '.join(words)}", match, hides=len(words) >= _FEWEST_HIDDEN_WORDS)
    for match in _UNSEEN_STYLE.finditer(text):
        styled = _STYLED_ELEMENT.search(text, max(0, match.start() - 220), match.start())
        unseen = text[match.end() : match.end() + _LONGEST_UNSEEN].partition("</")[0] if styled else ""
        yield _cue("hiding-markup", f"unseen style {unseen}", match, hides=bool(styled))
    for match in _UNSEEN_ELEMENT.finditer(text):
        end = f"</{match[1] or match[2]}".lower()
        words = text[match.end() : match.end() + _LONGEST_UNSEEN].lower().partition(end)[0].split()
        if len(words) >= _FEWEST_HIDDEN_WORDS and not _SPOKEN_OF.match(text, match.end()):
            yield _cue("hiding-markup", f"unseen element {' '.join(words)}", match)
    for match in _ASIDE.finditer(text):
        words = next(filter(None, match.groups()), "").split()
        if len(words) >= _FEWEST_WORDS_ASIDE:
            yield _cue("hiding-markup", f"aside {' '.join(words)}", match, hides=False)
    far = _FAR_DOWN.search(text.rstrip())
    if far:
        words = text[far.end() :].split()
        hidden_words = " ".join(words)
        yield Cue(
            "hiding-markup",
            f"far out of sight {hidden_words}",
            len(words) >= _FEWEST_HIDDEN_WORDS,
            hidden_words[:80],
            far.start(),
        )


def _cue(kind: str, what: str, match: re.Match[str], *, hides: bool = True) -> Cue:
    return Cue(kind, what, hides, match[0].strip()[:_EXCERPT], match.start())  # type: ignore[arg-type]


# In MCP Apps, `ui://` is a page of the server itself.
_URL = re.compile(r"\b(?!ui://)[a-z][a-z0-9+.-]{1,20}://([^\s<>\"'`)\]},/?#]+)", re.IGNORECASE)
_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}")
_IMAGE = re.compile(r"!\[[^\]\n]{0,200}\]\(\s?https?://([^\s)/?#]{1,255})|<img\s[^>]{0,300}?//([^\s\"'>/?#]{1,255})")
_SECRET_FILE = re.compile(
    r"(?<!\w)(?:"
    r"(?:\.ssh|id_rsa|id_ed25519|id_ecdsa|id_dsa|authorized_keys|known_hosts|\.netrc|\.pgpass|\.git-credentials|\.gnupg"
    r"|\.kube|\.vault-token|\.(?:bash|zsh|python|psql|mysql)_history|wallet\.dat|keychain-db|cookies\.sqlite|ntds\.dit"
    r"|\.env|\.npmrc|\.pypirc|\.gitconfig|\.azure|\.bashrc|\.zshrc|mcp\.json|\.pem|\.aws(?!-))\b"
    r"|claude_desktop_config|\.config/gcloud|/etc/(?:passwd|shadow|sudoers)|/proc/self/environ|login\.keychain"
    r"|system32/config|\.docker/config|\.(?:cursor|claude|codex)/"
    r"|secrets?\.(?:json|ya?ml|toml|env)\b|credentials\.(?:json|db)\b"
    r")[\w./\\-]{0,80}",
    re.IGNORECASE,
)
_SECRET_NAME = re.compile(
    r"\b(?:[A-Z][A-Z0-9]{1,30}_){1,4}(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS|PASSPHRASE)(?:_ID)?\b"
    r"|\b(?:ssh|private|signing) keys?\b|\bseed phrase\b|\bsession cookies?\b|\bkeychain\b"
)
_COMMAND = re.compile(
    r"\b(?:curl|wget|nc|ncat|iwr|invoke-webrequest)\b[^\n]{0,200}?"
    r"(?:\$\(|\$\{?[A-Z_]{3,}|@[~/.\w]|<\s?[~/]|\|\s?(?:ba|z)?sh\b|%[A-Z]{3,}%)"
    r"|\b(?:env|printenv|cat|base64|history)\b[^\n|]{0,80}\|\s?(?:curl|nc|ncat|wget|openssl)\b"
    r"|/dev/(?-i:tcp|TCP)/|\brm -rf? [~/]",
    re.IGNORECASE,
)
# Names of arguments for the model's own context.
_MODEL_CONTEXT = re.compile(
    r"(?:(?:full|entire|whole|complete|current|previous|prior|raw|your|the|user)_?)?"
    r"(?:system_?prompts?|conversations?(?:_?(?:history|log|context|so_?far))?|chat_?(?:history|log|context|transcript)"
    r"|(?:model|assistant|agent|llm)_?(?:context|memory|instructions?|reasoning|thoughts?)|chain_?of_?thoughts?"
    r"|(?:context|message|tool)_?(?:window|history)|session_?(?:history|transcript))",
    re.IGNORECASE,
)


def _reference_cues(text: str) -> Iterator[Cue]:
    """Yield a cue for each host, mail address, image, file or name of a secret, and command in a folded text."""
    if "://" in text:
        for match in _URL.finditer(text):
            host = match[1].rsplit("@", 1)[-1].rsplit(":", 1)[0].lower().rstrip(".")
            yield _reference_cue("address", f"host {host}", match)
    if "@" in text:
        for match in _MAIL.finditer(text):
            yield _reference_cue("address", f"mail {match[0].lower()}", match)
    for match in _IMAGE.finditer(text):
        yield _reference_cue("image", f"image from {(match[1] or match[2]).lower()}", match)
    for match in _SECRET_FILE.finditer(text):
        yield _reference_cue("sensitive-path", match[0].lower().rstrip("./"), match)
    for match in _SECRET_NAME.finditer(text):
        yield _reference_cue("credential", match[0].lower(), match)
    for match in _COMMAND.finditer(text):
        yield _reference_cue("command", match[0].lower(), match)


def asks_for_context(pointer: str, name: str) -> bool:
    """Return whether this names an argument for the model's own context, such as `conversation_history`."""
    is_argument = pointer.startswith("/inputSchema/") and pointer.endswith(f"/properties/{name}")
    return is_argument and bool(_MODEL_CONTEXT.fullmatch(name))


def _reference_cue(kind: str, what: str, match: re.Match[str]) -> Cue:
    return Cue(kind, what, excerpt=match[0][:_EXCERPT], position=match.start())  # type: ignore[arg-type]
