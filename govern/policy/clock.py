"""The time as this machine's clock and time zone have it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from govern.errors import UsageError

if TYPE_CHECKING:
    from datetime import date


def now() -> datetime:
    """Return the time with its zone."""
    try:
        return datetime.now().astimezone()
    except (OverflowError, ValueError, OSError):
        hint = "Set the clock; what is approved until a day cannot be judged without one."
        raise UsageError("the system clock shows a date that no calendar has", hint=hint) from None


def today() -> date:
    """Return the day here."""
    return now().date()
