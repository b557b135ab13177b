"""JMESPath expressions of models: the names in them, and what they find, within bounds."""

from __future__ import annotations

from math import isfinite
from types import NoneType
from typing import TYPE_CHECKING, Any

import jmespath
from jmespath.visitor import TreeInterpreter

from govern.errors import UsageError

if TYPE_CHECKING:
    from govern.contract.json_type import Json

_MOST_CHARACTERS = 2_000
# Some seconds of computing. `[@,@]|[@,@]|…` doubles what it finds with every six characters.
_MOST_WORK = 1_000_000
_BUILDING = {"multi_select_list", "multi_select_dict", "flatten", "function_expression"}


class Selector(TreeInterpreter):
    """Evaluates expressions, all of them together within one bound of work."""

    def __init__(self, most: int = _MOST_WORK) -> None:
        super().__init__()
        self._left = most

    def select(self, expression: str, value: Json) -> Json:
        """Return what an expression finds in a value; raise UsageError for an invalid one, or one that is too much."""
        try:
            found: Json = self.visit(_parsed(expression), value)
            _counted(found, 0)
        except (ValueError, TypeError, ArithmeticError, RecursionError) as error:
            raise UsageError(f"{expression!r}: {error}") from None
        return found

    def visit(self, node: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the value of a node of the expression; its evaluation and what it builds count as work."""
        value = super().visit(node, *args, **kwargs)
        self._left -= 1 + (_counted(value, self._left) if node["type"] in _BUILDING else 0)
        if self._left < 0:
            raise UsageError("the JMESPath expressions of this call find or compute too much; select less")
        return value


def field_names(expression: str) -> set[str]:
    """Return the names of all fields in an expression; raise UsageError for an invalid one."""
    names, pending = set(), [_parsed(expression)]
    while pending:
        node = pending.pop()
        if isinstance(node, dict):
            if node["type"] == "field":
                names.add(node["value"])
            pending += node["children"]
    return names


def _parsed(expression: str) -> Any:
    if len(expression) > _MOST_CHARACTERS:
        raise UsageError(f"a JMESPath expression may have at most {_MOST_CHARACTERS:,} characters")
    try:
        return jmespath.compile(expression).parsed
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{expression!r} is not valid JMESPath: {error}") from None


def _counted(value: Any, most: int) -> int:
    """Count values, and characters by the hundred, until there are more than `most`; raise TypeError if not JSON."""
    size, pending = 0, [value]
    while pending and size <= most:
        each = pending.pop()
        size += 1
        if isinstance(each, (list, dict)):
            pending += each if isinstance(each, list) else each.values()
        elif isinstance(each, str):
            size += len(each) // 100
        elif not isinstance(each, (int, float, NoneType)) or (isinstance(each, float) and not isfinite(each)):
            raise TypeError("it does not find JSON")
    return size
