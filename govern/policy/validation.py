"""Validate what the types of the settings cannot express: values out of range, and keys that exclude each other."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.contract.characters import has_hidden
from govern.errors import did_you_mean
from govern.policy.approvals import person_key
from govern.policy.placeholders import malformed
from govern.policy.problems import ConfigProblem, dotted
from govern.policy.settings import SignatureKeys, TextKeys, Watch

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from govern.policy.problems import KeyPath
    from govern.policy.settings import ApprovalKeys, OAuth, Policy, Profile, Server, Settings


WAYS = ("command", "url", "python", "catalog")
READY_FOLDS = ("paths", "dates", "set-order")
# How deep orjson writes JSON again that it read (254), less the few levels that stand around a schema.
_DEEPEST = 240
_ENDLESS = float("inf")
_BELONGS_TO = {
    "command": ("env", "cwd"),
    "url": ("transport", "headers", "token", "oauth"),
}
_PYTHON = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")
_PROTOCOL = re.compile(r"\d{4}-\d{2}-\d{2}")
_FOLD = re.compile(r"[A-Za-z][\w-]*")
VERSION_SOURCE = re.compile(
    r"none|serverInfo(?:/.+)?|(?:.*/)?(?:pyproject\.toml|package\.json|Cargo\.toml|server\.json)"
)


def find_problems(settings: Settings) -> list[ConfigProblem]:
    """Everything whose meaning is wrong; what nobody says is right."""
    found = [problem for name, server in settings.servers.items() for problem in _server(name, server)]
    found += _policy(settings.policy)
    if settings.watch != Watch():
        from govern.policy.watch import watch_problems

        found += watch_problems(settings.watch)
    if settings.jobs < 1:
        found.append(ConfigProblem(("jobs",), "should be at least 1"))
    return found


def bad_name(name: str) -> str | None:
    """Why a name cannot be used, if it cannot; it must be possible to write SERVER/TOOL and SERVER@PROFILE."""
    if not name or name != name.strip():
        return "a name may not be empty or begin or end with a space"
    if name.startswith("-"):
        return "a name may not begin with -, it would be read as a flag"
    if bad := next((character for character in "/@" if character in name), None):
        return f"a name may not hold {bad}, which stands between server and {'tool' if bad == '/' else 'profile'}"
    if has_hidden(name) or not name.isprintable():
        return "a name may not hold characters that nobody sees"
    return None


def _server(name: str, server: Server) -> Iterator[ConfigProblem]:
    place: KeyPath = ("servers", name)
    if reason := bad_name(name):
        yield ConfigProblem(place, reason)
    yield from _seen(place, server)
    for tool, guard in server.guards.items():
        if guard.limit is None and guard.max_bytes is None:
            yield ConfigProblem((*place, "guards", tool), "needs limit or max_bytes")
        yield from _at_least(1, guard, (*place, "guards", tool))
    yield from _at_least(1, server.limits, (*place, "limits"))
    if server.limits.depth > _DEEPEST:
        yield ConfigProblem((*place, "limits", "depth"), f"should be at most {_DEEPEST}; a lock holds nothing deeper")
    yield from _normalize((*place, "normalize"), server)
    for profile_name, profile in server.profiles.items():
        yield from _profile((*place, "profiles", profile_name), server, profile)


def _profile(place: KeyPath, server: Server, profile: Profile) -> Iterator[ConfigProblem]:
    """What is wrong with the server as the profile sees it, and was not before."""
    from govern.policy.profiles import with_profile

    if reason := bad_name(str(place[-1])):
        yield ConfigProblem(place, reason)
    above = place[:2]
    known = set(_seen(above, server))
    new = [problem for problem in _seen(above, with_profile(server, profile)) if problem not in known]
    yield from (ConfigProblem((*place, *problem.place[2:]), problem.message) for problem in new)


def _seen(place: KeyPath, server: Server) -> Iterator[ConfigProblem]:
    yield from _way(place, server)
    yield from _texts(place, server)
    if server.oauth:
        yield from _oauth((*place, "oauth"), server.oauth)
    if server.headers or server.token or server.oauth:
        from govern.policy.profiles import conflicting_headers

        if twice := conflicting_headers(server):
            yield ConfigProblem(place, f"{' and '.join(twice)} both say who we are; keep one")
    if server.protocol and not _PROTOCOL.fullmatch(server.protocol):
        yield ConfigProblem((*place, "protocol"), "should be a version such as 2025-11-25")
    if not 0 < server.timeout < _ENDLESS:
        yield ConfigProblem((*place, "timeout"), "should be more than 0 seconds")
    if server.retries < 0:
        yield ConfigProblem((*place, "retries"), "should be 0 or more")
    try:
        json.dumps(server.client, allow_nan=False)
    except (TypeError, ValueError):
        yield ConfigProblem((*place, "client"), "should hold only what JSON can say: no dates, no inf, no nan")


def _way(place: KeyPath, server: Server) -> Iterator[ConfigProblem]:
    given = [way for way in WAYS if getattr(server, way) is not None]
    if len(given) != 1:
        said = f"has {' and '.join(given)}" if given else "has none"
        yield ConfigProblem(place, f"needs exactly one of {', '.join(WAYS)}; it {said}")
        return
    if not getattr(server, given[0]):
        yield ConfigProblem((*place, given[0]), "is empty")
    elif server.command and not server.command[0]:
        yield ConfigProblem((*place, "command"), "the program's name is empty")
    if server.python and not _PYTHON.fullmatch(server.python):
        yield ConfigProblem((*place, "python"), "should be module:object, such as examples.weather:server")
    for way, keys in _BELONGS_TO.items():
        for key in keys if way != given[0] else ():
            if getattr(server, key) not in (None, {}, "auto"):
                yield ConfigProblem((*place, key), f"goes with {way}; this server has {given[0]}")


def _texts(place: KeyPath, server: Server) -> Iterator[ConfigProblem]:
    texts: dict[KeyPath, str | None] = {("cwd",): server.cwd, ("url",): server.url, ("token",): server.token}
    texts |= {("command", at): word for at, word in enumerate(server.command or [])}
    texts |= {("env", name): value for name, value in server.env.items()}
    texts |= {("headers", name): value for name, value in server.headers.items()}
    for name in server.env:
        if not name or "=" in name or "\0" in name:
            yield ConfigProblem((*place, "env", name), "no variable can have this name")
    for beneath, text in texts.items():
        yield from _text((*place, *beneath), text or "")


def _text(place: KeyPath, text: str) -> Iterator[ConfigProblem]:
    if "\0" in text:
        yield ConfigProblem(place, "may not hold the character NUL")
    if bad := malformed(text):
        good = "write ${NAME} or ${NAME:-default}, or $${ for a literal ${"
        yield ConfigProblem(place, f"{bad} is no placeholder: {good}")


def _oauth(place: KeyPath, oauth: OAuth) -> Iterator[ConfigProblem]:
    for key, value in (("client-id", oauth.client_id), ("client-secret", oauth.client_secret)):
        if not value:
            yield ConfigProblem((*place, key), "is missing")
        yield from _text((*place, key), value)
    yield from _text((*place, "scope"), oauth.scope or "")
    yield from _text((*place, "issuer"), oauth.issuer or "")


def _normalize(place: KeyPath, server: Server) -> Iterator[ConfigProblem]:
    for name, value in server.normalize.items():
        if isinstance(value, bool):
            if name not in READY_FOLDS:
                ready = ", ".join(READY_FOLDS)
                yield ConfigProblem((*place, name), f"ready-made are {ready}; any other is a regular expression")
        elif name in READY_FOLDS:
            yield ConfigProblem((*place, name), "is ready-made: true or false")
        else:
            yield from _pattern((*place, name), name, value)


def _pattern(place: KeyPath, name: str, pattern: str) -> Iterator[ConfigProblem]:
    if not _FOLD.fullmatch(name):
        yield ConfigProblem(place, "should be a word, since matches are written as <word>")
    try:
        expression = re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        yield ConfigProblem(place, f"is no regular expression: {error}")
        return
    if expression.match("") is not None and expression.fullmatch("") is not None:
        yield ConfigProblem(place, "matches the empty string, so it would match everywhere")
        return
    from govern.policy.folds import too_wide

    if reason := too_wide(expression):
        yield ConfigProblem(
            place, f"{reason}; a fold may only match the one thing that varies, such as \\d{{4}} or [0-9a-f]{{7}}"
        )


def _policy(policy: Policy) -> Iterator[ConfigProblem]:
    if policy.severity:
        # The table is only needed by who changes what it says.
        from govern.policy.overrides import severity_problems

        yield from severity_problems(policy.severity)
    yield from _at_least(1, policy.risk, ("policy", "risk"))
    if not policy.risk.low < policy.risk.medium < policy.risk.high:
        yield ConfigProblem(("policy", "risk"), "should rise: low < medium < high")
    yield from _at_least(0, policy.budget, ("policy", "budget"))
    yield from _approvals(policy.approvals)
    yield from _at_least(1, policy.waivers, ("policy", "waivers"))
    if policy.signatures != SignatureKeys():
        from govern.policy.validation import _signatures

        yield from _signatures(policy.signatures)
    if policy.text != TextKeys():
        yield from _text_judge(policy.text)
    if policy.traces.dir is not None and not policy.traces.dir.strip():
        yield ConfigProblem(("policy", "traces", "dir"), "is empty")
    for at, result in enumerate(policy.results):
        if not result.strip():
            yield ConfigProblem(("policy", "results", at), "is empty")
    if (source := policy.gate.version) is not None and not VERSION_SOURCE.fullmatch(source):
        said = (
            "should be a pyproject.toml, package.json, Cargo.toml or server.json, serverInfo, serverInfo/NAME or none"
        )
        yield ConfigProblem(("policy", "gate", "version"), said)


def _approvals(keys: ApprovalKeys) -> Iterator[ConfigProblem]:
    place: KeyPath = ("policy", "approvals")
    for at, approver in enumerate(keys.approvers):
        if not approver.strip():
            yield ConfigProblem((*place, "approvers", at), "is empty")
    least = {"safe": 0, "risky": 0, "breaking": 1}
    for name, fewest in least.items():
        needed = getattr(keys, name)
        if needed is None:
            continue
        if needed < fewest:
            instead = '; `fail-on = "never"` lets everything pass' if name == "breaking" else ""
            yield ConfigProblem((*place, name), f"should be at least {fewest}{instead}")
        elif keys.approvers and needed > (people := len({person_key(each) for each in keys.approvers})):
            yield ConfigProblem((*place, name), f"can never be met: approvers names {people}")


def _text_judge(keys: TextKeys) -> Iterator[ConfigProblem]:
    place: KeyPath = ("policy", "text")
    if keys.judge is not None:
        program = keys.judge[0] if keys.judge else ""
        if not program:
            yield ConfigProblem((*place, "judge"), "the program's name is empty")
        elif not Path(program).is_absolute() and Path(program).name != program:
            yield ConfigProblem((*place, "judge"), f"should be a program on PATH or an absolute path, not {program}")
        for at, word in enumerate(keys.judge):
            if "\0" in word:
                yield ConfigProblem((*place, "judge", at), "may not hold the character NUL")
            elif "${" in word:
                hint = "the judge sees all environment variables of govern"
                yield ConfigProblem((*place, "judge", at), f"placeholders are not filled in here; {hint}")
    if not 0 < keys.timeout < _ENDLESS:
        yield ConfigProblem((*place, "timeout"), "should be more than 0 seconds")


def _at_least(least: int, table: object, place: KeyPath) -> Iterator[ConfigProblem]:
    for field in fields(table):  # type: ignore[arg-type]
        value = getattr(table, field.name)
        if value is not None and not least <= value < _ENDLESS:
            yield ConfigProblem((*place, field.name.replace("_", "-")), f"should be at least {least}")


_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(r"[\t\x20-\x7e]*")


def bad_header_name(name: str) -> str | None:
    """Why no header can go by this name, if so."""
    return None if _NAME.fullmatch(name) else "no header can have this name"


def bad_header_value(value: str) -> str | None:
    """Why no header can hold this, if so."""
    return None if _VALUE.fullmatch(value) else "holds a line break or another character that no header can hold"


# What means something else in an allowed_signers file: patterns, a list, quotes, a comment.
_MEANT_OTHERWISE = '*?!,"#'


def bad_identity(who: str) -> str | None:
    """Why nobody can sign by this name, if so."""
    if not who:
        return "is empty"
    if who.startswith("-"):
        return "may not begin with -, it would be read as a flag"
    if any(char.isspace() for char in who) or has_hidden(who) or not who.isprintable():
        return "may not hold spaces or characters that nobody sees"
    if bad := next((char for char in who if char in _MEANT_OTHERWISE), None):
        return f"may not hold {bad}, which means something else in allowed_signers"
    return None


def _signatures(keys: SignatureKeys) -> Iterator[ConfigProblem]:
    """Everything about signatures whose meaning is wrong."""
    place: KeyPath = ("policy", "signatures")
    if keys.lock < 0:
        yield ConfigProblem((*place, "lock"), "should be at least 0")
    for at, who in enumerate(keys.signers):
        if reason := bad_identity(who):
            yield ConfigProblem((*place, "signers", at), reason)
    for key in ("allowed-signers", "revoked-keys", "sigstore-root"):
        if getattr(keys, key.replace("-", "_")) == "":
            yield ConfigProblem((*place, key), "is empty")
    for who, issuer in keys.sigstore.items():
        if reason := bad_identity(who):
            yield ConfigProblem((*place, "sigstore", who), reason)
        elif not issuer.startswith("https://"):
            yield ConfigProblem((*place, "sigstore", who), "should be its issuer, such as https://accounts.google.com")


_SEVERITY: KeyPath = ("policy", "severity")
_VALUES = {"severity", "reason"}


def unmatched_keys(settings: Settings, names: Mapping[str, AbstractSet[str]]) -> list[str]:
    """Guards and severities that apply to nothing; `names` are the items of each server, as locked."""
    return [*_guards(settings, names), *_severities(settings, names)]


def _guards(settings: Settings, names: Mapping[str, AbstractSet[str]]) -> Iterator[str]:
    for server, keys in settings.servers.items():
        seen = [items for name, items in names.items() if name.partition("@")[0] == server]
        there = set().union(*seen)
        for tool in keys.guards if seen else ():
            if tool not in there:
                place = dotted(("servers", server, "guards", tool))
                yield f"{place} bounds nothing: {server} has no tool {tool}{_meant(tool, there)}"


def _severities(settings: Settings, names: Mapping[str, AbstractSet[str]]) -> Iterator[str]:
    known = {*names, *settings.servers}
    for key, value in settings.policy.severity.items():
        server, slash, tool = key.partition("/")
        if not _holds_rules(key, value):
            continue
        place = dotted((*_SEVERITY, key))
        if server not in known:
            yield f"{place} changes nothing: there is no server {server}{_meant(server, known)}"
        elif slash and server in names and tool not in names[server]:
            yield f"{place} changes nothing: {server} has no {tool}{_meant(tool, names[server])}"


def _holds_rules(key: str, value: Any) -> bool:
    """Whether this is about a server or one of its tools, and not about a rule everywhere."""
    return "/" in key or (isinstance(value, dict) and not value.keys() & _VALUES)


def _meant(given: str, known: AbstractSet[str]) -> str:
    return did_you_mean(given, sorted(known))
