"""Redact secrets in a surface, and replace the parts that differ on each run as `folds` and `set-order` configure."""

from __future__ import annotations

import re
from dataclasses import replace
from operator import is_
from typing import TYPE_CHECKING, Any

from govern.contract.surface import Surface
from govern.errors import ServerMisbehaved
from govern.facts import rule_ids as ids

if TYPE_CHECKING:
    from collections.abc import Callable

    from govern.contract.surface import Item
    from govern.policy.target import Target
    from govern.servers.messages import Message

# The ways programs print sets: as a whole text (`a,b` or `a, b, c`), after a label up to the end of the line
# (`Flags: -a, -l`), or as Python does (`{'a', 'b'}`). Lists inside prose and examples keep their order.
_WORD = r"[\w.*@/+-]*[\w*@/+-]"
_QUOTED = r"(?:'[^'\n]*'|\"[^\"\n]*\")"
_PRINTED_SET = re.compile(
    rf"(?a:\A{_WORD}(?:,{_WORD})+\Z|\A{_WORD}(?:, {_WORD}){{2,}}\Z|(?m:(?<=: ){_WORD}(?:, {_WORD})+(?=\.?$)))"
    rf"|(?<=\{{){_QUOTED}(?:, {_QUOTED})+(?=\}})"
)


def fold_surface(surface: Surface, target: Target) -> Surface:
    """Return the surface with secrets redacted and volatile parts folded; the identical object if nothing changes."""
    if not (target.secrets.shown_as or target.folds or target.set_order):
        return surface
    folder = _Folder(target)
    handshake, lists = folder.named_object(surface.handshake, "protocolVersion"), folder.value(surface.lists)
    items = tuple(_fold_item(item, folder) for item in surface.items)
    if handshake is surface.handshake and lists is surface.lists and all(map(is_, items, surface.items)):
        return surface
    return Surface(handshake=handshake, items=items, lists=lists)


def without_secrets(message: Message, target: Target) -> Message:
    """Return a response with secrets redacted, so that it may be shown; the cursor stays, as it is sent back."""
    redacted: Message = _Folder(replace(target, folds=(), set_order=False)).value(message)
    cursor = message["result"].get("nextCursor") if isinstance(message.get("result"), dict) else None
    return redacted | {"result": redacted["result"] | {"nextCursor": cursor}} if isinstance(cursor, str) else redacted


def _fold_item(item: Item, folder: _Folder) -> Item:
    raw = folder.named_object(item.raw, item.kind.key)
    return item if raw is item.raw else replace(item, raw=raw)


class _Folder:
    """Redact and fold the texts inside a JSON value; an unchanged value is returned as the identical object."""

    def __init__(self, target: Target) -> None:
        self._redact = _redactor(target)
        self._secrets = target.secrets.shown_as
        self._folds = [(re.compile(each.pattern), _placeholder(each.name)) for each in target.folds]
        self._set_order = target.set_order

    def named_object(self, raw: dict[str, Any], key: str) -> dict[str, Any]:
        """Return an object folded except for the value of `key`, its name, which is only redacted."""
        changed: dict[str, Any] = self.value(raw)
        name = raw.get(key)
        if not isinstance(name, str) or changed is raw:
            return changed
        changed = changed | {key: self._redact(name)}
        return raw if changed == raw else changed

    def value(self, value: Any) -> Any:
        """Return a folded JSON value."""
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, dict):
            changed = {self._redact(key): self.value(inner) for key, inner in value.items()}
            if len(changed) < len(value):
                raise ServerMisbehaved("two keys of one object differ only by a credential that govern sent")
            return (
                value if all(map(is_, changed, value)) and all(map(is_, changed.values(), value.values())) else changed
            )
        if isinstance(value, list):
            return self._list(value)
        # A secret that is all digits may return as a number.
        return self._secrets.get(str(value), value) if isinstance(value, (int, float)) else value

    def _list(self, value: list[Any]) -> list[Any]:
        changed = [self.value(inner) for inner in value]
        if self._set_order and all(isinstance(inner, str) for inner in changed):
            changed.sort()
        return value if all(map(is_, changed, value)) else changed

    def _text(self, text: str) -> str:
        plain = self._redact(text)
        changed = plain
        for pattern, shown in self._folds:
            changed = pattern.sub(shown, changed)
        if changed != plain and _steers(changed, plain):
            # A fold must never hide a text that steers the model.
            changed = plain
        if self._set_order and "," in changed:
            changed = _PRINTED_SET.sub(_sort_set, changed)
        return text if changed == text else changed


def _steers(folded: str, text: str) -> bool:
    """Return whether the part that a fold removes steers the model."""
    from govern.compare.added_texts import text_facts

    return any(fact.rule != ids.TEXT_CUE_ADDED for fact in text_facts({"": folded}, {"": text}))


def _placeholder(name: str) -> Callable[[re.Match[str]], str]:
    """Return the replacement for a match of a fold; an empty match stays empty."""
    return lambda found: f"<{name}>" if found[0] else ""


def _redactor(target: Target) -> Callable[[str], str]:
    """Return the target's redaction, applied only to texts in which one search finds a secret."""
    values = [re.escape(value) for value in target.secrets.shown_as if value]
    if not values:
        return lambda text: text
    suspect = re.compile("|".join(values)).search
    sentences = target.secrets.sentences

    def redact(text: str) -> str:
        if not suspect(text):
            return text
        if any(sentence in text for sentence in sentences):
            raise ServerMisbehaved(
                "the server's session id, cookie or token looks like a sentence, and its lists contain it",
                hint="govern redacts credentials, but a sentence must stay visible to reviewers; nothing was locked",
            )
        return target.secrets.redact(text)

    return redact


def _sort_set(found: re.Match[str]) -> str:
    comma = ", " if ", " in found[0] else ","
    return comma.join(sorted(found[0].split(comma)))
