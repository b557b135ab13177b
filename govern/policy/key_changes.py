"""Comparisons of the old and new value of a config key, for weakening.py.

Each yields the ways in which the new value weakens the gate, or, for the keys of a connection, all changes that the
server's `source` in the lock does not show: the rest of the key path, the old value and the new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from govern.contract.json_text import Json
from govern.contract.surface import ABSENT, Absent
from govern.economics.budgets import GROWTH_PERCENT
from govern.facts.change import Change
from govern.policy.approvals import person_key
from govern.policy.environment import matches
from govern.policy.overrides import overrides
from govern.policy.placeholders import PLACEHOLDER
from govern.policy.redaction import HIDDEN, find_secrets, flag_names, is_secret_name, replace_secrets
from govern.policy.server_settings import Server, with_profile
from govern.policy.settings import FailOn, Policy, Unpinned, signature_threshold, toml_key
from govern.policy.source import source_of
from govern.rules.rule import RULES

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping, Sequence

    from govern.policy.server_settings import InheritEnv, OAuth
    from govern.policy.settings import Settings
    from govern.rules.rule import Severity

Names = tuple[str, ...]
KeyChanges = Iterator[tuple[Names, Json | Absent, Json | Absent]]
_NOWHERE = Path("/nowhere")


@dataclass(frozen=True, slots=True)
class SettingsPair:
    """The old and new settings, for keys whose default depends on another key."""

    old: Settings
    new: Settings


KeyComparison = Callable[[Any, Any, Names, SettingsPair], KeyChanges]


def _weaker_where(is_weaker: Callable[[Any, Any], bool]) -> KeyComparison:
    """Return a comparison that yields both values where the new one is weaker; None is a key that is not set."""

    def compare(old: Any, new: Any, _path: Names, _sides: SettingsPair) -> KeyChanges:
        if is_weaker(old, new):
            yield (), ABSENT if old is None else old, ABSENT if new is None else new

    return compare


# A bound that was raised or removed.
raised = _weaker_where(lambda old, new: old is not None and (new is None or new > old))
# A requirement that was lowered.
lowered = _weaker_where(lambda old, new: new < old)
# A permission that was given.
newly_true = _weaker_where(lambda old, new: new and not old)
# Of these keys no value is known to be as strict as another.
any_change = _weaker_where(lambda old, new: old != new)
changed_if_set = _weaker_where(lambda old, new: old is not None and old != new)
# Another version source, unless there was none before.
changed_version_source = _weaker_where(lambda old, new: old not in ("none", new))
# Fewer approvals need a signature.
fewer_signatures = _weaker_where(lambda old, new: signature_threshold(new) > signature_threshold(old))


def raised_growth(old: Any, new: Any, path: Names, sides: SettingsPair) -> KeyChanges:
    """Yield a growth that was raised or removed; without the key, findings begin at the default."""
    yield from raised(GROWTH_PERCENT if old is None and new is not None else old, new, path, sides)


def less_strict(*strictest_first: str) -> KeyComparison:
    """Return a comparison that yields a change to a less strict word."""
    return _weaker_where(lambda old, new: strictest_first.index(new) > strictest_first.index(old))


def removed_tables(old: Any, new: Any, _path: Names, _sides: SettingsPair) -> KeyChanges:
    """Yield tables that were removed."""
    for name in sorted(old.keys() - new.keys()):
        yield (name,), _shown_table(old[name]), ABSENT


def removed_entries(old: Any, new: Any, _path: Names, _sides: SettingsPair) -> KeyChanges:
    """Yield list entries that were removed."""
    for word in dict.fromkeys(old):
        if word not in new:
            yield (word,), word, ABSENT


def new_entries(old: Any, new: Any, _path: Names, _sides: SettingsPair) -> KeyChanges:
    """Yield list entries that were added."""
    for word in dict.fromkeys(new):
        if word not in old:
            yield (word,), ABSENT, word


def new_identities(old: Any, new: Any, _path: Names, sides: SettingsPair) -> KeyChanges:
    """Yield identities that are new or have another issuer, if signatures were required before."""
    for name, value in new.items() if sides.old.policy.signatures.required or old else ():
        if old.get(name) != value:
            yield (name,), old.get(name, ABSENT), value


def new_folds(old: Any, new: Any, _path: Names, _sides: SettingsPair) -> KeyChanges:
    """Yield folds that are new or changed."""
    for name, value in new.items():
        if value is not False and old.get(name) != value:
            yield (name,), old.get(name, ABSENT), value


def new_approvers(old: Any, new: Any, _path: Names, _sides: SettingsPair) -> KeyChanges:
    """Yield people who could not approve before; without a list anyone may approve."""
    if old and not new:
        yield (), [*old], ABSENT
    known = {person_key(each) for each in old}
    for each in new if old else ():
        if person_key(each) not in known:
            yield (each,), ABSENT, each


def fewer_people(old: Any, new: Any, path: Names, sides: SettingsPair) -> KeyChanges:
    """Yield a number of approvers that is lower than before, with the defaults of each policy."""
    if old is None and new is None:
        return
    before, after = (side.policy.people_needed(path[-1]) for side in (sides.old, sides.new))
    if after < before:
        yield (), before, after


def _less_strict_in_effect(property_name: str, words: Any) -> KeyComparison:
    """Return a comparison of a property of the policy, which has the defaults of each preset."""
    compare = less_strict(*get_args(words))

    def weaker(old: Any, new: Any, path: Names, sides: SettingsPair) -> KeyChanges:
        if old is not None or new is not None:
            before, after = (getattr(side.policy, property_name) for side in (sides.old, sides.new))
            yield from compare(before, after, path, sides)

    return weaker


lowered_fail_on = _less_strict_in_effect("effective_fail_on", FailOn)
weaker_unpinned = _less_strict_in_effect("effective_unpinned", Unpinned)


def lowered_severity(old: Any, new: Any, _path: Names, sides: SettingsPair) -> KeyChanges:
    """Yield rules that are less severe than before for some server or tool."""
    known = dict.fromkeys((*severity_keys(old), *severity_keys(new)))
    for where, rule in known:
        # Both with the new preset, whose change is reported by itself: under `compatible` an override may keep a
        # rewording RISKY.
        before, after = (
            severity_at(Policy(sides.new.policy.preset, severity=side.policy.severity), where, rule)
            for side in (sides.old, sides.new)
        )
        if after.rank < before.rank:
            yield ((where, rule) if where else (rule,)), before.value.lower(), after.value.lower()


def severity_keys(severities: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the server or `server/tool`, or `""` for all, and the rule of each configured severity."""
    for key, value in severities.items():
        if key in RULES:
            yield "", key
        else:
            yield from ((key, rule) for rule in value)


