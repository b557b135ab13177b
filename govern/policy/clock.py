"""The current time and date, by the clock and time zone of this machine."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from govern.errors import UsageError

if TYPE_CHECKING:
    from datetime import date


def now() -> datetime:
    """Return the current time with its time zone."""
    try:
        return datetime.now().astimezone()
    except (OverflowError, ValueError, OSError):
        hint = "set the clock: approvals with an end date depend on it"
        raise UsageError("the system clock has an invalid date", hint=hint) from None


def today() -> date:
    """Return the current date."""
    return now().date()
