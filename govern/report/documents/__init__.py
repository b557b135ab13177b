"""JSON documents: their types and the functions that build them, a module for related verbs."""

from __future__ import annotations

import json
import re
from functools import cache, partial
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeVar, cast, get_args, get_origin, get_type_hints

from govern.report import module_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from . import approve, cost, diff, evaluations, fleet, lock, recordings, release, serve, servers, signatures
else:
    __getattr__ = partial(module_of, __name__)

Document = TypeVar("Document")


def json_text(document: object, indent: int | None = 2) -> str:
    """Return a document as JSON that no terminal and no CI system acts on: ASCII only, and without `##`."""
    return re.sub("#(?=#)", r"\\u0023", json.dumps(document, indent=indent)) + "\n"


def document_of(kind: type[Document], value: object, /, **others: object) -> Document:
    """Return a document of this type: the value of each required key is in `others`, or an attribute of the value.

    The type of a key says what its value becomes: a document, a list of documents or text.
    """
    constants, converters = _keys(kind)  # type: ignore[arg-type] # classes are hashable
    given = others | constants
    found = {key: convert(given[key] if key in given else getattr(value, key)) for key, convert in converters.items()}
    return cast("Document", found)


@cache
def _keys(kind: Any) -> tuple[dict[str, object], dict[str, Callable[[Any], object]]]:
    """Return the format of a type of document, and what converts the value of each required key."""
    hints = {key: hint for key, hint in get_type_hints(kind).items() if key in kind.__required_keys__}
    constants = {key: get_args(hint)[0] for key, hint in hints.items() if key == "format"}
    return constants, {key: _converter(hint) for key, hint in hints.items()}


def _converter(hint: Any) -> Callable[[Any], object]:
    from typing_extensions import is_typeddict

    if get_args(hint)[1:] == (NoneType,):
        convert = _converter(get_args(hint)[0])
        return lambda value: None if value is None else convert(value)
    if get_origin(hint) is list:
        convert = _converter(get_args(hint)[0])
        return lambda values: [convert(each) for each in values]
    if is_typeddict(hint):
        return lambda value: _part(hint, value)
    return str if hint is str else lambda value: value


def _part(kind: Any, value: object) -> object:
    """Return a part of a document; a tuple has its values in the order of the keys."""
    if isinstance(value, tuple):
        return document_of(kind, None, **dict(zip(kind.__annotations__, value, strict=True)))
    return value if isinstance(value, dict) else document_of(kind, value)


def document_types() -> dict[str, type]:
    """Return the type of each published document by its format; docs/schemas is generated from these."""
    from importlib import import_module
    from pkgutil import iter_modules

    from typing_extensions import is_typeddict

    modules = (import_module(f"{__name__}.{each.name}") for each in iter_modules(__path__))
    kinds = (kind for module in modules for kind in vars(module).values() if is_typeddict(kind))
    return {get_args(hints["format"])[0]: kind for kind in kinds if "format" in (hints := get_type_hints(kind))}
