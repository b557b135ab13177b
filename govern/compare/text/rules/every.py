"""Which concepts together steer: rows of data.

A pattern is read from left to right: concepts of the lexicon (`a|b` either, `a*` the forms of a verb that do not
order), `end` and `pause` for marks; a number is how many other words may stand between in the same sentence, `8+` lets
the next sentence in, and `2-` no preposition.
"""

from __future__ import annotations

from govern.compare.text.rules.authority import AUTHORITY
from govern.compare.text.rules.concealment import CONCEALMENT
from govern.compare.text.rules.exfiltration import EXFILTRATION, NAMES, TOGETHER
from govern.compare.text.rules.instruction import INSTRUCTION
from govern.compare.text.rules.other_tools import OTHER_TOOLS

__all__ = ["NAMES", "RULES", "TOGETHER"]

RULES = INSTRUCTION + CONCEALMENT + OTHER_TOOLS + EXFILTRATION + AUTHORITY
