"""Who signs, and what policy may say of them: names as an allowed_signers file can hold them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.contract.characters import has_hidden
from govern.policy.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.policy.problems import Place
    from govern.policy.settings import SignatureKeys

# What means something else in an allowed_signers file: patterns, a list, quotes, a comment.
_MEANT_OTHERWISE = '*?!,"#'


def bad_identity(who: str) -> str | None:
    """Why nobody can sign by this name, if so."""
    if not who:
        return "is empty"
    if who.startswith("-"):
        return "may not begin with -, it would be read as a flag"
    if any(char.isspace() for char in who) or has_hidden(who) or not who.isprintable():
        return "may not hold spaces or characters that nobody sees"
    if bad := next((char for char in who if char in _MEANT_OTHERWISE), None):
        return f"may not hold {bad}, which means something else in allowed_signers"
    return None


def senseless_signatures(keys: SignatureKeys) -> Iterator[Problem]:
    """Everything about signatures whose meaning is wrong."""
    place: Place = ("policy", "signatures")
    if keys.lock < 0:
        yield Problem((*place, "lock"), "should be at least 0")
    for at, who in enumerate(keys.signers):
        if reason := bad_identity(who):
            yield Problem((*place, "signers", at), reason)
    for key in ("allowed-signers", "revoked-keys", "sigstore-root"):
        if getattr(keys, key.replace("-", "_")) == "":
            yield Problem((*place, key), "is empty")
    for who, issuer in keys.sigstore.items():
        if reason := bad_identity(who):
            yield Problem((*place, "sigstore", who), reason)
        elif not issuer.startswith("https://"):
            yield Problem((*place, "sigstore", who), "should be its issuer, such as https://accounts.google.com")
