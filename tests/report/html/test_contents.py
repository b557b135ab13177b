from typing import Any

from govern.contract.surface import PROMPT, TOOL, Item, Surface
from govern.lockfile.document import Lock
from govern.report.html.contents import Catalogue, Contents, catalogue_data, catalogue_section
from tests.lockfile.building import lock_of, lock_surface, locked
from tests.report.hostile import ATTACKS
from tests.report.html.pages import Reading, contents_of, data_in
from tests.report.test_diff_of_locks import NARROWER, SEARCH, verdict_of

ADD: dict[str, Any] = {
    "name": "add",
    "title": "Add",
    "description": "Adds.",
    "inputSchema": {
        "type": "object",
        "properties": {"a": {"type": "integer", "description": "One."}},
        "required": ["a"],
    },
    "annotations": {"readOnlyHint": True},
}


def rows_of(contents: Contents) -> list[list[Any]]:
    index: dict[str, Any] = data_in("".join(catalogue_data(Catalogue(contents))), "index")
    return [[index["servers"][row[0]], *row[1:]] for row in index["rows"]]


def details_of(lock: Lock, name: str) -> list[Any]:
    html = "".join(catalogue_data(Catalogue(contents_of(lock))))
    (row,) = (row for row in data_in(html, "index")["rows"] if row[2] == name)
    found: list[Any] = data_in(html, f"server-{row[0]}")[row[-1]]
    return found


def test_tools_first_by_cost() -> None:
    rows = rows_of(contents_of(lock_of(locked("maths", ADD), locked("tracker", SEARCH))))
    assert [row[:3] for row in rows] == [
        ["tracker", "tool", "search"],
        ["maths", "tool", "add"],
        ["maths", "server", ""],
        ["tracker", "server", ""],
    ]


def test_a_row_has_numbers_and_changes() -> None:
    old, new = lock_of(locked("tracker", SEARCH)), lock_of(locked("tracker", NARROWER))
    row = rows_of(contents_of(new, old, verdict=verdict_of(old, new)))[0]
    (numbers,) = (tool.numbers for tool in new.servers[0].tools)
    assert numbers
    assert row[3:5] == [numbers.tokens, numbers.fields]
    assert row[5:8] == [None, False, "unknown"]
    assert row[8] == [["BREAKING", 2]]


def test_details_are_texts_fields_hints_economics_and_digests() -> None:
    details = details_of(lock_of(locked("maths", ADD)), "add")
    assert [block[:2] for block in details] == [
        ["text", "title"],
        ["text", "description"],
        ["table", "input"],
        ["text", "hints"],
        ["table", "economics"],
        ["table", "digests"],
    ]
    assert details[2][3] == [["a*", "integer", "One."]]
    assert [part for part, _ in details[-1][3]] == ["tool", "surface", "input", "output", "hints", "economics"]


def test_instructions_and_prompt_arguments() -> None:
    prompt = Item(PROMPT, {"name": "ask", "arguments": [{"name": "what", "description": "It.", "required": True}]})
    odd = Item(PROMPT, {"name": "odd", "arguments": [{"name": "what", "later": 1}]})
    surface = Surface({"instructions": "Be kind.\u200b", "serverInfo": {"version": "2"}}, (prompt, odd))
    lock = lock_of(lock_surface(surface))
    assert ["text", "instructions", "Be kind.‹U+200B›"] in details_of(lock, "")
    assert ["table", "arguments", ["field", "type", "details"], [["what", "required", "It."]]] in details_of(
        lock, "ask"
    )
    (kept,) = (block for block in details_of(lock, "odd") if block[1] == "arguments")
    assert '"later": 1' in kept[2]


def test_no_text_ends_the_data_element() -> None:
    for attack in (*ATTACKS, "</script><!--<script>", "\u2028\u2029", "]]>"):
        text = attack.encode("utf-8", "replace").decode()
        tool = {"name": text, "description": text, "inputSchema": {"properties": {text: {"description": text}}}}
        html = "".join(catalogue_data(Catalogue(contents_of(lock_of(locked("s", tool))))))
        inside = html.replace('<script type="application/json" id="data-', "").replace("</script>", "")
        assert not {"<", ">", "&", "\u2028", "\u2029"} & set(inside.replace('index">', "").replace('server-0">', ""))
        assert len(data_in(html, "index")["rows"]) == 2


def test_items_with_one_name_have_separate_numbers() -> None:
    lock = lock_of(lock_surface(Surface({}, (Item(TOOL, ADD), Item(TOOL, ADD | {"description": "Adds up all."})))))
    rows = rows_of(contents_of(lock))
    assert [row[2] for row in rows] == ["add", "add", ""]
    assert len({row[3] for row in rows}) == 3


def test_only_locked_items_are_linked() -> None:
    catalogue = Catalogue(contents_of(lock_of(locked("maths", ADD))))
    assert Reading(catalogue.link("maths/add")).values("href") == ["#i-0"]
    assert Reading(catalogue.link("maths")).values("href") == ["#i-1"]
    assert Reading(catalogue.link("maths/gone")).tags == {"bdi"}


def test_a_table_without_scripts() -> None:
    reading = Reading(catalogue_section(Catalogue(contents_of(lock_of(locked("maths", ADD))))))
    assert reading.texts("th", scope="row") == ["maths/add", "maths"]
    assert reading.values("id")[-2:] == ["i-0", "i-1"]
