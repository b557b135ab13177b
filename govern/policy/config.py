"""govern.toml, or `[tool.govern]` in pyproject.toml: found, read and judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from govern.errors import ConfigMissing, PolicyInvalid
from govern.files import MAX_USER_FILE, path_exists, read_bytes, read_text
from govern.lockfile.store import LOCK_NAME
from govern.lockfile.toml import NotTomlError, read_toml
from govern.policy.parsing import parse_settings
from govern.policy.problems import config_error, conflict_line
from govern.policy.validation import find_problems

if TYPE_CHECKING:
    from pathlib import Path

    from govern.policy.problems import KeyPath
    from govern.policy.settings import Policy, Settings

FILE = "govern.toml"
PYPROJECT = "pyproject.toml"


@dataclass(frozen=True, slots=True)
class Config:
    """The settings and the file that they come from; everything relative is relative to where it is.

    `text` is what they were read from; `called` is what errors name where that is not the file's own.
    """

    file: Path
    settings: Settings
    called: str = ""
    text: str = ""

    @property
    def root(self) -> Path:
        """The directory that holds the config."""
        return self.file.parent

    @property
    def lock(self) -> Path:
        """The lock that goes with it."""
        return self.root / LOCK_NAME

    @property
    def from_commit(self) -> bool:
        """Return whether the settings come from a commit that the command line names."""
        return bool(self.called)

    @property
    def policy(self) -> Policy:
        """What is allowed without asking."""
        return self.settings.policy

    @property
    def where(self) -> str:
        """What errors name."""
        return self.called or str(self.file)

    @property
    def prefix(self) -> KeyPath:
        """The table of the file that the settings are."""
        return _prefix(self.file)


def load_config(path: Path | None, start: Path) -> Config:
    """The config at `path`, or else the nearest one from `start` upwards."""
    file = (path or _nearest(start)).absolute()
    return _judged(_read(file), file)


def config_of(text: str, file: Path, called: str) -> Config:
    """What this text says in place of the file's own, as where it comes from a commit; `called` is what errors name."""
    return _judged(text, file.absolute(), called)


def _judged(text: str, file: Path, called: str = "") -> Config:
    prefix, where = _prefix(file), called or str(file)
    document = _document(text, where)
    settings = parse_settings(_our_table(document, where) if prefix else document)
    problems = settings if isinstance(settings, list) else find_problems(settings)
    if problems or isinstance(settings, list):
        raise config_error(problems, where, text, prefix=prefix)
    return Config(file, settings, called, text)


def read_document(file: Path) -> dict[str, Any]:
    """What a TOML file holds."""
    return _document(_read(file), str(file))


def _read(file: Path) -> str:
    try:
        return read_text(file, MAX_USER_FILE)
    except FileNotFoundError:
        raise PolicyInvalid("there is no such file", where=str(file), hint="`govern init` writes one") from None
    except OSError as error:
        raise PolicyInvalid(f"cannot be read: {error.strerror}", where=str(file)) from None


def _document(text: str, called: str) -> dict[str, Any]:
    try:
        return read_toml(text.removeprefix("\ufeff"))
    except NotTomlError as error:
        if line := conflict_line(text):
            hint = "resolve it first; `govern lock --merge` and `govern approve --merge` need no config"
            raise PolicyInvalid(f"line {line}: holds a merge conflict", where=called, hint=hint) from None
        raise PolicyInvalid(f"is no TOML: {error}", where=called) from None


def has_our_table(pyproject: Path) -> bool:
    """Whether a pyproject.toml says anything to us; one that is broken and never names us is none of our business."""
    if not path_exists(pyproject):
        return False
    try:
        content = read_bytes(pyproject, MAX_USER_FILE)
    except OSError as error:
        hint = "It may hold [tool.govern]. Name the config with --config if it does not."
        raise PolicyInvalid(f"cannot be read: {error.strerror}", where=str(pyproject), hint=hint) from None
    return b"govern" in content and names_us(content.decode("utf-8-sig", "replace"))


def names_us(text: str) -> bool:
    """The same of a pyproject.toml's text."""
    if "govern" not in text:
        return False
    try:
        document = read_toml(text)
    except NotTomlError:
        return "tool.govern" in text
    return isinstance(document.get("tool"), dict) and "govern" in document["tool"]


def _nearest(start: Path) -> Path:
    here = start.absolute()
    for directory in (here, *here.parents):
        if path_exists(directory / FILE):
            return directory / FILE
        if has_our_table(directory / PYPROJECT):
            return directory / PYPROJECT
    message = f"there is no {FILE}, and no [tool.govern] in a {PYPROJECT}, here or above"
    raise ConfigMissing(message, where=str(start), hint="`govern init` writes one")


def _prefix(file: Path) -> KeyPath:
    return ("tool", "govern") if file.name == PYPROJECT else ()


def _our_table(document: dict[str, Any], where: str) -> dict[str, Any]:
    tool = document.get("tool")
    table = tool.get("govern") if isinstance(tool, dict) else None
    if not isinstance(table, dict):
        raise PolicyInvalid("has no table [tool.govern]", where=where, hint="`govern init` writes one")
    return table
