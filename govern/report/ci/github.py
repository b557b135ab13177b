"""Workflow commands for GitHub Actions, which become annotations."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from govern.contract.characters import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.report.ci.annotations import Annotation, Annotations, Level


_COMMANDS: dict[Level, str] = {"error": "error", "warning": "warning", "note": "notice"}
# GitHub shows this many of each level per step, and silently drops the rest.
_MOST = 10
# Commands of other CI systems, which look for them anywhere in a line.
_OTHERS = re.compile(r"##(?=\w*\[)")


def github(annotations: Annotations) -> str:
    """Return a command for each annotation; where GitHub would drop some, the last one gives their number."""
    lines = [line for level in _COMMANDS for line in _annotations(level, annotations)]
    return "".join(f"{line}\n" for line in lines)


def _annotations(level: Level, annotations: Annotations) -> Iterator[str]:
    found = [annotation for annotation in annotations.found if _level(annotation, annotations) == level]
    shown = found if len(found) <= _MOST or not annotations.every else found[: _MOST - 1]
    yield from (_annotation(level, annotation, annotations.lock) for annotation in shown)
    if len(found) > len(shown):
        title, more = _escaped_property(f"govern {annotations.verb}"), len(found) - len(shown)
        yield f"::{_COMMANDS[level]} title={title}::and {more:,} more; `govern {annotations.verb}` shows all"


def _level(annotation: Annotation, annotations: Annotations) -> Level:
    """Return the level; an approved change is only a notice."""
    return annotation.level if annotation.unapproved or annotation.fails or not annotations.every else "note"


def _annotation(level: Level, annotation: Annotation, lock: str) -> str:
    properties = {"file": lock, "line": str(annotation.line or 1), "title": f"{annotation.title} ({annotation.rule})"}
    listed = ",".join(f"{key}={_escaped_property(value)}" for key, value in properties.items())
    text = "\n".join(annotation.lines)
    return f"::{_COMMANDS[level]} {listed}::{_escaped(text)}"


def _escaped(text: str) -> str:
    """Escape a text, so that it cannot end the line and begin a command."""
    return _OTHERS.sub("##‹›", visible(text)).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped_property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
