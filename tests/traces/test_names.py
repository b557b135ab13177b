"""The tool of a recorded name."""

import pytest

from govern.traces.call import Client, Guess, Server
from govern.traces.names import Names, Whose

TWO = {"lib": frozenset({"look", "find.book", "a_b"}), "my-zoo": frozenset({"look", "feed"})}
NAMES = Names(TWO, own={"lib": "Town library", "my-zoo": "zoo-server"})


@pytest.mark.parametrize(
    ("recorded", "whose"),
    [
        ("feed", ("my-zoo", "feed")),
        ("look", "ambiguous"),
        ("lib__look", ("lib", "look")),
        ("lib_look", ("lib", "look")),
        ("lib.look", ("lib", "look")),
        ("lib:look", ("lib", "look")),
        ("lib/look", ("lib", "look")),
        ("lib-look", ("lib", "look")),
        ("mcp__lib__look", ("lib", "look")),
        ("mcp_lib_look", ("lib", "look")),
        ("mcp__my-zoo__look", ("my-zoo", "look")),
        ("mcp__my_zoo__look", ("my-zoo", "look")),
        ("my_zoo_look", ("my-zoo", "look")),
        ("mcp__lib__find_book", ("lib", "find.book")),
        ("find_book", ("lib", "find.book")),
        ("mcp__lib__gone", ("lib", "gone")),
        ("mcp__my_zoo__gone", ("my-zoo", "gone")),
        ("lib.gone", ("lib", "gone")),
        ("lib_gone", "not ours"),
        ("Bash", "not ours"),
        ("Look", "not ours"),
        ("mcp__other__look", "not ours"),
        ("", "not ours"),
        ("mcp__lib__", ("lib", "")),
    ],
)
def test_a_name_in_a_models_log(recorded: str, whose: Whose) -> None:
    assert NAMES.whose(None, recorded) == whose


@pytest.mark.parametrize(
    ("server", "tool", "whose"),
    [
        ("lib", "look", ("lib", "look")),
        ("lib", "find_book", ("lib", "find.book")),
        ("lib", "lib__look", ("lib", "look")),
        ("lib", "gone", ("lib", "gone")),
        ("my_zoo", "feed", ("my-zoo", "feed")),
        ("zoo-server", "feed", ("my-zoo", "feed")),
        ("other", "look", "not ours"),
        (Client(), "feed", "not ours"),
        (Guess("Town library"), "look", ("lib", "look")),
        (Guess("lib"), "gone", ("lib", "gone")),
        (Guess("other"), "feed", ("my-zoo", "feed")),
        (Guess("other"), "look", "ambiguous"),
        (Guess(), "gone", "not ours"),
    ],
)
def test_a_server_that_is_named(server: Server, tool: str, whose: Whose) -> None:
    assert NAMES.whose(server, tool) == whose


def test_names_given_by_the_user() -> None:
    names = Names(TWO, aliases={"library": "lib", "plugin_x_zoo": "my-zoo"}, default="lib")
    assert names.whose("library", "look") == ("lib", "look")
    assert names.whose(None, "mcp__plugin_x_zoo__look") == ("my-zoo", "look")
    assert names.whose(None, "mcp__plugin_x_zoo__gone") == ("my-zoo", "gone")
    assert names.whose(None, "look") == ("lib", "look")
    assert names.whose(None, "Bash") == "not ours"
    assert names.whose(Guess(), "look") == ("lib", "look")
    assert names.whose(Guess(), "gone") == ("lib", "gone")


def test_a_log_of_mcp_and_a_lock_of_one_server() -> None:
    names = Names({"lib": frozenset({"look"})})
    assert names.whose(Guess(), "gone") == ("lib", "gone")
    assert names.whose(None, "gone") == "not ours"


def test_a_name_means_the_server_rather_than_its_profiles() -> None:
    names = Names({"lib": frozenset({"look"}), "lib@ro": frozenset({"look"}), "lib@b": frozenset({"feed"})})
    assert names.whose(None, "look") == ("lib", "look")
    assert names.whose(None, "feed") == ("lib@b", "feed")
    apart = Names({"lib@a": frozenset({"look"}), "lib@b": frozenset({"look"})})
    assert apart.whose(None, "look") == "ambiguous"


def test_an_exact_name_comes_before_a_similar_one() -> None:
    names = Names({"a": frozenset({"b_c"}), "a_b": frozenset({"c"}), "x": frozenset({"look-up", "look_up"})})
    assert names.whose(None, "a_b_c") == "ambiguous"
    assert names.whose(None, "mcp__a_b__c") == ("a_b", "c")
    assert names.whose(None, "look-up") == ("x", "look-up")
    assert names.whose(None, "look.up") == "ambiguous"
