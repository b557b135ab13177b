from hypothesis import given
from hypothesis import strategies as st

from govern.contract.characters import has_hidden, visible
from govern.report.html.markup import Markup, element, joined, text, theirs
from tests.report.hostile import ATTACKS, hostile_texts, undirected
from tests.report.html.pages import Reading


def test_texts_are_escaped() -> None:
    assert text("<b>&\"'") == "&lt;b&gt;&amp;&quot;&#x27;"
    assert element("p", "<script>") == "<p>&lt;script&gt;</p>"
    assert element("p", element("b", "x"), "<i>") == "<p><b>x</b>&lt;i&gt;</p>"


def test_hidden_characters_are_shown_and_marked() -> None:
    assert text("a\u200bb") == 'a<mark class="hidden">‹U+200B›</mark>b'
    assert element("title", "a\u202eb") == "<title>a‹U+202E›b</title>"
    assert 'title="a‹U+202E›"' in element("p", title="a\u202e")


def test_attributes() -> None:
    assert (
        element("p", class_="a", data_x="1", hidden=True, id=None, open=False) == '<p class="a" data-x="1" hidden></p>'
    )
    assert element("p", title='"><script>') == '<p title="&quot;&gt;&lt;script&gt;"></p>'
    assert element("input", value=0) == '<input value="0">'
    assert element("svg", viewBox="0 0 1 1") == '<svg viewBox="0 0 1 1"></svg>'


def test_none_is_left_out() -> None:
    assert element("p", None, "x", None) == "<p>x</p>"
    assert joined(["a", None, Markup("<br>")], " & ") == "a &amp; <br>"


@given(hostile_texts | st.text(), st.sampled_from(["p", "title", "text"]))
def test_the_html_parses_to_exactly_the_text(message: str, name: str) -> None:
    html = element("main", element(name, message, title=message), theirs(message))
    assert not has_hidden(undirected(html))
    reading = Reading(html)
    assert reading.tags <= {"main", name, "bdi", "mark"}
    texts = [[*map(undirected, reading.texts(each))] for each in (name, "bdi")]
    assert texts == [[visible(message)]] * 2
    assert reading.values("title") == [visible(message)]
    assert {key for _, has, _ in reading.found for key in has} <= {"title", "dir", "class"}


def test_known_attacks() -> None:
    for attack in ATTACKS:
        assert [*map(undirected, Reading(element("p", attack)).texts("p"))] == [visible(attack)]
