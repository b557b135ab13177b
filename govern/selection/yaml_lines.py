"""YAML documents whose values know their lines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from collections.abc import Sequence

# Nodes after anchors are expanded: a few lines of anchors can stand for billions.
_MAX_NODES = 100_000

Place = tuple[str | int, ...]


class YamlInvalidError(ValueError):
    """A document is invalid, at a line."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class YamlDocument:
    """The value of a YAML document and the lines of its parts."""

    def __init__(self, value: Any, root: yaml.Node | None) -> None:
        self.value = value
        self._root = root

    def line(self, place: Sequence[str | int]) -> int:
        """Return the line of a part, or of the nearest part around it."""
        node, line = self._root, 1
        for step in place:
            if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
                node = node.value[step]
                line = _line(node)
            elif isinstance(node, yaml.MappingNode):
                pair = next((pair for pair in node.value if pair[0].value == step), None)
                if pair is None:
                    break
                node, line = pair[1], _line(pair[0])
            else:
                break
        return line


def read_yaml(text: str) -> YamlDocument:
    """Read a document of plain values; an invalid one, or a repeated key, is a YamlInvalidError."""
    try:
        loader = yaml.SafeLoader(text)
        root = loader.get_single_node()
        if root is None:
            return YamlDocument({}, None)
        _check(root)
        return YamlDocument(_unshared(loader.construct_document(root)), root)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise YamlInvalidError(f"not valid YAML: {error.problem}", mark.line + 1 if mark else 1) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        if isinstance(error, YamlInvalidError):
            raise
        raise YamlInvalidError(f"not valid YAML: {str(error).splitlines()[0]}", 1) from None


def _unshared(value: Any) -> Any:
    """Return a value as JSON has it, in which no anchor shares a part with another."""
    return json.loads(json.dumps(value, default=str))


def _check(root: yaml.Node) -> None:
    """Raise YamlInvalidError for a repeated key, and for anchors that expand without end."""
    waiting, seen = [root], 0
    while waiting:
        node = waiting.pop()
        seen += 1
        if seen > _MAX_NODES:
            raise YamlInvalidError(f"more than {_MAX_NODES:,} values", _line(node))
        if isinstance(node, yaml.SequenceNode):
            waiting += node.value
        elif isinstance(node, yaml.MappingNode):
            _check_keys(node)
            waiting += [each for pair in node.value for each in pair]


def _check_keys(node: yaml.MappingNode) -> None:
    seen: set[Any] = set()
    for key, _ in node.value:
        if not isinstance(key, yaml.ScalarNode):
            raise YamlInvalidError("a key is not text", _line(key))
        if key.value in seen:
            raise YamlInvalidError(f"the key {key.value!r} occurs more than once", _line(key))
        seen.add(key.value)


def _line(node: yaml.Node) -> int:
    line: int = node.start_mark.line
    return line + 1
