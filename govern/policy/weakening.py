"""Report config changes that weaken the gate, as changes that need approval.

Every key of settings.py has a row in WEAKENING: a comparison, or the reason why no value of the key weakens the gate.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Protocol, get_args, get_origin

from govern.contract.digests import digest
from govern.contract.json_text import Json
from govern.contract.surface import ABSENT, Absent
from govern.facts.change import Change, step
from govern.facts.rule_ids import POLICY_APPROVAL_WEAKENED as APPROVAL
from govern.facts.rule_ids import POLICY_WEAKENED as POLICY
from govern.facts.rule_ids import SERVER_LAUNCH_CHANGED as LAUNCH
from govern.files import as_committed
from govern.policy import key_changes as changes
from govern.policy.approvals import new_waivers
from govern.policy.key_changes import Names, SettingsPair
from govern.policy.parsing import dotted
from govern.policy.settings import Allow, Answers, Base, Preset, SignatureKeys, Step, toml_key
from govern.rules.finding import judge

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import date

    from govern.policy.approvals import Approvals, Waiver
    from govern.policy.key_changes import KeyComparison
    from govern.policy.settings import Settings
    from govern.rules.finding import Finding


class Trust(Protocol):
    """The content of allowed_signers, of the list of revoked keys and of Sigstore's root of trust."""

    @property
    def allowed(self) -> str | None: ...  # noqa: D102

    @property
    def revoked(self) -> bytes | None: ...  # noqa: D102

    @property
    def sigstore_root(self) -> bytes | None: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class CanWeaken:
    """A key that may weaken the gate: its comparison, the effect in words, and the rule."""

    compare: KeyComparison
    effect: str
    rule: str = POLICY


@dataclass(frozen=True, slots=True)
class CannotWeaken:
    """A key that cannot weaken the gate, with the reason."""

    reason: str


# The base64 text of every OpenSSH public key begins with this.
_KEY = "AAAA"
_OTHER_ROOT = "another trusted root is used"
_IN_SOURCE = CannotWeaken("a change of it is a change of `source` in the lock")
_SAME_SERVER = CannotWeaken("the server stays the same, and the lock holds what it lists")
_WATCH = CannotWeaken("`govern watch` reports drift; the gate does not use it")
_TIMING = CannotWeaken("it affects only timing; an unreachable server is exit 3")
_ANSWERS_SHOWN = CannotWeaken("it changes how tools are offered and answers are shown, not what may be called")
_REDUCTIONS = ("collapse", "chunk", "intent", "cut")
_LIMIT = CanWeaken(changes.raised, "a server may return more before govern stops reading")
_FEWER = CanWeaken(changes.fewer_people, "fewer people have to approve", APPROVAL)
_STEP = CanWeaken(changes.less_strict(*get_args(Step)), "these changes need a smaller version bump")
_BUDGET = CanWeaken(changes.raised, "definitions may cost more tokens")
_RISK = CanWeaken(changes.raised, "the answer-size risk starts at a higher number")
_NOT_CONNECTED = CanWeaken(changes.removed_tables, "govern no longer connects to it")
_CONNECTION: Mapping[str, CanWeaken] = {
    "command": CanWeaken(changes.changed_command, "another program runs under the same source", LAUNCH),
    "env": CanWeaken(changes.changed_variables, "a variable of the program, which may decide what code runs", LAUNCH),
    "cwd": CanWeaken(changes.changed_value, "the program runs in another folder", LAUNCH),
    "url": CanWeaken(changes.changed_url, "other credentials are used for the server", LAUNCH),
    "headers": CanWeaken(changes.changed_headers, "another header is sent", LAUNCH),
    "token": CanWeaken(changes.changed_value, "another token is sent", LAUNCH),
    "oauth": CanWeaken(changes.changed_credentials, "other credentials are sent", LAUNCH),
}
_INHERITED = CanWeaken(changes.more_inherited, "programs get more variables, which may hold secrets")
_OAUTH = CanWeaken(changes.any_change, "other access tokens are accepted by the gateway")
_HTTP_LIMIT = CannotWeaken("it limits the load of the gateway, not what passes the lock")
_GUARD = CanWeaken(changes.raised, "a guard states a larger bound")

