"""The hashed requirements of the action: everything that govern needs, at the versions of our tests."""

import re
import tomllib
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from itertools import product

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.ci.workflow import ROOT

FILE = ROOT / ".github" / "action" / "requirements.txt"
SYSTEMS = [("linux", "Linux", "posix"), ("darwin", "Darwin", "posix"), ("win32", "Windows", "nt")]
PYTHONS = ["3.11", "3.12", "3.13"]
# pyproject.toml's build-system requires it, and the action builds govern from its own checkout.
BUILT_WITH = "hatchling"


@cache
def pinned() -> list[Requirement]:
    """Return each line of the file, without its hashes."""
    text = re.sub(r"(?m)^#.*\n", "", FILE.read_text("utf-8"))
    entries = text.replace("\\\n", "").splitlines()
    for entry in entries:
        assert re.fullmatch(r"[\w.-]+==\S+( ; [^\\]+?)?( +--hash=sha256:[0-9a-f]{64}){1,}", entry), entry
    return [Requirement(entry.partition(" --hash")[0]) for entry in entries]


@cache
def needs(name: str) -> list[Requirement]:
    """Return the dependencies of an installed package; those of packages for other systems are unknown."""
    try:
        return [Requirement(each) for each in distribution(name).requires or []]
    except PackageNotFoundError:
        return []


def needed(environment: dict[str, str]) -> set[str]:
    """Return every package that govern needs there, and its build requirements."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    waiting = [Requirement(each) for each in [*declared, BUILT_WITH]]
    found: dict[str, set[str]] = {}
    while waiting:
        each = waiting.pop()
        name = canonicalize_name(each.name)
        if each.marker and not each.marker.evaluate(environment):
            continue
        if name in found and each.extras <= found[name]:
            continue
        found.setdefault(name, set()).update(each.extras)
        waiting += [
            Requirement(f"{more.name}[{','.join(more.extras)}]" if more.extras else more.name)
            for more in needs(name)
            if not more.marker
            or any(more.marker.evaluate(environment | {"extra": extra}) for extra in ["", *each.extras])
        ]
    return set(found)


@pytest.mark.parametrize(("system", "python"), [*product(SYSTEMS, PYTHONS)], ids=str)
def test_it_holds_what_govern_needs_and_nothing_else(system: tuple[str, str, str], python: str) -> None:
    platform, name, os_name = system
    environment = {str(key): str(value) for key, value in default_environment().items()} | {
        "sys_platform": platform,
        "platform_system": name,
        "os_name": os_name,
        "python_version": python,
        "python_full_version": f"{python}.9",
    }
    held = {canonicalize_name(each.name) for each in pinned() if not each.marker or each.marker.evaluate(environment)}
    assert held == needed(environment)


def test_the_versions_are_those_that_our_tests_run_with() -> None:
    lines = (ROOT / ".ci" / "constraints.txt").read_text("utf-8").splitlines()
    tried = {canonicalize_name(line.partition("==")[0]): line.partition("==")[2] for line in lines if "==" in line}
    held = {canonicalize_name(each.name): str(each.specifier)[2:] for each in pinned()}
    others = {name for name in held if name not in tried}
    assert {name: held[name] for name in held.keys() - others} == {name: tried[name] for name in held.keys() - others}
    # For a system on which govern does not run.
    assert others <= {"httpx2-jsfetch"}
