"""Definitions with which an SDK refuses the whole list, so that all tools of the server are lost.

A null where a field may be left out is one of them too; compare/nulls.py finds those.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from govern.contract.behaviour import ANNOTATION_DEFAULTS
from govern.contract.json_text import canonical
from govern.facts import rule_ids as ids
from govern.facts.fact import step

if TYPE_CHECKING:
    from collections.abc import Iterator


# The last protocol version whose SDKs look into schemas, and want an object as the root of an output schema too.
_LOOKED_INTO = "2025-11-25"
_TASK_SUPPORT = ("forbidden", "optional", "required")
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Problem:
    """`rule` names the kind, `pointer` the place, `what` says what is wrong.

    `row` is the row of clients.json that says who refuses it: the problem of a list, or the name of a client.
    """

    rule: str
    pointer: str
    what: str
    row: str

    @property
    def key(self) -> tuple[str, str]:
        """What makes it the same problem in two versions of a tool."""
        return self.rule, self.pointer


def list_problems(tool: dict[str, Any], protocol: str) -> Iterator[Problem]:
    """Yield each problem of one tool; `protocol` is the version that the list was asked in, if it is known."""
    is_looked_into = protocol <= _LOOKED_INTO
    yield from _schema(tool, "inputSchema", ids.REACH_INPUT_ROOT, "input")
    if tool.get("outputSchema") is not None and (is_looked_into or not isinstance(tool["outputSchema"], dict)):
        yield from _schema(tool, "outputSchema", ids.REACH_OUTPUT_ROOT, "output")
    for key in ("inputSchema", "outputSchema") if is_looked_into else ():
        if isinstance(tool.get(key), dict):
            yield from _members(tool[key], f"/{key}")
    if is_looked_into and isinstance(tool.get("outputSchema"), dict):
        from govern.compare.reach.compiling import compile_errors

        for pointer, what in compile_errors(tool["outputSchema"]):
            yield Problem(
                ids.REACH_OUTPUT_COMPILE, f"/outputSchema{pointer}", f"`outputSchema`: {what}", "output-compile"
            )
    for key in ("title", "description"):
        if not isinstance(tool.get(key, ""), str | None):
            yield _field(f"/{key}", tool[key], "a string", "text")
    yield from _hints(tool)


def _schema(tool: dict[str, Any], key: str, rule: str, position: str) -> Iterator[Problem]:
    if key not in tool:
        yield Problem(rule, f"/{key}", f"`{key}` is missing", f"{position}-schema")
        return
    schema = tool[key]
    if not isinstance(schema, dict):
        yield Problem(rule, f"/{key}", f"`{key}` is {_shown(schema)}, not an object", f"{position}-schema")
        return
    if schema.get("type") != "object":
        is_now = f"is {_shown(schema['type'])}" if "type" in schema else "is missing"
        what = f'`{key}.type` {is_now}, and has to be "object"'
        yield Problem(rule, f"/{key}/type", what, f"{position}-type")


def _members(schema: dict[str, Any], place: str) -> Iterator[Problem]:
    required, properties = schema.get("required"), schema.get("properties")
    if required is not None and not (isinstance(required, list) and all(isinstance(name, str) for name in required)):
        yield _field(f"{place}/required", required, "a list of strings", "required")
    if properties is None:
        return
    if not isinstance(properties, dict):
        yield _field(f"{place}/properties", properties, "an object", "properties")
        return
    for name, held in properties.items():
        if not isinstance(held, dict):
            problem = "property-boolean" if isinstance(held, bool) else "property"
            yield _field(step(f"{place}/properties", name), held, "an object", problem)


def _hints(tool: dict[str, Any]) -> Iterator[Problem]:
    annotations = tool.get("annotations")
    if annotations is not None and not isinstance(annotations, dict):
        yield _field("/annotations", annotations, "an object", "annotations")
    elif annotations:
        for key in (*ANNOTATION_DEFAULTS, "title"):
            kind, called = (str, "a string") if key == "title" else (bool, "true or false")
            if annotations.get(key) is not None and not isinstance(annotations[key], kind):
                yield _field(f"/annotations/{key}", annotations[key], called, "hint")
    if not isinstance(tool.get("_meta"), dict | None):
        yield _field("/_meta", tool["_meta"], "an object", "meta")
    icons = tool.get("icons")
    if icons is not None and not (isinstance(icons, list) and all(map(_is_icon, icons))):
        yield _field("/icons", icons, "a list of objects with a `src`", "icons")
    execution = tool.get("execution")
    if execution is not None and not isinstance(execution, dict):
        yield _field("/execution", execution, "an object", "execution")
    elif execution and execution.get("taskSupport", _TASK_SUPPORT[0]) not in _TASK_SUPPORT:
        yield _field("/execution/taskSupport", execution["taskSupport"], " or ".join(_TASK_SUPPORT), "execution")


def _is_icon(icon: Any) -> bool:
    return isinstance(icon, dict) and isinstance(icon.get("src"), str)


def _field(pointer: str, value: Any, wanted: str, problem: str) -> Problem:
    name = ".".join(part.replace("~1", "/").replace("~0", "~") for part in pointer[1:].split("/"))
    return Problem(ids.REACH_FIELD_TYPE, pointer, f"`{name}` is {_shown(value)}, and has to be {wanted}", problem)


def _shown(value: Any) -> str:
    text = canonical(value).decode("utf-8", "replace")
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
