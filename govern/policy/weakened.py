"""Changes that make the gate weaker: every key of the settings, with what makes it weaker or why nothing can.

Nobody loosens the gate on the way through it, so a key that is added to settings.py needs a row here.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Protocol, get_args, get_origin

from govern.contract.json_type import Json
from govern.contract.surface import ABSENT, Absent
from govern.facts.change import Change
from govern.facts.fact import step
from govern.policy import launch, weaker
from govern.policy.approvals import new_waivers
from govern.policy.choices import Base, Preset, Step
from govern.policy.problems import dotted
from govern.policy.settings import SignatureKeys, toml_key
from govern.policy.weaker import Names, Sides
from govern.rules.finding import judge
from govern.rules.policies import APPROVAL, LAUNCH, POLICY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import date

    from govern.policy.approvals import Approvals, Waiver
    from govern.policy.settings import Settings
    from govern.policy.weaker import Weaker
    from govern.rules.finding import Finding


class Trust(Protocol):
    """Whom a config believes: what allowed_signers says, and which keys count no more."""

    @property
    def allowed(self) -> str | None: ...  # noqa: D102

    @property
    def revoked(self) -> bytes | None: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Asks:
    """How a key gets weaker, what that means in words, and the rule that it falls under."""

    weaker: Weaker
    words: str
    rule: str = POLICY


@dataclass(frozen=True, slots=True)
class Harmless:
    """Why a key cannot make the gate any weaker."""

    reason: str


# Every public key begins with the length of its kind's name, and its base64 so.
_KEY = "AAAA"
_LOCKED = Harmless("the lock's source names it, and the diff shows another one")
_SAME_SERVER = Harmless("the same server answers, and what it lists is in the lock")
_WATCH = Harmless("`govern watch` tells of drift, and no gate asks it")
_SPEED = Harmless("it is about time alone; a server that is not seen is exit 3")
_BOUND = Asks(weaker.higher, "a server may say more before we stop listening")
_FEWER = Asks(weaker.fewer_people, "fewer people have to approve", APPROVAL)
_STEP = Asks(weaker.further_down(*get_args(Step)), "such a change demands a smaller step")
_COSTS = Asks(weaker.higher, "definitions may cost more")
_RISK = Asks(weaker.higher, "an answer may be larger before its risk steps up")
_LAUNCHES: Mapping[str, Asks] = {
    "command": Asks(launch.command, "another program is started under the same source", LAUNCH),
    "env": Asks(launch.variables, "a variable of the program, which may decide what code runs", LAUNCH),
    "cwd": Asks(launch.value, "the program runs in another folder", LAUNCH),
    "url": Asks(launch.address, "the server is reached with other credentials", LAUNCH),
    "headers": Asks(launch.headers, "requests are sent with another header", LAUNCH),
    "token": Asks(launch.value, "requests are sent with another token", LAUNCH),
    "oauth": Asks(launch.credentials, "requests are sent with other credentials", LAUNCH),
}

ROWS: Mapping[str, Asks | Harmless] = {
    "servers": Asks(weaker.dropped, "it is no longer looked at"),
    **{f"servers.*.{key}": row for key, row in _LAUNCHES.items()},
    **{f"servers.*.{key}": _LOCKED for key in ("python", "catalog")},
    **{f"servers.*.{key}": _SAME_SERVER for key in ("transport", "protocol", "client")},
    **{f"servers.*.{key}": _SPEED for key in ("timeout", "retries")},
    **{f"servers.*.limits.{key}": _BOUND for key in ("bytes", "nodes", "pages", "items", "depth")},
    "servers.*.guards": Asks(weaker.dropped, "nobody vouches for a bound any more"),
    **{f"servers.*.guards.*.{key}": Asks(weaker.higher, "a guard vouches for less") for key in ("limit", "max_bytes")},
    "servers.*.profiles": Asks(weaker.dropped, "it is no longer looked at"),
    **{f"servers.*.profiles.*.{key}": row for key, row in _LAUNCHES.items()},
    "servers.*.profiles.*.args": _LAUNCHES["command"],
    **{f"servers.*.profiles.*.{key}": _SAME_SERVER for key in ("protocol", "client")},
    "servers.*.profiles.*.timeout": _SPEED,
    "servers.*.normalize": Asks(weaker.folded, "what it finds is written alike, and hides any difference", APPROVAL),
    "policy.preset": Asks(weaker.further_down(*get_args(Preset)), "fewer changes need an approval", APPROVAL),
    "policy.fail-on": Asks(weaker.fail_on, "fewer changes stop the gate", APPROVAL),
    "policy.encoding": Asks(weaker.other, "tokens are counted otherwise, so budgets mean something else"),
    "policy.reading": Asks(weaker.other, "schemas are read otherwise", APPROVAL),
    "policy.reach": Asks(weaker.removed, "a client may lose tools without a word"),
    "policy.severity": Asks(weaker.severity, "a rule is less severe", APPROVAL),
    "policy.approvals.approvers": Asks(weaker.approvers, "somebody else may approve", APPROVAL),
    **{f"policy.approvals.{key}": _FEWER for key in ("safe", "risky", "breaking")},
    "policy.approvals.not-author": Asks(weaker.lower, "who made a change may approve it", APPROVAL),
    "policy.waivers.max-days": Asks(weaker.higher, "a waiver may count for longer", APPROVAL),
    "policy.signatures.lock": Asks(weaker.lower, "fewer people have to sign the lock", APPROVAL),
    "policy.signatures.signers": Asks(weaker.removed, "the lock needs one signature less", APPROVAL),
    "policy.signatures.approvals": Asks(weaker.unsigned, "approvals count that nobody signed", APPROVAL),
    "policy.signatures.allowed-signers": Asks(weaker.other, "whose key is whose stands elsewhere", APPROVAL),
    "policy.signatures.revoked-keys": Asks(weaker.elsewhere, "the keys that count no more stand elsewhere", APPROVAL),
    "policy.signatures.sigstore": Asks(weaker.identities, "another identity may sign", APPROVAL),
    "policy.signatures.sigstore-root": Asks(weaker.other, "another root of trust is believed", APPROVAL),
    **{f"policy.budget.{key}": _COSTS for key in ("server-tokens", "tool-tokens", "growth-percent")},
    "policy.budget.context-window": Harmless("it only states shares, and no budget is measured by it"),
    **{f"policy.risk.{key}": _RISK for key in ("low", "medium", "high")},
    "policy.results": Asks(weaker.removed, "its verdict is not asked for any more"),
    "policy.traces.dir": Asks(weaker.elsewhere, "recorded calls are looked for elsewhere", APPROVAL),
    "policy.traces.required": Asks(weaker.lower, "a BREAKING change passes without recorded calls", APPROVAL),
    "policy.text.judge": Asks(weaker.elsewhere, "changed texts are scored by another judge or by none", APPROVAL),
    "policy.text.timeout": Harmless("a judge that takes longer is an error"),
    "policy.gate.unpinned": Asks(weaker.unpinned, "launchers that name no version are let through"),
    "policy.gate.version": Asks(weaker.version_source, "the declared version is read elsewhere"),
    **{f"policy.bump.{key}": _STEP for key in ("breaking", "risky", "added", "safe")},
    "policy.release.base": Asks(
        weaker.further_down(*get_args(Base)), "a release without a signed verdict counts", APPROVAL
    ),
    "jobs": _SPEED,
    **{f"watch.{key}": _WATCH for key in ("interval", "webhook", "headers", "command")},
}  # fmt: skip


def weakened(old: Settings, new: Settings) -> list[Change]:
    """Every key by which NEW asks for less than OLD."""
    return [
        policy_change(place, before, after, asks.words, asks.rule)
        for place, asks, before, after in _table((), "", old, new, Sides(old, new))
    ]


def waivers_added(old: Approvals, new: Approvals, today: date) -> list[Change]:
    """Waivers that let pass what none of OLD's does; one that has expired lets nothing pass."""
    return [
        policy_change(_waiver_place(each), ABSENT, _told(each), "what it fits needs no approval of its own")
        for each in new_waivers(old, new, today)
    ]


