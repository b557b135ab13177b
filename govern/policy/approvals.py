"""Read approvals and waivers from capability.approvals.toml."""

from __future__ import annotations

import re
from dataclasses import MISSING, dataclass, field, fields
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from govern.contract.characters import without_hidden
from govern.errors import PolicyInvalid, did_you_mean
from govern.files import MAX_USER_FILE, read_text
from govern.lockfile.toml import NotTomlError, read_toml
from govern.policy.parsing import conflict_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date
    from pathlib import Path

    Entry = TypeVar("Entry", "Approval", "Waiver")

FILE = "capability.approvals.toml"
# The key of the changes of one approval, which share its other keys.
CHANGES = "changes"
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}|-"), "should be sha256: and 64 hexadecimal digits, or - for nothing"
_FORMS = {
    "change": (re.compile(r"c-[0-9a-f]{12}"), "should be a change ID, such as c-4f1d0b6a92ce"),
    "severity": (re.compile("SAFE|RISKY|BREAKING"), "should be SAFE | RISKY | BREAKING"),
    "origin": _DIGEST,
    "target": _DIGEST,
}
# With more multi-line strings that look like headings, errors have no line numbers.
_MOST_ALIKE = 100
# Each unknown table is searched for in the whole text, for its line.
_MOST_UNKNOWN = 20
# `from` is a keyword of Python, so these fields have other names than the keys.
_KEY_NAMES = {"origin": "from", "target": "to"}


@dataclass(frozen=True, slots=True)
class Approval:
    """One person's approval of one change; `line` is its line in the file, `heading` that of its table."""

    change: str
    server: str
    tool: str
    rule: str
    severity: str
    origin: str
    target: str
    reason: str
    by: str
    until: date | None = None
    line: int = field(default=0, compare=False)
    heading: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Waiver:
    """An approval of every change that matches a pattern, until a date."""

    server: str
    tool: str
    rule: str
    reason: str
    until: date
    by: str = ""
    line: int = field(default=0, compare=False)
    heading: int = field(default=0, compare=False)

    def matches(self, server: str, tool: str, rule: str) -> bool:
        """Return whether the waiver matches a change; `*` matches any text, also the empty one."""
        return (
            matches_pattern(self.server, server)
            and matches_pattern(self.tool, tool)
            and matches_pattern(self.rule, rule)
        )


