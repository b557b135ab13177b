"""The verbs, each with the file of this room that it lives in; a verb's file is imported when somebody asks for it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

VERBS = {
    "init": "locking",
    "lock": "locking",
    "diff": "deciding",
    "approve": "deciding",
    "gate": "releasing",
    "changelog": "releasing",
    "show": "locking",
    "cost": "locking",
    "explain": "deciding",
    "replay": "evidence",
    "verify": "trusting",
    "sign": "trusting",
    "export": "trusting",
    "report": "evidence",
    "watch": "watching",
}


def verb(name: str) -> Callable[..., int]:
    """The function that carries out this verb."""
    function: Callable[..., int] = getattr(import_module(f"govern.cli.{VERBS[name]}"), name)
    return function
