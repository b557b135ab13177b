"""The values of a registry's server.json that its user sets: variables, headers and arguments."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from govern.contract.characters import has_hidden, shortened
from govern.policy.client_entries import UnusableEntryError, variable_for
from govern.policy.placeholders import literal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_ENTRIES = 100
_LONGEST_TEXT = 4_096
_LONGEST_DESCRIPTION = 300
_REFERENCE = re.compile(r"\{([A-Za-z_][\w.-]{0,100})\}", re.ASCII)


@dataclass(frozen=True, slots=True)
class ServerInput:
    """A value that the user of a server sets; `name` is its variable in govern.toml, unique within the server.

    A `fixed` one has always its placeholder, and nobody is asked.
    """

    name: str
    description: str = ""
    required: bool = False
    secret: bool = False
    default: str | None = None
    choices: tuple[str, ...] = ()
    repeated: bool = False
    fixed: bool = False

    @property
    def placeholder(self) -> str:
        """Return the text that reads the value from the environment."""
        return f"${{{self.name}}}"


@dataclass(frozen=True, slots=True)
class ValueTemplate:
    """A text of the registry with values of the user in it; `flag` is the option that comes before it, if any."""

    parts: tuple[str | ServerInput, ...]
    flag: str = ""

    @property
    def inputs(self) -> tuple[ServerInput, ...]:
        """Return the values that the user may set."""
        return tuple(part for part in self.parts if isinstance(part, ServerInput) and not part.fixed)

    def texts(self, answers: Mapping[str, Sequence[str]]) -> list[str]:
        """Return the text for govern.toml, once for each answer; empty if a value that it needs is not set."""
        given = {each.name: answers.get(each.name, ()) for each in self.inputs}
        if any(not given[each.name] and each.default is None and not each.required for each in self.inputs):
            return []
        times = max((len(texts) for texts in given.values()), default=1) or 1
        return [self._text({name: texts[min(at, len(texts) - 1)] for name, texts in given.items() if texts})
                for at in range(times)]  # fmt: skip

    def words(self, answers: Mapping[str, Sequence[str]]) -> list[str]:
        """Return the words of a command line: the texts, each after the option."""
        texts = self.texts(answers)
        return [word for text in texts for word in (self.flag, text)] if self.flag else texts

    def _text(self, given: Mapping[str, str]) -> str:
        """Return the text; what comes from the registry is escaped as a whole, so that it reads no variable."""
        text = foreign = ""
        for part in self.parts:
            if isinstance(part, str):
                foreign += part
            elif part.name not in given and part.default is not None:
                foreign += part.default
            else:
                text, foreign = text + literal(foreign) + given.get(part.name, part.placeholder), ""
        return text + literal(foreign)


def field(table: Mapping[str, Any], name: str) -> Any:
    """Return a field of a table, also under the spelling of older registries: `runtime_hint` for `runtimeHint`."""
    older = re.sub(r"([A-Z])", lambda found: f"_{found[1].lower()}", name)
    return table.get(name, table.get(older))


def tables(table: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """Return a list of tables; raise UnusableEntryError for anything else, and for a list that is too long."""
    found = field(table, name)
    if found is None:
        return []
    if not isinstance(found, list) or len(found) > MOST_ENTRIES or not all(isinstance(each, dict) for each in found):
        raise UnusableEntryError(f"{name} is not a list of at most {MOST_ENTRIES} objects")
    return found


def text_field(table: Mapping[str, Any], name: str) -> str | None:
    """Return a text without hidden characters, or None; raise UnusableEntryError for anything else."""
    found = field(table, name)
    if found is None:
        return None
    if not isinstance(found, str) or len(found) > _LONGEST_TEXT:
        raise UnusableEntryError(f"{name} is not a text of at most {_LONGEST_TEXT:,} characters")
    if has_hidden(found) or not found.isprintable():
        raise UnusableEntryError(f"{name} contains hidden characters")
    return found


def description_of(table: Mapping[str, Any]) -> str:
    """Return the description, cut to a length that can be shown."""
    found = table.get("description")
    text = found if isinstance(found, str) else ""
    return shortened(text, _LONGEST_DESCRIPTION)


def read_template(raw: Mapping[str, Any], variable: str, server: str) -> ValueTemplate:
    """Return the template of a header, variable or argument; `variable` names the whole value if the user sets it."""
    value = text_field(raw, "value")
    return url_template(value, raw, server) if value else ValueTemplate((_read_input(raw, variable),))


def url_template(value: str, raw: Mapping[str, Any], server: str) -> ValueTemplate:
    """Return the template of a text that refers to the inputs in `variables` as `{name}`."""
    known = field(raw, "variables") or {}
    if not isinstance(known, dict) or len(known) > MOST_ENTRIES:
        raise UnusableEntryError(f"variables is not an object of at most {MOST_ENTRIES} entries")
    parts: list[str | ServerInput] = []
    for at, piece in enumerate(_REFERENCE.split(value)):
        if at % 2 == 0:
            parts.append(piece)
        elif isinstance(found := known.get(piece), dict):
            if isinstance(before := parts[-1], str) and before.endswith("$"):
                raise UnusableEntryError(f"${{{piece}}} has a $ before the variable, which govern.toml cannot express")
            inner = text_field(found, "value")
            parts.append(inner or _read_input(found, variable_for(server, piece)))
        else:
            parts.append(f"{{{piece}}}")
    return ValueTemplate(tuple(parts))


def _read_input(raw: Mapping[str, Any], name: str) -> ServerInput:
    choices = field(raw, "choices") or []
    if not isinstance(choices, list) or len(choices) > MOST_ENTRIES:
        raise UnusableEntryError(f"choices is not a list of at most {MOST_ENTRIES} texts")
    secret = field(raw, "isSecret") is True
    default = scalar(field(raw, "default"))
    return ServerInput(
        name,
        description_of(raw),
        required=field(raw, "isRequired") is True,
        secret=secret,
        # The default of a secret is nobody's secret, or one that leaked; neither belongs into govern.toml.
        default=None if secret else text_field({"default": default}, "default"),
        choices=tuple(str(each) for each in choices if isinstance(each, str)),
        repeated=field(raw, "isRepeated") is True,
    )


def scalar(value: Any) -> Any:
    """Return a number or truth value as text, as some publishers write defaults."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, (int, float)) else value
