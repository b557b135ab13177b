"""One browser and one hostile page for all tests."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from filelock import FileLock

from govern.report.html.page import report_html
from tests.chromium import Chromium, found
from tests.report.html.hostile_page import hostile_contents
from tests.report.html.rich_page import rich_contents


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    if found() is None and os.environ.get("GOVERN_INSTALL_CHROMIUM") == "1":
        _install()
    program = found()
    if program is None:
        pytest.skip("no Chromium on PATH; GOVERN_CHROMIUM may name one, GOVERN_INSTALL_CHROMIUM=1 installs Debian's")
    with Chromium(program, tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "govern-report.html"
    path.write_text("".join(report_html(hostile_contents())), encoding="utf-8", newline="\n")
    return path


@pytest.fixture(scope="session")
def short_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a page with every part of a report."""
    path = tmp_path_factory.mktemp("page") / "govern-report.html"
    path.write_text("".join(report_html(rich_contents())), encoding="utf-8", newline="\n")
    return path


@pytest.fixture(scope="session")
def axe() -> str:
    """Return the script of axe, an accessibility checker."""
    package = find_spec("axe_core_python")
    assert package, "axe-core-python is missing; `make test` installs it"
    assert package.submodule_search_locations
    return Path(package.submodule_search_locations[0], "axe.min.js").read_text(encoding="utf-8")


def _install() -> None:
    """Install Debian's package if this is a Debian container, one worker at a time."""
    if not Path("/etc/debian_version").exists() or shutil.which("apt-get") is None or os.geteuid() != 0:
        return
    with FileLock(Path(tempfile.gettempdir(), "govern-chromium.lock")):
        if found() is None:
            surroundings = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
            for words in (["update"], ["install", "-y", "--no-install-recommends", "chromium"]):
                subprocess.run(["apt-get", "-q", *words], env=surroundings, capture_output=True, check=False)
