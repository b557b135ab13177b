"""CommonMark for comments, job summaries and release notes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from govern.report import module_of

if TYPE_CHECKING:
    from . import changelog, diff, measurements
else:
    __getattr__ = partial(module_of, __name__)
