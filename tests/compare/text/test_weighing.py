"""Sentences that no rule was written for, by the weight of their words."""

from govern.compare.text.concepts import tokens_of
from govern.compare.text.cue import Cue
from govern.compare.text.reading import sentences
from govern.compare.text.weighing import features, weighed_cue
from tests.poison.weighing_by import weighing_by

HEAVY = {"": -3.0, "chat": 2.0, "=do:put": 1.0, "attach": 2.5, "harmless": -4.0}


def weighed(text: str) -> list[Cue]:
    with weighing_by(HEAVY):
        return [cue for each in sentences(text, tokens_of(text)) if (cue := weighed_cue(text, each))]


def test_words_weigh_together() -> None:
    (cue,) = weighed("Adds. Attach the chat.")
    assert (cue.what, cue.strong, cue.excerpt, cue.position) == ("weighs: attach chat the", True, "Attach the chat", 6)
    assert not weighed("Attach it.")
    assert not weighed("Attach. Chat.")


def test_and_against() -> None:
    assert not weighed("Attach the harmless chat.")


def test_who_speaks_of_steering_does_not_steer() -> None:
    assert not weighed("Detects texts such as attach the chat.")


def test_of_an_address_counts_that_it_is_one() -> None:
    (sentence,) = sentences(text := "Send it to https://chat.example/attach", tokens_of(text))
    assert {"=url", "=do:move", "send"} <= features(sentence)
    assert {"chat", "attach", "example", "https"}.isdisjoint(features(sentence))
