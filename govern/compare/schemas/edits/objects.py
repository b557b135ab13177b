"""Properties: added, removed, renamed, required."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from govern.compare.collisions import without_style
from govern.compare.schemas.edits.edit import Edit, Step
from govern.compare.schemas.edits.pair import Node, Pair
from govern.compare.schemas.edits.words import NOTES, TEXTS, Path, key_of
from govern.contract.surface import ABSENT

_SIMILAR_NAME = 0.75
_RELATED_NAME = 0.6
_LEAST_NAME = 3
_SIMILAR_TEXT = 0.75
# Every name that went is held against every one that came; beyond so many pairs only by their style.
_MOST_PAIRS = 10_000
_ENOUGH = 400
# Related names of things that are said to be something else are two names.
_RELATED_TEXT = 0.5


@dataclass(frozen=True, slots=True)
class Properties:
    """The properties of two objects by what became of them; `renamed` gives each old name its new one."""

    gone: list[str]
    come: list[str]
    kept: list[str]
    renamed: dict[str, str]


def properties_of(pair: Pair) -> Properties:
    """Find the names that stayed, and those that are others now."""
    before, after = _declared(pair.old), _declared(pair.new)
    gone = {name: schema for name, schema in before.items() if name not in after}
    come = {name: schema for name, schema in after.items() if name not in before}
    renamed = _renamed(gone, come)
    return Properties(
        [name for name in gone if name not in renamed],
        [name for name in come if name not in renamed.values()],
        [name for name in before if name in after],
        renamed,
    )


def property_edits(pair: Pair, found: Properties) -> Iterator[Edit]:
    """Properties that came, that went, and names that are asked for where they were not, or no longer are."""
    required = (*pair.path, "required")
    asked = required_of(pair.new)
    for name in found.gone:
        steps = (Step("set", _at(pair, name), ABSENT), Step("drop", required, name))
        yield pair.edit("property-removed", name, (pair.old["properties"][name], ABSENT), steps, name=name)
    for name in found.come:
        schema = pair.new["properties"][name]
        step = Step("set", _at(pair, name), schema)
        if name in asked:
            steps = (step, Step("add", required, name))
            yield pair.edit(
                "property-required", "required", (ABSENT, name), steps, "narrower", name=name, schema=schema
            )
        else:
            yield pair.edit("property-added", name, (ABSENT, schema), (step,), name=name)
    told = {*found.gone, *found.come, *found.renamed, *found.renamed.values()}
    for name in sorted((required_of(pair.old) ^ asked) - told):
        turn = (Step("add" if name in asked else "drop", required, name),)
        if name in asked:
            yield pair.edit("required-added", "required", (ABSENT, name), turn, "narrower", name=name)
        else:
            yield pair.edit("required-removed", "required", (name, ABSENT), turn, "wider", name=name)


def rename_edit(pair: Pair, was: str, name: str, also: list[Edit]) -> Edit:
    """One edit for a property by another name, with what else became of it."""
    steps = [Step("set", _at(pair, was), ABSENT), Step("drop", (*pair.path, "required"), was),
             Step("set", _at(pair, name), pair.new["properties"][name])]  # fmt: skip
    if name in required_of(pair.new):
        steps.append(Step("add", (*pair.path, "required"), name))
    return pair.edit("property-renamed", name, (was, name), tuple(steps), name=was, renamed=name, also=also)


def _renamed(gone: dict[str, Node], come: dict[str, Node]) -> dict[str, str]:
    """The closest pairs first, each name in one pair at most."""
    alike = _likeness if len(gone) * len(come) <= _MOST_PAIRS else _by_style
    ranked = sorted(
        (
            (likeness, was, name)
            for was in gone
            for name in come
            if (likeness := alike(was, gone[was], name, come[name]))
        ),
        key=lambda found: (-found[0], found[1:]),
    )
    pairs: dict[str, str] = {}
    taken: set[str] = set()
    for _, was, name in ranked:
        if was not in pairs and name not in taken:
            pairs[was] = name
            taken.add(name)
    return pairs


def _by_style(was: str, _: Node, name: str, __: Node) -> float:
    """What there is time for where everything has another name."""
    return 2.0 if without_style(was) == without_style(name) else 0.0


def _likeness(was: str, old: Node, name: str, new: Node) -> float:
    """How surely one is the other by another name: 0 where the schemas differ, or neither names nor texts are alike."""
    if without_style(was) == without_style(name):
        return 2.0
    if key_of(_bare(old)) != key_of(_bare(new)):
        return 0.0
    names = _names_alike(without_style(was), without_style(name))
    texts = [str(node.get("description", ""))[:_ENOUGH] for node in (old, new)]
    if not all(texts):
        return names if names >= _SIMILAR_NAME else 0.0
    alike = _ratio(*texts)
    similar = alike >= _SIMILAR_TEXT or (names >= _RELATED_NAME and alike >= _RELATED_TEXT)
    return max(names, alike) if similar else 0.0


def _names_alike(was: str, name: str) -> float:
    """Alike too are a name within the other, as `sheet` in `sheet_name`, and one cut short, as `ctx` for `context`."""
    short, long = sorted((was, name), key=len)
    within = len(short) >= _LEAST_NAME and (long.startswith(short) or long.endswith(short))
    return max(_SIMILAR_NAME if within or _cut_short(short, long) else 0.0, _ratio(was, name))


def _cut_short(short: str, long: str) -> bool:
    letters = iter(long)
    is_within = bool(short) and all(letter in letters for letter in short)
    return is_within and long[0] == short[0] and _LEAST_NAME <= len(short) <= len(long) / 2


def _ratio(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def _bare(node: Node) -> Node:
    return {key: value for key, value in node.items() if key not in NOTES and key not in TEXTS}


def _declared(node: Node) -> dict[str, Node]:
    held = node.get("properties")
    return held if isinstance(held, dict) else {}


def required_of(node: Node) -> frozenset[str]:
    """The names that an object asks for."""
    held = node.get("required")
    return frozenset(held) if isinstance(held, list) else frozenset()


def _at(pair: Pair, name: str) -> Path:
    return (*pair.path, "properties", name)
