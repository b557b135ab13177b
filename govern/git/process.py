"""Start git, at the top of the work tree and without anything that a repository's config could run.

A pull request may add a folder that looks like a bare repository, or turn a folder into a submodule. So the work tree
is found by its `.git`, which no commit can contain, and git starts there.
"""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from govern.errors import UsageError
from govern.programs import find_program

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from subprocess import CompletedProcess

P = ParamSpec("P")
T = TypeVar("T")
TIMEOUT = 60
# Each of these settings could run a program or write a file; `-c` overrides a repository's config.
_OPTIONS = (
    "--no-pager",
    *("-c", "safe.bareRepository=explicit"),
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.hooksPath=/dev/null"),
    *("-c", "protocol.allow=never"),
    *("-c", "log.showSignature=false"),
)
_SETTINGS = {
    # An empty list overrides `protocol.ext.allow = always` of a repository, so no promisor remote is contacted.
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    # A path below a file never exists, so no grafts are read.
    "GIT_GRAFT_FILE": f"{os.devnull}/grafts",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}
# Variables for the user's config and git's own programs. Every other GIT_… variable is meant for another command,
# replaces objects, or runs a program.
_KEPT = (
    "GIT_CEILING_DIRECTORIES", "GIT_CONFIG_COUNT", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_PARAMETERS",
    "GIT_CONFIG_SYSTEM", "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_EXEC_PATH", "GIT_TEST_ASSUME_DIFFERENT_OWNER",
)  # fmt: skip
_KEPT_PREFIXES = ("GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_")
_answers: ContextVar[dict[Any, Any] | None] = ContextVar("answers", default=None)
_at_end: ContextVar[ExitStack | None] = ContextVar("at_end", default=None)


@dataclass(frozen=True, slots=True)
class GitCall:
    """A call of git: `argv` in `folder` with `environment`."""

    argv: list[str]
    folder: Path
    environment: dict[str, str]


def git_call(folder: Path, *words: str) -> GitCall:
    """Return the call that runs git for this folder, at the top of its work tree if there is one."""
    program = find_program("git")
    if program is None:
        raise UsageError("git is not installed, or not on PATH")
    if not folder.is_dir():
        raise UsageError("no such folder", where=str(folder))
    environment = {name: value for name, value in os.environ.items() if _is_kept(name)} | _SETTINGS
    named = _from_environment(folder)
    if named:
        environment |= {"GIT_DIR": str(named[0]), "GIT_WORK_TREE": str(named[1])}
    return GitCall([program, *_OPTIONS, *words], work_tree_of(folder) or folder, environment)


def run_git(path: Path, *words: str, lines: bytes = b"") -> CompletedProcess[bytes]:
    """Run git for the repository of a file, with `lines` as its stdin, and return the result even if git fails."""
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


@contextmanager
def asking_once() -> Iterator[None]:
    """Keep git's answers within this block, such as the top of a work tree or its index, and one reader of objects.

    A gate needs them dozens of times, git is a process each time, and all of a verdict is about one commit.
    """
    with ExitStack() as stack:
        tokens = _answers.set({}), _at_end.set(stack)
        try:
            yield
        finally:
            _answers.reset(tokens[0])
            _at_end.reset(tokens[1])


def end_of_answers() -> ExitStack | None:
    """Return the stack that is closed at the end of `asking_once`; None outside of it."""
    return _at_end.get()


def asked_once(ask: Callable[Concatenate[Path, P], T]) -> Callable[Concatenate[Path, P], T]:
    """Return a function that keeps its answer for each folder within `asking_once`."""

    def asked(path: Path, /, *args: P.args, **named: P.kwargs) -> T:
        answers = _answers.get()
        if answers is None:
            return ask(path, *args, **named)
        key = ask, path.absolute().parent, args
        if key not in answers:
            answers[key] = ask(path, *args, **named)
        found: T = answers[key]
        return found

    return asked


def work_tree_of(folder: Path) -> Path | None:
    """Return the top of the work tree that contains this folder, or None.

    It is the innermost folder with a `.git`, unless GIT_DIR and GIT_WORK_TREE are both set.
    """
    named = _from_environment(folder)
    return named[1] if named else next(_repositories(folder.resolve()), None)


def outer_work_trees(folder: Path, top: Path) -> list[Path]:
    """Return the tops of the other work trees around this folder, by its resolved and its own path."""
    if _from_environment(folder):
        return []
    own = Path(os.path.abspath(folder))  # noqa: PTH100 - resolve() would follow links
    tops = [*_repositories(folder.resolve()), *(each.resolve() for each in _repositories(own))]
    return [each for each in dict.fromkeys(tops) if each != top]


def _repositories(folder: Path) -> Iterator[Path]:
    """Yield each folder with a `.git`, from this one upwards; like git, stop at GIT_CEILING_DIRECTORIES."""
    named = [Path(each) for each in os.environ.get("GIT_CEILING_DIRECTORIES", "").split(os.pathsep) if each]
    ceilings = {*named, *(each.resolve() for each in named)}
    for each in (folder, *folder.parents):
        if each != folder and each in ceilings:
            return
        git = each / ".git"
        if git.is_file() or os.path.lexists(git / "HEAD"):
            yield each


def _from_environment(folder: Path) -> tuple[Path, Path] | None:
    """Return GIT_DIR and GIT_WORK_TREE, if both are set and the work tree contains this folder.

    GIT_DIR alone is set in the hooks of any repository, so it does not determine the repository of a file.
    """
    directory, tree = os.environ.get("GIT_DIR"), os.environ.get("GIT_WORK_TREE")
    if not directory or not tree:
        return None
    top = Path(tree).resolve()
    return (Path(directory).resolve(), top) if folder.resolve().is_relative_to(top) else None


def _is_kept(name: str) -> bool:
    name = name.upper() if os.name == "nt" else name
    return not name.startswith("GIT_") or name in _KEPT or name.startswith(_KEPT_PREFIXES)