WEAKENING: Mapping[str, CanWeaken | CannotWeaken] = {
    "servers": _NOT_CONNECTED,
    **{f"servers.*.{key}": row for key, row in _CONNECTION.items()},
    "servers.*.args": _CONNECTION["command"],
    **dict.fromkeys(("inherit-env", "servers.*.inherit-env"), _INHERITED),
    "servers.*.integrity": CannotWeaken("the lock has the integrity of what ran, and a change of it is BREAKING"),
    "servers.*.bundle": CannotWeaken("the lock has its URL and its hash, and a change of the hash is BREAKING"),
    "servers.*.env-file": CanWeaken(changes.changed_value, "other variables may decide what code runs", LAUNCH),
    **{f"servers.*.{key}": _IN_SOURCE for key in ("python", "catalog")},
    **{f"servers.*.{key}": _SAME_SERVER for key in ("transport", "protocol", "client")},
    **{f"servers.*.{key}": _TIMING for key in ("timeout", "retries")},
    **{f"servers.*.limits.{key}": _LIMIT for key in ("bytes", "nodes", "pages", "items", "depth")},
    "servers.*.guards": CanWeaken(changes.removed_tables, "a bound was removed"),
    **{f"servers.*.guards.*.{key}": _GUARD for key in ("limit", "max_bytes")},
    "servers.*.profiles": _NOT_CONNECTED,
    **{f"servers.*.profiles.*.{key}": row for key, row in _CONNECTION.items()},
    "servers.*.profiles.*.args": _CONNECTION["command"],
    **{f"servers.*.profiles.*.{key}": _SAME_SERVER for key in ("protocol", "client")},
    "servers.*.profiles.*.timeout": _TIMING,
    "servers.*.trusted": CanWeaken(changes.newly_true, "a fleet scan may start it without a sandbox"),
    "servers.*.sandbox.network": CanWeaken(changes.newly_true, "it may use the network in a sandbox"),
    "servers.*.sandbox.image": CanWeaken(changes.any_change, "it runs in another image", LAUNCH),
    "servers.*.normalize": CanWeaken(changes.new_folds, "differences in the text that it matches are hidden", APPROVAL),
    "policy.preset": CanWeaken(changes.less_strict(*get_args(Preset)), "fewer changes need approval", APPROVAL),
    "policy.fail-on": CanWeaken(changes.lowered_fail_on, "fewer changes fail the gate", APPROVAL),
    "policy.encoding": CanWeaken(changes.any_change, "tokens are counted differently, so budgets change"),
    "policy.reading": CanWeaken(changes.any_change, "schemas are compared differently", APPROVAL),
    "policy.reach": CanWeaken(changes.removed_entries, "a client may lose tools without a finding"),
    "policy.severity": CanWeaken(changes.lowered_severity, "a rule is less severe", APPROVAL),
    "policy.approvals.approvers": CanWeaken(changes.new_approvers, "another person may approve", APPROVAL),
    **{f"policy.approvals.{key}": _FEWER for key in ("safe", "risky", "breaking")},
    "policy.approvals.not-author": CanWeaken(changes.lowered, "authors may approve their own changes", APPROVAL),
    "policy.waivers.max-days": CanWeaken(changes.raised, "waivers may last longer", APPROVAL),
    "policy.signatures.lock": CanWeaken(changes.lowered, "fewer people have to sign the lock", APPROVAL),
    "policy.signatures.signers": CanWeaken(
        changes.removed_entries, "this person no longer has to sign the lock", APPROVAL
    ),
    "policy.signatures.approvals": CanWeaken(changes.fewer_signatures, "unsigned approvals count", APPROVAL),
    "policy.signatures.allowed-signers": CanWeaken(
        changes.any_change, "another file lists the allowed signers", APPROVAL
    ),
    "policy.signatures.revoked-keys": CanWeaken(
        changes.changed_if_set, "another file lists the revoked keys", APPROVAL
    ),
    "policy.signatures.sigstore": CanWeaken(changes.new_identities, "another identity may sign", APPROVAL),
    "policy.signatures.sigstore-root": CanWeaken(changes.any_change, _OTHER_ROOT, APPROVAL),
    **{f"policy.budget.{key}": _BUDGET for key in ("server-tokens", "tool-tokens", "growth-tokens")},
    "policy.budget.growth-percent": CanWeaken(changes.raised_growth, "definitions may cost more tokens"),
    "policy.budget.context-window": CannotWeaken("only shares are computed from it, no budget"),
    **{f"policy.risk.{key}": _RISK for key in ("low", "medium", "high")},
    "policy.results": CanWeaken(changes.removed_entries, "this result is no longer required"),
    "policy.traces.dir": CanWeaken(changes.changed_if_set, "recorded calls are read from another path", APPROVAL),
    "policy.text.judge": CanWeaken(changes.changed_if_set, "another judge, or none, scores changed texts", APPROVAL),
    "policy.text.timeout": CannotWeaken("a judge that takes longer is an error"),
    "policy.traces.required": CanWeaken(changes.lowered, "BREAKING changes pass without recorded calls", APPROVAL),
    "policy.gate.unpinned": CanWeaken(changes.weaker_unpinned, "unpinned launchers pass"),
    "policy.gate.uncovered": CanWeaken(changes.new_entries, "client configs may start what govern.toml does not name"),
    "policy.gate.version": CanWeaken(changes.changed_version_source, "the version is read from another source"),
    **{f"policy.bump.{key}": _STEP for key in ("breaking", "risky", "added", "safe")},
    "policy.release.base": CanWeaken(
        changes.less_strict(*get_args(Base)), "a release without a signed verdict counts", APPROVAL
    ),
    "serve.allow": CanWeaken(changes.less_strict(*get_args(Allow)), "more calls of changed tools pass", APPROVAL),
    "serve.answers": CanWeaken(changes.less_strict(*get_args(Answers)), "answers are checked less"),
    "serve.surface": _ANSWERS_SHOWN,
    "serve.names": _ANSWERS_SHOWN,
    "serve.call-timeout": _TIMING,
    **{f"serve.reduce.{key}": _ANSWERS_SHOWN for key in _REDUCTIONS},
    "servers.*.reduce": _ANSWERS_SHOWN,
    **{f"servers.*.reduce.*.{key}": _ANSWERS_SHOWN for key in _REDUCTIONS},
    "serve.max-age": CanWeaken(changes.raised, "a change of a tool is noticed later"),
    "serve.http.hosts": CanWeaken(changes.new_entries, "web pages of this name may use the gateway"),
    "serve.http.origins": CanWeaken(changes.new_entries, "these web pages may use the gateway"),
    **{f"serve.http.oauth.{key}": _OAUTH for key in ("issuer", "audience", "jwks-url")},
    "serve.http.oauth.scopes": CanWeaken(changes.removed_entries, "tokens without this scope are accepted"),
    **{
        f"serve.http.{key}": _HTTP_LIMIT for key in ("sessions", "requests-per-minute", "request-bytes", "answer-bytes")
    },
    **{f"serve.http.{key}": _HTTP_LIMIT for key in ("timeout", "idle-timeout")},
    "jobs": _TIMING,
    **{f"watch.{key}": _WATCH for key in ("interval", "webhook", "headers", "command")},
}


