"""Package registries as npm and pip reach them here; skipped, with the reason, where there is none."""

import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from govern.contract.version import Version
from govern.errors import CheckFailed, ServerError
from govern.policy.server_settings import SandboxKind
from govern.registries.package_clients import PinnedPackage, newer_spec, verified_integrity
from govern.servers.artifacts import _wheel_integrity
from govern.servers.sandbox import sandbox_problem
from tests.desk import Desk

pytestmark = pytest.mark.registry

MEMORY = "@modelcontextprotocol/server-memory"
OLD = f"{MEMORY}@2025.9.25"
WHEEL = "snowballstemmer==2.2.0"


@pytest.fixture(scope="module")
def newest_memory() -> str:
    """Return the newest version of a server, or skip if npm cannot tell."""
    if shutil.which("npx") is None:
        pytest.skip("npx is not installed")
    try:
        found = newer_spec(PinnedPackage("npm", OLD, MEMORY, "2025.9.25"), Path.cwd())
    except ServerError as error:
        pytest.skip(error.message)
    assert found
    return found


def known_integrity(package: str, folder: Path) -> str:
    asked = ["npm", "view", package, "dist.integrity"]
    return subprocess.run(asked, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


@pytest.mark.timeout(300)
def test_a_real_server_is_upgraded(desk: Desk, newest_memory: str) -> None:
    stated = f'integrity = "{OLD} {known_integrity(OLD, desk.folder)}"\n'
    desk.write("govern.toml", f'[servers.memory]\ncommand = ["npx", "-y", "{OLD}"] # reviewed\n{stated}')
    document = desk.ok("upgrade", "--yes", "--json").document
    (server,) = document["servers"]
    assert document["sandbox"] == ("none" if sandbox_problem(SandboxKind.BWRAP) else "bwrap")
    assert (server["state"], server["old"], server["new"]) == ("upgraded", [OLD], [newest_memory])
    rules = {change["rule"] for change in server["diff"]["changes"]}
    assert "server-upgraded" in rules
    assert not rules & {"server-added", "tool-removed", "integrity-changed"}
    text = (desk.folder / "govern.toml").read_text("utf-8")
    assert f'"{newest_memory}"] # reviewed' in text
    assert f'integrity = "{newest_memory} {known_integrity(newest_memory, desk.folder)}"' in text
    (locked,) = desk.lock.servers
    assert locked.integrity
    assert locked.integrity.startswith(f"{newest_memory} sha512-")
    desk.ok("lock", "--check")


def test_the_stated_hash_of_an_npm_package_leads_to_its_integrity(newest_memory: str, tmp_path: Path) -> None:
    pack = ["npm", "pack", newest_memory, "--silent", "--pack-destination", str(tmp_path)]
    subprocess.run(pack, cwd=tmp_path, check=True, capture_output=True)
    (file,) = tmp_path.iterdir()
    known = known_integrity(newest_memory, tmp_path)
    stated = sha256(file.read_bytes()).hexdigest()
    assert verified_integrity("npm", newest_memory, stated, tmp_path) == f"{newest_memory} {known}"
    with pytest.raises(CheckFailed, match="is not what the registry describes"):
        verified_integrity("npm", newest_memory, "0" * 64, tmp_path)


def test_the_integrity_of_a_wheel_is_that_of_its_installation(tmp_path: Path) -> None:
    installed, fetched = tmp_path / "installed", tmp_path / "fetched"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    ways = (["download", "--dest", str(fetched)], ["install", "--target", str(installed)])
    for way in ways:
        done = subprocess.run([*pip, *way, "--no-deps", WHEEL], capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"pip cannot fetch {WHEEL}: {done.stderr[-200:]}")
    (file,) = fetched.iterdir()
    (found,) = installed.glob("*.dist-info")
    stated = sha256(file.read_bytes()).hexdigest()
    assert verified_integrity("pypi", WHEEL, stated, tmp_path) == f"{WHEEL} {_wheel_integrity(found)}"


def test_a_python_package_has_a_newer_version(tmp_path: Path) -> None:
    try:
        found = newer_spec(PinnedPackage("pypi", WHEEL, "snowballstemmer", "2.2.0"), tmp_path)
    except ServerError as error:
        pytest.skip(error.message)
    newer = Version.read_short((found or "").partition("==")[2])
    assert newer
    assert newer > Version(2, 2, 0)
