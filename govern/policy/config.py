"""govern.toml, or `[tool.govern]` in pyproject.toml: found, read and judged."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from govern.errors import ConfigMissing, PolicyInvalid
from govern.policy.problems import Place, refusal
from govern.policy.sense import senseless
from govern.policy.settings import Policy, Settings
from govern.policy.shape import shaped

FILE = "govern.toml"
PYPROJECT = "pyproject.toml"
LOCK = "capability.lock"


@dataclass(frozen=True, slots=True)
class Config:
    """The settings and the file that they come from; everything relative is relative to where it is."""

    file: Path
    settings: Settings

    @property
    def root(self) -> Path:
        """The directory that holds the config."""
        return self.file.parent

    @property
    def lock(self) -> Path:
        """The lock that goes with it."""
        return self.root / LOCK

    @property
    def policy(self) -> Policy:
        """What is allowed without asking."""
        return self.settings.policy

    @property
    def prefix(self) -> Place:
        """The table of the file that the settings are."""
        return _prefix(self.file)


def load_config(path: Path | None, start: Path) -> Config:
    """The config at `path`, or else the nearest one from `start` upwards."""
    file = (path or _nearest(start)).absolute()
    return _judged(read_document(file), file)


def config_of(text: str, file: Path, called: str) -> Config:
    """What this text says in place of the file's own, as where it comes from a commit; `called` is what errors name."""
    try:
        document = tomllib.loads(text.removeprefix("\ufeff"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise PolicyInvalid(f"is no TOML: {error}", where=called) from None
    return _judged(document, file.absolute())


def _judged(document: dict[str, Any], file: Path) -> Config:
    prefix = _prefix(file)
    settings = shaped(_our_table(document, file) if prefix else document)
    problems = settings if isinstance(settings, list) else senseless(settings)
    if problems or isinstance(settings, list):
        raise refusal(problems, file, prefix=prefix)
    return Config(file, settings)


def read_document(file: Path) -> dict[str, Any]:
    """What a TOML file holds."""
    try:
        return tomllib.loads(file.read_text("utf-8-sig"))
    except FileNotFoundError:
        raise PolicyInvalid("there is no such file", where=str(file), hint="`govern init` writes one") from None
    except (OSError, UnicodeDecodeError) as error:
        raise PolicyInvalid(f"cannot be read: {error}", where=str(file)) from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise PolicyInvalid(f"is no TOML: {error}", where=str(file)) from None


def has_our_table(pyproject: Path) -> bool:
    """Whether a pyproject.toml says anything to us; one that is broken and never names us is none of our business."""
    try:
        text = pyproject.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return False
    if "govern" not in text:
        return False
    try:
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return "tool.govern" in text
    return isinstance(document.get("tool"), dict) and "govern" in document["tool"]


def _nearest(start: Path) -> Path:
    here = start.absolute()
    for directory in (here, *here.parents):
        if (directory / FILE).is_file():
            return directory / FILE
        if has_our_table(directory / PYPROJECT):
            return directory / PYPROJECT
    message = f"there is no {FILE}, and no [tool.govern] in a {PYPROJECT}, here or above"
    raise ConfigMissing(message, where=str(start), hint="`govern init` writes one")


def _prefix(file: Path) -> Place:
    return ("tool", "govern") if file.name == PYPROJECT else ()


def _our_table(document: dict[str, Any], file: Path) -> dict[str, Any]:
    table = document.get("tool", {}).get("govern")
    if not isinstance(table, dict):
        raise PolicyInvalid("has no table [tool.govern]", where=str(file), hint="`govern init` writes one")
    return table
