"""docs/benchmarks.md: rows of figures and sections, read back so that one benchmark alone changes only its own."""

import os
import platform
import re
from collections.abc import Iterable, Mapping, Sequence

from tests.bench.figures import Figure

_HEAD = """# Benchmarks

<!-- Written by `make bench`; `python -m tests.bench NAME…` measures some of it again. -->

Every figure is a ratio: ours and a yardstick, turn by turn in one run on one machine, the best of each. Absolute times
are another machine's tomorrow; a ratio that is beyond its bound makes `make bench` fail.

| benchmark | what | against | ours | yardstick | ratio | at most | met |
| --- | --- | --- | ---: | ---: | ---: | ---: | --- |
"""
_METHOD = """
## How it is measured

- Whole processes are what a shell would start: the installed `govern`, in a directory without a lock, until it has
  ended. Times inside a process (reading, verifying) are of a fresh interpreter each, so that no cache is warm; imports
  are not in them.
- `lock-one`, `check-one`, `lock-fifty`: a server of four tools on the bare protocol (tests/bench/servers/tiny.py), so
  that next to nothing of the time is the server's; `lock-fifty-sdk` is one of the SDK. The bare SDK script lists all
  that a server says it has, as govern does, and no more. Each peer is installed from the package index in an
  environment of its own. Whether a peer reads every page is tried with a server that has four.
- `serve`, `serve-http`: one server, called directly and through each gateway in turn: over stdio a server on the bare
  protocol, over HTTP one of the SDK. Measured on 2026-11-19 with a load of 18 on two cores.
- `lock-catalogs`, `memory`, `read`, `verify`: the different tools of real servers, then copies whose names and
  descriptions are altered, those inside the schemas too, so that no copy can be counted by another. The yardstick
  builds the encoder from the shipped vocabulary, reads the finished texts from one JSON file and encodes each once.
- `report`: the page can be used once its script has ended and the frame after that is drawn, as the page's own clock
  tells; the empty page is opened in the same tab, turn by turn.
- `cliffs`: processor time. A growth of at most 15.85 over a tenfold is an exponent of 1.2. The properties are those of
  the root, of a nested object, and half of them of a definition that is used twice.
- Peak memory is the resident set of the whole process, as the system counted it.
"""
_ROW = re.compile(r"^\| ([a-z-]+) \| .*\n", re.MULTILINE)
_SECTION = "<!-- section: {} -->\n{}<!-- end of section -->\n"
_SECTIONS = re.compile(r"<!-- section: (\S+) -->\n(.*?)<!-- end of section -->\n", re.DOTALL)


def render(rows: Mapping[str, str], order: Sequence[str], sections: Mapping[str, str]) -> str:
    """Return the whole page; sections are results with a table of their own."""
    table = "".join(rows[name] for name in order if name in rows)
    results = "\n".join(_SECTION.format(name, text) for name, text in sections.items())
    return f"{_HEAD}{table}\nLast measured on {_machine()}.\n{_METHOD}\n{results}"


def rows_in(page: str) -> dict[str, str]:
    """Return the rows of each benchmark on a page."""
    table = page.removeprefix(_HEAD).partition("\n\n")[0] + "\n"
    rows: dict[str, str] = {}
    for row in _ROW.finditer(table):
        rows[row[1]] = rows.get(row[1], "") + row[0]
    return rows


def sections_in(page: str) -> dict[str, str]:
    """Return the sections of a page."""
    return dict(_SECTIONS.findall(page))


def rows_of(name: str, figures: Iterable[Figure]) -> str:
    """Return figures as rows of the page."""
    return "".join(_row(name, figure) for figure in figures)


def line_of(name: str, figure: Figure) -> str:
    """Return one figure as a line for the terminal."""
    if figure.ratio is None:
        return f"{name}: {figure.what}: {_met(figure)}"
    verdict = f", at most {figure.bound:g}: {'missed' if figure.missed else 'met'}" if figure.bound is not None else ""
    return f"{name}: {figure.what}: {figure.ratio:.2f} times {figure.against}{verdict}"


def _row(name: str, figure: Figure) -> str:
    against = f"{figure.against} ({figure.note})" if figure.note and figure.ratio is not None else figure.against
    ratio = f"{figure.ratio:.2f}" if figure.ratio is not None else ""
    bound = f"{figure.bound:g}" if figure.bound is not None else ""
    measures = (_measure(figure.ours, figure.unit), _measure(figure.theirs, figure.unit))
    cells = (name, figure.what, against, *measures, ratio, bound, _met(figure))
    return f"| {' | '.join(cells)} |\n"


def _measure(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    return f"{value * 1000:.0f} ms" if unit == "s" and value < 1 else f"{value:.2f} {unit}"


def _met(figure: Figure) -> str:
    if figure.ratio is None:
        return f"not measured: {figure.note}"
    if figure.bound is None:
        return ""
    return "**no**" if figure.missed else "yes"


def _machine() -> str:
    return (
        f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, "
        f"{platform.python_implementation()} {platform.python_version()}"
    )