def weaker_settings(old: Settings, new: Settings) -> list[Change]:
    """Return a change for each key by which the new settings are weaker than the old ones."""
    return [
        policy_change(path, before, after, row.effect, row.rule)
        for path, row, before, after in _table_changes((), "", old, new, SettingsPair(old, new))
    ]


def waivers_added(old: Approvals, new: Approvals, today: date) -> list[Change]:
    """Return a change for each new waiver that has not expired."""
    return [
        policy_change(_waiver_path(each), ABSENT, _waiver_value(each), "changes that it matches need no approval")
        for each in new_waivers(old, new, today)
    ]


def waiver_name(waiver: Waiver) -> str:
    """Return the name of a new waiver in findings."""
    return dotted(_waiver_path(waiver))


def trust_widened(keys: SignatureKeys, old: Trust, new: Trust) -> list[Change]:
    """Return a change for each new signer, for revoked keys that may be valid again, and for another root of trust."""
    found = []
    if old.allowed is not None or keys != SignatureKeys():
        held = {*_signers(old.allowed)}
        fresh = [line for line in dict.fromkeys(_signers(new.allowed)) if line not in held]
        found += [policy_change((keys.allowed_signers, line), ABSENT, line, "another key may sign") for line in fresh]
    if old.revoked is not None and old.revoked != new.revoked and keys.revoked_keys:
        sides = (_file_digest(old.revoked), _file_digest(new.revoked))
        if not _contains_every_line(old.revoked, new.revoked):
            found.append(policy_change((keys.revoked_keys,), *sides, "revoked keys may be valid again"))
    sides = (_file_digest(old.sigstore_root), _file_digest(new.sigstore_root))
    if keys.sigstore_root and sides[0] != sides[1]:
        found.append(policy_change((keys.sigstore_root,), *sides, _OTHER_ROOT))
    return found


