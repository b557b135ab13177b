"""JSON documents: their types and the functions that build them, a module for related verbs."""

from __future__ import annotations

import json
import re
from typing import TypeVar, cast

Document = TypeVar("Document")


def json_text(document: object, indent: int | None = 2) -> str:
    """Return a document as JSON that no terminal and no CI system acts on: ASCII only, and without `##`."""
    return re.sub("#(?=#)", r"\\u0023", json.dumps(document, indent=indent)) + "\n"


def document_of(kind: type[Document], value: object, /, **others: object) -> Document:
    """Return a document of this type, whose keys are those in `others` and attributes of the value."""
    found = {key: others[key] if key in others else getattr(value, key) for key in kind.__annotations__}
    return cast("Document", {key: list(each) if isinstance(each, tuple) else each for key, each in found.items()})


def document_types() -> dict[str, type]:
    """Return the type of each published document by its format; docs/schemas is generated from these."""
    from importlib import import_module
    from pkgutil import iter_modules
    from typing import get_args, get_type_hints

    from typing_extensions import is_typeddict

    modules = (import_module(f"{__name__}.{each.name}") for each in iter_modules(__path__))
    kinds = (kind for module in modules for kind in vars(module).values() if is_typeddict(kind))
    return {get_args(hints["format"])[0]: kind for kind in kinds if "format" in (hints := get_type_hints(kind))}