@dataclass(frozen=True, slots=True)
class Approvals:
    """The content of an approvals file."""

    approvals: tuple[Approval, ...] = ()
    waivers: tuple[Waiver, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """An approval or waiver that does not count, with the reason; `new` is a waiver that is not in OLD."""

    what: Approval | Waiver
    why: Literal[
        "stale", "expired", "forged", "not an approver", "no waiver covers this", "no such rule", "unsigned", "author",
        "too long", "too wide", "new",
    ]  # fmt: skip
    message: str


def person_key(by: str) -> str:
    """Return a name in the form in which names are compared."""
    return without_hidden(by).strip().casefold()


def person_keys(by: str) -> frozenset[str]:
    """Return the names by which a person may be known: `Ana`, `ana@example.com`, or both in one."""
    name, _, rest = by.partition("<")
    return frozenset(filter(None, map(person_key, (by, name, rest.partition(">")[0]))))


def new_waivers(old: Approvals, new: Approvals, today: date) -> list[Waiver]:
    """Return the waivers of NEW that have not expired and that OLD does not have, or not for as long."""
    held: dict[tuple[str, ...], date] = {}
    for each in old.waivers:
        held[_reach(each)] = max(each.until, held.get(_reach(each), each.until))
    return [
        each
        for each in new.waivers
        if each.until >= today and (_reach(each) not in held or each.until > held[_reach(each)])
    ]


def _reach(waiver: Waiver) -> tuple[str, ...]:
    return waiver.server, waiver.tool, waiver.rule, person_key(waiver.by)


def matches_pattern(pattern: str, name: str) -> bool:
    """Return whether a name matches a pattern with `*`, in linear time, unlike a regular expression."""
    first, *rest = pattern.split("*")
    if not rest:
        return name == pattern
    at, end = len(first), len(name) - len(rest[-1])
    if at > end or not (name.startswith(first) and name.endswith(rest[-1])):
        return False
    for part in rest[:-1]:
        found = name.find(part, at, end)
        if found < 0:
            return False
        at = found + len(part)
    return True


def read_approvals(path: Path) -> Approvals:
    """Return the approvals of a file, none if there is no file."""
    text = approvals_text(path)
    return Approvals() if text is None else parse_approvals(text, str(path))


def readable_approvals(text: str | None) -> Approvals:
    """Return the approvals in a text of an earlier commit, none if it is invalid."""
    try:
        return parse_approvals(text, FILE) if text is not None else Approvals()
    except PolicyInvalid:
        return Approvals()


def approvals_text(path: Path) -> str | None:
    """Return the text of the file, or None if there is no file; raise PolicyInvalid if it cannot be read."""
    try:
        return read_text(path, MAX_USER_FILE)
    except OSError as error:
        if isinstance(error, FileNotFoundError) and not path.is_symlink():
            return None
        raise PolicyInvalid(f"cannot be read: {error.strerror}", where=str(path)) from None


def parse_approvals(text: str, name: str) -> Approvals:
    """Parse the text of an approvals file, or raise one error with all problems; `name` is its name in errors."""
    try:
        document = read_toml(text.removeprefix("\ufeff"))
    except NotTomlError as error:
        if line := conflict_line(text):
            hint = "run `govern approve --merge`, which keeps both sides, or remove the markers by hand"
            raise PolicyInvalid(f"line {line}: contains a merge conflict", where=name, hint=hint) from None
        raise PolicyInvalid(f"is not valid TOML: {error}", where=name) from None
    unknown = sorted(document.keys() - _TABLES.keys())
    problems = [
        (_line_of(text, key), f"{key}: unknown table{did_you_mean(key, _TABLES)}") for key in unknown[:_MOST_UNKNOWN]
    ]
    if len(unknown) > _MOST_UNKNOWN:
        problems.append((0, f"and {len(unknown) - _MOST_UNKNOWN:,} more unknown tables"))
    approvals = _parsed_entries(Approval, document, text, problems)
    waivers = _parsed_entries(Waiver, document, text, problems)
    if problems:
        errors = [f"line {line}: {message}" if line else message for line, message in sorted(problems)]
        message = (
            errors[0] if len(errors) == 1 else f"{len(errors)} problems\n" + "\n".join(f"  {each}" for each in errors)
        )
        raise PolicyInvalid(message, where=name)
    return Approvals(approvals, waivers)


_TABLES: dict[str, type] = {"approval": Approval, "waiver": Waiver}


def _parsed_entries(
    kind: type[Entry], document: Mapping[str, Any], text: str, problems: list[tuple[int, str]]
) -> tuple[Entry, ...]:
    table = kind.__name__.lower()
    values = document.get(table, [])
    if not isinstance(values, list):
        problems.append((_line_of(text, table), f"{table}: should be a list of tables: write [[{table}]] above each"))
        return ()
    written = text.split("\n")
    found = []
    for at, (value, heading) in enumerate(zip(values, _headings(text, table, len(values)), strict=True)):
        entries = list(_entries_in(kind, value, f"{table}[{at}]"))
        lines = _lines_of_changes(written, heading, len(entries))
        for (place, each), line in zip(entries, lines, strict=True):
            wrong = [each] if isinstance(each, str) else list(_entry_problems(kind, each))
            problems += [(line, f"{place}{message}") for message in wrong]
            if not wrong:
                held = {name: each[key] for name, key in entry_keys(kind) if key in each}
                found.append(kind(**held, line=line, heading=heading))
    return tuple(found)


def _entries_in(kind: type[Approval | Waiver], value: Any, place: str) -> Iterator[tuple[str, Any]]:
    """Yield each entry of a table with its place, or the problem with it: the table, or each of its `changes`."""
    if kind is Waiver or not isinstance(value, dict) or CHANGES not in value:
        yield place, value if isinstance(value, dict) else ": should be a table"
        return
    shared = {key: held for key, held in value.items() if key != CHANGES}
    changes = value[CHANGES]
    if not isinstance(changes, list) or not changes:
        yield place, f".{CHANGES}: should be a list of tables"
        return
    for at, change in enumerate(changes):
        inner = f"{place}.{CHANGES}[{at}]"
        if not isinstance(change, dict):
            yield inner, ": should be a table"
        elif twice := shared.keys() & change.keys():
            yield inner, f".{min(twice)}: is set for all of these changes already"
        else:
            yield inner, shared | change


def _lines_of_changes(written: Sequence[str], heading: int, number: int) -> list[int]:
    """Return the line of each change of a table, or that of its heading if they do not have a line each."""
    rest = range(heading, len(written) if number > 1 and heading else 0)
    inside = takewhile(lambda at: not written[at].lstrip().startswith("[["), rest)
    found = [at + 1 for at in inside if written[at].lstrip().startswith("{")]
    return found if len(found) == number else [heading] * number


def _entry_problems(kind: type[Approval | Waiver], value: Mapping[str, Any]) -> Iterator[str]:
    keys = dict(entry_keys(kind))
    for key in value.keys() - keys.values():
        yield f".{key}: unknown key{did_you_mean(key, keys.values())}"
    optional = {each.name for each in fields(kind) if each.default is not MISSING}
    for name, key in keys.items():
        if key not in value:
            if name not in optional:
                yield f".{key}: is missing"
        elif message := _value_problem(name, value[key]):
            yield f".{key}: {message}"


def _value_problem(name: str, value: Any) -> str:
    """Return the problem with one value, or an empty text."""
    if name == "until":
        from datetime import date, datetime

        plain = isinstance(value, date) and not isinstance(value, datetime)
        return "" if plain else "should be a date without quotes, such as 2027-01-31"
    if not isinstance(value, str):
        return "should be a string"
    # Hidden characters alone are empty.
    visible = without_hidden(value) if name in ("reason", "by") else value
    if name != "tool" and not visible.strip():
        return "is empty"
    wanted, message = _FORMS.get(name, (None, ""))
    return message if wanted and not wanted.fullmatch(value) else ""


def entry_keys(kind: type[Approval | Waiver]) -> list[tuple[str, str]]:
    """Return each field of an entry with its key in the file."""
    return [(each.name, _KEY_NAMES.get(each.name, each.name)) for each in fields(kind) if each.compare]


def _headings(text: str, table: str, number: int) -> list[int]:
    """Return the lines on which the entries begin, or 0 for each if they are not `[[tables]]` in order."""
    heading = re.compile(rf"[ \t]*\[\[[ \t]*[\"']?{table}[\"']?[ \t]*\]\]")
    lines = text.removeprefix("\ufeff").split("\n")
    found = [at for at, line in enumerate(lines) if heading.match(line)]
    if number < len(found) <= number + _MOST_ALIKE:
        # A line of a multi-line string may look like a heading; the text between two real headings is valid TOML.
        found = list(_real(lines, found))
    return [at + 1 for at in found] if len(found) == number else [0] * number


def _real(lines: list[str], found: list[int]) -> Iterator[int]:
    start = 0
    for at in found:
        if _is_toml("".join(f"{line}\n" for line in lines[start:at])):
            yield at
            start = at


def _is_toml(text: str) -> bool:
    try:
        read_toml(text)
    except NotTomlError:
        return False
    return True


def _line_of(text: str, table: str) -> int:
    wanted = re.compile(rf"[ \t]*\[*[ \t]*[\"']?{re.escape(table)}\b")
    return next((at for at, line in enumerate(text.split("\n"), 1) if wanted.match(line)), 0)
