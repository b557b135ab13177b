"""Validate the settings beyond their types: ranges, names, and keys that exclude or require each other."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.contract.characters import has_hidden
from govern.errors import did_you_mean
from govern.policy.approvals import person_key
from govern.policy.parsing import ConfigProblem, as_list, dotted
from govern.policy.placeholders import malformed
from govern.policy.server_settings import IMAGE, conflicting_headers, with_profile
from govern.policy.settings import Watch, toml_key

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from govern.policy.parsing import KeyPath
    from govern.policy.server_settings import InheritEnv, OAuth, Profile, Server
    from govern.policy.settings import ApprovalKeys, Policy, Settings, SignatureKeys, TextKeys


WAYS = ("command", "url", "python", "catalog")
BUILT_IN_FOLDS = ("paths", "dates", "set-order")
# The depth to which orjson writes JSON (254), less the levels around a schema in a lock.
_DEEPEST = 240
_ENDLESS = float("inf")
_BELONGS_TO = {
    "command": ("args", "env", "env_file", "inherit_env", "cwd", "integrity", "bundle"),
    "url": ("transport", "headers", "token", "oauth"),
}
_PYTHON = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")
_PROTOCOL = re.compile(r"\d{4}-\d{2}-\d{2}")
_INTEGRITY = re.compile(r"[^\s$]+ [\w:/+=-]+", re.ASCII)
_FOLD = re.compile(r"[A-Za-z][\w-]*")
VERSION_SOURCE = re.compile(
    r"none|serverInfo(?:/.+)?|(?:.*/)?(?:pyproject\.toml|package\.json|Cargo\.toml|server\.json)"
)


def find_problems(settings: Settings) -> list[ConfigProblem]:
    """Return every problem in settings whose types are valid."""
    found = [problem for name, server in settings.servers.items() for problem in _server_problems(name, server)]
    found += _policy_problems(settings.policy)
    if settings.watch != Watch():
        from govern.policy.watch import watch_problems

        found += watch_problems(settings.watch)
    found += _inherit_problems(("inherit-env",), settings.inherit_env)
    if not 0 <= settings.serve.max_age < _ENDLESS:
        found.append(ConfigProblem(("serve", "max-age"), "should be 0 or more"))
    http = settings.serve.http
    found += _positive(settings.serve.call_timeout, ("serve", "call-timeout"))
    found += _positive(http.timeout, ("serve", "http", "timeout"))
    found += _positive(http.idle_timeout, ("serve", "http", "idle-timeout"))
    found += _at_least(0, settings.serve.reduce, ("serve", "reduce"))
    if settings.jobs < 1:
        found.append(ConfigProblem(("jobs",), "should be at least 1"))
    return found


def _positive(seconds: float, path: KeyPath) -> Iterator[ConfigProblem]:
    if not 0 < seconds < _ENDLESS:
        yield ConfigProblem(path, "should be a finite number greater than 0")


def bad_name(name: str) -> str | None:
    """Return why a server or profile name is invalid, or None; it has to fit into SERVER/TOOL and SERVER@PROFILE."""
    if not name or name != name.strip():
        return "a name must not be empty, or begin or end with a space"
    if name.startswith("-"):
        return "a name must not begin with -, which would make it a flag"
    if bad := next((character for character in "/@" if character in name), None):
        return f"a name must not contain {bad}, which separates server and {'tool' if bad == '/' else 'profile'}"
    if has_hidden(name) or not name.isprintable():
        return "a name must not contain hidden characters"
    return None


def _server_problems(name: str, server: Server) -> Iterator[ConfigProblem]:
    path: KeyPath = ("servers", name)
    if reason := bad_name(name):
        yield ConfigProblem(path, reason)
    yield from _connection_problems(path, server)
    for tool, guard in server.guards.items():
        if guard.limit is None and guard.max_bytes is None:
            yield ConfigProblem((*path, "guards", tool), "limit or max_bytes is required")
        yield from _at_least(1, guard, (*path, "guards", tool))
    if server.trusted and not server.command and not server.python:
        yield ConfigProblem((*path, "trusted"), "is only valid with command or python; nothing else is started")
    if server.sandbox.image is not None and not IMAGE.fullmatch(server.sandbox.image):
        yield ConfigProblem((*path, "sandbox", "image"), "should be the name of an image, such as acme/books:1.2")
    for tool, keys in server.reduce.items():
        yield from _at_least(0, keys, (*path, "reduce", tool))
    yield from _at_least(1, server.limits, (*path, "limits"))
    if server.limits.depth > _DEEPEST:
        yield ConfigProblem((*path, "limits", "depth"), f"should be at most {_DEEPEST}; a lock holds nothing deeper")
    yield from _fold_problems((*path, "normalize"), server)
    for profile_name, profile in server.profiles.items():
        yield from _profile_problems((*path, "profiles", profile_name), server, profile)


def _profile_problems(path: KeyPath, server: Server, profile: Profile) -> Iterator[ConfigProblem]:
    """Yield the problems of the server with the profile applied that the server itself does not have."""
    if reason := bad_name(str(path[-1])):
        yield ConfigProblem(path, reason)
    above = path[:2]
    known = set(_connection_problems(above, server))
    new = [problem for problem in _connection_problems(above, with_profile(server, profile)) if problem not in known]
    yield from (ConfigProblem((*path, *problem.path[2:]), problem.message) for problem in new)


def _connection_problems(path: KeyPath, server: Server) -> Iterator[ConfigProblem]:
    yield from _way_problems(path, server)
    yield from _all_text_problems(path, server)
    if server.oauth:
        yield from _oauth_problems((*path, "oauth"), server.oauth)
    if twice := conflicting_headers(server):
        yield ConfigProblem(path, f"{' and '.join(twice)} both set Authorization; keep one")
    if server.integrity and not _INTEGRITY.fullmatch(server.integrity):
        yield ConfigProblem((*path, "integrity"), "should be a package with its version, a space and a hash")
    if server.bundle:
        yield from _bundle_problems((*path, "bundle"), server)
    if server.protocol and not _PROTOCOL.fullmatch(server.protocol):
        yield ConfigProblem((*path, "protocol"), "should be a protocol version such as 2025-11-25")
    yield from _positive(server.timeout, (*path, "timeout"))
    if server.retries < 0:
        yield ConfigProblem((*path, "retries"), "should be 0 or more")
    try:
        json.dumps(server.client, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        yield ConfigProblem((*path, "client"), "should contain only JSON values: no dates, no inf, no nan")


def _bundle_problems(path: KeyPath, server: Server) -> Iterator[ConfigProblem]:
    from govern.policy.target import bundle_at

    if bundle_at(server.bundle or "") is None:
        yield ConfigProblem(path, "should be the URL of an MCP bundle with its hash: https://…/name.mcpb#sha256=HEX")
    if server.integrity:
        yield ConfigProblem((*path[:-1], "integrity"), "is not for a bundle, whose hash is in `bundle`")


def _way_problems(path: KeyPath, server: Server) -> Iterator[ConfigProblem]:
    given = [way for way in WAYS if getattr(server, way) is not None]
    if len(given) != 1:
        found = " and ".join(given) or "none"
        yield ConfigProblem(path, f"needs exactly one of {', '.join(WAYS)}; found {found}")
        return
    if not getattr(server, given[0]):
        yield ConfigProblem((*path, given[0]), "is empty")
    elif server.argv and not server.argv[0]:
        yield ConfigProblem((*path, "command"), "the program's name is empty")
    elif isinstance(server.command, str) and not server.args and " " in server.command.strip():
        yield ConfigProblem((*path, "command"), f"should be a list: {as_list(server.command)}")
    if server.python and not _PYTHON.fullmatch(server.python):
        yield ConfigProblem((*path, "python"), "should be module:object, such as examples.weather:server")
    for way, keys in _BELONGS_TO.items():
        for key in keys if way != given[0] else ():
            if getattr(server, key) not in (None, {}, [], "auto"):
                yield ConfigProblem((*path, toml_key(key)), f"is only valid with {way}; this server has {given[0]}")


def _all_text_problems(path: KeyPath, server: Server) -> Iterator[ConfigProblem]:
    texts: dict[KeyPath, str | None] = {("cwd",): server.cwd, ("url",): server.url, ("token",): server.token}
    texts |= dict(server.placed_words) | {("env-file",): server.env_file}
    texts |= {("env", name): value for name, value in server.env.items()}
    texts |= {("headers", name): value for name, value in server.headers.items()}
    for name in server.env:
        if not name or "=" in name or "\0" in name:
            yield ConfigProblem((*path, "env", name), "is not a valid variable name")
    yield from _inherit_problems((*path, "inherit-env"), server.inherit_env or [])
    for beneath, text in texts.items():
        yield from _text_problems((*path, *beneath), text or "")


def _inherit_problems(path: KeyPath, inherit: InheritEnv) -> Iterator[ConfigProblem]:
    for at, name in enumerate(inherit) if isinstance(inherit, list) else ():
        if name == "*":
            yield ConfigProblem((*path, at), 'write `inherit-env = "all"` for every variable')
        elif not name.removesuffix("*") or "*" in name[:-1] or "=" in name or "\0" in name:
            yield ConfigProblem((*path, at), "should be the name of a variable, or a prefix such as AWS_*")


def _text_problems(path: KeyPath, text: str) -> Iterator[ConfigProblem]:
    if "\0" in text:
        yield ConfigProblem(path, "must not contain a NUL character")
    if bad := malformed(text):
        good = "write ${NAME} or ${NAME:-default}, or $${ for a literal ${"
        yield ConfigProblem(path, f"{bad} is not a valid placeholder: {good}")


def _oauth_problems(path: KeyPath, oauth: OAuth) -> Iterator[ConfigProblem]:
    for key, value in (("client-id", oauth.client_id), ("client-secret", oauth.client_secret)):
        if not value:
            yield ConfigProblem((*path, key), "is missing")
        yield from _text_problems((*path, key), value)
    yield from _text_problems((*path, "scope"), oauth.scope or "")
    yield from _text_problems((*path, "issuer"), oauth.issuer or "")


def _fold_problems(path: KeyPath, server: Server) -> Iterator[ConfigProblem]:
    for name, value in server.normalize.items():
        if isinstance(value, bool):
            if name not in BUILT_IN_FOLDS:
                built_in = ", ".join(BUILT_IN_FOLDS)
                yield ConfigProblem((*path, name), f"should be a regular expression; only {built_in} are true or false")
        elif name in BUILT_IN_FOLDS:
            yield ConfigProblem((*path, name), "is built in: should be true or false")
        else:
            yield from _pattern_problems((*path, name), name, value)


def _pattern_problems(path: KeyPath, name: str, pattern: str) -> Iterator[ConfigProblem]:
    if not _FOLD.fullmatch(name):
        yield ConfigProblem(path, "the name should be a word, as matches are written as <word>")
    try:
        expression = re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        yield ConfigProblem(path, f"is not a valid regular expression: {error}")
        return
    if expression.match("") is not None and expression.fullmatch("") is not None:
        yield ConfigProblem(path, "matches the empty string, so it would match everywhere")
        return
    from govern.policy.folds import too_general

    if reason := too_general(expression):
        yield ConfigProblem(path, f"{reason}; match only the part that varies, such as \\d{{4}} or [0-9a-f]{{7}}")


def _policy_problems(policy: Policy) -> Iterator[ConfigProblem]:
    if policy.severity:
        # The rule table is only loaded for policies that change severities.
        from govern.policy.overrides import severity_problems

        yield from severity_problems(policy.severity)
    yield from _at_least(1, policy.risk, ("policy", "risk"))
    if not policy.risk.low < policy.risk.medium < policy.risk.high:
        yield ConfigProblem(("policy", "risk"), "should increase: low < medium < high")
    yield from _at_least(0, policy.budget, ("policy", "budget"))
    yield from _approval_problems(policy.approvals)
    yield from _at_least(1, policy.waivers, ("policy", "waivers"))
    yield from _signature_problems(policy.signatures)
    yield from _text_judge_problems(policy.text)
    if policy.traces.dir is not None and not policy.traces.dir.strip():
        yield ConfigProblem(("policy", "traces", "dir"), "is empty")
    for at, result in enumerate(policy.results):
        if not result.strip():
            yield ConfigProblem(("policy", "results", at), "is empty")
    if (source := policy.gate.version) is not None and not VERSION_SOURCE.fullmatch(source):
        message = (
            "should be a pyproject.toml, package.json, Cargo.toml or server.json, serverInfo, serverInfo/NAME or none"
        )
        yield ConfigProblem(("policy", "gate", "version"), message)


def _approval_problems(keys: ApprovalKeys) -> Iterator[ConfigProblem]:
    path: KeyPath = ("policy", "approvals")
    for at, approver in enumerate(keys.approvers):
        if not approver.strip():
            yield ConfigProblem((*path, "approvers", at), "is empty")
    least = {"safe": 0, "risky": 0, "breaking": 1}
    for name, fewest in least.items():
        needed = getattr(keys, name)
        if needed is None:
            continue
        if needed < fewest:
            instead = '; `fail-on = "never"` lets everything pass' if name == "breaking" else ""
            yield ConfigProblem((*path, name), f"should be at least {fewest}{instead}")
        elif keys.approvers and needed > (people := len({person_key(each) for each in keys.approvers})):
            yield ConfigProblem((*path, name), f"cannot be met: approvers lists {people}")


def _text_judge_problems(keys: TextKeys) -> Iterator[ConfigProblem]:
    path: KeyPath = ("policy", "text")
    if keys.judge is not None:
        program = keys.judge[0] if keys.judge else ""
        if not program:
            yield ConfigProblem((*path, "judge"), "the program's name is empty")
        elif not Path(program).is_absolute() and Path(program).name != program:
            yield ConfigProblem((*path, "judge"), f"should be a program on PATH or an absolute path, not {program}")
        for at, word in enumerate(keys.judge):
            if "\0" in word:
                yield ConfigProblem((*path, "judge", at), "must not contain a NUL character")
            elif "${" in word:
                hint = "the judge sees all environment variables of govern"
                yield ConfigProblem((*path, "judge", at), f"placeholders are not filled in here; {hint}")
    yield from _positive(keys.timeout, (*path, "timeout"))


def _at_least(least: int, table: object, path: KeyPath) -> Iterator[ConfigProblem]:
    for field in fields(table):  # type: ignore[arg-type]
        value = getattr(table, field.name)
        if value is not None and not least <= value < _ENDLESS:
            yield ConfigProblem((*path, field.name.replace("_", "-")), f"should be at least {least}")


_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(r"[\t\x20-\x7e]*")


def bad_header_name(name: str) -> str | None:
    """Return why a header name is invalid, or None."""
    return None if _NAME.fullmatch(name) else "is not a valid header name"


def bad_header_value(value: str) -> str | None:
    """Return why a header value is invalid, or None."""
    return None if _VALUE.fullmatch(value) else "contains a line break or another character that is invalid in a header"


# These have a meaning in allowed_signers: patterns, lists, quotes and comments.
_SPECIAL_CHARACTERS = '*?!,"#'


def bad_identity(name: str) -> str | None:
    """Return why a name is invalid as that of a signer, or None."""
    if not name:
        return "is empty"
    if name.startswith("-"):
        return "must not begin with -, which would make it a flag"
    if any(char.isspace() for char in name) or has_hidden(name) or not name.isprintable():
        return "must not contain spaces or hidden characters"
    if bad := next((char for char in name if char in _SPECIAL_CHARACTERS), None):
        return f"must not contain {bad}, which has a special meaning in allowed_signers"
    return None


def _signature_problems(keys: SignatureKeys) -> Iterator[ConfigProblem]:
    """Yield the problems in `[policy.signatures]`."""
    path: KeyPath = ("policy", "signatures")
    if keys.lock < 0:
        yield ConfigProblem((*path, "lock"), "should be at least 0")
    for at, name in enumerate(keys.signers):
        if reason := bad_identity(name):
            yield ConfigProblem((*path, "signers", at), reason)
    for key in ("allowed-signers", "revoked-keys", "sigstore-root"):
        if getattr(keys, key.replace("-", "_")) == "":
            yield ConfigProblem((*path, key), "is empty")
    for name, issuer in keys.sigstore.items():
        if reason := bad_identity(name):
            yield ConfigProblem((*path, "sigstore", name), reason)
        elif not issuer.startswith("https://"):
            yield ConfigProblem((*path, "sigstore", name), "should be its issuer, such as https://accounts.google.com")


_SEVERITY: KeyPath = ("policy", "severity")
_VALUES = {"severity", "reason"}


def unmatched_keys(settings: Settings, names: Mapping[str, AbstractSet[str]], about: Collection[str] = ()) -> list[str]:
    """Return a message for each guard and severity without effect; `names` are the locked items of each server.

    If `about` names servers, only their keys are looked at.
    """
    found = (*_unmatched_guards(settings, names), *_unmatched_severities(settings, names))
    return [message for server, message in found if not about or server in about]


def _unmatched_guards(settings: Settings, names: Mapping[str, AbstractSet[str]]) -> Iterator[tuple[str, str]]:
    for server, keys in settings.servers.items():
        seen = [items for name, items in names.items() if name.partition("@")[0] == server]
        there = set().union(*seen)
        for tool in keys.guards if seen else ():
            if tool not in there:
                path = dotted(("servers", server, "guards", tool))
                yield server, f"{path} has no effect: {server} has no tool {tool}{_suggestion_for(tool, there)}"


def _unmatched_severities(settings: Settings, names: Mapping[str, AbstractSet[str]]) -> Iterator[tuple[str, str]]:
    known = {*names, *settings.servers}
    for key, value in settings.policy.severity.items():
        server, slash, tool = key.partition("/")
        if not _holds_rules(key, value):
            continue
        path = dotted((*_SEVERITY, key))
        if server not in known:
            yield server, f"{path} has no effect: no server is named {server}{_suggestion_for(server, known)}"
        elif slash and server in names and tool not in names[server]:
            yield server, f"{path} has no effect: {server} has no {tool}{_suggestion_for(tool, names[server])}"


def _holds_rules(key: str, value: Any) -> bool:
    """Return whether the key is a server or tool, and not a rule that applies everywhere."""
    return "/" in key or (isinstance(value, dict) and not value.keys() & _VALUES)


def _suggestion_for(given: str, known: AbstractSet[str]) -> str:
    return did_you_mean(given, sorted(known))
