"""One node of both trees: where the walkers stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT
from govern.schemas.edits.declared import PARTS
from govern.schemas.edits.edit import Edit, Step
from govern.schemas.edits.words import same

if TYPE_CHECKING:
    from collections.abc import Iterable

    from govern.contract.json_type import Json
    from govern.contract.surface import Absent
    from govern.schemas.edits.edit import Direction
    from govern.schemas.edits.words import Path

Node = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Pair:
    """The same node in both trees; `path` leads to it in the old one and `now` in the new one.

    What is no node on one side is one there that says nothing.
    """

    old: Node
    new: Node
    path: Path = ()
    now: Path = ()
    object: tuple[Node, Node] | None = None

    @property
    def around(self) -> tuple[Node, Node]:
        """The same object in both trees, with all of its parts, of which these nodes may be one."""
        return self.object or (self.old, self.new)

    @property
    def words(self) -> set[str]:
        """The keywords of either."""
        return {*self.old, *self.new}

    def sides(self, word: str) -> tuple[Any, Any]:
        """What each says by a keyword."""
        return self.old.get(word, ABSENT), self.new.get(word, ABSENT)

    def differs(self, word: str) -> bool:
        """Whether they say something else by a keyword."""
        before, after = self.sides(word)
        if before is ABSENT or after is ABSENT:
            return before is not after
        return not same(before, after)

    def to(self, *steps: str | int, other: tuple[str | int, ...] | None = None) -> Pair:
        """Go down; by other steps in the new tree where they are given."""
        old, new = below(self.old, steps), below(self.new, steps if other is None else other)
        around = self.around if steps[0] in PARTS else None
        return Pair(old, new, (*self.path, *steps), (*self.now, *(steps if other is None else other)), around)

    def moved(self, words: Iterable[str]) -> tuple[Step, ...]:
        """The steps that give these keywords their new values."""
        return tuple(Step("set", (*self.path, word), self.new.get(word, ABSENT)) for word in words)

    def edit(
        self,
        family: str,
        keyword: str,
        sides: tuple[Json | Absent, Json | Absent],
        steps: tuple[Step, ...] = (),
        direction: Direction = "either",
        **said: Any,
    ) -> Edit:
        """An edit of this node."""
        return Edit(family, self.path, self.now, keyword, *sides, direction, steps, said)


def below(node: Any, steps: Path) -> Any:
    """The node at the end of these steps; one that says nothing where there is none, or `true`."""
    for step in steps:
        node = node[step] if isinstance(step, int) else node.get(step, {})
    return {} if node is True else node
