"""What types cannot say of the settings: which keys go together, which values mean something."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from govern.contract.characters import has_hidden
from govern.policy.approvals import person
from govern.policy.placeholders import malformed
from govern.policy.problems import Problem
from govern.policy.settings import SignatureKeys, TextKeys, Watch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.policy.problems import Place
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


def senseless(settings: Settings) -> list[Problem]:
    """Everything whose meaning is wrong; what nobody says is right."""
    found = [problem for name, server in settings.servers.items() for problem in _server(name, server)]
    found += _policy(settings.policy)
    if settings.watch != Watch():
        from govern.policy.watch_keys import senseless_watch

        found += senseless_watch(settings.watch)
    if settings.jobs < 1:
        found.append(Problem(("jobs",), "should be at least 1"))
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


def _server(name: str, server: Server) -> Iterator[Problem]:
    place: Place = ("servers", name)
    if reason := bad_name(name):
        yield Problem(place, reason)
    yield from _seen(place, server)
    for tool, guard in server.guards.items():
        if guard.limit is None and guard.max_bytes is None:
            yield Problem((*place, "guards", tool), "needs limit or max_bytes")
        yield from _at_least(1, guard, (*place, "guards", tool))
    yield from _at_least(1, server.limits, (*place, "limits"))
    if server.limits.depth > _DEEPEST:
        yield Problem((*place, "limits", "depth"), f"should be at most {_DEEPEST}; a lock holds nothing deeper")
    yield from _normalize((*place, "normalize"), server)
    for profile_name, profile in server.profiles.items():
        yield from _profile((*place, "profiles", profile_name), server, profile)


def _profile(place: Place, server: Server, profile: Profile) -> Iterator[Problem]:
    """What is wrong with the server as the profile sees it, and was not before."""
    from govern.policy.profiles import with_profile

    if reason := bad_name(str(place[-1])):
        yield Problem(place, reason)
    above = place[:2]
    known = set(_seen(above, server))
    new = [problem for problem in _seen(above, with_profile(server, profile)) if problem not in known]
    yield from (Problem((*place, *problem.place[2:]), problem.message) for problem in new)


def _seen(place: Place, server: Server) -> Iterator[Problem]:
    yield from _way(place, server)
    yield from _texts(place, server)
    if server.oauth:
        yield from _oauth((*place, "oauth"), server.oauth)
    if server.headers or server.token or server.oauth:
        from govern.policy.profiles import conflicting_headers

        if twice := conflicting_headers(server):
            yield Problem(place, f"{' and '.join(twice)} both say who we are; keep one")
    if server.protocol and not _PROTOCOL.fullmatch(server.protocol):
        yield Problem((*place, "protocol"), "should be a version such as 2025-11-25")
    if not 0 < server.timeout < _ENDLESS:
        yield Problem((*place, "timeout"), "should be more than 0 seconds")
    if server.retries < 0:
        yield Problem((*place, "retries"), "should be 0 or more")
    try:
        json.dumps(server.client, allow_nan=False)
    except (TypeError, ValueError):
        yield Problem((*place, "client"), "should hold only what JSON can say: no dates, no inf, no nan")


def _way(place: Place, server: Server) -> Iterator[Problem]:
    given = [way for way in WAYS if getattr(server, way) is not None]
    if len(given) != 1:
        said = f"has {' and '.join(given)}" if given else "has none"
        yield Problem(place, f"needs exactly one of {', '.join(WAYS)}; it {said}")
        return
    if not getattr(server, given[0]):
        yield Problem((*place, given[0]), "is empty")
    elif server.command and not server.command[0]:
        yield Problem((*place, "command"), "the program's name is empty")
    if server.python and not _PYTHON.fullmatch(server.python):
        yield Problem((*place, "python"), "should be module:object, such as examples.weather:server")
    for way, keys in _BELONGS_TO.items():
        for key in keys if way != given[0] else ():
            if getattr(server, key) not in (None, {}, "auto"):
                yield Problem((*place, key), f"goes with {way}; this server has {given[0]}")


def _texts(place: Place, server: Server) -> Iterator[Problem]:
    texts: dict[Place, str | None] = {("cwd",): server.cwd, ("url",): server.url, ("token",): server.token}
    texts |= {("command", at): word for at, word in enumerate(server.command or [])}
    texts |= {("env", name): value for name, value in server.env.items()}
    texts |= {("headers", name): value for name, value in server.headers.items()}
    for name in server.env:
        if not name or "=" in name or "\0" in name:
            yield Problem((*place, "env", name), "no variable can have this name")
    for beneath, text in texts.items():
        yield from _text((*place, *beneath), text or "")


def _text(place: Place, text: str) -> Iterator[Problem]:
    if "\0" in text:
        yield Problem(place, "may not hold the character NUL")
    if bad := malformed(text):
        good = "write ${NAME} or ${NAME:-default}, or $${ for a literal ${"
        yield Problem(place, f"{bad} is no placeholder: {good}")


def _oauth(place: Place, oauth: OAuth) -> Iterator[Problem]:
    for key, value in (("client-id", oauth.client_id), ("client-secret", oauth.client_secret)):
        if not value:
            yield Problem((*place, key), "is missing")
        yield from _text((*place, key), value)
    yield from _text((*place, "scope"), oauth.scope or "")
    yield from _text((*place, "issuer"), oauth.issuer or "")


def _normalize(place: Place, server: Server) -> Iterator[Problem]:
    for name, value in server.normalize.items():
        if isinstance(value, bool):
            if name not in READY_FOLDS:
                ready = ", ".join(READY_FOLDS)
                yield Problem((*place, name), f"ready-made are {ready}; any other is a regular expression")
        elif name in READY_FOLDS:
            yield Problem((*place, name), "is ready-made: true or false")
        else:
            yield from _pattern((*place, name), name, value)


def _pattern(place: Place, name: str, pattern: str) -> Iterator[Problem]:
    if not _FOLD.fullmatch(name):
        yield Problem(place, "should be a word, since matches are written as <word>")
    try:
        expression = re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        yield Problem(place, f"is no regular expression: {error}")
        return
    if expression.match("") is not None and expression.fullmatch("") is not None:
        yield Problem(place, "matches the empty string, so it would match everywhere")
        return
    from govern.policy.fold_width import too_wide

    if reason := too_wide(expression):
        yield Problem(
            place, f"{reason}; a fold may only match the one thing that varies, such as \\d{{4}} or [0-9a-f]{{7}}"
        )


def _policy(policy: Policy) -> Iterator[Problem]:
    if policy.severity:
        # The table is only needed by who changes what it says.
        from govern.policy.overrides import senseless_severities

        yield from senseless_severities(policy.severity)
    yield from _at_least(1, policy.risk, ("policy", "risk"))
    if not policy.risk.low < policy.risk.medium < policy.risk.high:
        yield Problem(("policy", "risk"), "should rise: low < medium < high")
    yield from _at_least(0, policy.budget, ("policy", "budget"))
    yield from _approvals(policy.approvals)
    yield from _at_least(1, policy.waivers, ("policy", "waivers"))
    if policy.signatures != SignatureKeys():
        from govern.policy.identity import senseless_signatures

        yield from senseless_signatures(policy.signatures)
    if policy.text != TextKeys():
        yield from _text_judge(policy.text)
    if policy.traces.dir is not None and not policy.traces.dir.strip():
        yield Problem(("policy", "traces", "dir"), "is empty")
    for at, result in enumerate(policy.results):
        if not result.strip():
            yield Problem(("policy", "results", at), "is empty")
    if (source := policy.gate.version) is not None and not VERSION_SOURCE.fullmatch(source):
        said = (
            "should be a pyproject.toml, package.json, Cargo.toml or server.json, serverInfo, serverInfo/NAME or none"
        )
        yield Problem(("policy", "gate", "version"), said)


def _approvals(keys: ApprovalKeys) -> Iterator[Problem]:
    place: Place = ("policy", "approvals")
    for at, approver in enumerate(keys.approvers):
        if not approver.strip():
            yield Problem((*place, "approvers", at), "is empty")
    least = {"safe": 0, "risky": 0, "breaking": 1}
    for name, fewest in least.items():
        needed = getattr(keys, name)
        if needed is None:
            continue
        if needed < fewest:
            instead = '; `fail-on = "never"` lets everything pass' if name == "breaking" else ""
            yield Problem((*place, name), f"should be at least {fewest}{instead}")
        elif keys.approvers and needed > (people := len({person(each) for each in keys.approvers})):
            yield Problem((*place, name), f"can never be met: approvers names {people}")


def _text_judge(keys: TextKeys) -> Iterator[Problem]:
    place: Place = ("policy", "text")
    if keys.judge is not None:
        program = keys.judge[0] if keys.judge else ""
        if not program:
            yield Problem((*place, "judge"), "the program's name is empty")
        elif not Path(program).is_absolute() and Path(program).name != program:
            yield Problem((*place, "judge"), f"should be a program on PATH or an absolute path, not {program}")
        for at, word in enumerate(keys.judge):
            if "\0" in word:
                yield Problem((*place, "judge", at), "may not hold the character NUL")
            elif "${" in word:
                hint = "the judge sees all environment variables of govern"
                yield Problem((*place, "judge", at), f"placeholders are not filled in here; {hint}")
    if not 0 < keys.timeout < _ENDLESS:
        yield Problem((*place, "timeout"), "should be more than 0 seconds")


def _at_least(least: int, table: object, place: Place) -> Iterator[Problem]:
    for field in fields(table):  # type: ignore[arg-type]
        value = getattr(table, field.name)
        if value is not None and not least <= value < _ENDLESS:
            yield Problem((*place, field.name.replace("_", "-")), f"should be at least {least}")
