"""The words of thoughts, by what they are about; rules/thoughts.py says which of them together steer.

A word may be about several things. `transmi*` is any word that begins so, `of_course` a phrase.
"""

from __future__ import annotations

from govern.compare.text.vocabulary.abroad import ABROAD
from govern.compare.text.vocabulary.acts import ACTS
from govern.compare.text.vocabulary.manner import MANNER
from govern.compare.text.vocabulary.speech import SPEECH
from govern.compare.text.vocabulary.things import THINGS

__all__ = ["ACTS", "CONCEPTS"]

CONCEPTS = {name: f"{words} {ABROAD.get(name, '')}" for name, words in (ACTS | THINGS | MANNER | SPEECH).items()}
CONCEPTS["tell abroad"] = ABROAD["tell"]
