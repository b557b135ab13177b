"""Two JSON Schemas: does one take all that the other takes, and if not, what shows it."""

from .comparison import Comparison, Witness, compare_schemas
from .side import Invalid

__all__ = ["Comparison", "Invalid", "Witness", "compare_schemas"]