def severity_at(policy: Policy, where: str, rule: str) -> Severity:
    """Return the severity of a rule for a server or `server/tool`."""
    found = overrides(policy)(change_at(where, rule))
    return found.severity if found else RULES[rule].severity


def change_at(where: str, rule: str) -> Change:
    """Return a change of this rule for a server or `server/tool`, as a sample."""
    server, _, tool = where.partition("/")
    return Change(rule, server, "tool", tool)


def _shown_table(table: Any) -> Json:
    """Return what a removed table contained, without secrets."""
    if isinstance(table, Server):
        return source_of(table, _NOWHERE)
    return "a profile" if hasattr(table, "env") else {k: each for k, each in asdict(table).items() if each is not None}


_DIGITS = 12
# A program in one of these folders is also found by its bare name.
_SYSTEM_FOLDERS = ("/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin")


def changed_variables(old: Mapping[str, str], new: Mapping[str, str], _path: Names, _sides: SettingsPair) -> KeyChanges:
    """Yield the variables that were added, removed or changed."""
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            yield (name,), _redacted(old.get(name), name), _redacted(new.get(name), name)


def more_inherited(old: InheritEnv | None, new: InheritEnv | None, _path: Names, sides: SettingsPair) -> KeyChanges:
    """Yield the variables that programs inherit now and did not before."""
    before = sides.old.inherit_env if old is None else old
    after = sides.new.inherit_env if new is None else new
    if old == new or before == "all" or after == "none":
        return
    if before == "none" or after == "all":
        if before != after:
            yield (), _inherit_json(before), _inherit_json(after)
        return
    for name in after:
        if not matches(name, before):
            yield (name,), ABSENT, name


