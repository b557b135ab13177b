"""Cues: parts of a text that a reviewer should look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    CueKind = Literal[
        "hidden-characters",  # characters that a person does not see or mistakes for others
        "control-tag",  # tags and labels that models read as another speaker's
        "hiding-markup",  # markup that a renderer does not show
        "encoded",  # text that must be decoded to be read
        "command",  # a shell command that sends, fetches and runs, or deletes
        "address",  # a host or mail address
        "image",  # an image whose address can carry data away
        "sensitive-path",  # a file that holds secrets
        "credential",  # the name of a secret
        "model-context",  # an argument for the model's own context
    ]


@dataclass(frozen=True, slots=True)
class Cue:
    """One cue; `what` identifies it, so that the cues of the old text can be subtracted.

    `hides` is true where the evidence proves that a person reads something else than the model.
    """

    kind: CueKind
    what: str
    hides: bool = False
    excerpt: str = ""
    position: int = 0
    pointer: str = ""
