"""What a tool costs before anyone calls it: the tokens of its definition, exact in the encoding of the lock."""

from collections.abc import Iterable, Sequence

from govern.contract.json_text import canonical
from govern.contract.surface import ABSENT, Item
from govern.economics.encoding import load


def definition(tool: Item) -> str:
    """The text that is counted: name, description, and the input schema as canonical JSON where there is one."""
    head, schema = definition_halves(tool)
    return head + schema


def definition_halves(tool: Item) -> tuple[str, str]:
    """The definition before and from its schema on.

    No token reaches over the seam: what is before ends in a newline, and neither encoding joins one to the JSON behind.
    """
    head = f"{text_of(tool.raw.get(tool.kind.key))}\n{text_of(tool.raw.get('description'))}"
    schema = tool.part("input")
    return (head, "") if schema is ABSENT else (f"{head}\n", canonical(schema).decode())


class Counter:
    """Counts definitions; what it has once counted it knows, since tools of a kind share their schemas."""

    def __init__(self, encoding: str) -> None:
        self._encoder = load(encoding)
        self._known: dict[str, int] = {"": 0}

    def tokens(self, tools: Sequence[Item]) -> list[int]:
        """The definition tokens of each tool."""
        return [sum(self._counted(definition_halves(tool))) for tool in tools]

    def _counted(self, texts: Iterable[str]) -> Iterable[int]:
        known = self._known
        for text in texts:
            if text not in known:
                known[text] = len(self._encoder.encode_ordinary(text))
            yield known[text]


def text_of(value: object) -> str:
    """The text, with lone surrogates as the escapes that they are in the canonical form."""
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else ""
