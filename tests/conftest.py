"""Shared fixtures: the same environment locally and in CI, and the shared data if it is available."""

import atexit
import gc
import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from tests.desk import Desk, Prepared
from tests.signing.people import Person, somebody

REPOSITORY = Path(__file__).resolve().parent.parent
# Variables of terminals and CIs change the output of programs; tests that need them set them.
FOREIGN = ("CI", "COLUMNS", "FORCE_COLOR", "LINES", "NO_COLOR", "PY_COLORS", "TAG_NAME", "TERM", "TF_BUILD")
FOREIGN_PREFIXES = (
    "APPVEYOR", "BITBUCKET_", "BUILD", "CHANGE_", "CIRCLE", "CIRRUS_", "CI_", "CODEBUILD_", "DRONE", "GITHUB_",
    "GITLAB_", "JENKINS_", "SEMAPHORE", "SYSTEM_PULLREQUEST", "TEAMCITY_", "TRAVIS",
)  # fmt: skip

# Linux keeps what is below it in memory. A run writes and removes 90,000 files, which is a fifth of its work on a disk.
MEMORY = "/dev/shm"


# Two busy cores stretch any example, and pytest-timeout ends it. Under CI hypothesis tries the same ones each time.
# Half of its usual number: every run tries others, and what failed once stays in its database.
settings.register_profile(
    "govern", settings.get_profile(settings.get_current_profile_name()), deadline=None, max_examples=50
)
settings.load_profile("govern")


def pytest_configure() -> None:
    if os.environ.get("CI") == "true":
        os.environ.setdefault("GOVERN_INSTALL_CHROMIUM", "1")
    for name in filter(is_foreign, list(os.environ)):
        del os.environ[name]
    os.environ |= {"GIT_CONFIG_GLOBAL": str(REPOSITORY / "tests" / "gitconfig"), "GIT_CONFIG_NOSYSTEM": "1"}
    if has_room(MEMORY):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)
    # Under nohup or in the background these are ignored. Programs that tests start would inherit that, but no handler.
    for number in (getattr(signal, name, None) for name in ("SIGINT", "SIGHUP")):
        if number and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return two workers more than there are cores: tests of servers and processes mostly wait."""
    return (os.cpu_count() or 1) + 2


def has_room(folder: str) -> bool:
    """Return whether programs may run in a folder, which has room for everything that tests write at one time."""
    return (
        hasattr(os, "ST_NOEXEC")
        and Path(folder).is_dir()
        and not os.statvfs(folder).f_flag & os.ST_NOEXEC
        and shutil.disk_usage(folder).free > 4 << 30
    )


def is_foreign(name: str) -> bool:
    """Return whether tests run without this variable."""
    return name in FOREIGN or name.startswith(FOREIGN_PREFIXES)


@pytest.fixture(scope="session")
def repository() -> Path:
    """Return the root of the checkout."""
    return REPOSITORY


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Return the folder of real captures, which are not in the repository; skip the test if it is missing."""
    data = Path(os.environ.get("GOVERN_DATA", REPOSITORY.parent / "shared" / "data"))
    if not data.is_dir():
        pytest.skip(f"the shared data is not at {data}; GOVERN_DATA may name another place")
    return data


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    """Create an empty directory in which `govern` is run."""
    monkeypatch.chdir(tmp_path)
    return Desk(tmp_path, monkeypatch, capsys)


@pytest.fixture(scope="session")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create the folder of what `prepared` copies."""
    return tmp_path_factory.mktemp("templates")


@pytest.fixture
def prepared(desk: Desk, templates: Path) -> Prepared:
    """Return a function that fills the desk as `build` does; only the first test of a session builds, others copy."""

    def prepare(build: Callable[[Desk], None]) -> Desk:
        template = templates / f"{build.__module__}.{build.__qualname__}"
        if template.is_dir():
            shutil.copytree(template, desk.folder, symlinks=True, dirs_exist_ok=True)
        else:
            build(desk)
            # The sample hooks of a new repository are most of its files.
            shutil.copytree(desk.folder, template, symlinks=True, ignore=shutil.ignore_patterns("*.sample"))
        return desk

    return prepare


@pytest.fixture(scope="session")
def people(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Person]:
    """Return two people; tests get copies, since some change a key."""
    folder = tmp_path_factory.mktemp("people")
    return {name: somebody(folder, f"{name}@example.com") for name in ("ana", "ben")}


@pytest.fixture
def ana(people: dict[str, Person], tmp_path_factory: pytest.TempPathFactory) -> Person:
    return people["ana"].copied_to(tmp_path_factory.mktemp("ana"))


@pytest.fixture
def ben(people: dict[str, Person], tmp_path_factory: pytest.TempPathFactory) -> Person:
    return people["ben"].copied_to(tmp_path_factory.mktemp("ben"))


def pytest_collectstart() -> None:
    """Collect no garbage until everything is collected: imports leave none."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Leave what was imported and collected out of garbage collection, which would visit all of it again and again."""
    gc.freeze()
    # Extension modules report leaks if the interpreter cannot collect everything at its end.
    atexit.register(gc.unfreeze)
    gc.enable()
    gc.set_threshold(100_000, 20, 20)
