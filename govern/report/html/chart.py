"""The lock's history as a chart: tokens as areas by server, and changes as bars below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.html.markup import element, joined, named_row, number, section, severity_badge, table, theirs
from govern.report.terminal.page import count
from govern.report.wording import WORST_FIRST

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from govern.report.html.contents import Contents, LockCommit
    from govern.report.html.markup import Markup
    from govern.rules.rule import Severity

_WIDTH = 1_000.0
_AREA, _BARS, _GAP, _LABELS = 220.0, 70.0, 26.0, 40.0
_HEIGHT = _GAP + _AREA + _GAP + _BARS + _LABELS
_MOST_SERVERS = 6
_MOST_DATES = 6
_MOST_TAGS = 12
# A label further to the right would be cut off on a narrow screen.
_LAST_LABEL = 0.8
_OTHERS = "others"
_COLUMNS = ("commit", "date", "subject", "+tokens", "+tools", *(f"+{severity}" for severity in WORST_FIRST))


def history_section(contents: Contents) -> Markup:
    """Return the chart, and its numbers as a table."""
    steps = contents.steps
    if not steps:
        return section("history", "History", element("p", contents.why_no_history, class_="note"))
    rows = [_commit_row(each) for each in reversed(steps)]
    earlier = f"{contents.earlier:,} earlier commits are left out." if contents.earlier else None
    numbers = element("details", element("summary", "As a table"), table("History of the lock", _COLUMNS, rows))
    picture = history_picture(steps, "commit that changed the lock")
    return section("history", "History", element("p", _summary_sentence(steps), " ", earlier), picture, numbers)


def _summary_sentence(steps: Sequence[LockCommit]) -> str:
    first, last = steps[0], steps[-1]
    grown = last.total_tokens - first.total_tokens
    percent = f" ({grown / first.total_tokens:+.0%})" if first.total_tokens else ""
    drift = sum(each.drift for each in steps)
    mixed = len({each.encoding for each in steps if each.encoding}) > 1
    return (
        f"{count(len(steps), 'commit')} changed the lock from {first.when:%Y-%m-%d} to {last.when:%Y-%m-%d}: "
        f"{grown:+,} tokens{percent}, {count(drift, 'change')} of the contract."
        f"{' Tokens are counted with the encoding of each lock.' if mixed else ''}"
    )


def _commit_row(step: LockCommit) -> Markup:
    tags = element("span", f" {', '.join(step.tags)}", class_="tags theirs") if step.tags else None
    return named_row(
        joined((element("code", step.commit[:10]), tags)),
        element("td", f"{step.when:%Y-%m-%d}", class_="date"),
        element(
            "td", theirs(step.subject), *([element("p", step.problem, class_="theirs note")] if step.problem else [])
        ),
        number(step.total_tokens),
        number(step.total_tools),
        *(number(step.changes.get(severity, 0)) for severity in WORST_FIRST),
    )


def history_picture(steps: Sequence[LockCommit], what: str) -> Markup:
    """Return the chart; `what` says what each step is."""
    names = _largest(steps)
    most = max(each.total_tokens for each in steps) or 1
    first, last = (steps[at].total_tokens for at in (0, -1))
    label = f"Tokens by server and changes by {what.partition(' ')[0]}, from {first:,} to {last:,} tokens."
    drawn = element(
        "svg",
        *_grid(),
        _areas(steps, names, most),
        *_area_names(steps, names, most),
        element("text", f"{most:,} tokens", x="0", dx=4, y=_GAP + 14, class_="axis most"),
        *_bars(steps),
        *_tags(steps),
        *_dates(steps),
        *_targets(steps),
        role="img",
        aria_label=f"{label} The table holds the same numbers.",
        class_="chart",
        width="100%",
        height=_HEIGHT,
    )
    signs = (severity_badge(severity) for severity in WORST_FIRST)
    note = f"One step for each {what}. Areas are tokens by server; bars are changes: "
    return element("figure", drawn, element("figcaption", note, *signs))


def _largest(steps: Sequence[LockCommit]) -> list[str]:
    """Return the servers with an area of their own, the largest first, and one name for the others."""
    largest: dict[str, int] = {}
    for step in steps:
        for name, tokens in step.tokens.items():
            largest[name] = max(tokens, largest.get(name, 0))
    names = sorted(largest, key=lambda name: (-largest[name], name))
    return names if len(names) <= _MOST_SERVERS else [*names[: _MOST_SERVERS - 1], _OTHERS]


def _layers(step: LockCommit, names: Sequence[str]) -> list[int]:
    """Return tokens by name, the rest under the name for others, which a server may have too."""
    if len(names) < _MOST_SERVERS or names[-1] != _OTHERS:
        return [step.tokens.get(name, 0) for name in names]
    named = [step.tokens.get(name, 0) for name in names[:-1]]
    return [*named, step.total_tokens - sum(named)]


def _across(at: float, steps: Sequence[LockCommit]) -> float:
    return at * _WIDTH / len(steps)


def _grid() -> Iterator[Markup]:
    for share in (0, 0.5, 1):
        y = _GAP + _AREA * (1 - share)
        yield element("line", x1="0", x2="100%", y1=y, y2=y, class_="grid")


def _areas(steps: Sequence[LockCommit], names: Sequence[str], most: int) -> Markup:
    """Return the areas as steps, because nothing happens between two commits; the largest server is at the bottom."""
    layers = [_layers(step, names) for step in steps]
    drawn = []
    below = [0] * len(steps)
    for layer in range(len(names)):
        above = [base + held[layer] for base, held in zip(below, layers, strict=True)]
        there = _outline(above, steps, most)
        back = _outline(below, steps, most)[::-1]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in [*there, *back]) + "Z"
        drawn.append(element("path", d=path, class_=f"layer-{layer}"))
        below = above
    box = f"0 0 {_WIDTH:.0f} {_AREA:.0f}"
    return element("svg", *drawn, viewBox=box, preserveAspectRatio="none", x=0, y=_GAP, width="100%", height=_AREA)


def _outline(levels: Sequence[int], steps: Sequence[LockCommit], most: int) -> list[tuple[float, float]]:
    heights = [_AREA * (1 - level / most) for level in levels]
    return [(_across(at + step, steps), height) for at, height in enumerate(heights) for step in (0, 1)]


def _area_names(steps: Sequence[LockCommit], names: Sequence[str], most: int) -> Iterator[Markup]:
    """Yield the name of each area at its end, if there is room."""
    below = 0
    for name, tokens in zip(names, _layers(steps[-1], names), strict=True):
        height = _AREA * tokens / most
        y = _GAP + _AREA * (1 - below / most) - height / 2 + 4
        below += tokens
        if height >= 14:  # noqa: PLR2004 - a line of text
            yield element("text", name, x="100%", dx=-8, y=f"{y:.1f}", class_="name end")


def _bars(steps: Sequence[LockCommit]) -> Iterator[Markup]:
    """Yield the changes of each commit, the worst at the bottom."""
    most = max(each.drift for each in steps)
    top = 2 * _GAP + _AREA
    yield element("line", x1="0", x2="100%", y1=top + _BARS, y2=top + _BARS, class_="grid")
    yield element("text", f"{most:,} changes" if most else "no changes", x="100%", y=top - 4, class_="axis end")
    for at, step in enumerate(steps):
        yield from _bar(_across(at, steps), _across(1, steps), step.changes, top, most)


def _bar(x: float, width: float, changes: Mapping[Severity, int], top: float, most: int) -> Iterator[Markup]:
    bottom = top + _BARS
    for severity in WORST_FIRST:
        many = changes.get(severity, 0)
        if many:
            height = max(1.5, _BARS * many / most)
            bottom -= height
            size = {"x": f"{x / _WIDTH:.3%}", "y": f"{bottom:.1f}"}
            size |= {"width": f"{width * 0.86 / _WIDTH:.3%}", "height": f"{height:.1f}"}
            yield element("rect", **size, class_=f"bar {severity.value.lower()}")


def _tags(steps: Sequence[LockCommit]) -> Iterator[Markup]:
    tagged = [(at, step.tags[0]) for at, step in enumerate(steps) if step.tags][-_MOST_TAGS:]
    last = -_WIDTH
    for at, tag in tagged:
        x = _across(at, steps)
        place = f"{x / _WIDTH:.3%}"
        yield element("line", x1=place, x2=place, y1=_GAP, y2=_GAP + _AREA, class_="tag")
        if x - last > _WIDTH / _MOST_DATES and x < _WIDTH * _LAST_LABEL:
            yield element("text", tag, x=place, y=_GAP - 8, class_="axis")
            last = x


def _dates(steps: Sequence[LockCommit]) -> Iterator[Markup]:
    every = max(1, -(-len(steps) // _MOST_DATES))
    for at in range(0, len(steps), every):
        share = at / len(steps)
        if share < _LAST_LABEL:
            date = f"{steps[at].when:%Y-%m-%d}"
            yield element("text", date, x=f"{share:.3%}", y=_HEIGHT - 18, class_="axis")


def _targets(steps: Sequence[LockCommit]) -> Iterator[Markup]:
    """Yield a column with a tooltip for each commit."""
    for at, step in enumerate(steps):
        counts = ", ".join(f"{many:,} {severity}" for severity, many in step.changes.items() if many) or "no change"
        tooltip = f"{step.when:%Y-%m-%d} {step.commit[:10]} {step.subject}\n{step.total_tokens:,} tokens, {counts}"
        size = {"x": f"{_across(at, steps) / _WIDTH:.3%}", "width": f"{1 / len(steps):.3%}"}
        yield element(
            "rect", element("title", tooltip), y=_GAP, height=_HEIGHT - _GAP - _LABELS, class_="target", **size
        )
