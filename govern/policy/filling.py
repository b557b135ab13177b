"""Placeholders filled in, with what was missing and what must never be written down."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from govern.policy.placeholders import resolve
from govern.policy.problems import Problem
from govern.policy.redaction import Noted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from govern.policy.problems import Place


@dataclass(slots=True)
class Filling:
    """Fills in what some keys say; `above` tells in which table each of them is."""

    environ: Mapping[str, str]
    above: Callable[[Place], Place]
    problems: list[Problem] = field(default_factory=list)
    noted: Noted = field(default_factory=Noted)

    def text(self, text: str, *keys: str | int, name: str = "") -> str:
        """A text as the environment has it."""
        resolved = resolve(text, self.environ)
        for unset in resolved.unset:
            why = "is empty" if unset in self.environ else "is not set"
            self.problem(keys, f"${{{unset}}} {why} in the environment")
        if "\0" in resolved.text:
            self.problem(keys, "holds the character NUL once its placeholders are filled in")
        self.noted.placeholders(resolved.given)
        self.noted.literals(text, name)
        return resolved.text

    def problem(self, keys: Place, message: str) -> None:
        """Something that is wrong with what these keys say."""
        self.problems.append(Problem((*self.above(keys), *keys), message))
