"""Find secrets in texts by their names and forms, and collect the values that must not be written down.

The `source` of a lock, redacted output and the placeholders of `govern init` all use it. A placeholder is not a secret:
its value is in the environment.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode, urlsafe_b64encode
from bisect import bisect_left
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus

from govern.policy.parsing import ConfigProblem
from govern.policy.placeholders import PLACEHOLDER, variable_name
from govern.policy.target import Secrets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from govern.policy.parsing import KeyPath
    from govern.policy.server_settings import Profile, Server
    from govern.policy.settings import Settings


HIDDEN = "***"
_HIDDEN_PLACEHOLDER = "\0"

_SECRET_WORDS = re.compile(
    "apikey|auth|authorization|bearer|cookie|creds?|credentials?|dsn|jwt|key|passphrase|passwd|password|pat|pwd|secret|sig"
    "|signature|token"
)
# A name that ends in one of these is not the secret itself: TOKEN_URL is not a token.
_ABOUT = re.compile(
    "count|dir|enabled|endpoint|env|expiry|file|host|id|issuer|length|limit|method|mode|name|path|port|prefix|provider"
    "|required|schemes?|scopes?|size|style|timeout|ttl|type|uri|url|user|username|version"
)
_GLUED = ("apikey", "passwd", "password", "secret", "token")
_PUBLIC_KEYS = frozenset({"public", "primary", "foreign", "sort", "partition", "hot", "idempotency", "host"})
_DIGEST_NAMES = re.compile("sha\\d+|md5|commit|rev|ref|digest|checksum|integrity", re.IGNORECASE)
_NO_SECRETS = frozenset({"", "0", "1", "false", "no", "none", "null", "off", "on", "true", "yes"})
_SCHEMES = ("bearer", "basic", "token")
# Longer than any of these words.
_LONGER = 8

_SHAPES = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"gh[pousr]_[A-Za-z0-9]{16,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[\w-]{16,}"
    r"|sk-[A-Za-z0-9_-]{16,}|(?:sk|pk|rk|whsec)_(?:live|test)?_?[A-Za-z0-9]{16,}"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{10,}|(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[\w-]{30,}|ya29\.[\w-]{20,}"
    r"|npm_[A-Za-z0-9]{30,}|pypi-[\w-]{30,}|hf_[A-Za-z0-9]{20,}|lin_api_[A-Za-z0-9]{20,}|(?:ntn|secret)_[A-Za-z0-9]{30,}"
    r"|SG\.[\w-]{16,}\.[\w-]{16,}|dop_v1_[a-f0-9]{32,}|gsk_[A-Za-z0-9]{20,}|tvly-[\w-]{16,}|figd_[\w-]{20,}|sbp_[a-f0-9]{32,}"
    r"|eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?"
    r")"
)
_SCHEME = re.compile(r"(?i)\b(?:bearer|basic|token|apikey)\s+([^\s\0'\"]{6,})")
_USERINFO = re.compile(r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]*://(?:[^\s/@:\0]*:)?([^\s/@\0]+)@")
# The value is matched by a lookahead, so that `token` is found in `host:3000/?token=x`.
_ASSIGNED = re.compile(
    r"(?<![\w.-])-{0,2}([A-Za-z_][\w.-]*)[\"']?\s*(?:=|:\s|:(?=[^/\s]))\s*"
    r"(?=\"([^\"\0]*)\"|'([^'\0]*)'|([^\s&;,'\"\0]))"
)
_UNQUOTED = re.compile(r"[^\s&;,'\"\0]*")
_URL_PART = re.compile(r"(?<![@#:])(?<=[/?&=])[^/?&=#:@\s\0]{20,}")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_HEX = re.compile(r"[0-9a-fA-F]{32,}")
_DENSE = re.compile(r"[A-Za-z0-9+_-]{20,}={0,2}")
_DENSE_BASE64 = re.compile(r"[A-Za-z0-9+/]{30,}={0,2}")
_MAYBE_DENSE = re.compile(r"[A-Za-z0-9+/_-]*={0,2}")
# The mean run of letters in 20 random characters is 1.8, and below 3 in 98% of cases; words are longer.
_LONGEST_MEAN_WORD = 3
_HEX_DIGITS_IN_USE = 8
_WORDS_OF_A_TEXT = 6


@dataclass(frozen=True, slots=True)
class Secret:
    """The position of a secret in a text, and its name there, if any."""

    start: int
    end: int
    name: str = ""


def is_secret_name(name: str) -> bool:
    """Return whether a name is that of a secret: API_KEY, X-Auth-Token, clientSecret; not TOKEN_URL, not MAX_TOKENS."""
    words = [word.lower() for word in _WORD.findall(name)]
    if not words or _ABOUT.fullmatch(words[-1]):
        return False
    secret = [word for word in words if _SECRET_WORDS.fullmatch(word) or word.endswith(_GLUED)]
    return bool(secret) and not (secret == ["key"] and (words[-1] != "key" or bool(_PUBLIC_KEYS & set(words))))


def find_secrets(text: str, name: str = "") -> list[Secret]:
    """Return the secrets in the value of `name`, in order and without overlaps."""
    shown = PLACEHOLDER.sub(lambda found: _HIDDEN_PLACEHOLDER * len(found[0]), text)
    taken: list[Secret] = []
    for candidate in _secret_candidates(shown, name):
        secret = _with_dollars(candidate, shown)
        at = bisect_left(taken, secret.start, key=lambda other: other.start)
        after_last = not at or taken[at - 1].end <= secret.start
        if after_last and (at == len(taken) or secret.end <= taken[at].start):
            taken.insert(at, secret)
    return taken


def replace_secrets(
    text: str, name: str = "", by: Callable[[str, Secret], str] = lambda _value, _secret: HIDDEN
) -> str:
    """Return the text with each secret replaced."""
    pieces, end = [], len(text)
    for secret in reversed(find_secrets(text, name)):
        pieces += [text[secret.end : end], by(text[secret.start : secret.end], secret)]
        end = secret.start
    return "".join([text[:end], *reversed(pieces)])


def holds_credential(text: str, name: str = "") -> bool:
    """Return whether a text holds a secret of a known form, or a random-looking value under the name of a secret."""
    plain = PLACEHOLDER.sub(_HIDDEN_PLACEHOLDER, text)
    if _SHAPES.search(plain) or _USERINFO.search(plain):
        return True
    if any(_has_digits(each[1]) for each in _SCHEME.finditer(plain)):
        return True
    return any(is_dense(text[each.start : each.end]) for each in find_secrets(text, name) if each.name)


def flag_names(words: list[str]) -> list[str]:
    """Return for each word of a command the secret flag before it, as in `--token X` and `-k X`, or an empty name."""
    pairs = zip(["", *words], words, strict=False)
    return [_flag(before) if not word.startswith("-") else "" for before, word in pairs]


def is_dense(text: str) -> bool:
    """Return whether a text looks random: hexadecimal, or letters and digits that form no words."""
    if _HEX.fullmatch(text):
        return len(set(text.lower())) >= _HEX_DIGITS_IN_USE
    mixed = all(re.search(kind, text) for kind in ("[A-Z]", "[a-z]", "[0-9]"))
    if not mixed or not (_DENSE.fullmatch(text) or _DENSE_BASE64.fullmatch(text)):
        return False
    return len(text) / len(_WORD.findall(text)) <= _LONGEST_MEAN_WORD


def reads_as_text(text: str) -> bool:
    """Return whether a text reads as a sentence, whatever characters join its words."""
    if _HEX.fullmatch(text):
        return False
    words = [word for word in _WORD.findall(text) if not word.isdigit()]
    return len(words) >= _WORDS_OF_A_TEXT and sum(map(len, words)) / len(words) > _LONGEST_MEAN_WORD


def _secret_candidates(text: str, name: str) -> Iterator[Secret]:
    if is_secret_name(name) and _HIDDEN_PLACEHOLDER not in text:
        start = scheme.start(1) if (scheme := _SCHEME.match(text)) else 0
        if text.strip().lower() not in _NO_SECRETS:
            yield Secret(start, len(text), name)
            return
    yield from (Secret(*found.span(1), "password") for found in _USERINFO.finditer(text))
    yield from _assigned(text)
    yield from (Secret(*found.span(), name) for found in _SHAPES.finditer(text))
    yield from (Secret(*found.span(1), name) for found in _SCHEME.finditer(text) if _has_digits(found[1]))
    if "://" in text:
        yield from (Secret(*found.span(), name) for found in _URL_PART.finditer(text) if is_dense(found[0]))
    elif is_dense(text):
        yield Secret(0, len(text), name)


def _with_dollars(secret: Secret, text: str) -> Secret:
    """Extend a secret by the `$` before it, which would escape a placeholder in its place."""
    start = secret.start
    while start and text[start - 1] == "$":
        start -= 1
    return Secret(start, secret.end, secret.name)


def _assigned(text: str) -> Iterator[Secret]:
    """Yield the values after names. Each may reach to the end of a long text, so that few of them may be copied."""
    run = 0
    for found in _ASSIGNED.finditer(text):
        start, end = next(found.span(group) for group in (2, 3, 4) if found[group] is not None)
        if found[4] is not None:
            end = run = run if start < run else _end_of(_UNQUOTED, text, start)
        word = text[start : min(end, start + _LONGER)].lower()
        is_random = _MAYBE_DENSE.fullmatch(text, start, end) is not None and is_dense(text[start:end])
        if scheme := _SCHEME.match(text, start):
            start, end = scheme.span(1)
        elif word in _SCHEMES:
            continue
        if word not in _NO_SECRETS and (
            is_secret_name(found[1]) or (is_random and not _DIGEST_NAMES.fullmatch(found[1]))
        ):
            yield Secret(start, end, found[1])


def _end_of(pattern: re.Pattern[str], text: str, start: int) -> int:
    found = pattern.match(text, start)
    return found.end() if found else start


def _flag(word: str) -> str:
    if word == "-k":
        return "key"
    return word.lstrip("-") if word.startswith("-") and "=" not in word and is_secret_name(word) else ""


def _has_digits(value: str) -> bool:
    """Return whether the word after `token` or the like is a credential, which has digits, and not prose."""
    return any(map(str.isdigit, value))


_DEEPEST = 200


def redacted(value: Any, secrets: Secrets, name: str = "", depth: int = 0) -> Any:
    """Return a JSON value without a server's secrets, values named as secrets, and texts that hold a credential."""
    if isinstance(value, str):
        return _redacted_text(value, secrets, name)
    if depth > _DEEPEST:
        return HIDDEN
    if isinstance(value, dict):
        return {secrets.redact(key): redacted(each, secrets, key, depth + 1) for key, each in value.items()}
    if isinstance(value, list):
        return [redacted(each, secrets, name, depth + 1) for each in value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        # A secret that is all digits may be a number.
        return secrets.shown_as.get(str(value), 0 if is_secret_name(name) else value)
    return value


def _redacted_text(text: str, secrets: Secrets, name: str) -> str:
    if is_secret_name(name) and text:
        return HIDDEN
    text = secrets.redact(text)
    return replace_secrets(text) if holds_credential(text) else text


# A shorter value, such as `1` or `dev`, occurs in too many words to be redacted.
SHORTEST = 6
_SHORTEST_LINE = 16
_PERCENT = re.compile("%[0-9A-F]{2}")
_ESCAPED_BY_GO = str.maketrans({char: f"\\u{ord(char):04x}" for char in "&<>"})


@dataclass(slots=True)
class SecretCollector:
    """Collects the secrets of a target, in every form in which output may contain them."""

    shown_as: dict[str, str] = field(default_factory=dict)

    def add_placeholders(self, given: Mapping[str, str]) -> None:
        """Add values from the environment, shown as their placeholders."""
        for name, value in given.items():
            self._add(value, f"${{{name}}}")

    def add_literals(self, text: str, name: str) -> None:
        """Add the secrets in a text of the config, shown as `***`."""
        self.add_hidden(*(text[secret.start : secret.end] for secret in find_secrets(text, name)))

    def add_hidden(self, *values: str) -> None:
        """Add values, shown as `***`."""
        for value in values:
            self._add(value, HIDDEN)

    def collected(self) -> Secrets:
        """Return all values added so far."""
        return Secrets(dict(self.shown_as))

    def _add(self, value: str, shown: str) -> None:
        in_url = {quote(value), quote(value, safe=""), quote_plus(value)}
        forms = in_url | {_PERCENT.sub(lambda found: found[0].lower(), form) for form in in_url}
        for form in (value, value.strip()):
            in_json = {json.dumps(form)[1:-1], json.dumps(form, ensure_ascii=False)[1:-1]}
            forms |= in_json | {escaped.replace("/", "\\/") for escaped in in_json}
            forms |= {escaped.translate(_ESCAPED_BY_GO) for escaped in in_json}
            forms |= {form, repr(form)[1:-1], ascii(form)[1:-1], escape(form), escape(form, quote=False)}
        forms |= {line for line in value.split("\n") if len(line) >= _SHORTEST_LINE}
        if len(value) >= SHORTEST:
            forms |= set(_in_base64(value))
        for form in forms:
            if len(form) >= SHORTEST:
                self.shown_as.setdefault(form, shown)


def _in_base64(value: str) -> Iterator[str]:
    """Yield the forms of a value inside a longer text in base64, such as `user:value`."""
    data = value.encode("utf-8", "surrogatepass")
    for before in range(3):
        # The characters at the edges also encode bits of the neighbouring text.
        start, end = -(-before * 8 // 6), (before + len(data)) * 8 // 6
        for encode in (b64encode, urlsafe_b64encode):
            yield encode(bytes(before) + data).decode()[start:end]


def literal_secrets(settings: Settings) -> list[ConfigProblem]:
    """Return a problem for each value that holds a secret, such as `ghp_…` or `Bearer …`."""
    return [
        ConfigProblem((*table, *keys), f"contains a secret; write ${{{variable_name(name or 'TOKEN')}}} and export it")
        for table, server in _tables(settings)
        for keys, text, name in _secret_places(server)
        if holds_credential(text, name)
    ]


def _tables(settings: Settings) -> Iterator[tuple[KeyPath, Server | Profile]]:
    for name, server in settings.servers.items():
        yield ("servers", name), server
        yield from ((("servers", name, "profiles", each), profile) for each, profile in server.profiles.items())


def _secret_places(server: Server | Profile) -> Iterator[tuple[KeyPath, str, str]]:
    """Yield the keys of each value, the value, and the name of what it is for."""
    command = [server.command] if isinstance(server.command, str) else server.command or []
    for key, words in (("command", command), ("args", server.args)):
        named = zip(words, flag_names(words), strict=True)
        yield from (((key, at), word, name) for at, (word, name) in enumerate(named))
    for key, values in (("env", server.env), ("headers", server.headers)):
        yield from (((key, name), value, name) for name, value in values.items())
    yield ("url",), server.url or "", ""
    yield ("token",), server.token or "", "token"
    if server.oauth:
        yield ("oauth", "client-secret"), server.oauth.client_secret, "client-secret"
