import os
from pathlib import Path

import pytest

from govern.files import MEGABYTE, read_bytes


def test_a_file_is_read_up_to_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "capability.lock"
    path.write_bytes(b"x" * MEGABYTE)
    assert len(read_bytes(path, MEGABYTE)) == MEGABYTE
    with pytest.raises(OSError, match="larger than 0 MiB"):
        read_bytes(path, MEGABYTE - 1)


@pytest.mark.parametrize("refused", [False, True])
def test_a_folder_is_named_as_such(refused: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied", str(tmp_path))

    if refused:  # as on Windows
        monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(IsADirectoryError):
        read_bytes(tmp_path, MEGABYTE)


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has named pipes")
def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "capability.lock"
    os.mkfifo(path)
    with pytest.raises(OSError, match="not a regular file"):
        read_bytes(path, MEGABYTE)
