"""Compare the old and new value of a config key, and yield each way in which the new one is weaker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from govern.contract.json_type import Json
from govern.contract.surface import ABSENT, Absent
from govern.facts.change import Change
from govern.policy.approvals import person_key
from govern.policy.overrides import overrides
from govern.policy.placeholders import PLACEHOLDER
from govern.policy.profiles import with_profile
from govern.policy.redaction import HIDDEN, find_secrets, flag_names, is_secret_name, replace_secrets
from govern.policy.settings import FailOn, Policy, Server, Unpinned, signature_threshold, toml_key
from govern.policy.source import source_of
from govern.rules.table import RULES

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping, Sequence

    from govern.policy.settings import OAuth, Settings
    from govern.rules.rule import Severity


Names = tuple[str, ...]
KeyChanges = Iterator[tuple[Names, Json | Absent, Json | Absent]]
_NOWHERE = Path("/nowhere")


@dataclass(frozen=True, slots=True)
class SettingsPair:
    """All that was and is asked, for keys whose default depends on another key."""

    old: Settings
    new: Settings


KeyComparison = Callable[[Any, Any, Names, SettingsPair], KeyChanges]


def higher(old: Any, new: Any, _place: Names, _sides: SettingsPair) -> KeyChanges:
    """A bound that was raised or is gone."""
    if old is not None and (new is None or new > old):
        yield (), old, ABSENT if new is None else new


def lower(old: Any, new: Any, _place: Names, _sides: SettingsPair) -> KeyChanges:
    """A demand that was lowered."""
    if new < old:
        yield (), old, new


def other(old: Any, new: Any, _place: Names, _sides: SettingsPair) -> KeyChanges:
    """Nobody can say whether another value is weaker, so it is taken to be."""
    if old != new:
        yield (), ABSENT if old is None else old, ABSENT if new is None else new


def elsewhere(old: Any, new: Any, _place: Names, _sides: SettingsPair) -> KeyChanges:
    """The same, where nothing was said at all before."""
    if old is not None and old != new:
        yield (), old, ABSENT if new is None else new


def version_source(old: Any, new: Any, _place: Names, _sides: SettingsPair) -> KeyChanges:
    """Another place to read the version from, or none at all; where none was read, any is more."""
    if old not in ("none", new):
        yield (), ABSENT if old is None else old, ABSENT if new is None else new


def further_down(*strictest_first: str) -> KeyComparison:
    """A word that stands further down than it did."""

    def weaker(old: Any, new: Any, _place: Names, _sides: SettingsPair) -> KeyChanges:
        if strictest_first.index(new) > strictest_first.index(old):
            yield (), old, new

    return weaker


_FAILS_ON, _UNPINNED = further_down(*get_args(FailOn)), further_down(*get_args(Unpinned))


def dropped(old: Any, new: Any, _place: Names, _sides: SettingsPair) -> KeyChanges:
    """Tables that are gone."""
    for name in sorted(old.keys() - new.keys()):
        yield (name,), _told(old[name]), ABSENT


def removed(old: Any, new: Any, _place: Names, _sides: SettingsPair) -> KeyChanges:
    """Words of a list that are gone."""
    for word in dict.fromkeys(old):
        if word not in new:
            yield (word,), word, ABSENT


def identities(old: Any, new: Any, _place: Names, sides: SettingsPair) -> KeyChanges:
    """Identities that may sign for the first time, or by another issuer, where signatures were asked for at all."""
    for name, value in new.items() if sides.old.policy.signatures.required or old else ():
        if old.get(name) != value:
            yield (name,), old.get(name, ABSENT), value


def folded(old: Any, new: Any, _place: Names, _sides: SettingsPair) -> KeyChanges:
    """Folds that hide what was not hidden before."""
    for name, value in new.items():
        if value is not False and old.get(name) != value:
            yield (name,), old.get(name, ABSENT), value


def approvers(old: Any, new: Any, _place: Names, _sides: SettingsPair) -> KeyChanges:
    """People who may approve and could not; where nobody is named, anyone may."""
    if old and not new:
        yield (), [*old], ABSENT
    known = {person_key(each) for each in old}
    for each in new if old else ():
        if person_key(each) not in known:
            yield (each,), ABSENT, each


def fewer_people(old: Any, new: Any, place: Names, sides: SettingsPair) -> KeyChanges:
    """Fewer people than before; what is not said is what the rest of that policy makes of it."""
    if old is None and new is None:
        return
    before, after = (side.policy.people_needed(place[-1]) for side in (sides.old, sides.new))
    if after < before:
        yield (), before, after


def fail_on(old: Any, new: Any, place: Names, sides: SettingsPair) -> KeyChanges:
    """Only more severe changes stop the gate; what is not said goes by the preset."""
    if old is not None or new is not None:
        yield from _FAILS_ON(sides.old.policy.effective_fail_on, sides.new.policy.effective_fail_on, place, sides)


def unpinned(old: Any, new: Any, place: Names, sides: SettingsPair) -> KeyChanges:
    """Launchers without a version are let through."""
    if old is not None or new is not None:
        yield from _UNPINNED(sides.old.policy.effective_unpinned, sides.new.policy.effective_unpinned, place, sides)


def unsigned(old: Any, new: Any, _place: Names, _sides: SettingsPair) -> KeyChanges:
    """Approvals that needed a signature need none."""
    if signature_threshold(new) > signature_threshold(old):
        yield (), old, ABSENT if new is None else new


def severity(old: Any, new: Any, _place: Names, sides: SettingsPair) -> KeyChanges:
    """Rules that are less severe somewhere, whatever says so; the preset is told by itself."""
    known = dict.fromkeys((*severity_keys(old), *severity_keys(new)))
    for where, rule in known:
        # Both by the new preset: under `compatible` an override may be all that keeps a rewording RISKY.
        before, after = (
            severity_at(Policy(sides.new.policy.preset, severity=side.policy.severity), where, rule)
            for side in (sides.old, sides.new)
        )
        if after.rank < before.rank:
            yield ((where, rule) if where else (rule,)), before.value.lower(), after.value.lower()


def severity_keys(severities: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Where policy says how severe which rule is; `""` is everywhere."""
    for key, value in severities.items():
        if key in RULES:
            yield "", key
        else:
            yield from ((key, rule) for rule in value)


