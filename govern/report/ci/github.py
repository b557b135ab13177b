"""For GitHub Actions: workflow commands that become annotations."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from govern.contract.characters import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.report.ci.annotations import Annotation, Annotations, Level


_COMMANDS: dict[Level, str] = {"error": "error", "warning": "warning", "note": "notice"}
# GitHub shows this many of one kind for a step, and drops the rest without a word.
_MOST = 10
# Commands of other CIs, which look for them anywhere in a line.
_OTHERS = re.compile(r"##(?=\w*\[)")


def github(findings: Annotations) -> str:
    """An annotation for each finding; of every change as many as are shown, and the last says how many are not."""
    lines = [line for level in _COMMANDS for line in _annotations(level, findings)]
    return "".join(f"{line}\n" for line in lines)


def _annotations(level: Level, findings: Annotations) -> Iterator[str]:
    found = [finding for finding in findings.found if _level(finding, findings) == level]
    shown = found if len(found) <= _MOST or not findings.every else found[: _MOST - 1]
    yield from (_annotation(level, finding, findings.lock) for finding in shown)
    if len(found) > len(shown):
        title, more = _property(f"govern {findings.verb}"), len(found) - len(shown)
        yield f"::{_COMMANDS[level]} title={title}::and {more:,} more; `govern {findings.verb}` shows all"


def _level(finding: Annotation, findings: Annotations) -> Level:
    """What somebody approved is worth knowing, and no more; what fails needs no approval to be lacking for that."""
    return finding.level if finding.waits or finding.fails or not findings.every else "note"


def _annotation(level: Level, finding: Annotation, lock: str) -> str:
    properties = {"file": lock, "line": str(finding.line or 1), "title": f"{finding.title} ({finding.rule})"}
    listed = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    said = "\n".join(finding.told)
    return f"::{_COMMANDS[level]} {listed}::{_data(said)}"


def _data(text: str) -> str:
    """Nothing that a server says can end the line, and so begin a command of its own."""
    return _OTHERS.sub("##‹›", visible(text)).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
