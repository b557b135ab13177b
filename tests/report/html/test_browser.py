"""The page in Chromium: opened, clicked, typed in, printed and checked by axe."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from govern.report.html.page import report_html
from govern.verdict import Verdict
from tests.chromium import Chromium, Tab
from tests.report.html.hostile_page import LONG
from tests.report.html.rich_page import rich_contents
from tests.report.verdicts import finding, passing

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
TROUBLE = (
    "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded", "Audits.issueAdded",
    "Page.javascriptDialogOpening", "Page.windowOpen", "Page.downloadWillBegin",
)  # fmt: skip
ROWS = "#catalogue tbody th > button"
ITEMS = "details.item"


@pytest.fixture
def tab(chromium: Chromium, page: Path) -> Iterator[Tab]:
    with chromium.tab() as tab:
        yield tab.open(page)


@pytest.fixture
def short_tab(chromium: Chromium, short_page: Path) -> Iterator[Tab]:
    with chromium.tab() as tab:
        yield tab.open(short_page)


def each_of(tab: Tab, selector: str, what: str) -> list[Any]:
    """Return the value of an expression for `each` element."""
    found: list[Any] = tab.run(f"[...document.querySelectorAll({json.dumps(selector)})].map(each => {what})")
    return found


def settle(tab: Tab) -> None:
    """Wait until the search is done and drawn."""
    tab.run("new Promise(done => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 110))")


def rest(tab: Tab, selector: str) -> None:
    """Wait until an element has been at the same place for six frames: what comes into view gets its real size."""
    tab.run(
        f"""new Promise(done => {{
            const top = () => document.querySelector({json.dumps(selector)}).getBoundingClientRect().top;
            let [last, same] = [top(), 0];
            const look = () => {{
                same = top() === last ? same + 1 : 0;
                last = top();
                same === 6 ? done() : requestAnimationFrame(look);
            }};
            requestAnimationFrame(look);
        }})"""
    )


def everything_opened(tab: Tab) -> None:
    """Click everything that can be clicked, once."""
    each_of(tab, "details", "each.open = true")
    each_of(tab, "thead button", "each.click()")
    each_of(tab, "[data-go]:nth-child(-n+9)", "each.dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    each_of(tab, "[data-do], [data-do=keys]", "each.click()")
    settle(tab)
    tab.run("(more => { while (!more.hidden) more.click(); })(document.querySelector('#catalogue > button'))")
    each_of(tab, f"{ROWS}[aria-expanded=false]", "each.click()")
    settle(tab)


def all_drawn(tab: Tab) -> None:
    """Give elements outside the window a size and colours too."""
    each_of(tab, ITEMS, "each.style.contentVisibility = 'visible'")


def search(tab: Tab, words: str) -> None:
    tab.press("/")
    tab.run("document.activeElement.select()")
    tab.call("Input.insertText", text=words)
    settle(tab)


def test_no_server_text_runs_or_hides_and_nothing_is_requested(tab: Tab, page: Path) -> None:
    everything_opened(tab)
    assert tab.run("[typeof hacked, document.title.startsWith('unapproved: ')]") == ["undefined", True]
    # Chromium reports each navigation back that was not caused by a click.
    assert [
        message for message in tab.texts_of_events(*TROUBLE) if "NavigationEntryMarkedSkippable" not in str(message)
    ] == []
    assert {asked["request"]["url"] for asked in tab.texts_of_events("Network.requestWillBeSent")} == {page.as_uri()}
    strangers = "script:not([type]):not(:last-of-type), img, iframe, object, embed, form, base, template, foreignObject"
    assert each_of(tab, strangers, "each.outerHTML") == []
    assert len(each_of(tab, "style, link", "1")) == 2
    names = {name for names in each_of(tab, "*", "each.getAttributeNames()") for name in names}
    assert not [name for name in names if name.startswith("on") or name in {"src", "srcdoc", "style", "action"}]
    assert all(link.startswith("#") for link in each_of(tab, "a", "each.getAttribute('href')"))
    # Hidden characters are shown in the diff and in the details.
    for place in ("#changes", "#catalogue"):
        marks = set(each_of(tab, f"{place} mark.hidden", "each.textContent"))
        assert {"‹U+202E›", "‹U+2066›", "‹U+200B›", "‹U+E0041›", "‹U+FEFF›", "‹U+0000›"} <= marks
    assert tab.run(r"/[\u202a-\u202e\u2066-\u2069\u200b\ufeff]/u.test(document.body.textContent)") is False


def test_the_content_security_policy_is_enforced(short_tab: Tab) -> None:
    failed, kinds, hacked = short_tab.run(
        """(async () => {
            const kinds = new Set();
            addEventListener("securitypolicyviolation", (event) => kinds.add(event.effectiveDirective));
            const put = (name, said) => document.body.append(Object.assign(document.createElement(name), said));
            const tries = [
                () => fetch("https://evil.test/"),
                () => { document.body.innerHTML = "<b>x</b>"; },
                () => put("script", { text: "window.hacked = 1" }),
                () => eval("1"),
                () => put("img", { src: "https://evil.test/i.png" }),
                () => put("style", { textContent: "p { color: red }" }),
                () => put("iframe", { src: "https://evil.test" }),
                () => document.body.setAttribute("onclick", "window.hacked = 1"),
            ];
            const failed = [];
            for (const each of tries) failed.push(await (async () => each())().then(() => "", (error) => error.name));
            for (let turn = 0; turn < 100 && !kinds.has("frame-src"); turn++)
                await new Promise((done) => setTimeout(done, 50));
            return [failed, [...kinds], typeof hacked];
        })()"""
    )
    assert failed[:4] == ["TypeError", "TypeError", "TypeError", "EvalError"]
    assert {"connect-src", "img-src", "require-trusted-types-for", "style-src-elem", "frame-src"} <= set(kinds)
    assert hacked == "undefined"


def test_a_long_text_is_complete(tab: Tab) -> None:
    search(tab, "evil/long")
    tab.click(ROWS)
    assert LONG in each_of(tab, ".detail pre", "each.textContent")
    assert len(LONG) > 100_000


def test_search_by_name_and_by_text(tab: Tab) -> None:
    assert len(each_of(tab, ROWS, "1")) == 100
    search(tab, "plain_12")
    names = each_of(tab, ROWS, "each.innerText")
    assert set(names) == {f"evil/plain_{at}" for at in (12, *range(120, 130))}
    assert each_of(tab, "#search output", "each.textContent")[0].startswith("11 of ")
    search(tab, "NUMBER 219.")
    assert each_of(tab, ROWS, "each.innerText") == ["evil/plain_219"]
    search(tab, "nothing is called this")
    assert each_of(tab, ROWS, "1") == []


def test_filters_of_the_list(tab: Tab) -> None:
    choose = "(each.value = '{}', each.dispatchEvent(new Event('change')))"
    each_of(tab, "select[name='all kinds']", choose.format("server"))
    assert len(each_of(tab, ROWS, "1")) == 3
    each_of(tab, "select[name='all kinds']", choose.format(""))
    tab.click("input[name=changed]")
    names = each_of(tab, ROWS, "each.innerText")
    assert "tracker/search" in names
    assert not [name for name in names if name.startswith("evil/plain")]


def test_the_list_grows_by_a_hundred(tab: Tab) -> None:
    tab.click("#catalogue > button")
    names = each_of(tab, ROWS, "each.innerText")
    assert len(names) == 200
    assert tab.run("document.activeElement.innerText") == names[100]


def test_tables_are_sorted(tab: Tab) -> None:
    def sorted_by(table: str, column: int) -> list[float]:
        tab.click(f"{table} thead th:nth-child({column}) button")
        cells = each_of(tab, f"{table} tbody td:nth-child({column})", "each.textContent")
        return [float(cell.replace(",", "") or -1) for cell in cells]

    for table, column in (("#catalogue", 3), ("#cost", 2)):
        found = sorted_by(table, column)
        assert found == sorted(found, reverse=True)
        assert each_of(tab, f"{table} [aria-sort]", "each.ariaSort") == ["descending"]
        found = sorted_by(table, column)
        assert found == sorted(found)
        assert each_of(tab, f"{table} [aria-sort]", "each.ariaSort") == ["ascending"]


def test_an_entry_opens_its_texts_schema_and_digests(short_tab: Tab) -> None:
    search(short_tab, "tracker/search")
    short_tab.press("Escape")
    short_tab.click(ROWS)
    assert each_of(short_tab, ROWS, "each.ariaExpanded") == ["true"]
    assert each_of(short_tab, ".detail h3", "each.textContent") == ["description", "input", "economics", "digests"]
    rows = each_of(short_tab, ".detail tr", "[...each.cells].map(cell => cell.textContent)")
    assert ["limit*", "integer", "maximum 50"] in rows
    short_tab.click(ROWS)
    assert each_of(short_tab, ".detail", "1") == []


def test_links_and_the_treemap_open_entries(tab: Tab) -> None:
    each_of(tab, "#risk tbody tr:first-child th a", "location.hash = each.hash")
    settle(tab)
    assert tab.run("document.activeElement.ariaExpanded") == "true"
    last = tab.run("JSON.parse(document.getElementById('data-index').textContent).rows.length - 1")
    tab.run(f"location.hash = 'i-{last}'")
    settle(tab)
    assert tab.run("document.activeElement.closest('tr').id") == f"i-{last}"
    tab.click(".treemap [data-go]")
    settle(tab)
    assert (
        tab.run("document.activeElement.closest('tr').id") == each_of(tab, ".treemap [data-go]", "each.dataset.go")[0]
    )


def test_a_link_to_a_change_opens_it(tab: Tab) -> None:
    change = each_of(tab, ".change", "each.id")[-1]
    each_of(tab, ITEMS, "each.open = false")
    tab.run(f"location.hash = '{change}'")
    settle(tab)
    ((opened, top),) = each_of(
        tab, f"#{change}", "[each.closest('details.item').open, each.getBoundingClientRect().top]"
    )
    assert opened
    assert 0 <= top < 900


def test_a_link_to_a_safe_change_opens_the_changes_of_its_rule(chromium: Chromium, tmp_path: Path) -> None:
    safe = [passing(finding("tool-title-respelled", f"/title/{at}", "A", "a")) for at in range(3)]
    page = tmp_path / "page.html"
    page.write_text(
        "".join(report_html(replace(rich_contents(), verdict=Verdict("a", "b", tuple(safe))))), encoding="utf-8"
    )
    change = safe[-1].finding.change.id
    with chromium.tab() as tab:
        tab.open(page)
        assert each_of(tab, ".alike", "each.open") == [False]
        tab.run(f"location.hash = '{change}'")
        settle(tab)
        assert each_of(tab, f"#{change}", "each.checkVisibility()") == [True]
        tab.click("#filters input[value=safe]")
        assert each_of(tab, ".alike", "each.hidden") == [True]


def test_an_arrow_between_right_to_left_letters_leads_from_old_to_new(chromium: Chromium, tmp_path: Path) -> None:
    changed = finding(
        "input-default-changed",
        "/inputSchema/properties/x/default",
        "\u05d0",
        "\u05d1",
        place="`\u05d2`",
        keyword="default",
    )
    path = tmp_path / "report.html"
    verdict = Verdict("HEAD", "capability.lock", (passing(changed),))
    path.write_text("".join(report_html(replace(rich_contents(), verdict=verdict))), encoding="utf-8", newline="\n")
    with chromium.tab() as tab:
        tab.open(path)
        everything_opened(tab)
        old, arrow, new = tab.run(
            """[...document.querySelector(".change .theirs").firstChild.data].flatMap((char, at) => {
                const place = document.createRange();
                place.setStart(document.querySelector(".change .theirs").firstChild, at);
                place.setEnd(document.querySelector(".change .theirs").firstChild, at + 1);
                return "\u05d0→\u05d1".includes(char) ? [place.getBoundingClientRect().x] : [];
            })"""
        )
    assert old < arrow < new


def test_keyboard_navigation(short_tab: Tab) -> None:
    focused = "document.activeElement.innerText.split('\\n')[0]"
    first, second = short_tab.press("j").run(focused), short_tab.press("j").run(focused)
    assert first != second
    assert short_tab.press("k").run(focused) == first
    opened = "document.activeElement.parentElement.open"
    was = short_tab.run(opened)
    assert short_tab.press("o").run(opened) is not was
    assert short_tab.press("Enter").run(opened) is was
    short_tab.press("e")
    assert all(each_of(short_tab, ITEMS, "each.open"))
    short_tab.press("?")
    assert short_tab.run("[document.querySelector('dialog').open, document.activeElement.innerText]") == [True, "Close"]
    assert short_tab.press("Escape").run("document.querySelector('dialog').open") is False
    assert short_tab.press("/").run("document.activeElement.type") == "search"
    assert short_tab.press("j", "t").run("document.activeElement.value") == "jt"
    assert short_tab.press("Escape").run("document.activeElement === document.body")


def test_a_rule_opens_its_explanation(short_tab: Tab) -> None:
    short_tab.click(".names button")
    ((rule, why),) = each_of(short_tab, ":popover-open", "[each.id, each.innerText]")
    assert f"rule-{each_of(short_tab, '.names button', 'each.textContent')[0]}" == rule
    assert "govern explain" in why
    short_tab.press("Escape")
    assert each_of(short_tab, ":popover-open", "1") == []


def test_changes_are_filtered(tab: Tab) -> None:
    def shown() -> list[str]:
        return [
            classes for classes in each_of(tab, ".change", "each.closest('[hidden]') ? '' : each.className") if classes
        ]

    assert {classes.split()[1] for classes in shown()} == {"breaking", "risky", "safe"}
    tab.click("#filters input[value=safe]")
    tab.click("#filters input[value=breaking]")
    assert {classes.split()[1] for classes in shown()} == {"risky"}
    tab.click("#filters input[value=waiting]")
    assert shown()
    assert all("waiting" in classes for classes in shown())


def test_counts_of_an_item_are_those_of_the_changes_shown(tab: Tab) -> None:
    def agree() -> bool:
        shown = """[...document.querySelectorAll('details.item:not([hidden])')].every(item =>
            [...item.querySelectorAll('summary .badge:not([hidden])')].every(badge => {
                const words = badge.innerText.split(/\\s+/);
                const [many, cls] = [words.at(-2), words.at(-1).toLowerCase()];
                const of = { unapproved: '.waiting', breaking: '.breaking', risky: '.risky', safe: '.safe' }[cls];
                return !of || Number(many) === item.querySelectorAll(`.change${of}:not([hidden])`).length;
            }))"""
        return bool(tab.run(shown))

    # Items off the screen have no inner text, and which these are depends on the time.
    tab.run("document.styleSheets[0].insertRule('details.item { content-visibility: visible !important }')")
    before = each_of(tab, f"{ITEMS} summary", "each.innerText")
    assert agree()
    for value in ("safe", "waiting", "risky"):
        tab.click(f"#filters input[value={value}]")
        assert each_of(tab, f"{ITEMS}:not([hidden])", "1")
        assert agree()
    assert each_of(tab, f"{ITEMS} summary", "each.innerText") != before
    for value in ("safe", "waiting", "risky"):
        tab.click(f"#filters input[value={value}]")
    assert each_of(tab, f"{ITEMS} summary", "each.innerText") == before


@pytest.mark.parametrize("width", [400, 1280])
def test_links_of_the_bar_lead_to_their_section(chromium: Chromium, page: Path, width: int) -> None:
    with chromium.tab(width=width) as tab:
        tab.open(page)
        sections = each_of(tab, "nav a", "each.hash")
        assert len(sections) == 7
        for section in (*sections, sections[2], sections[2]):
            tab.click(f"nav a[href='{section}']")
            rest(tab, section)
            (top,) = each_of(tab, section, "each.getBoundingClientRect().top")
            bottom = tab.run("document.querySelector('nav').getBoundingClientRect().bottom")
            at_the_end = tab.run("innerHeight + scrollY >= document.documentElement.scrollHeight - 2")
            assert at_the_end or bottom - 60 <= top <= bottom + 40
            # No tab is out of view.
            places = each_of(tab, "nav a", "(box => [box.left, box.right])(each.getBoundingClientRect())")
            assert all(start >= 0 and end <= width for start, end in places)


def test_tables_fit_a_phone(chromium: Chromium, short_page: Path) -> None:
    with chromium.tab(width=400) as tab:
        everything_opened(tab.open(short_page))
        wide = "main .scroll:not(:has(.sides))"
        assert len(each_of(tab, wide, "1")) > 6
        assert each_of(tab, wide, "each.scrollWidth - each.clientWidth") == [0] * len(each_of(tab, wide, "1"))
        labels = each_of(tab, "#catalogue > .scroll > table > tbody > tr:first-child > td", "each.dataset.label")
        assert labels == ["kind", "tokens", "fields", "answer", "risk", "changes"]
        shown = each_of(tab, "#cost td.number", "getComputedStyle(each, '::before').content")
        assert '"tokens "' in shown
        assert each_of(tab, "#cost thead button", "each.getBoundingClientRect().right <= 400") == [True] * 7


@pytest.mark.parametrize("width", [400, 900, 1280])
def test_labels_of_the_treemap_fit_their_boxes(chromium: Chromium, page: Path, width: int) -> None:
    with chromium.tab(width=1280) as tab:
        tab.open(page).as_if(width=width)
        settle(tab)
        labels = each_of(
            tab,
            ".treemap text",
            "[each.textContent, each.dataset.name ?? '', getComputedStyle(each).visibility, "
            "each.getComputedTextLength() + each.x.baseVal[0].value - each.ownerSVGElement.width.baseVal.value]",
        )
        assert len(labels) > 10
        assert [each for each in labels if each[3] > 0 and each[2] == "visible" and each[0]] == []
        cut = [each for each in labels if each[1] and each[0] and each[0] != each[1]]
        assert all(each[0].endswith("…") and each[1].startswith(each[0][:-1]) for each in cut)
        assert cut


def is_dark(tab: Tab) -> bool:
    colour: list[int] = tab.run("getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g).map(Number)")
    return sum(colour[:3]) < 3 * 60


def test_themes(chromium: Chromium, short_page: Path) -> None:
    with chromium.tab(dark=True) as tab:
        tab.open(short_page).run("localStorage.clear()")
        assert is_dark(tab.open(short_page))
        assert not is_dark(tab.click("[data-do=theme]"))
        # Another process may load the page, and read the storage before the click is written to it.
        assert any(not is_dark(tab.open(short_page)) for _ in range(20))
        assert is_dark(tab.press("t"))
        assert each_of(tab, "[data-do=theme]", "each.innerText")[0].endswith("Theme: dark")
        assert not is_dark(tab.press("t").as_if(dark=False))


def test_it_fits_a_phone(chromium: Chromium, page: Path) -> None:
    with chromium.tab(width=360, height=800) as tab:
        everything_opened(tab.open(page))
        all_drawn(tab)
        assert tab.run("document.documentElement.scrollWidth") == 360
        scrolled = "each.getBoundingClientRect().right <= 361 || each.closest('.scroll, svg, pre, blockquote')"
        assert [
            html for html in each_of(tab, "main *", f"{scrolled} ? '' : each.outerHTML.slice(0, 200)") if html
        ] == []


def test_printing_is_light_and_unfolded(chromium: Chromium, short_page: Path) -> None:
    with chromium.tab() as tab:
        assert tab.open(short_page).pdf().startswith(b"%PDF-")
        tab.run("document.documentElement.dataset.theme = 'dark'")
        each_of(tab, ITEMS, "each.open = false")
        tab.call("Emulation.setEmulatedMedia", media="print")
        assert tab.run("getComputedStyle(document.querySelector('nav')).display") == "none"
        assert tab.run("getComputedStyle(document.documentElement).colorScheme") == "light"
        assert all(height > 20 for height in each_of(tab, ".change", "each.getBoundingClientRect().height"))


def test_diff_and_tables_without_scripts(chromium: Chromium, page: Path) -> None:
    with chromium.tab(scripts=False) as tab:
        tab.open(page)
        assert tab.texts_of_events(*TROUBLE) == []
        assert sum(each_of(tab, ".change", "each.checkVisibility()")) > 10
        assert sum(each_of(tab, "#items tbody tr", "each.checkVisibility()")) > 250
        assert each_of(tab, "#cost tbody tr", "each.checkVisibility()") == [True] * 3
        assert not any(each_of(tab, "nav button, #filters", "each.checkVisibility()"))
        assert each_of(tab, "img, iframe, #items script", "each.outerHTML") == []


@pytest.mark.parametrize("how", [{}, {"dark": True}, {"width": 360}], ids=["light", "dark", "narrow"])
def test_axe_finds_nothing_serious(chromium: Chromium, short_page: Path, axe: str, how: dict[str, Any]) -> None:
    with chromium.tab(**how) as tab:
        # axe writes styles and frames of its own, which the page's policy would refuse.
        tab.call("Page.setBypassCSP", enabled=True)
        tab.open(short_page).run("localStorage.clear()")
        assert is_dark(tab.open(short_page)) is ("dark" in how)
        tab.click(ROWS)
        each_of(tab, "details", "each.open = true")
        all_drawn(tab)
        tab.run(f"{axe};0")
        found = tab.run("axe.run(document, {resultTypes: ['violations']})")
        assert {"color-contrast", "button-name", "region"} <= {each["id"] for each in found["passes"]}
        assert [each["id"] for each in found["incomplete"] if not each["nodes"]] == []
        serious = [each for each in found["violations"] if each["impact"] in ("serious", "critical")]
        assert [(each["id"], each["nodes"][0]["html"], each["nodes"][0]["failureSummary"]) for each in serious] == []
