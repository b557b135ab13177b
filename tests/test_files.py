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


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has named pipes")
def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "capability.lock"
    os.mkfifo(path)
    with pytest.raises(OSError, match="not a regular file"):
        read_bytes(path, MEGABYTE)
