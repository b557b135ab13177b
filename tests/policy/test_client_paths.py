import pytest

from govern.policy.client_files import client_files
from govern.policy.client_paths import client_kinds, is_client_folder

PATHS = [kind.path for kind in client_files("project")]


@pytest.mark.parametrize("path", PATHS)
def test_each_path_is_recognized_in_any_folder_and_case(path: str) -> None:
    name = path.replace("*", "some")
    for folder in ("", "pkg", "a/b"):
        for spelled in (name, name.upper(), f"{name}.", f"{name} ", name.replace("/", "\\"), f"{name}::$DATA"):
            place = f"{folder}/{spelled}" if folder else spelled
            assert (path, folder) in [(kind.path, found) for kind, found in client_kinds(place)], place


@pytest.mark.parametrize("path", [each for each in PATHS if "/" in each])
def test_each_folder_of_a_path_is_recognized(path: str) -> None:
    folder = path.replace("*", "some").rpartition("/")[0]
    assert is_client_folder(folder)
    assert is_client_folder(f"pkg/{folder.title()}")
    assert not is_client_folder(f"{folder}/x/y/z")


@pytest.mark.parametrize("path", ["mcp.json", "x.mcp.json", ".mcp.json/x", ".cursor/x/mcp.json", "cursor/mcp.json", ""])
def test_other_files_are_not(path: str) -> None:
    assert not [*client_kinds(path)]
    assert not is_client_folder(path)
