"""Find, read and validate govern.toml, or `[tool.govern]` in pyproject.toml."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from govern.errors import ConfigMissing, PolicyInvalid
from govern.files import MAX_USER_FILE, path_exists, read_bytes, read_text
from govern.lockfile.store import LOCK_NAME
from govern.lockfile.toml import NotTomlError, read_toml
from govern.policy.parsing import config_error, conflict_line, parse_settings
from govern.policy.validation import find_problems

if TYPE_CHECKING:
    from pathlib import Path

    from govern.policy.parsing import KeyPath
    from govern.policy.settings import Policy, Settings

FILE = "govern.toml"
PYPROJECT = "pyproject.toml"


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of a config file, whose folder relative paths start from.

    `text` is the text of the file; `called` is its name in errors if that is not its path.
    """

    file: Path
    settings: Settings
    called: str = ""
    text: str = ""

    @property
    def root(self) -> Path:
        """Return the folder of the config."""
        return self.file.parent

    @property
    def lock(self) -> Path:
        """Return the path of the lock beside the config."""
        return self.root / LOCK_NAME

    @property
    def from_commit(self) -> bool:
        """Return whether the settings come from a commit that the command line names."""
        return bool(self.called)

    @property
    def policy(self) -> Policy:
        """Return the `[policy]` table."""
        return self.settings.policy

    @property
    def where(self) -> str:
        """Return the name of the file in errors."""
        return self.called or str(self.file)

    @property
    def prefix(self) -> KeyPath:
        """Return the keys of the table that holds the settings; empty for govern.toml."""
        return _prefix(self.file)


def load_config(path: Path | None, start: Path) -> Config:
    """Load the config at `path`, or else the nearest one from `start` upwards."""
    file = (path or _nearest(start)).absolute()
    return _validated(_read_config(file), file)


def config_from_text(text: str, file: Path, called: str) -> Config:
    """Return the config that `text` makes in place of the file, as for a commit; `called` is its name in errors."""
    return _validated(text, file.absolute(), called)


def _validated(text: str, file: Path, called: str = "") -> Config:
    prefix, where = _prefix(file), called or str(file)
    document = _document(text, where)
    settings = parse_settings(_govern_table(document, where) if prefix else document)
    problems = settings if isinstance(settings, list) else find_problems(settings)
    if problems or isinstance(settings, list):
        raise config_error(problems, where, text, prefix=prefix)
    return Config(file, settings, called, text)


def _read_config(file: Path) -> str:
    try:
        return read_text(file, MAX_USER_FILE)
    except FileNotFoundError:
        raise PolicyInvalid("file not found", where=str(file), hint="create one with `govern init`") from None
    except OSError as error:
        raise PolicyInvalid(f"cannot be read: {error.strerror}", where=str(file)) from None


def _document(text: str, called: str) -> dict[str, Any]:
    try:
        return read_toml(text.removeprefix("\ufeff"))
    except NotTomlError as error:
        if line := conflict_line(text):
            hint = "resolve it first; `govern lock --merge` and `govern approve --merge` work without a config"
            raise PolicyInvalid(f"line {line}: contains a merge conflict", where=called, hint=hint) from None
        raise PolicyInvalid(f"is not valid TOML: {error}", where=called) from None


def has_govern_table(pyproject: Path) -> bool:
    """Return whether a pyproject.toml has [tool.govern]; an invalid file that does not mention it is ignored."""
    if not path_exists(pyproject):
        return False
    try:
        content = read_bytes(pyproject, MAX_USER_FILE)
    except OSError as error:
        hint = "if it does not contain [tool.govern], name the config with --config"
        raise PolicyInvalid(f"cannot be read: {error.strerror}", where=str(pyproject), hint=hint) from None
    return b"govern" in content and mentions_govern(content.decode("utf-8-sig", "replace"))


def mentions_govern(text: str) -> bool:
    """Return whether the text of a pyproject.toml has, or seems to have, [tool.govern]."""
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
        if has_govern_table(directory / PYPROJECT):
            return directory / PYPROJECT
    message = f"no {FILE}, and no {PYPROJECT} with [tool.govern], in this folder or above"
    raise ConfigMissing(message, where=str(start), hint="create one with `govern init`")


def _prefix(file: Path) -> KeyPath:
    return ("tool", "govern") if file.name == PYPROJECT else ()


def _govern_table(document: dict[str, Any], where: str) -> dict[str, Any]:
    tool = document.get("tool")
    table = tool.get("govern") if isinstance(tool, dict) else None
    if not isinstance(table, dict):
        raise PolicyInvalid("has no table [tool.govern]", where=where, hint="create one with `govern init`")
    return table
