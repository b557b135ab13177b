"""What came of signing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from govern.signing.signatures import Signature
    from govern.signing.signed import SignatureProblem


@dataclass(frozen=True, slots=True)
class SignOutcome:
    """What was signed by whom, what had been already, and how many signatures of what is no more were taken out.

    `problems` are why these signatures do not count yet, by the allowed signers that policy names.
    """

    path: Path
    who: str
    fresh: tuple[Signature, ...]
    already: tuple[Signature, ...]
    dropped: int
    problems: tuple[SignatureProblem, ...]
    allowed_signers: str
