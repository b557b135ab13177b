"""COSTING: what tools cost: tokens of definitions, bounds and risk of answers.

Each file is imported by who needs it: locking waits for none of those that tell, and a comparison for none that counts.
"""

from __future__ import annotations
