"""The declared version in every file that can declare one."""

import json
from posixpath import normpath

import pytest

from govern.gate.declared import Declared, declared_versions, version_of
from govern.lockfile.document import Lock, LockedServer


def found(files: dict[str, str], source: str | None = None, *servers: tuple[str, str | None]) -> list[Declared]:
    locked = tuple(LockedServer(name, "x", "", version=version) for name, version in servers)
    return declared_versions(lambda name: files.get(normpath(name)), source, Lock(locked))


def one(files: dict[str, str], source: str | None = None) -> Declared:
    (only,) = found(files, source)
    return only


SETUPTOOLS = "[tool.setuptools.dynamic]\nversion = "
PYPROJECT = '[project]\nname = "my-server"\n'
DYNAMIC = f'{PYPROJECT}dynamic = ["version"]\n'


@pytest.mark.parametrize(
    ("files", "version", "source"),
    [
        ({"pyproject.toml": f'{PYPROJECT}version = "1.2.3"'}, "1.2.3", "pyproject.toml"),
        ({"pyproject.toml": f'{PYPROJECT}version = "1.2rc1"'}, "1.2.0-rc.1", "pyproject.toml"),
        ({"pyproject.toml": '[tool.poetry]\nversion = "0.3.0"'}, "0.3.0", "pyproject.toml"),
        ({"pyproject.toml": f'{DYNAMIC}[tool.hatch.version]\npath = "src/v.py"',
          "src/v.py": "__version__ = '1.4.0'\n"},
         "1.4.0", "pyproject.toml (src/v.py)"),
        ({"pyproject.toml": f'{DYNAMIC}[tool.hatch.version]\npath = "v.py"',
          "v.py": 'a = 1\nVERSION: str = "v1.4.0"\n'},
         "1.4.0", "pyproject.toml (v.py)"),
        ({"pyproject.toml": f'{DYNAMIC}{SETUPTOOLS}{{ attr = "pkg.__version__" }}',
          "src/pkg/__init__.py": '"""Doc."""\n__version__ = "2.0.1"\n'},
         "2.0.1", "pyproject.toml (src/pkg/__init__.py)"),
        ({"pyproject.toml": f'{DYNAMIC}{SETUPTOOLS}{{ file = "VERSION" }}', "VERSION": "3.1.0\n"},
         "3.1.0", "pyproject.toml (VERSION)"),
        ({"pyproject.toml": f'{DYNAMIC}[tool.pdm.version]\nsource = "file"\npath = "v.py"',
          "v.py": '__version__ = "1.0.0"'},
         "1.0.0", "pyproject.toml (v.py)"),
        ({"pyproject.toml": f'{DYNAMIC}[build-system]\nbuild-backend = "flit_core.buildapi"',
          "my_server/__init__.py": '__version__ = "1.0.5"'}, "1.0.5", "pyproject.toml (my_server/__init__.py)"),
        ({"pyproject.toml": f'{DYNAMIC}[build-system]\nbuild-backend = "maturin"',
          "Cargo.toml": '[package]\nversion = "0.9.0"'},
         "0.9.0", "Cargo.toml"),
        ({"package.json": '{"version": "1.2.3-beta.1"}'}, "1.2.3-beta.1", "package.json"),
        ({"package.json": '{"version": "workspace:^1.2.4"}'}, "1.2.4", "package.json"),
        ({"package.json": '{"version": "workspace:*"}', "../../package.json": '{"version": "1.2.5"}'},
         "1.2.5", "package.json"),
        ({"server.json": '{"name": "io.example/x", "version": "1.0.2"}'}, "1.0.2", "server.json"),
        ({"Cargo.toml": '[package]\nname = "x"\nversion = "0.2.0"'}, "0.2.0", "Cargo.toml"),
        ({"Cargo.toml": '[workspace.package]\nversion = "0.2.1"'}, "0.2.1", "Cargo.toml"),
        ({"Cargo.toml": "[package]\nversion.workspace = true",
          "../../Cargo.toml": '[workspace.package]\nversion = "0.2.2"'},
         "0.2.2", "Cargo.toml"),
        ({"Cargo.toml": '[package]\nversion = { workspace = true }\n[workspace.package]\nversion = "0.2.3"'},
         "0.2.3", "Cargo.toml"),
    ],
)  # fmt: skip
def test_versions_are_found_in_every_kind_of_file(files: dict[str, str], version: str, source: str) -> None:
    each = found(files)[0]
    assert (str(each.version), each.source, each.problem) == (version, source, "")


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        ({"pyproject.toml": f'{DYNAMIC}[tool.hatch.version]\nsource = "vcs"'}, "the hatch source 'vcs'"),
        ({"pyproject.toml": f'{DYNAMIC}[tool.hatch.version]\npath = "v.py"\npattern = "x"'}, "a custom pattern"),
        ({"pyproject.toml": f'{DYNAMIC}[tool.hatch.version]\npath = "v.py"'}, "no version found in v.py"),
        ({"pyproject.toml": f'{DYNAMIC}{SETUPTOOLS}{{ attr = "pkg.version" }}',
          "pkg.py": "version = made()"}, "not a string literal"),
        ({"pyproject.toml": f'{DYNAMIC}{SETUPTOOLS}{{ attr = "pkg.version" }}',
          "pkg.py": "version = ("}, "not a string literal"),
        ({"pyproject.toml": DYNAMIC}, "no known file is configured"),
        ({"pyproject.toml": f'{PYPROJECT}version = "next"'}, "'next' is not a version"),
        ({"pyproject.toml": "[project"}, "cannot be read"),
        ({"package.json": "{"}, "cannot be read"),
        ({"package.json": '{"version": 1}'}, "not a string"),
        ({"package.json": f'{{"version": "1.{"9" * 5000}"}}'}, "is not a version"),
        ({"package.json": f'{{"version": "1.0.0-{"a." * 5000}a"}}'}, "is not a version"),
        ({"Cargo.toml": "[package]\nversion.workspace = true"}, "no parent folder has one"),
    ],
)  # fmt: skip
def test_a_version_that_cannot_be_read_has_a_reason(files: dict[str, str], problem: str) -> None:
    each = one(files)
    assert each.version is None
    assert problem in each.problem