def waiver_name(waiver: Waiver) -> str:
    """What a waiver is called where it is new."""
    return dotted(_waiver_place(waiver))


def trust_widened(keys: SignatureKeys, old: Trust, new: Trust) -> list[Change]:
    """Signers who were not allowed, and keys that count again; where nobody was named, nobody is added."""
    found = []
    if old.allowed is not None or keys != SignatureKeys():
        held = {*_signers(old.allowed)}
        fresh = [line for line in dict.fromkeys(_signers(new.allowed)) if line not in held]
        found += [policy_change((keys.allowed_signers, line), ABSENT, line, "another key may sign") for line in fresh]
    if old.revoked is not None and old.revoked != new.revoked and keys.revoked_keys:
        sides = (_fingerprint(old.revoked), _fingerprint(new.revoked))
        if not _every_line(old.revoked, new.revoked):
            found.append(policy_change((keys.revoked_keys,), *sides, "keys that were revoked may count again"))
    return found


def policy_change(
    place: Names, before: Json | Absent, after: Json | Absent, words: str, rule: str = APPROVAL
) -> Change:
    """One thing that the gate asks for less than it did, as a change that can be approved."""
    pointer = ""
    for name in place:
        pointer = step(pointer, name)
    return Change(rule, "policy", "policy", dotted(place), pointer, before, after, {"asks": words})


