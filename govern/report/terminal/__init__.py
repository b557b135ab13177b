"""Text for a terminal, a module for related commands."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from govern.report import module_of

if TYPE_CHECKING:
    from . import approve, cost, diff, evaluations, fleet, lock, recordings, servers, show, signing
else:
    __getattr__ = partial(module_of, __name__)
