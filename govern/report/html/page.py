"""The whole page: one file that loads nothing from anywhere."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from govern.report.html.advice import advice_section
from govern.report.html.catalogue import Catalogue, catalogue_data, catalogue_section
from govern.report.html.changes import changes_section
from govern.report.html.chart import history_section
from govern.report.html.cost import cost_section
from govern.report.html.markup import element, joined, theirs, verbatim
from govern.report.html.overview import overview_section
from govern.report.html.risk import risk_section
from govern.report.wording import verdict_state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.report.html.contents import Contents
    from govern.report.html.markup import Markup

_SECTIONS = {
    "overview": "Overview",
    "changes": "Changes",
    "cost": "Cost",
    "history": "History",
    "risk": "Risk",
    "advice": "Advice",
    "items": "Items",
}
# A shield as icon; without one, browsers request it from the server.
_ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath fill='%23888' "
    "d='M8 1l6 2v5c0 4-3 6-6 7-3-1-6-3-6-7V3z'/%3E%3C/svg%3E"
)
_NONE = "'none'"
_THEME = element("span", "◐", aria_hidden="true")
_KEYS = {
    "/": "search locked items",
    "j, k": "next or previous change",
    "o": "open or close the change",
    "e": "open or close all changes",
    "t": "light, dark or system theme",
    "Esc": "leave the search or close this dialog",
    "?": "show these keys",
}


def report_html(contents: Contents) -> Iterator[str]:
    """Yield the page in pieces, since that of a large lock is many times the size of its longest piece."""
    catalogue = Catalogue(contents)
    yield f'<!DOCTYPE html>\n<html lang="en">{head(_title(contents), "script.js")}<body>'
    yield element("a", "Skip to the report", href="#overview", class_="skip")
    yield _header(contents)
    yield _bar(contents)
    yield "<main>"
    yield overview_section(contents, catalogue)
    yield changes_section(contents, catalogue)
    yield cost_section(contents, catalogue)
    yield history_section(contents)
    yield risk_section(contents, catalogue)
    yield advice_section(contents, catalogue)
    yield catalogue_section(catalogue)
    yield f"</main>{_footer(contents)}{_keys()}"
    yield from catalogue_data(catalogue)
    yield element("script", verbatim(_shipped("script.js")))
    yield "</body></html>\n"


def head(title: str, script: str = "") -> Markup:
    """Return the head of a page that may run this script of govern, or none."""
    allowed = (
        "default-src 'none'",
        f"script-src {_hash(script) if script else _NONE}",
        f"style-src {_hash('style.css')}",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content="; ".join(allowed)),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("link", rel="icon", href=_ICON),
        element("style", verbatim(_shipped("style.css"))),
    )


def _title(contents: Contents) -> str:
    state = f"{verdict_state(contents.verdict)}: " if contents.verdict else ""
    return f"{state}{contents.path.as_posix()} · govern report"


def _header(contents: Contents) -> Markup:
    verdict = contents.verdict
    sides = joined((theirs(verdict.old), theirs(verdict.new)), " → ") if verdict and not verdict.first else None
    return element(
        "header",
        element("p", "govern report", class_="brand"),
        element("h1", theirs(contents.path.as_posix())),
        element("p", sides, class_="compared") if sides else None,
        element("p", element("code", contents.lock.digest, class_="digest theirs")),
    )


def _bar(contents: Contents) -> Markup:
    verdict = contents.verdict
    waiting = len(verdict.unapproved) if verdict else 0
    marks = {"changes": f" {waiting:,} of {len(verdict.decided):,}"} if verdict and waiting else {}
    links = (
        element("li", element("a", name, element("b", marks[key]) if key in marks else None, href=f"#{key}"))
        for key, name in _SECTIONS.items()
    )
    buttons = (
        element("button", _THEME, element("b", "Theme"), type="button", data_do="theme", hidden=True),
        element("button", "Keys", type="button", data_do="keys", hidden=True),
    )
    return element("nav", element("ul", *links), element("div", *buttons, class_="tools"), aria_label="Sections")


def _footer(contents: Contents) -> Markup:
    made = f"Generated on {contents.made.isoformat()} by govern {contents.version} from {contents.path.as_posix()}."
    note = "Texts of servers are shown unchanged and are not trusted; hidden characters appear as ‹U+200B›."
    return element("footer", element("p", made), element("p", note))


def _keys() -> Markup:
    rows = (element("div", element("dt", element("kbd", key)), element("dd", what)) for key, what in _KEYS.items())
    close = element("button", "Close", type="button", data_do="keys")
    title = element("h2", "Keys", id="keys-title")
    return element("dialog", title, element("dl", *rows), close, id="keys", aria_labelledby="keys-title")


@cache
def _shipped(name: str) -> str:
    return files("govern.report.html").joinpath(name).read_text(encoding="utf-8")


def _hash(name: str) -> str:
    return f"'sha256-{b64encode(sha256(_shipped(name).encode()).digest()).decode('ascii')}'"