def policy_change(
    path: Names, before: Json | Absent, after: Json | Absent, effect: str, rule: str = APPROVAL
) -> Change:
    """Return a change of the policy; `effect` states how it weakens the gate."""
    pointer = ""
    for name in path:
        pointer = step(pointer, name)
    return Change(rule, "policy", "policy", dotted(path), pointer, before, after, {"asks": effect})


def weakening_findings(changes: Iterable[Change]) -> list[Finding]:
    """Return the changes as findings, with digests of both values, so that an approval is valid only for these."""
    return [
        judge(change, lambda _: None, (_value_digest(change.before), _value_digest(change.after))) for change in changes
    ]


_Found = tuple[Names, CanWeaken, Json | Absent, Json | Absent]


def _table_changes(path: Names, pattern: str, old: Any, new: Any, sides: SettingsPair) -> Iterator[_Found]:
    for field in fields(old):
        key = toml_key(field.name)
        values = getattr(old, field.name), getattr(new, field.name)
        yield from _key_changes((*path, key), f"{pattern}{key}", field.type, values, sides)


def _key_changes(
    path: Names, pattern: str, kind: Any, values: tuple[Any, Any], sides: SettingsPair
) -> Iterator[_Found]:
    old, new = values
    if is_dataclass(kind):
        yield from _table_changes(path, f"{pattern}.", old, new, sides)
        return
    row = WEAKENING[pattern]
    if isinstance(row, CanWeaken):
        for names, before, after in row.compare(old, new, (*path,), sides):
            yield (*path, *names), row, before, after
    if holds_tables(kind):
        for name in old.keys() & new.keys():
            yield from _table_changes((*path, name), f"{pattern}.*.", old[name], new[name], sides)


def holds_tables(kind: Any) -> bool:
    """Return whether the type is a table of tables with names of the user's choice."""
    return get_origin(kind) is dict and is_dataclass(get_args(kind)[1])


def _waiver_path(waiver: Waiver) -> Names:
    return "waiver", f"{waiver.server}/{waiver.tool} {waiver.rule}", waiver.by


def _signers(text: str | None) -> list[str]:
    """Return the lines with a key, split as ssh-keygen does."""
    lines = (line.removesuffix("\r").strip(" \t") for line in (text or "").split("\n"))
    return [line for line in lines if _KEY in line and not line.startswith("#")]


def _contains_every_line(old: bytes, new: bytes | None) -> bool:
    """Return whether a list of keys still contains every old line; False for a binary list (KRL)."""
    if new is None or b"\0" in old:
        return False
    before, after = ({line.removesuffix(b"\r") for line in side.split(b"\n")} for side in (old, new))
    return before <= after


def _file_digest(content: bytes | None) -> str | Absent:
    return ABSENT if content is None else f"sha256:{sha256(as_committed(content)).hexdigest()}"


def _waiver_value(waiver: Waiver) -> Json:
    return {"until": waiver.until.isoformat(), "reason": waiver.reason, "by": waiver.by}


def _value_digest(value: Json | Absent) -> str:
    return "-" if isinstance(value, Absent) else digest(value)