def _inherit_json(inherit: InheritEnv) -> Json:
    return inherit if isinstance(inherit, str) else [*inherit]


def changed_headers(old: Mapping[str, str], new: Mapping[str, str], path: Names, sides: SettingsPair) -> KeyChanges:
    """Yield the headers that were added, removed or changed; names are compared without case."""
    before, after = ({name.lower(): value for name, value in side.items()} for side in (old, new))
    yield from changed_variables(before, after, path, sides)


def changed_value(old: str | None, new: str | None, path: Names, _sides: SettingsPair) -> KeyChanges:
    """Yield a changed value."""
    if old != new:
        yield (), _redacted(old, path[-1]), _redacted(new, path[-1])


def changed_credentials(old: OAuth | None, new: OAuth | None, path: Names, sides: SettingsPair) -> KeyChanges:
    """Yield the OAuth keys that changed."""
    for key in ("client_id", "client_secret", "scope", "issuer"):
        before, after = (getattr(side, key) if side else None for side in (old, new))
        for _, was, now in changed_value(before, after, (*path, toml_key(key)), sides):
            yield (toml_key(key),), was, now


def changed_command(
    old: Sequence[str] | None, new: Sequence[str] | None, path: Names, sides: SettingsPair
) -> KeyChanges:
    """Yield a changed command with the same `source` in the lock, as for another folder of the program."""
    before, after = (_server_at(side, path).argv for side in (sides.old, sides.new))
    if old == new or not before or not after or _without_system_folder(before) == _without_system_folder(after):
        return
    if source_of(Server(command=before), _NOWHERE) == source_of(Server(command=after), _NOWHERE):
        yield (), _redacted_words(before), _redacted_words(after)


def changed_url(old: str | None, new: str | None, path: Names, sides: SettingsPair) -> KeyChanges:
    """Yield a changed URL with the same `source` in the lock, as for another user or password."""
    before, after = (_server_at(side, path).url for side in (sides.old, sides.new))
    if old == new or not before or not after or before == after:
        return
    if source_of(Server(url=before), _NOWHERE) == source_of(Server(url=after), _NOWHERE):
        yield (), _redacted(before, "url"), _redacted(after, "url")


def _server_at(settings: Settings, path: Names) -> Server:
    """Return the server that the key belongs to, with the profile applied if it is a key of a profile."""
    server = settings.servers[path[1]]
    return with_profile(server, server.profiles[path[3]]) if path[2] == "profiles" else server


def _without_system_folder(words: list[str]) -> list[str]:
    folder, _, name = words[0].rpartition("/")
    return [name, *words[1:]] if folder in _SYSTEM_FOLDERS else words


def _redacted_words(words: list[str]) -> Json:
    named = zip(words, flag_names(words), strict=True)
    return [str(_redacted(word, name)) for word, name in named]


def _redacted(text: str | None, name: str) -> str | Absent:
    """Return a value with a digest in place of each secret, so that different secrets look different."""
    if text is None:
        return ABSENT

    def default_hidden(found: re.Match[str]) -> str:
        secret = found[2] and (is_secret_name(name) or find_secrets(found[2], found[1]))
        return f"${{{found[1]}:-{_secret_digest(found[2])}}}" if secret else found[0]

    return PLACEHOLDER.sub(default_hidden, replace_secrets(text, name, by=lambda secret, _: _secret_digest(secret)))


def _secret_digest(secret: str) -> str:
    return f"{HIDDEN} (sha256:{sha256(secret.encode()).hexdigest()[:_DIGITS]})"
