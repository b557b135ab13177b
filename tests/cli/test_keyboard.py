"""The keys of a Windows console; those of a POSIX terminal are tested with `govern approve`."""

import sys
from types import SimpleNamespace

import pytest

from govern.cli.keyboard import _WindowsKeyboard


@pytest.mark.parametrize("key", ["a", "\xe0s", "\0A"], ids=["a letter", "an arrow", "a function key"])
def test_an_arrow_or_function_key_is_not_also_a_letter(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    console = SimpleNamespace(getwch=iter(f"{key}q").__next__)
    monkeypatch.setitem(sys.modules, "msvcrt", console)
    assert [_WindowsKeyboard().key(), _WindowsKeyboard().key()] == [key, "q"]
