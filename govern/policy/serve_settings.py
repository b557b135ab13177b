"""The keys of `[serve]`: the enforcement of the lock at run time."""

from dataclasses import dataclass
from typing import Literal

from govern.policy.compact_settings import ReduceKeys, ServedNames, ServedSurface
from govern.policy.http_settings import ServeHttp
from govern.policy.settings_key import key

# The strictest word of each of these comes first.
Allow = Literal["none", "approved", "safe"]
Answers = Literal["refuse", "warn", "off"]


@dataclass(frozen=True)
class Serve:
    """The `[serve]` table: the enforcement of the lock by `govern serve` and `govern run`."""

    allow: Allow = key(
        "Whether a tool that differs from the lock may be called: `safe` if all its changes are approved or need no "
        "approval by policy, `approved` if people approved each of them, `none` never.",
        "safe",
    )
    answers: Answers = key(
        "Answers that do not match the locked output schema: `refuse` replaces them by an error, `warn` notes them in "
        "the audit log, `off` does not check.",
        "warn",
    )
    max_age: float = key("Seconds after which a server's lists are read again before a call.", 60.0)
    call_timeout: float = key(
        "Seconds after which a request without an answer fails; each progress or log message starts them anew.", 300.0
    )
    names: ServedNames = key(
        "How `govern serve` names tools and prompts: `prefixed` as `SERVER__NAME`, `plain` by the server's own names, "
        "of which no two may be equal.",
        "prefixed",
    )
    surface: ServedSurface = key(
        "`all` offers every locked tool; `compact` offers seven tools with which a model finds and calls the others.",
        "all",
    )
    reduce: ReduceKeys = key("When the compact surface shortens an answer.", made=ReduceKeys)
    http: ServeHttp = key("Who may use the HTTP endpoint of `govern serve`, and how much.", made=ServeHttp)
