"""The files of a project: the config and the lock that a command works on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from govern.errors import ConfigMissing, LockfileMissing, no_such
from govern.files import path_exists
from govern.lockfile.store import LOCK_NAME
from govern.policy.config import FILE, PYPROJECT, config_from_text, load_config, mentions_govern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.lockfile.document import Lock, LockedServer
    from govern.policy.config import Config


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectRequest:
    """The arguments that name the files of a project; `config_from` is the commit to read the config from."""

    config: Path | None = None
    config_from: str | None = None
    lock: Path | None = None


def find_config(config: Path | None, ref: str | None) -> Config:
    """Return the named config, or else the nearest one from here upwards.

    With `ref` it is found and read in that commit, so that a pull request changes neither commands nor policy
    nor approvers. With `?` after the ref, which no ref can contain, a commit without a config falls back to
    the work tree: somebody has to add the first one.
    """
    if ref is None:
        return load_config(config, Path.cwd())
    found = _committed(config, ref.removesuffix("?"))
    if found:
        return found
    if _may_lack(ref):
        return load_config(config, Path.cwd())
    wanted = str(config) if config else f"{FILE} and no [tool.govern] in {PYPROJECT}"
    hint = "name a commit that has one, such as the target branch of the pull request: --config-from REF"
    raise ConfigMissing(f"no {wanted} in {ref!r}", where=str(Path.cwd()), hint=hint)


def find_config_if_any(config: Path | None, ref: str | None, *, needed: bool = False) -> Config | None:
    """Return the config, or None if there is none and none was named, so that the default policy applies."""
    try:
        return find_config(config, ref)
    except ConfigMissing:
        if needed or config or not _may_lack(ref):
            raise
        return None


def _may_lack(ref: str | None) -> bool:
    return ref is None or ref.endswith("?")


def _committed(config: Path | None, ref: str) -> Config | None:
    from govern.git.revisions import path_in_repository, resolve_commit
    from govern.git.trees import Tree

    here = config.absolute() if config else Path.cwd() / FILE
    commit = resolve_commit(here, ref)
    if commit is None:
        return None
    with Tree(here, commit) as tree:
        for file in [here] if config else _candidates():
            place = path_in_repository(file, tree.root)
            text = tree.text(place) if place else None
            if text is not None and (config or file.name != PYPROJECT or mentions_govern(text)):
                return config_from_text(text, file, f"{file.name} at {ref}")
    return None


def _candidates() -> Iterator[Path]:
    """Yield the paths where the nearest config may be, up to the root of the repository."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        yield from (folder / FILE, folder / PYPROJECT)
        if (folder / ".git").exists():
            return


_MOST_NAMED = 20


def find_lock(lock: Path | None, config: Path | None) -> Path:
    """Return the named lock, else the one beside the named config, else the nearest one from here upwards."""
    if lock:
        return lock
    if config:
        return config.parent / LOCK_NAME
    here = Path.cwd()
    for folder in (here, *here.parents):
        if path_exists(folder / LOCK_NAME):
            return folder / LOCK_NAME
    raise LockfileMissing(
        f"no {LOCK_NAME} found here or in a parent folder", where=str(here), hint="write it with `govern lock`"
    )


def in_repository(path: Path) -> Path:
    """Return the path relative to the root of the repository, as code hosts show it, or else relative to here."""
    path = path.absolute()
    roots = [folder for folder in path.parents if (folder / ".git").exists()]
    root = roots[0] if roots else Path.cwd()
    return path.relative_to(root) if path.is_relative_to(root) else path


def server_named(lock: Lock, name: str) -> LockedServer:
    """Return the server of this name. Raise UsageError if the lock has none."""
    server = lock.server(name)
    if server is None:
        raise no_such("server", name, "the lock", [each.name for each in lock.servers])
    return server
