"""The only place that starts git: from the top of the work tree, with nothing that a repository's config could run.

A pull request may bring a folder that looks like a bare repository, or turn a folder into a submodule. So the work tree
is found by its `.git`, which no commit can hold, and git is started there.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from govern.errors import UsageError
from govern.programs import find_program

if TYPE_CHECKING:
    from collections.abc import Iterator
    from subprocess import CompletedProcess

TIMEOUT = 60
# Each would run a program or write a file; what `-c` says goes before what a repository's config says.
_OPTIONS = (
    "--no-pager",
    *("-c", "safe.bareRepository=explicit"),
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.hooksPath=/dev/null"),
    *("-c", "protocol.allow=never"),
    *("-c", "log.showSignature=false"),
)
_SETTINGS = {
    # An empty list goes before `protocol.ext.allow = always` of a repository, so a promisor remote is never asked.
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    # Below a file there is no file: no list of grafts is read.
    "GIT_GRAFT_FILE": f"{os.devnull}/grafts",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}
# Where the user's own config is, what it says for this run alone, and where git's own programs are. Whatever else is
# called GIT_… says for another command where it was started, replaces objects, or runs a program.
_KEPT = (
    "GIT_CEILING_DIRECTORIES",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_NOSYSTEM",
    "GIT_CONFIG_PARAMETERS",
    "GIT_CONFIG_SYSTEM",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM",
    "GIT_EXEC_PATH",
    "GIT_TEST_ASSUME_DIFFERENT_OWNER",
)
_KEPT_PREFIXES = ("GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_")


@dataclass(frozen=True, slots=True)
class GitCall:
    """How git is started: `argv` in `folder` with `environment`."""

    argv: list[str]
    folder: Path
    environment: dict[str, str]


def git_call(folder: Path, *words: str) -> GitCall:
    """Return the call that runs git for a file in this folder, from the top of the work tree where there is one."""
    program = find_program("git")
    if program is None:
        raise UsageError("git is not installed, or not on PATH")
    if not folder.is_dir():
        raise UsageError("there is no such folder", where=str(folder))
    environment = {name: value for name, value in os.environ.items() if _is_kept(name)} | _SETTINGS
    named = _named_by_environment(folder)
    if named:
        environment |= {"GIT_DIR": str(named[0]), "GIT_WORK_TREE": str(named[1])}
    return GitCall([program, *_OPTIONS, *words], work_tree_of(folder) or folder, environment)


def run_git(path: Path, *words: str, lines: bytes = b"") -> CompletedProcess[bytes]:
    """Run git for the repository that this file lies in, and return its answer, whatever it is.

    `lines` is what git reads on its stdin.
    """
    import subprocess

    call = git_call(path.absolute().parent, *words)
    try:
        return subprocess.run(  # noqa: S603
            call.argv,
            cwd=call.folder,
            env=call.environment,
            input=lines,
            capture_output=True,
            timeout=TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise UsageError(f"git did not answer within {TIMEOUT} s", where=str(call.folder)) from None


def work_tree_of(folder: Path) -> Path | None:
    """Return the top of the work tree that this folder lies in, None if it lies in none.

    It is the innermost folder with a `.git`, but for GIT_DIR and GIT_WORK_TREE where both are set.
    """
    named = _named_by_environment(folder)
    return named[1] if named else next(_repositories(folder.resolve()), None)


def outer_work_trees(folder: Path, top: Path) -> list[Path]:
    """Return the tops of the other work trees that this folder lies in, by its real path or by its own."""
    if _named_by_environment(folder):
        return []
    own = Path(os.path.abspath(folder))  # noqa: PTH100 - resolve() would follow links
    tops = [*_repositories(folder.resolve()), *(each.resolve() for each in _repositories(own))]
    return [each for each in dict.fromkeys(tops) if each != top]


def _repositories(folder: Path) -> Iterator[Path]:
    """Each folder from this one upwards that has a `.git`; like git, it stops at GIT_CEILING_DIRECTORIES."""
    named = [Path(each) for each in os.environ.get("GIT_CEILING_DIRECTORIES", "").split(os.pathsep) if each]
    ceilings = {*named, *(each.resolve() for each in named)}
    for each in (folder, *folder.parents):
        if each != folder and each in ceilings:
            return
        git = each / ".git"
        if git.is_file() or os.path.lexists(git / "HEAD"):
            yield each


def _named_by_environment(folder: Path) -> tuple[Path, Path] | None:
    """Return the repository and the work tree of GIT_DIR and GIT_WORK_TREE, where both are set for this folder.

    GIT_DIR alone is what a hook of any repository has, and says nothing of where a file lies.
    """
    directory, tree = os.environ.get("GIT_DIR"), os.environ.get("GIT_WORK_TREE")
    if not directory or not tree:
        return None
    top = Path(tree).resolve()
    return (Path(directory).resolve(), top) if folder.resolve().is_relative_to(top) else None


def _is_kept(name: str) -> bool:
    name = name.upper() if os.name == "nt" else name
    return not name.startswith("GIT_") or name in _KEPT or name.startswith(_KEPT_PREFIXES)
