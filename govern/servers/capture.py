"""Capture the surface of every configured server, without secrets and with volatile parts folded.

One server's failure never affects the others. Parts that differ on each run are replaced as `folds` and `set-order`
configure.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from operator import is_
from typing import TYPE_CHECKING, Any

from govern.contract.characters import shortened
from govern.contract.surface import Surface
from govern.errors import (
    ContractInvalid,
    GovernError,
    ServerError,
    ServerMisbehaved,
    ServerNotStarted,
    ServerTimedOut,
    ServerUnreachable,
    ServerUntrusted,
    SurfaceTooLarge,
)
from govern.facts import rule_ids as ids
from govern.policy.environment import withheld_variables
from govern.policy.target import Catalog, Command

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from govern.contract.surface import Item
    from govern.policy.target import Target
    from govern.servers.artifacts import Artifact
    from govern.servers.messages import Message

# Errors quote names and values from the server; this keeps one message below a page.
_MAX_TEXT = 5_000
_ERROR_TYPES = (
    ServerUntrusted, ServerNotStarted, ServerUnreachable, ServerTimedOut, ServerMisbehaved, SurfaceTooLarge,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Capture:
    """The surface of one server.

    `again` is the surface after a second start, if one was requested. `may_be_stateless` is the result of the probe
    for the stateless protocol, `artifact` the package that a launcher started, if it is known.
    """

    target: Target
    surface: Surface
    again: Surface | None = None
    may_be_stateless: bool = False
    artifact: Artifact | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """The current stage of one server: starting, connecting, connected, listing tools, …, closing, done or failed."""

    name: str
    stage: str


class Interrupted(BaseException):
    """A signal ended the capture, and everything is cleaned up; the program should exit with 128 + the signal."""

    def __init__(self, signum: int) -> None:
        super().__init__(signum)
        self.signum = signum


def capture_servers(  # noqa: PLR0913 - all but the first are keywords
    targets: Sequence[Target],
    *,
    jobs: int,
    twice: bool = False,
    probe: bool = False,
    progress: Callable[[Progress], None] | None = None,
    each: Callable[[Target, Capture | ServerError], None] | None = None,
) -> dict[str, Capture | ServerError]:
    """Return the capture, or the error, of each target by name; raise Interrupted after SIGINT, SIGTERM or SIGHUP.

    With `twice` each server is started a second time; with `probe` each is tested for the stateless protocol.
    `each` is called with one result after the other: catalogs when they are read, servers once all have answered.
    """
    report, give = progress or (lambda _: None), each or (lambda *_: None)
    found = {}
    for target in targets:
        if isinstance(target.how, Catalog):
            found[target.name] = _capture_catalog(target, report)
            give(target, found[target.name])
    live = [target for target in targets if not isinstance(target.how, Catalog)]
    if live:
        # Importing the event loop takes a tenth of a short run, and catalogs do not need it.
        from govern.servers.connections import capture_live

        found |= capture_live(live, jobs, report, twice=twice, probe=probe)
    for target in live:
        give(target, found[target.name])
    return {target.name: found[target.name] for target in targets}


def _capture_catalog(target: Target, report: Callable[[Progress], None]) -> Capture | ServerError:
    from govern.servers.lists import read_catalog

    report(Progress(target.name, "starting"))
    try:
        surface = fold_surface(read_catalog(target), target)
    except Exception as error:  # noqa: BLE001 - one broken catalog never affects the others
        report(Progress(target.name, "failed"))
        return capture_error(target, error)
    report(Progress(target.name, "done"))
    # The same bytes read twice give the same surface.
    return Capture(target, surface, surface)


def capture_error(target: Target, error: BaseException) -> ServerError:
    """Return any failure as an error of this server, with its name and without secrets."""
    known = _as_server_error(error)

    def shown(text: str) -> str:
        return shortened(target.secrets.redact(text), _MAX_TEXT)

    found = type(known)(
        shown(known.message),
        where=shown(f"{target.name}: {known.where}" if known.where else target.name),
        hint=shown(known.hint),
        evidence=shown(known.evidence),
    )
    found.retry_after = getattr(error, "retry_after", None)
    late = isinstance(known, ServerUnreachable | ServerTimedOut)
    if late and isinstance(target.how, Command) and target.sandbox is None:
        found.withheld = tuple(withheld_variables(os.environ, target.how, f"{known.message} {known.evidence}"))
    return found


def _as_server_error(error: BaseException) -> ServerError:
    if isinstance(error, ServerError):
        kind = next((kind for kind in _ERROR_TYPES if isinstance(error, kind)), ServerError)
        return kind(error.message, where=error.where, hint=error.hint, evidence=error.evidence)
    if isinstance(error, ContractInvalid):
        return ServerMisbehaved(error.message, where=error.where, hint=error.hint)
    if isinstance(error, GovernError):
        return ServerError(error.message, where=error.where, hint=error.hint)
    return ServerError(
        f"govern failed unexpectedly on this server: {type(error).__name__}: {error}",
        hint="report this as a bug in govern",
    )


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
    if not target.secrets.shown_as:
        return lambda text: text
    sentences = target.secrets.sentences

    def redact(text: str) -> str:
        redacted = target.secrets.redact(text)
        if redacted == text:
            return text
        if any(sentence in text for sentence in sentences):
            raise ServerMisbehaved(
                "the server's session id, cookie or token looks like a sentence, and its lists contain it",
                hint="govern redacts credentials, but a sentence must stay visible to reviewers; nothing was locked",
            )
        return redacted

    return redact


def _sort_set(found: re.Match[str]) -> str:
    comma = ", " if ", " in found[0] else ","
    return comma.join(sorted(found[0].split(comma)))
