"""The config that a verb goes by: the one in the work tree, or the one that a commit holds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from govern.errors import ConfigMissing, LockfileMissing, UsageError, closest
from govern.files import path_exists
from govern.lockfile.store import LOCK_NAME
from govern.policy.config import FILE, PYPROJECT, config_of, load_config, names_us

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.lockfile.document import Lock, LockedServer
    from govern.policy.config import Config


def find_config(config: Path | None, ref: str | None) -> Config:
    """The config that is named, or else the nearest one from here upwards.

    With `ref` it is looked for and read in that commit, whatever the work tree says: a stranger's pull request then
    brings neither commands nor policy nor approvers. It counts as lying where it would in the work tree. Behind a `?`,
    which no ref can hold, a commit without a config lets the work tree's count: somebody has to bring the first one.
    """
    if ref is None:
        return load_config(config, Path.cwd())
    found = _committed(config, ref.removesuffix("?"))
    if found:
        return found
    if _may_lack(ref):
        return load_config(config, Path.cwd())
    wanted = str(config) if config else f"{FILE}, and no [tool.govern] in a {PYPROJECT},"
    hint = "--config-from wants a commit that has one, such as the branch that a pull request goes to"
    raise ConfigMissing(f"there is no {wanted} in {ref!r}", where=str(Path.cwd()), hint=hint)


def find_config_if_any(config: Path | None, ref: str | None, *, needed: bool = False) -> Config | None:
    """The same, or None where nobody asked for one and there is none; what is allowed is then govern's default."""
    try:
        return find_config(config, ref)
    except ConfigMissing:
        if needed or config or not _may_lack(ref):
            raise
        return None


def _may_lack(ref: str | None) -> bool:
    """Whether it is fine that no config comes from there."""
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
            if text is not None and (config or file.name != PYPROJECT or names_us(text)):
                return config_of(text, file, f"{file.name} at {ref}")
    return None


def _candidates() -> Iterator[Path]:
    """Where the nearest config may lie, up to the root of the repository."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        yield from (folder / FILE, folder / PYPROJECT)
        if (folder / ".git").exists():
            return


_MOST_NAMED = 20


def find_lock(lock: Path | None, config: Path | None) -> Path:
    """The lock that is named; else the one beside the named config; else the nearest from here upwards."""
    if lock:
        return lock
    if config:
        return config.parent / LOCK_NAME
    here = Path.cwd()
    for folder in (here, *here.parents):
        if path_exists(folder / LOCK_NAME):
            return folder / LOCK_NAME
    raise LockfileMissing(
        f"there is no {LOCK_NAME}, here or above", where=str(here), hint="write it with `govern lock`"
    )


def in_repository(path: Path) -> Path:
    """The path as code hosts know it: from the root of the repository, else from here, where it lies below that."""
    path = path.absolute()
    roots = [folder for folder in path.parents if (folder / ".git").exists()]
    root = roots[0] if roots else Path.cwd()
    return path.relative_to(root) if path.is_relative_to(root) else path


def server_named(lock: Lock, name: str) -> LockedServer:
    """The server of that name, which the lock should hold."""
    server = lock.server(name)
    if server is None:
        raise UsageError(f"the lock holds no server {name!r}{suggestion(name, [each.name for each in lock.servers])}")
    return server


def suggestion(name: str, known: Sequence[str], *, listed: bool = True) -> str:
    """What somebody who named something that is not there may have meant, or else what there is."""
    close = closest(name, known, 0.5)
    if close:
        return f"; did you mean {close!r}?"
    if not listed:
        return ""
    more = ", …" if len(known) > _MOST_NAMED else ""
    return f" (there are: {', '.join(map(repr, dict.fromkeys(known[:_MOST_NAMED])))}{more})" if known else ""
