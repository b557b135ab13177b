"""The JSON document of `govern login` and `govern logout`."""

from pathlib import Path
from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12


class LoginDocument(TypedDict):
    """`govern login --json` and `govern logout --json`; `file` keeps the token, null if there is none.

    `issuer` is the issuer of the token, also of one that was removed; null if there was none.
    """

    format: Literal["govern.login/1"]
    url: str
    logged_in: bool
    issuer: str | None
    file: str | None


def login_document(url: str, issuer: str | None, file: Path | None) -> LoginDocument:
    """Return the state after a login or a logout."""
    return {
        "format": "govern.login/1",
        "url": url,
        "logged_in": file is not None,
        "issuer": issuer,
        "file": None if file is None else str(file),
    }
