"""A surface as it may be written down: without secrets, and with what is never twice the same written as configured."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from govern.contract.surface import Surface
from govern.errors import ServerMisbehaved
from govern.facts import rule_ids as ids

if TYPE_CHECKING:
    from collections.abc import Callable

    from govern.contract.surface import Item
    from govern.policy.target import Target
    from govern.servers.messages import Message

# How programs print their sets: as a whole text (`a,b` or `a, b, c`), as all that follows a label in its line
# (`Flags: -a, -l`), and as Python shows them (`{'a', 'b'}`). Lists in prose and in examples have an order, and keep it.
_WORD = r"[\w.*@/+-]*[\w*@/+-]"
_QUOTED = r"(?:'[^'\n]*'|\"[^\"\n]*\")"
_PRINTED_SET = re.compile(
    rf"(?a:\A{_WORD}(?:,{_WORD})+\Z|\A{_WORD}(?:, {_WORD}){{2,}}\Z|(?m:(?<=: ){_WORD}(?:, {_WORD})+(?=\.?$)))"
    rf"|(?<=\{{){_QUOTED}(?:, {_QUOTED})+(?=\}})"
)


def fold(surface: Surface, target: Target) -> Surface:
    """The surface with secrets redacted and volatile places folded; the very same where there is nothing of either."""
    if not (target.secrets.shown_as or target.folds or target.set_order):
        return surface
    texts = _Texts(target)
    hello, lists = texts.named(surface.hello, "protocolVersion"), texts.value(surface.lists)
    items = tuple(_item(item, texts) for item in surface.items)
    if hello is surface.hello and lists is surface.lists and all(map(_same, items, surface.items)):
        return surface
    return Surface(hello=hello, items=items, lists=lists)


def without_secrets(message: Message, target: Target) -> Message:
    """An answer of which anything may be shown, however cut or spelled. A cursor is only sent back, so it stays."""
    told: Message = _Texts(replace(target, folds=(), set_order=False)).value(message)
    cursor = message["result"].get("nextCursor") if isinstance(message.get("result"), dict) else None
    return told | {"result": told["result"] | {"nextCursor": cursor}} if isinstance(cursor, str) else told


def _item(item: Item, texts: _Texts) -> Item:
    raw = texts.named(item.raw, item.kind.key)
    return item if raw is item.raw else replace(item, raw=raw)


class _Texts:
    """What becomes of texts, wherever they stand in a value; what does not change is handed back itself."""

    def __init__(self, target: Target) -> None:
        self._redact = _redaction(target)
        self._secrets = target.secrets.shown_as
        self._folds = [(re.compile(each.pattern), _shown(each.name)) for each in target.folds]
        self._set_order = target.set_order

    def named(self, raw: dict[str, Any], key: str) -> dict[str, Any]:
        """An object that keeps the value which names it, or says what it speaks; a secret goes even from there."""
        changed: dict[str, Any] = self.value(raw)
        name = raw.get(key)
        if not isinstance(name, str) or changed is raw:
            return changed
        changed = changed | {key: self._redact(name)}
        return raw if changed == raw else changed

    def value(self, value: Any) -> Any:
        """Any JSON value."""
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, dict):
            changed = {self._redact(key): self.value(inner) for key, inner in value.items()}
            if len(changed) < len(value):
                raise ServerMisbehaved("two keys of one object differ only in a credential that govern sent")
            return (
                value
                if all(map(_same, changed, value)) and all(map(_same, changed.values(), value.values()))
                else changed
            )
        if isinstance(value, list):
            return self._list(value)
        # A secret that is all digits may come back as a number.
        return self._secrets.get(str(value), value) if isinstance(value, (int, float)) else value

    def _list(self, value: list[Any]) -> list[Any]:
        changed = [self.value(inner) for inner in value]
        if self._set_order and all(isinstance(inner, str) for inner in changed):
            changed.sort()
        return value if all(map(_same, changed, value)) else changed

    def _text(self, text: str) -> str:
        plain = self._redact(text)
        changed = plain
        for pattern, shown in self._folds:
            changed = pattern.sub(shown, changed)
        if changed != plain and _steers(changed, plain):
            # A fold hides what differs by itself, and never what steers the model: that stays to be compared.
            changed = plain
        if self._set_order and "," in changed:
            changed = _PRINTED_SET.sub(_sorted, changed)
        return text if changed == text else changed


def _steers(folded: str, text: str) -> bool:
    """Return whether a text steers the model by what is folded away."""
    from govern.compare.text_facts import text_facts

    return any(fact.rule != ids.TEXT_CUE_ADDED for fact in text_facts({"": folded}, {"": text}))


def _shown(name: str) -> Callable[[re.Match[str]], str]:
    """What a fold writes in place of what it found, which is never nothing."""
    return lambda found: f"<{name}>" if found[0] else ""


def _redaction(target: Target) -> Callable[[str], str]:
    """The target's redaction, tried only where one search says that there is something to redact."""
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
                "it repeats a session id, cookie or token of its own that reads as a sentence",
                hint="govern hides credentials, and a sentence must not be hidden from review. Nothing was locked.",
            )
        return target.secrets.redact(text)

    return redact


def _sorted(found: re.Match[str]) -> str:
    comma = ", " if ", " in found[0] else ","
    return comma.join(sorted(found[0].split(comma)))


def _same(one: object, other: object) -> bool:
    return one is other
