"""What models charge for what they read: a table that people may replace with their own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.errors import PolicyInvalid
from govern.files import MEGABYTE, read_text

if TYPE_CHECKING:
    from collections.abc import Mapping

_SHIPPED = Path(__file__).with_name("prices.toml")
_LARGEST = MEGABYTE
# US dollars; far above any price, and no number that JSON cannot carry.
_HIGHEST = 1e9
_TABLE = "usd-per-million"
_HINT = f'Write `date = "2025-11-30"` and a table `[{_TABLE}]` of model names and US dollars.'


@dataclass(frozen=True, slots=True)
class Prices:
    """US dollars for a million input tokens by model, as of a day."""

    date: str
    usd_per_million: Mapping[str, float]

    def per_call(self, tokens: int) -> dict[str, float]:
        """What reading so many tokens costs, by model."""
        return {model: price * tokens / 1_000_000 for model, price in self.usd_per_million.items()}


def read_prices(path: Path | None = None) -> Prices:
    """The price table of this file, or the one that ships with govern."""
    import tomllib

    path = path or _SHIPPED
    try:
        document = tomllib.loads(read_text(path, _LARGEST))
    except OSError as error:
        raise PolicyInvalid(f"the price table cannot be read: {error.strerror}", where=str(path), hint=_HINT) from None
    except (ValueError, RecursionError) as error:
        raise PolicyInvalid(f"the price table is not valid TOML: {error}", where=str(path), hint=_HINT) from None
    prices = document.get(_TABLE)
    if not isinstance(prices, dict) or not all(map(_is_price, prices.values())):
        raise PolicyInvalid(f"`{_TABLE}` is no table of prices", where=str(path), hint=_HINT)
    if not isinstance(document.get("date"), (str, date)):
        raise PolicyInvalid("the price table does not say of which day it is", where=str(path), hint=_HINT)
    return Prices(str(document["date"]), {model: float(price) for model, price in sorted(prices.items())})


def _is_price(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= _HIGHEST