@pytest.mark.parametrize(
    "files",
    [{}, {"pyproject.toml": "[tool.govern.servers]"}, {"package.json": '{"private": true}'}, {"package.json": "[]"},
     {"Cargo.toml": "[workspace]"}, {"pyproject.toml": PYPROJECT}],
)  # fmt: skip
def test_a_file_without_a_version_is_skipped(files: dict[str, str]) -> None:
    assert found(files) == []


def test_every_file_is_read_unless_one_is_chosen() -> None:
    files = {"pyproject.toml": f'{PYPROJECT}version = "1.0.0"', "package.json": '{"version": "1.1.0"}'}
    assert [each.text for each in found(files)] == ["1.0.0", "1.1.0"]
    assert [each.text for each in found(files, "package.json")] == ["1.1.0"]
    assert [each.text for each in found({"a/package.json": '{"version": "3.0.0"}'}, "a/package.json")] == ["3.0.0"]
    assert "file not found" in one({}, "package.json").problem


def test_the_version_of_the_server() -> None:
    assert [each.text for each in found({}, None, ("a", "1.0.0"))] == ["1.0.0"]
    assert found({}, None, ("a", None)) == []
    assert found({}, None, ("a", "1.0.0"), ("b", "1.0.0")) == []
    assert found({"package.json": '{"version": "2.0.0"}'}, None, ("a", "1.0.0"))[0].text == "2.0.0"
    assert found({}, "serverInfo/b", ("a", "1.0.0"), ("b", "1.1.0"))[0].text == "1.1.0"
    assert "name one" in found({}, "serverInfo", ("a", "1.0.0"), ("b", "1.1.0"))[0].problem
    assert "no server 'c'" in found({}, "serverInfo/c", ("a", "1.0.0"))[0].problem
    assert "reports no version" in found({}, "serverInfo", ("a", None))[0].problem


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("1", "1.0.0"), ("1.2", "1.2.0"), ("v1.2.3", "1.2.3"), ("1.2.3.post1", "1.2.3.post1"), ("1.2.3a1", "1.2.3-a.1"),
        ("1.2.dev3", "1.2.0.dev3"), ("1.2.3rc1.dev4", "1.2.3rc1.dev4"), ("2024.11.3", "2024.11.3"),
        ("1.2.3.4", "1.2.3.4"),
        ("1!1.0", "1!1.0.0"), ("", "None"), ("latest", "None"), ("1.2.3-alpha.1+b", "1.2.3-alpha.1+b"),
    ],
)  # fmt: skip
def test_versions_of_each_ecosystem_are_parsed(text: str, version: str) -> None:
    assert str(version_of(text)) == version


def test_no_code_runs_to_find_a_version(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "from pathlib import Path\nPath('run').touch()\n__version__ = '1.0.0'\n"
    message = f'{DYNAMIC}{SETUPTOOLS}{{ attr = "pkg.__version__" }}'
    assert one({"pyproject.toml": message, "pkg.py": text}).text == "1.0.0"
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("version", ["workspace:*", "workspace:", "latest", "${VERSION}"])
def test_an_unreadable_version_is_not_replaced_by_the_servers(version: str) -> None:
    (only,) = found({"package.json": f'{{"version": "{version}"}}'}, None, ("a", "9.0.0"))
    assert (only.source, only.version) == ("package.json", None)
    assert only.problem


def test_a_version_has_at_most_100_characters() -> None:
    longest = f"1.0.0-{'a' * 94}"
    assert str(one({"package.json": json.dumps({"version": longest})}, "package.json").version) == longest
    assert one({"package.json": json.dumps({"version": f"{longest}a"})}, "package.json").version is None
