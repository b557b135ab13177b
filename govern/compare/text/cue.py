"""A cue: a place in a text that tries to steer the model that reads it, or that such an attempt is made of."""

from __future__ import annotations

from govern.dataclass import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    CueKind = Literal[
        "instruction",  # tells the model whom to obey, or who it is
        "concealment",  # keeps something from the user
        "other-tools",  # calls, avoids or bends tools that are not its own
        "exfiltration",  # carries data elsewhere
        "address",  # a URL or host
        "sensitive-path",  # a file that holds secrets
        "credential",  # the name of a secret
        "hidden-characters",  # characters that a reader does not see, or takes for others
        "encoded",  # text that must be decoded to be read
        "authority",  # speaks for somebody who must be obeyed, or presses
        "markup",  # markup that hides text from people or calls home
    ]


@dataclass(frozen=True, slots=True)
class Cue:
    """One cue; `what` is the same wherever the same cue stands, so that cues can be subtracted.

    A strong cue steers by itself. A weak one is only worth a look, unless others stand beside it. One that is said
    openly is a phrase that a rule was written for, where others are what a sentence comes to. One with a weight is
    told by what the words of a sentence weigh together, in hundredths, and by nothing else.
    """

    kind: CueKind
    what: str
    strong: bool
    excerpt: str = ""
    position: int = 0
    pointer: str = ""
    openly: bool = False
    weight: int = 0
