"""Reports: values to text, without side effects. Every renderer escapes the text of servers."""

from __future__ import annotations

from importlib import import_module


def module_of(package: str, name: str) -> object:
    """Import a module of a package. As the `__getattr__` of the package, import it on first use."""
    try:
        return import_module(f"{package}.{name}")
    except ModuleNotFoundError as error:
        raise AttributeError(f"module {package!r} has no attribute {name!r}") from error
