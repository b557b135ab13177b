"""COSTING: what tools cost: tokens of definitions, bounds and risk of answers.

Here stands what locking needs. Telling needs more: `advice`, `budgets`, `prices`, `split` and `summary` are imported by
whoever tells, so that locking does not wait for them. The tokenizer itself is loaded with the first `Counter`.
"""

from govern.economics.assess import Assessment, Basis, Guard, Risk, Thresholds, assess, estimated_tokens, risk_of
from govern.economics.costed import Costed
from govern.economics.definition import Counter, definition
from govern.economics.encoding import ENCODINGS, load

__all__ = [
    "ENCODINGS",
    "Assessment",
    "Basis",
    "Costed",
    "Counter",
    "Guard",
    "Risk",
    "Thresholds",
    "assess",
    "definition",
    "estimated_tokens",
    "load",
    "risk_of",
]