def judged_weaker(changes: Iterable[Change]) -> list[Finding]:
    """The changes as findings; their digests are those of what stood there, so that an approval fits no other."""
    return [judge(change, lambda _: None, (_digest(change.before), _digest(change.after))) for change in changes]


_Found = tuple[Names, Asks, Json | Absent, Json | Absent]


def _table(place: Names, pattern: str, old: Any, new: Any, sides: Sides) -> Iterator[_Found]:
    for field in fields(old):
        key = toml_key(field.name)
        values = getattr(old, field.name), getattr(new, field.name)
        yield from _key((*place, key), f"{pattern}{key}", field.type, values, sides)


def _key(place: Names, pattern: str, kind: Any, values: tuple[Any, Any], sides: Sides) -> Iterator[_Found]:
    old, new = values
    if is_dataclass(kind):
        yield from _table(place, f"{pattern}.", old, new, sides)
        return
    row = ROWS[pattern]
    if isinstance(row, Asks):
        for names, before, after in row.weaker(old, new, (*place,), sides):
            yield (*place, *names), row, before, after
    if holds_tables(kind):
        for name in old.keys() & new.keys():
            yield from _table((*place, name), f"{pattern}.*.", old[name], new[name], sides)


def holds_tables(kind: Any) -> bool:
    """Whether it is a table of tables whose names people choose."""
    return get_origin(kind) is dict and is_dataclass(get_args(kind)[1])


def _waiver_place(waiver: Waiver) -> Names:
    return "waiver", f"{waiver.server}/{waiver.tool} {waiver.rule}", waiver.by


def _signers(text: str | None) -> list[str]:
    """The lines as ssh-keygen parts them; what holds no key is none, and may be what a link made of it."""
    lines = (line.removesuffix("\r").strip(" \t") for line in (text or "").split("\n"))
    return [line for line in lines if _KEY in line and not line.startswith("#")]


def _every_line(old: bytes, new: bytes | None) -> bool:
    """Whether a list of keys still holds all that it held; of another form (a KRL) nobody can say so."""
    if new is None or b"\0" in old:
        return False
    before, after = ({line.removesuffix(b"\r") for line in side.split(b"\n")} for side in (old, new))
    return before <= after


def _fingerprint(content: bytes | None) -> str | Absent:
    return ABSENT if content is None else f"sha256:{sha256(content).hexdigest()}"


def _told(waiver: Waiver) -> Json:
    return {"until": waiver.until.isoformat(), "reason": waiver.reason, "by": waiver.by}


def _digest(value: Json | Absent) -> str:
    from govern.contract.digests import digest

    return "-" if isinstance(value, Absent) else digest(value)
