"""Recorded arguments and answers without credentials."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.policy.redaction import HIDDEN, holds_credential, is_secret_name, replace_secrets

if TYPE_CHECKING:
    from govern.policy.target import Secrets

_DEEPEST = 200


def redacted(value: Any, secrets: Secrets, name: str = "", depth: int = 0) -> Any:
    """Return a JSON value without a server's secrets, values named as secrets, and texts that hold a credential."""
    if isinstance(value, str):
        return _redacted_text(value, secrets, name)
    if depth > _DEEPEST:
        return HIDDEN
    if isinstance(value, dict):
        return {secrets.redact(key): redacted(each, secrets, key, depth + 1) for key, each in value.items()}
    if isinstance(value, list):
        return [redacted(each, secrets, name, depth + 1) for each in value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        # A secret that is all digits may be a number.
        return secrets.shown_as.get(str(value), 0 if is_secret_name(name) else value)
    return value


def _redacted_text(text: str, secrets: Secrets, name: str) -> str:
    if is_secret_name(name) and text:
        return HIDDEN
    text = secrets.redact(text)
    return replace_secrets(text) if holds_credential(text) else text
