"""JSON as editors keep their settings: with comments and trailing commas."""

from __future__ import annotations

import json
import re
from typing import Any

_STRING_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_STRING_OR_COMMA = re.compile(r'"(?:\\.|[^"\\])*"|,(?=\s*[}\]])')


def read_jsonc(text: str) -> Any:
    """The value; what is wrong is told with its line, as in the text."""
    plain = _STRING_OR_COMMENT.sub(lambda found: found[0] if found[0][0] == '"' else _blank(found[0]), text)
    plain = _STRING_OR_COMMA.sub(lambda found: found[0] if found[0][0] == '"' else " ", plain)
    return json.loads(plain) if plain.strip() else {}


def _blank(comment: str) -> str:
    return "\n" * comment.count("\n") or " "