def severity_at(policy: Policy, where: str, rule: str) -> Severity:
    """How severe a rule is for a server or `server/tool`."""
    found = overrides(policy)(change_at(where, rule))
    return found.severity if found else RULES[rule].severity


def change_at(where: str, rule: str) -> Change:
    """A change that stands for all of them there."""
    server, _, tool = where.partition("/")
    return Change(rule, server, "tool", tool)


def _told(table: Any) -> Json:
    """What stood there, without anything that may be secret."""
    if isinstance(table, Server):
        from govern.policy.source import source_of

        return source_of(table, _NOWHERE)
    return "a profile" if hasattr(table, "env") else {key: value for key, value in _bounds(table) if value is not None}


def _bounds(guard: Any) -> Iterator[tuple[str, Json]]:
    yield from (("limit", guard.limit), ("max_bytes", guard.max_bytes))


_NOWHERE = Path("/nowhere")
_DIGITS = 12
# A program is found in these by its bare name as well.
_SYSTEM_FOLDERS = ("/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin")


def variables(old: Mapping[str, str], new: Mapping[str, str], _place: Names, _sides: SettingsPair) -> KeyChanges:
    """Yield the variables that were added, removed or changed, as they are written."""
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            yield (name,), _shown(old.get(name), name), _shown(new.get(name), name)


def headers(old: Mapping[str, str], new: Mapping[str, str], place: Names, sides: SettingsPair) -> KeyChanges:
    """Yield the same of headers, whose names are compared without regard to case."""
    before, after = ({name.lower(): value for name, value in side.items()} for side in (old, new))
    yield from variables(before, after, place, sides)


def value(old: str | None, new: str | None, place: Names, _sides: SettingsPair) -> KeyChanges:
    """Yield a value that is written otherwise."""
    if old != new:
        yield (), _shown(old, place[-1]), _shown(new, place[-1])


def credentials(old: OAuth | None, new: OAuth | None, place: Names, sides: SettingsPair) -> KeyChanges:
    """Yield the OAuth keys that are written otherwise."""
    for key in ("client_id", "client_secret", "scope", "issuer"):
        before, after = (getattr(side, key) if side else None for side in (old, new))
        for _, was, now in value(before, after, (*place, toml_key(key)), sides):
            yield (toml_key(key),), was, now


def command(old: Sequence[str] | None, new: Sequence[str] | None, place: Names, sides: SettingsPair) -> KeyChanges:
    """Yield a command that changed in what its `source` in the lock does not show, such as the program's folder."""
    before, after = (_seen(side, place).command for side in (sides.old, sides.new))
    if old == new or not before or not after or _plain(before) == _plain(after):
        return
    if source_of(Server(command=before), _NOWHERE) == source_of(Server(command=after), _NOWHERE):
        yield (), _words(before), _words(after)


def address(old: str | None, new: str | None, place: Names, sides: SettingsPair) -> KeyChanges:
    """Yield a URL that changed in what its `source` in the lock does not show: user, password and secret parts."""
    before, after = (_seen(side, place).url for side in (sides.old, sides.new))
    if old == new or not before or not after or before == after:
        return
    if source_of(Server(url=before), _NOWHERE) == source_of(Server(url=after), _NOWHERE):
        yield (), _shown(before, "url"), _shown(after, "url")


def _seen(settings: Settings, place: Names) -> Server:
    """Return the server whose key this is, as the profile sees it where it is the key of a profile."""
    server = settings.servers[place[1]]
    return with_profile(server, server.profiles[place[3]]) if place[2] == "profiles" else server


def _plain(words: list[str]) -> list[str]:
    folder, _, name = words[0].rpartition("/")
    return [name, *words[1:]] if folder in _SYSTEM_FOLDERS else words


def _words(words: list[str]) -> Json:
    named = zip(words, flag_names(words), strict=True)
    return [str(_shown(word, name)) for word, name in named]


def _shown(text: str | None, name: str) -> str | Absent:
    """Return a value as it is written, with a digest in place of each secret, so that two of them differ."""
    if text is None:
        return ABSENT

    def default_hidden(found: re.Match[str]) -> str:
        secret = found[2] and (is_secret_name(name) or find_secrets(found[2], found[1]))
        return f"${{{found[1]}:-{_digest(found[2])}}}" if secret else found[0]

    return PLACEHOLDER.sub(default_hidden, replace_secrets(text, name, by=lambda secret, _: _digest(secret)))


def _digest(secret: str) -> str:
    return f"{HIDDEN} (sha256:{sha256(secret.encode()).hexdigest()[:_DIGITS]})"
